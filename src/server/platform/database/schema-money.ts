// The tables of payments, refunds, disputes, the ledger and payouts. schema.ts explains the column
// types.
import type { Generated, GeneratedAlways } from "kysely";
import type { DisputeStatus } from "../../../domain/money/dispute.ts";
import type { IncidentKind } from "../../../domain/money/incident.ts";
import type { LedgerAccount, LedgerKind } from "../../../domain/money/ledger.ts";
import type { CarriedReason, PayoutMethodId, PayoutState } from "../../../domain/money/payout.ts";
import type { RefundBearer } from "../../../domain/money/refund.ts";
import type { Json } from "./column-types.ts";

export interface PaymentsTable {
  id: Generated<string>;
  booking_id: string;
  provider: "sandbox" | "stripe";
  session_id: string | null;
  intent_id: string | null;
  checkout_url: string | null;
  amount_cents: number;
  currency: "usd";
  state: "opening" | "open" | "authorized" | "captured" | "voided" | "expired" | "failed";
  wanted: "capture" | "void" | "expire" | "refund" | null;
  wanted_since: string | null;
  attempts: Generated<number>;
  refunded_cents: Generated<number>;
  fee_cents: number | null;
  card_last4: Generated<string | null>;
  refused_at: string | null;
  compared_at: string | null;
  expires_at: string;
  created_at: string;
  updated_at: string;
}
export interface RefundsTable {
  id: string;
  position: GeneratedAlways<number>;
  booking_id: string;
  amount_cents: number;
  /** Set for a partial refund; null for a cancellation. */
  borne_by: RefundBearer | null;
  /** The share that comes out of the host's earnings. The platform pays the rest. */
  borne_by_host_cents: number;
  reason: string | null;
  actor_kind: "renter" | "host" | "admin";
  actor_id: string;
  created_at: string;
  refused: Generated<number>;
  made_at: string | null;
  made_by: "provider" | "dispute" | null;
  dispute_id: string | null;
}
export interface DisputesTable {
  id: string;
  booking_id: string;
  amount_cents: number;
  fee_cents: Generated<number>;
  reason: string;
  state: DisputeStatus;
  opened_at: string;
  closed_at: string | null;
  asked_at: string;
}
export interface ReconciliationsTable {
  id: GeneratedAlways<number>;
  started_at: string;
  finished_at: string | null;
  compared: Generated<number>;
  repaired: Generated<number>;
  reported: Generated<number>;
  unanswered: Generated<number>;
  listed_disputes: Generated<boolean>;
}
export interface PaymentEventsTable {
  provider: "sandbox" | "stripe";
  event_id: string;
  type: string;
  payload: string;
  received_at: string;
  handled_at: string | null;
  outcome: string | null;
}
export interface PaymentIncidentsTable {
  id: Generated<string>;
  key: string;
  kind: IncidentKind;
  booking_id: string | null;
  details: Json<Record<string, unknown>>;
  times: Generated<number>;
  first_at: string;
  last_at: string;
  closed_at: string | null;
  closed_by: string | null;
}
export interface LedgerTransactionsTable {
  id: Generated<string>;
  key: string;
  kind: LedgerKind;
  booking_id: string | null;
  at: string;
  memo: string | null;
}
export interface LedgerEntriesTable {
  id: GeneratedAlways<number>;
  transaction_id: string;
  account: LedgerAccount;
  owner_id: string | null;
  amount_cents: number;
}
export interface LedgerDaysTable {
  day: string;
  kind: LedgerKind;
  account: LedgerAccount;
  cents: number;
}
export interface SandboxCheckoutsTable {
  id: string;
  intent_id: string;
  idempotency_key: string;
  amount_cents: number;
  currency: string;
  line_items: Json<{ name: string; amount_cents: number }[]>;
  description: string;
  success_url: string;
  cancel_url: string;
  client_reference_id: string;
  session_status: "open" | "complete" | "expired";
  intent_status:
    "requires_payment_method" | "requires_action" | "requires_capture" | "succeeded" | "canceled";
  captured_cents: Generated<number>;
  refunded_cents: Generated<number>;
  refund_keys: Generated<string[]>;
  card_last4: string | null;
  webhooks: Generated<"normal" | "late" | "twice" | "never">;
  fee_cents: Generated<number>;
  dispute_status: "needs_response" | "won" | "lost" | null;
  dispute_cents: Generated<number>;
  disputed_at: string | null;
  created_at: string;
  expires_at: string;
}
export interface PayoutDetailsTable {
  host_id: string;
  sealed: Buffer;
  key_id: string;
  updated_at: string;
}
export interface PayoutBatchesTable {
  id: Generated<string>;
  period_end: string;
  created_at: string;
  exported_at: string | null;
  exported_by: string | null;
}
export interface PayoutsTable {
  id: Generated<string>;
  batch_id: string;
  host_id: string;
  reference: string;
  amount_cents: number;
  method: PayoutMethodId;
  sealed: Buffer;
  key_id: string;
  state: PayoutState;
  bank_reference: string | null;
  paid_at: string | null;
  failure_reason: string | null;
  failed_at: string | null;
}
export interface PayoutItemsTable {
  payout_id: string;
  entry_id: number;
  released_at: string | null;
}
export interface PayoutCarriedTable {
  batch_id: string;
  host_id: string;
  amount_cents: number;
  reason: CarriedReason;
}
