// Charges of saved cards at Stripe: off-session PaymentIntents, each made once under its own key.
import { Stripe } from "stripe";
import type {
  LaterChargeRequest,
  NeverRequested,
  NoSavedCard,
  PaymentProvider,
  SavedCardCharge,
} from "./provider.ts";
import { findUnlessUnknown, newCallKey, toRefusal } from "./stripe-calls.ts";
import { refundIntent } from "./stripe-refunds.ts";
import { toSavedCardCharge } from "./stripe-states.ts";

export const WITH_FEE = { expand: ["latest_charge.balance_transaction"] };
/** How far our clock may be ahead of Stripe's. */
const MAX_CLOCK_SKEW_SECONDS = 300;

/** Whether Stripe has no such customer, or no such card of the customer. */
export const isCardMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code === "resource_missing" &&
  (error.param === "customer" || error.param === "payment_method");

/** An earlier attempt's intent, which names the key: Stripe forgets a key after a day. */
export async function findByKey(
  { paymentIntents }: Stripe,
  request: Pick<LaterChargeRequest, "customerId" | "idempotencyKey" | "requestedSince">,
): Promise<string | undefined> {
  const search = async (among: Stripe.PaymentIntentListParams): Promise<string | undefined> => {
    for await (const intent of paymentIntents.list({ ...among, limit: 100 }))
      if (intent.metadata["later_charge_key"] === request.idempotencyKey) return intent.id;
    return undefined;
  };
  try {
    return await search({ customer: request.customerId });
  } catch (error) {
    if (!isCardMissing(error)) throw error;
    // Somebody deleted the customer, whose intents remain.
    const seconds = Math.floor(request.requestedSince.getTime() / 1000);
    return search({ created: { gte: seconds - MAX_CLOCK_SKEW_SECONDS } });
  }
}

async function create(
  { paymentIntents }: Stripe,
  request: LaterChargeRequest,
): Promise<SavedCardCharge> {
  const { chargeId, renterId, idempotencyKey } = request;
  const intent = await paymentIntents.create(
    {
      amount: request.amountCents,
      currency: "usd",
      customer: request.customerId,
      payment_method: request.paymentMethodId,
      allowed_payment_method_types: ["card"],
      off_session: true,
      confirm: true,
      // Otherwise Stripe responds before it knows its fee.
      capture_method: "automatic",
      description: request.description,
      metadata: {
        later_charge_id: chargeId,
        renter_id: renterId,
        later_charge_key: idempotencyKey,
      },
      ...WITH_FEE,
    },
    { idempotencyKey },
  );
  return toSavedCardCharge(intent);
}

/** The part of the payment interface that concerns saved cards. */
export function laterChargeMethods(
  stripe: Stripe,
): Pick<
  PaymentProvider,
  "chargeLater" | "getLaterCharge" | "cancelLaterCharge" | "refundLaterCharge" | "forgetCard"
> {
  const { paymentIntents } = stripe;
  const find = (intentId: string): Promise<SavedCardCharge | undefined> =>
    findUnlessUnknown(async () =>
      toSavedCardCharge(await paymentIntents.retrieve(intentId, WITH_FEE)),
    );

  return {
    async chargeLater(request): Promise<SavedCardCharge | NoSavedCard | NeverRequested> {
      const before = await findByKey(stripe, request);
      if (before !== undefined)
        return toSavedCardCharge(await paymentIntents.retrieve(before, WITH_FEE));
      if (request.onlyAsks) return { outcome: "never_requested" };
      try {
        return await create(stripe, request);
      } catch (error) {
        if (isCardMissing(error)) return { outcome: "no_card" };
        const failed = error instanceof Stripe.errors.StripeCardError && error.payment_intent;
        const state = failed ? await find(failed.id) : undefined;
        if (state) return state;
        throw toRefusal(error);
      }
    },
    getLaterCharge: find,
    async cancelLaterCharge(intentId) {
      const read = () => paymentIntents.retrieve(intentId, WITH_FEE);
      try {
        await paymentIntents.cancel(intentId, {}, newCallKey("cancel", intentId));
      } catch (error) {
        const intent = await read();
        // It was cancelled or paid before.
        if (intent.status === "canceled" || intent.status === "succeeded")
          return toSavedCardCharge(intent);
        throw toRefusal(error);
      }
      return toSavedCardCharge(await read());
    },
    refundLaterCharge: (refund) => refundIntent(stripe, refund),
    async forgetCard({ customerId }) {
      // The customer was made for one booking's checkout and holds an email address, too.
      await findUnlessUnknown(() => stripe.customers.del(customerId));
    },
  };
}
