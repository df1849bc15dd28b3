// Checkout Sessions with manual capture at Stripe. The state is always the session with its intent
// and charge, retrieved in one call.
import type { Stripe } from "stripe";
import {
  PaymentRefused,
  type CheckoutRequest,
  type CheckoutState,
  type PaymentProvider,
} from "./provider.ts";
import { findUnlessUnknown, newCallKey, requireIntentId, toRefusal } from "./stripe-calls.ts";
import { toCheckoutState } from "./stripe-states.ts";

const WITH_CHARGE = { expand: ["payment_intent.latest_charge.balance_transaction"] };

/** The name of the id in the metadata. */
const METADATA_IDS = {
  book: "booking_id",
  pay: "later_charge_id",
  hold: "deposit_hold_id",
} as const;

/** What a payment is for, and by whom, as its metadata names them. */
const readMetadata = ({ purpose, bookingId, renterId }: CheckoutRequest) => ({
  [METADATA_IDS[purpose]]: bookingId,
  renter_id: renterId,
});

/** The same request always gives the same parameters, so that its key can be reused. */
const sessionParams = (request: CheckoutRequest): Stripe.Checkout.SessionCreateParams => ({
  mode: "payment",
  // Stripe's button cannot say "hold", so the note beside it does.
  submit_type: request.purpose === "hold" ? "auto" : request.purpose,
  custom_text: {
    submit: { message: [request.warning, request.note].filter(Boolean).join(" ") },
  },
  client_reference_id: request.bookingId,
  metadata: readMetadata(request),
  // A customer keeps the email address, so there is one only for a card that is charged later.
  customer_creation: request.savesCard ? "always" : "if_required",
  customer_email: request.customerEmail,
  // Only cards can be authorised now and charged later, in dollars, as the page showed.
  allowed_payment_method_types: ["card"],
  adaptive_pricing: { enabled: false },
  line_items: request.lineItems.map((item) => ({
    quantity: 1,
    price_data: {
      currency: "usd",
      unit_amount: item.amountCents,
      product_data: { name: item.name },
    },
  })),
  payment_intent_data: {
    capture_method: "manual",
    ...(request.savesCard ? { setup_future_usage: "off_session" as const } : {}),
    description: request.description,
    metadata: readMetadata(request),
  },
  expires_at: Math.ceil(request.expiresAt.getTime() / 1000),
  success_url: request.successUrl,
  cancel_url: request.cancelUrl,
});

/** The sessions of an account, and the changes that may be made to each only once. */
export interface StripeCheckouts {
  find(sessionId: string): Promise<CheckoutState | undefined>;
  /** @throws PaymentRefused for an unknown session */
  read(sessionId: string): Promise<CheckoutState>;
  /**
   * Makes a final change to a checkout and returns the state afterwards. The state is queried
   * however the call ends, so a change counts as done even if the response was lost or another
   * process was quicker.
   */
  changeOnce(
    sessionId: string,
    isDone: (state: CheckoutState) => boolean,
    call: (state: CheckoutState) => Promise<unknown>,
  ): Promise<CheckoutState>;
}

export function openStripeCheckouts(stripe: Stripe): StripeCheckouts {
  const { sessions } = stripe.checkout;
  const find = (sessionId: string): Promise<CheckoutState | undefined> =>
    findUnlessUnknown(async () => toCheckoutState(await sessions.retrieve(sessionId, WITH_CHARGE)));
  const read = async (sessionId: string): Promise<CheckoutState> => {
    const state = await find(sessionId);
    if (!state) throw new PaymentRefused("no such checkout session");
    return state;
  };

  async function changeOnce(
    sessionId: string,
    isDone: (state: CheckoutState) => boolean,
    call: (state: CheckoutState) => Promise<unknown>,
  ): Promise<CheckoutState> {
    const before = await read(sessionId);
    if (isDone(before)) return before;
    try {
      await call(before);
    } catch (error) {
      const after = await read(sessionId);
      if (isDone(after)) return after;
      throw toRefusal(error);
    }
    return read(sessionId);
  }

  return { find, read, changeOnce };
}

/** The part of the payment interface that concerns checkouts and their authorisations. */
export function checkoutMethods(
  stripe: Stripe,
  { find, read, changeOnce }: StripeCheckouts,
): Pick<
  PaymentProvider,
  "openCheckout" | "getCheckout" | "findCheckout" | "expireCheckout" | "capture" | "release"
> {
  const { sessions } = stripe.checkout;
  return {
    async openCheckout(request) {
      try {
        return toCheckoutState(
          await sessions.create(
            { ...sessionParams(request), ...WITH_CHARGE },
            { idempotencyKey: request.idempotencyKey },
          ),
        );
      } catch (error) {
        throw toRefusal(error);
      }
    },
    getCheckout: find,
    async findCheckout(bookingId, from, to) {
      const created = {
        gte: Math.floor(from.getTime() / 1000),
        lte: Math.ceil(to.getTime() / 1000),
      };
      for await (const session of sessions.list({ created, limit: 100 }))
        if (session.client_reference_id === bookingId) return read(session.id);
      return undefined;
    },
    expireCheckout: (sessionId) =>
      changeOnce(
        sessionId,
        (state) => state.session !== "open",
        () => sessions.expire(sessionId, {}, newCallKey("expire", sessionId)),
      ),
    capture: (sessionId) =>
      changeOnce(
        sessionId,
        (state) => state.intent === "succeeded",
        (state) => {
          const intentId = requireIntentId(state);
          return stripe.paymentIntents.capture(intentId, {}, newCallKey("capture", intentId));
        },
      ),
    release: (sessionId) =>
      changeOnce(
        sessionId,
        (state) => state.intent === "canceled",
        (state) => {
          const intentId = requireIntentId(state);
          return stripe.paymentIntents.cancel(intentId, {}, newCallKey("release", intentId));
        },
      ),
  };
}
