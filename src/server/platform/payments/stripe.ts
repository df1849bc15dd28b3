// Implements the payment interface with Stripe's SDK: Checkout Sessions with manual capture. It
// knows nothing of bookings. The state is always the session with its intent and charge, retrieved
// in one call.
import { randomUUID } from "node:crypto";
import { Stripe } from "stripe";
import { readSignedEvent } from "./event.ts";
import {
  PaymentRefused,
  type CheckoutRequest,
  type CheckoutState,
  type DisputeState,
  type PaymentProvider,
} from "./provider.ts";

/** The API version of this SDK, whatever the account's default is. */
const API_VERSION = "2026-10-28.endive";

/** With one retry by the SDK, a page still gets our response within its 30 seconds. */
const TRY_MS = 8000;
const RETRIES = 1;

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** Origin that replaces Stripe's API in tests. */
  url: string | undefined;
  tryMs?: number;
}

const WITH_CHARGE = { expand: ["payment_intent.latest_charge.balance_transaction"] };

export function openStripe(settings: StripeSettings): PaymentProvider {
  const stripe = new Stripe(settings.secretKey, {
    apiVersion: API_VERSION,
    timeout: settings.tryMs ?? TRY_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...hostOf(settings.url),
  });
  const { sessions } = stripe.checkout;

  const find = (sessionId: string): Promise<CheckoutState | undefined> =>
    unlessUnknown(async () => toState(await sessions.retrieve(sessionId, WITH_CHARGE)));
  const look = async (sessionId: string): Promise<CheckoutState> => {
    const state = await find(sessionId);
    if (!state) throw new PaymentRefused("no such checkout session");
    return state;
  };

  /**
   * Makes a final change to a checkout and returns the state afterwards. The state is queried
   * however the call ends, so a change counts as done even if the response was lost or another
   * process was quicker.
   */
  async function once(
    sessionId: string,
    isDone: (state: CheckoutState) => boolean,
    call: (state: CheckoutState) => Promise<unknown>,
  ): Promise<CheckoutState> {
    const before = await look(sessionId);
    if (isDone(before)) return before;
    try {
      await call(before);
    } catch (error) {
      const after = await look(sessionId);
      if (isDone(after)) return after;
      throw asRefusal(error);
    }
    return look(sessionId);
  }

  return {
    name: "stripe",
    async openCheckout(request) {
      try {
        return toState(
          await sessions.create(
            { ...sessionParams(request), ...WITH_CHARGE },
            { idempotencyKey: request.idempotencyKey },
          ),
        );
      } catch (error) {
        throw asRefusal(error);
      }
    },
    getCheckout: find,
    async findCheckout(bookingId, from, to) {
      const created = {
        gte: Math.floor(from.getTime() / 1000),
        lte: Math.ceil(to.getTime() / 1000),
      };
      for await (const session of sessions.list({ created, limit: 100 }))
        if (session.client_reference_id === bookingId) return look(session.id);
      return undefined;
    },
    expireCheckout: (sessionId) =>
      once(
        sessionId,
        (state) => state.session !== "open",
        () => sessions.expire(sessionId, {}, oneCall("expire", sessionId)),
      ),
    capture: (sessionId) =>
      once(
        sessionId,
        (state) => state.intent === "succeeded",
        (state) => {
          const intentId = intentOf(state);
          return stripe.paymentIntents.capture(intentId, {}, oneCall("capture", intentId));
        },
      ),
    release: (sessionId) =>
      once(
        sessionId,
        (state) => state.intent === "canceled",
        (state) => {
          const intentId = intentOf(state);
          return stripe.paymentIntents.cancel(intentId, {}, oneCall("release", intentId));
        },
      ),
    async refund(sessionId, amountCents, idempotencyKey, refusals = 0) {
      const state = await look(sessionId);
      const intentId = intentOf(state);
      // Stripe forgets a key after a day, and we may retry for longer: the refund carries it too.
      const all = (await stripe.refunds.list({ payment_intent: intentId, limit: 100 })).data;
      const tries = all.filter((refund) => keyOf(refund) === idempotencyKey);
      const metadata = { refund_key: idempotencyKey, booking_id: state.bookingId };
      // An earlier call may have stopped halfway through taking over several refunds.
      const missingCents = amountCents - sumOf(tries.filter(stands));
      const byHand = missingCents > 0 ? madeByHand(all, missingCents) : [];
      for (const { id } of byHand)
        await stripe.refunds.update(id, { metadata }, oneCall("take_over", id));
      if (missingCents <= 0 || byHand.length > 0) return look(sessionId);
      try {
        await stripe.refunds.create(
          {
            payment_intent: intentId,
            amount: missingCents,
            metadata,
          },
          { idempotencyKey: `${idempotencyKey}_${tries.length}_${refusals}` },
        );
      } catch (error) {
        throw asRefusal(error);
      }
      return look(sessionId);
    },
    getDispute: (disputeId) =>
      unlessUnknown(async () => toDispute(await stripe.disputes.retrieve(disputeId))),
    async listDisputes(since) {
      const found: DisputeState[] = [];
      const created = { gte: Math.floor(since.getTime() / 1000) };
      for await (const dispute of stripe.disputes.list({ created, limit: 100 }))
        found.push(toDispute(dispute));
      return found;
    },
    readEvent: (rawBody, signature, now) =>
      readSignedEvent(rawBody, signature, { now, secret: settings.webhookSecret }),
  };
}

const keyOf = ({ metadata }: Stripe.Refund): string | undefined => metadata?.["refund_key"];
const sumOf = (refunds: readonly Stripe.Refund[]): number =>
  refunds.reduce((sum, { amount }) => sum + amount, 0);
const stands = ({ status }: Stripe.Refund): boolean => status !== "failed" && status !== "canceled";

/**
 * Refunds made in Stripe's dashboard that no decision of ours explains yet: one of exactly this
 * amount, or all of them if they add up to it. A decision that only records such a refund must not
 * refund again (docs/decisions/0014).
 */
function madeByHand(refunds: readonly Stripe.Refund[], amountCents: number): Stripe.Refund[] {
  const unexplained = refunds.filter((refund) => stands(refund) && keyOf(refund) === undefined);
  const one = unexplained.find(({ amount }) => amount === amountCents);
  if (one) return [one];
  return sumOf(unexplained) === amountCents ? unexplained : [];
}

/**
 * A new key for this call and the SDK's retries of it. Stripe replays its first response to a key
 * for a day, even one of its own errors. These three calls are idempotent by nature, and a later
 * try must get through.
 */
const oneCall = (what: string, id: string): { idempotencyKey: string } => ({
  idempotencyKey: `${what}_${id}_${randomUUID()}`,
});

function intentOf(state: CheckoutState): string {
  if (state.intentId === null) throw new PaymentRefused("nothing was authorised");
  return state.intentId;
}

/** The same request always gives the same parameters, so that its key can be reused. */
const sessionParams = (request: CheckoutRequest): Stripe.Checkout.SessionCreateParams => ({
  mode: "payment",
  submit_type: "book",
  client_reference_id: request.bookingId,
  metadata: { booking_id: request.bookingId, renter_id: request.renterId },
  customer_creation: "always",
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
    description: request.description,
    metadata: { booking_id: request.bookingId, renter_id: request.renterId },
  },
  expires_at: Math.ceil(request.expiresAt.getTime() / 1000),
  success_url: request.successUrl,
  cancel_url: request.cancelUrl,
});

const SESSIONS = ["open", "complete", "expired"] as const;

function toState(session: Stripe.Checkout.Session): CheckoutState {
  const intent = expanded(session.payment_intent);
  const status = SESSIONS.find((each) => each === session.status);
  if (!status) throw new Error(`Stripe named the state ${session.status} of a checkout session`);
  const isCharged = intent?.status === "succeeded";
  const charge = expanded(intent?.latest_charge ?? null);
  return {
    sessionId: session.id,
    intentId: intent?.id ?? null,
    url: session.url,
    bookingId: session.client_reference_id ?? "",
    session: status,
    intent: intent
      ? intentState(intent.status)
      : status === "expired"
        ? "canceled"
        : "requires_payment_method",
    amountCents: (isCharged ? intent.amount_received : intent?.amount) ?? session.amount_total ?? 0,
    currency: intent?.currency ?? session.currency ?? "",
    capturedCents: intent?.amount_received ?? 0,
    // Stripe records the release of an authorisation as a refund too, but no money has moved.
    refundedCents: isCharged ? (charge?.amount_refunded ?? 0) : 0,
    feeCents: isCharged ? (expanded(charge?.balance_transaction ?? null)?.fee ?? null) : null,
    cardLast4: charge?.payment_method_details?.card?.last4 ?? null,
    expiresAt: new Date(session.expires_at * 1000),
  };
}

function toDispute(dispute: Stripe.Dispute): DisputeState {
  const {
    id,
    amount,
    currency,
    reason,
    status,
    payment_intent: intent,
    balance_transactions: moved,
  } = dispute;
  return {
    id,
    intentId: typeof intent === "string" ? intent : (intent?.id ?? ""),
    amountCents: amount,
    currency,
    reason,
    state: disputeState(status),
    feeCents: moved.reduce((sum, each) => sum + each.fee, 0),
  };
}

/** "prevented" ended before money moved. A loss stays lost until an appeal is won. */
function disputeState(status: Stripe.Dispute.Status): DisputeState["state"] {
  if (status === "warning_closed" || status === "prevented") return "dropped";
  if (status.startsWith("warning_")) return "inquiry";
  if (status.startsWith("appeal_")) return "lost";
  if (status === "won") return "won";
  return status === "lost" ? "lost" : "open";
}

/** Any intent that is not yet authorised, charged or released is still in progress. */
function intentState(status: string): CheckoutState["intent"] {
  switch (status) {
    case "requires_payment_method":
    case "requires_capture":
    case "succeeded":
    case "canceled":
      return status;
    default:
      return "requires_action";
  }
}

function expanded<T extends { id: string }>(value: string | T | null): T | null {
  if (typeof value === "string") throw new Error(`Stripe did not expand ${value}`);
  return value;
}

/** @returns undefined for an object that Stripe does not know. */
async function unlessUnknown<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (
      error instanceof Stripe.errors.StripeInvalidRequestError &&
      error.code === "resource_missing"
    )
      return undefined;
    throw error;
  }
}

/**
 * Turns a definite refusal into PaymentRefused. Timeouts, rate limits, keys in use and Stripe's own
 * errors stay unchanged, to be retried.
 */
const asRefusal = (error: unknown): unknown =>
  error instanceof Stripe.errors.StripeInvalidRequestError ||
  error instanceof Stripe.errors.StripeCardError
    ? new PaymentRefused(error.message, { cause: error })
    : error;

function hostOf(url: string | undefined): Pick<Stripe.StripeConfig, "host" | "port" | "protocol"> {
  if (url === undefined) return {};
  const { protocol, hostname, port } = new URL(url);
  const isSecure = protocol === "https:";
  return {
    protocol: isSecure ? "https" : "http",
    host: hostname,
    port: port || (isSecure ? 443 : 80),
  };
}
