// A checkout of the sandbox, and its translation into the states of the payment interface.
import type { Selectable } from "kysely";
import { percentOfCents } from "../../../domain/money/money.ts";
import type { SandboxCheckoutsTable } from "../database/schema.ts";
import type { CheckoutState, DisputeState, SavedCard } from "./provider.ts";

export type SandboxCheckout = Selectable<SandboxCheckoutsTable>;
export type WebhookMode = SandboxCheckout["webhooks"];

/** What Stripe charges for a card payment in the US, and for a dispute; integer cents. */
export const sandboxFee = (chargeCents: number): number => percentOfCents(chargeCents, 290) + 30;
export const DISPUTE_FEE_CENTS = 1500;
const DAY_MS = 86_400_000;
/** For how long the sandbox's bank holds a card, about as long as most card networks. */
const AUTHORISED_DAYS = 7;
export const authorisedUntil = (now: Date): string =>
  new Date(now.getTime() + AUTHORISED_DAYS * DAY_MS).toISOString();
/** Within how many days the sandbox wants an answer to a dispute, as most card networks do. */
const ANSWER_DAYS = 7;

/** An intent has at most one dispute, whose id is derived from the intent's. */
export const toDisputeId = ({ intent_id }: Pick<SandboxCheckout, "intent_id">): string =>
  intent_id.replace("pi_", "dp_");
export const toIntentId = (disputeId: string): string => disputeId.replace("dp_", "pi_");

export const toSandboxDisputeState = (row: SandboxCheckout): DisputeState => ({
  id: toDisputeId(row),
  intentId: row.intent_id,
  amountCents: row.dispute_cents,
  currency: row.currency,
  reason: "fraudulent",
  state:
    row.dispute_status === "won" || row.dispute_status === "lost" ? row.dispute_status : "open",
  feeCents: DISPUTE_FEE_CENTS,
  respondBy:
    row.disputed_at === null ? null : new Date(Date.parse(row.disputed_at) + ANSWER_DAYS * DAY_MS),
});

const toSavedCard = (row: SandboxCheckout): SavedCard | null =>
  row.customer_id === null || row.payment_method_id === null
    ? null
    : { customerId: row.customer_id, paymentMethodId: row.payment_method_id };

export const toSandboxCheckoutState = (row: SandboxCheckout, publicUrl: string): CheckoutState => ({
  sessionId: row.id,
  intentId: row.intent_id,
  url: `${publicUrl}/sandbox/checkout/${row.id}`,
  bookingId: row.client_reference_id,
  session: row.session_status,
  intent: row.intent_status,
  amountCents: row.amount_cents,
  currency: row.currency,
  capturedCents: row.captured_cents,
  refundedCents: row.refunded_cents,
  feeCents: row.intent_status === "succeeded" ? row.fee_cents : null,
  cardLast4: row.card_last4,
  savedCard: toSavedCard(row),
  expiresAt: new Date(row.expires_at),
});
