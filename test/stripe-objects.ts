// Stripe's objects, with the fields that we use, as its API sends them.

/** Stripe's error object with its status. */
export class StripeError extends Error {
  readonly status: number;
  readonly error: Record<string, unknown>;
  constructor(status: number, error: { message: string } & Record<string, unknown>) {
    super(error.message);
    this.status = status;
    this.error = { type: "invalid_request_error", ...error };
  }
}

export interface StripeSession {
  id: string;
  object: "checkout.session";
  status: "open" | "complete" | "expired";
  amount_total: number;
  currency: string;
  client_reference_id: string | null;
  customer: string | null;
  metadata: Record<string, string>;
  payment_intent: Intent | null;
  payment_status: "paid" | "unpaid";
  url: string | null;
  created: number;
  expires_at: number;
}
export interface Intent {
  id: string;
  object: "payment_intent";
  status:
    "requires_payment_method" | "requires_action" | "requires_capture" | "succeeded" | "canceled";
  amount: number;
  amount_received: number;
  currency: string;
  description: string | null;
  metadata: Record<string, string>;
  latest_charge: StripeCharge | null;
  customer: string | null;
  payment_method: string | null;
  setup_future_usage: "off_session" | null;
  last_payment_error: { code: string } | null;
  created: number;
}
/** The validated parameters of a confirmed off-session intent. */
export type NewLaterCharge = Pick<
  Intent,
  "amount" | "currency" | "description" | "metadata" | "customer" | "payment_method"
> & { capture_method?: string | null };
export interface StripeCharge {
  id: string;
  object: "charge";
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  captured: boolean;
  disputed: boolean;
  refunded: boolean;
  payment_intent: string;
  payment_method_details: { type: "card"; card: { last4: string; capture_before?: number } };
  /** Null until it is captured. */
  balance_transaction: BalanceTransaction | null;
}
export interface BalanceTransaction {
  id: string;
  object: "balance_transaction";
  amount: number;
  fee: number;
  net: number;
  created: number;
  type: string;
  reporting_category: string;
  source: string | null;
}
export interface StripePayout {
  id: string;
  object: "payout";
  amount: number;
  currency: string;
  status: "in_transit" | "paid" | "failed";
  automatic: true;
  reconciliation_status: "in_progress" | "completed";
  created: number;
  arrival_date: number;
}
export interface StripeRefundObject {
  id: string;
  object: "refund";
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string;
  metadata: Record<string, string>;
  status: "succeeded" | "failed";
}
export interface StripeDispute {
  id: string;
  object: "dispute";
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string;
  reason: string;
  status: "warning_needs_response" | "warning_closed" | "needs_response" | "won" | "lost";
  created: number;
  balance_transactions: BalanceTransaction[];
  evidence_details: { due_by: number | null };
}
export interface StripeEvent {
  id: string;
  object: "event";
  api_version: string;
  created: number;
  livemode: false;
  type: string;
  data: { object: object };
}

export const API_VERSION = "2026-10-28.endive";

/** The validated parameters of a new session. */
export type NewSession = Pick<
  StripeSession,
  "amount_total" | "client_reference_id" | "currency" | "expires_at" | "metadata"
> & {
  intent: Pick<Intent, "description" | "metadata" | "setup_future_usage">;
};

const BELONGING = ["payment_intent", "latest_charge", "balance_transaction"];

/** Serialises an object as Stripe does: related objects as ids, unless `expand` names them. */
export function present(object: object, expand: readonly string[] = []): object {
  return Object.fromEntries(
    Object.entries(object)
      .filter(([name]) => name !== "intent")
      .map(([name, value]) => {
        if (!BELONGING.includes(name)) return [name, value];
        if (value === null || typeof value === "string") return [name, value];
        const within = expand.filter((path) => path === name || path.startsWith(`${name}.`));
        return [
          name,
          within.length === 0
            ? value.id
            : present(
                value,
                within.map((path) => path.slice(name.length + 1)),
              ),
        ];
      }),
  );
}
