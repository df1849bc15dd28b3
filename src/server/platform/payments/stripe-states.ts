// Translates Stripe's objects into the states of the payment interface.
import type { CardHold } from "./holds/card-hold.ts";
import type { Stripe } from "stripe";
import type { CheckoutState, DisputeState, SavedCard, SavedCardCharge } from "./provider.ts";

const SESSION_STATUSES = ["open", "complete", "expired"] as const;

export function toCheckoutState(session: Stripe.Checkout.Session): CheckoutState {
  const intent = requireExpanded(session.payment_intent);
  const status = SESSION_STATUSES.find((each) => each === session.status);
  if (!status) throw new Error(`Stripe named the state ${session.status} of a checkout session`);
  const isCharged = intent?.status === "succeeded";
  const charge = requireExpanded(intent?.latest_charge ?? null);
  return {
    sessionId: session.id,
    intentId: intent?.id ?? null,
    url: session.url,
    bookingId: session.client_reference_id ?? "",
    session: status,
    intent: intent
      ? toIntentStatus(intent.status)
      : status === "expired"
        ? "canceled"
        : "requires_payment_method",
    amountCents: (isCharged ? intent.amount_received : intent?.amount) ?? session.amount_total ?? 0,
    currency: intent?.currency ?? session.currency ?? "",
    capturedCents: intent?.amount_received ?? 0,
    // Stripe records the release of an authorisation as a refund too, but no money has moved.
    refundedCents: isCharged ? (charge?.amount_refunded ?? 0) : 0,
    feeCents: isCharged
      ? (requireExpanded(charge?.balance_transaction ?? null)?.fee ?? null)
      : null,
    cardLast4: charge?.payment_method_details?.card?.last4 ?? null,
    savedCard: toSavedCard(intent),
    expiresAt: new Date(session.expires_at * 1000),
  };
}

/** Stripe attaches a card to the customer once the payment is authorised. */
function toSavedCard(intent: Stripe.PaymentIntent | null): SavedCard | null {
  const customerId = readId(intent?.customer ?? null);
  const paymentMethodId = readId(intent?.payment_method ?? null);
  const isSaved = intent?.setup_future_usage === "off_session" && intent.latest_charge !== null;
  return isSaved && customerId && paymentMethodId ? { customerId, paymentMethodId } : null;
}

const readId = (value: string | { id: string } | null): string | null =>
  typeof value === "string" ? value : (value?.id ?? null);

/**
 * An intent is listed before its confirmation has ended, and then waits for a payment method
 * without an error.
 * @throws Error while Stripe has not decided; to be retried
 */
export function toSavedCardCharge(intent: Stripe.PaymentIntent): SavedCardCharge {
  const { id, status, amount, currency, last_payment_error: error } = intent;
  const isDecided =
    status === "succeeded" ||
    status === "canceled" ||
    status === "requires_action" ||
    (status === "requires_payment_method" && error !== null);
  if (!isDecided) throw new Error(`the outcome of ${id} is unknown: ${status}`);
  const charge = requireExpanded(intent.latest_charge);
  const isPaid = status === "succeeded";
  return {
    intentId: id,
    outcome: isPaid
      ? "paid"
      : status === "requires_action" || error?.code === "authentication_required"
        ? "needs_authentication"
        : "declined",
    amountCents: isPaid ? intent.amount_received : amount,
    currency,
    refundedCents: isPaid ? (charge?.amount_refunded ?? 0) : 0,
    feeCents: isPaid ? (requireExpanded(charge?.balance_transaction ?? null)?.fee ?? null) : null,
    cardLast4: charge?.payment_method_details?.card?.last4 ?? null,
  };
}

const HOLD_OUTCOMES: Partial<Record<string, CardHold["outcome"]>> = {
  requires_capture: "held",
  succeeded: "captured",
  canceled: "ended",
};

/** @throws Error while Stripe has not decided; to be retried */
export function toCardHold(intent: Stripe.PaymentIntent): CardHold {
  const { id, status, amount, currency, last_payment_error: error } = intent;
  const isFailed =
    status === "requires_action" || (status === "requires_payment_method" && error !== null);
  const outcome = HOLD_OUTCOMES[status];
  if (!outcome && !isFailed) throw new Error(`the outcome of ${id} is unknown: ${status}`);
  const charge = requireExpanded(intent.latest_charge);
  const card = charge?.payment_method_details?.card;
  const isTaken = status === "succeeded";
  return {
    intentId: id,
    outcome:
      outcome ??
      (status === "requires_action" || error?.code === "authentication_required"
        ? "needs_authentication"
        : "declined"),
    amountCents: amount,
    currency,
    capturedCents: intent.amount_received,
    // Stripe records what a capture left over as a refund too, but no money has moved.
    refundedCents: isTaken
      ? Math.max(0, (charge?.amount_refunded ?? 0) - (amount - intent.amount_received))
      : 0,
    feeCents: isTaken ? (requireExpanded(charge?.balance_transaction ?? null)?.fee ?? null) : null,
    cardLast4: card?.last4 ?? null,
    captureBefore: card?.capture_before ? new Date(card.capture_before * 1000) : null,
  };
}

export function toDisputeState(dispute: Stripe.Dispute): DisputeState {
  const {
    id,
    amount,
    currency,
    reason,
    status,
    payment_intent: intent,
    balance_transactions: moved,
    evidence_details: { due_by: dueBy },
  } = dispute;
  return {
    id,
    intentId: typeof intent === "string" ? intent : (intent?.id ?? ""),
    amountCents: amount,
    currency,
    reason,
    state: toDisputeStatus(status),
    feeCents: moved.reduce((sum, each) => sum + each.fee, 0),
    respondBy: dueBy === null ? null : new Date(dueBy * 1000),
  };
}

/** "prevented" ended before money moved. A loss stays lost until an appeal is won. */
function toDisputeStatus(status: Stripe.Dispute.Status): DisputeState["state"] {
  if (status === "warning_closed" || status === "prevented") return "dropped";
  if (status.startsWith("warning_")) return "inquiry";
  if (status.startsWith("appeal_")) return "lost";
  if (status === "won") return "won";
  return status === "lost" ? "lost" : "open";
}

/** Any intent that is not yet authorised, charged or released is still in progress. */
function toIntentStatus(status: string): CheckoutState["intent"] {
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

function requireExpanded<T extends { id: string }>(value: string | T | null): T | null {
  if (typeof value === "string") throw new Error(`Stripe did not expand ${value}`);
  return value;
}
