// Translates Stripe's objects into the states of the payment interface.
import type { Stripe } from "stripe";
import type { CheckoutState, DisputeState } from "./provider.ts";

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
    expiresAt: new Date(session.expires_at * 1000),
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
