// New objects of a simulated Stripe account, in the state in which Stripe makes them.
import { randomBytes } from "node:crypto";
import type {
  BalanceTransaction,
  StripeCharge,
  StripeDispute,
  Intent,
  NewLaterCharge,
  NewSession,
  StripeSession,
} from "./stripe-objects.ts";

export const newId = (prefix: string): string => `${prefix}_${randomBytes(18).toString("hex")}`;

export const newIntent = (session: StripeSession & { intent: NewSession["intent"] }): Intent => ({
  id: newId("pi"),
  object: "payment_intent",
  status: "requires_payment_method",
  amount: session.amount_total,
  amount_received: 0,
  currency: session.currency,
  ...session.intent,
  latest_charge: null,
  customer: null,
  payment_method: null,
  last_payment_error: null,
  created: session.created,
});

/** An intent that is confirmed in the same call. */
export const newLaterIntent = (given: NewLaterCharge, created: number): Intent => ({
  id: newId("pi"),
  object: "payment_intent",
  status: "requires_payment_method",
  amount_received: 0,
  latest_charge: null,
  setup_future_usage: null,
  last_payment_error: null,
  created,
  ...given,
});

/** A card's authorisation, which is captured later. */
export const newCharge = ({ id, amount }: Intent, card: string): StripeCharge => ({
  id: newId("ch"),
  object: "charge",
  amount,
  amount_captured: 0,
  amount_refunded: 0,
  captured: false,
  disputed: false,
  refunded: false,
  payment_intent: id,
  payment_method_details: { type: "card", card: { last4: card.slice(-4) } },
  balance_transaction: null,
});

/** @param created unix seconds */
export const newDispute = (
  charge: StripeCharge,
  currency: string,
  created: number,
): StripeDispute => ({
  id: newId("dp"),
  object: "dispute",
  amount: charge.amount_captured - charge.amount_refunded,
  currency,
  charge: charge.id,
  payment_intent: charge.payment_intent,
  reason: "fraudulent",
  status: "warning_needs_response",
  created,
  balance_transactions: [],
  evidence_details: { due_by: null },
});

/** A movement of the balance. The type is that of its category, except for disputes. */
export const newMovement = (
  amount: number,
  fee: number,
  given: Pick<BalanceTransaction, "created" | "reporting_category" | "source">,
): BalanceTransaction => ({
  id: newId("txn"),
  object: "balance_transaction",
  amount,
  fee,
  net: amount - fee,
  type: given.reporting_category.startsWith("dispute") ? "adjustment" : given.reporting_category,
  ...given,
});
