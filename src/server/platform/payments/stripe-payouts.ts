// Stripe's payouts to our bank, and the balance transactions that each consists of.
import type { Stripe } from "stripe";
import {
  PROVIDER_PAYOUT_STATES,
  type ProviderLineKind,
} from "../../../domain/money/books/provider-payout.ts";
import type { PaymentProvider, ProviderPayout, ProviderPayoutLine } from "./provider.ts";

const PAGE = 100;

export const payoutMethods = (
  stripe: Stripe,
): Pick<PaymentProvider, "listPayouts" | "listPayoutLines"> => ({
  async listPayouts(since) {
    const found: ProviderPayout[] = [];
    const created = { gte: Math.floor(since.getTime() / 1000) };
    for await (const payout of stripe.payouts.list({ created, limit: PAGE }))
      found.push(toProviderPayout(payout));
    return found;
  },
  async listPayoutLines(payout) {
    const found: ProviderPayoutLine[] = [];
    const query = { payout, limit: PAGE, expand: ["data.source"] };
    for await (const transaction of stripe.balanceTransactions.list(query))
      // The payout's own transaction takes the sum of the others out.
      if (!transaction.type.startsWith("payout")) found.push(toLine(transaction));
    return found;
  },
});

function toProviderPayout(payout: Stripe.Payout): ProviderPayout {
  const status = PROVIDER_PAYOUT_STATES.find((each) => each === payout.status);
  if (!status) throw new Error(`Stripe named the state ${payout.status} of a payout`);
  return {
    id: payout.id,
    amountCents: payout.amount,
    currency: payout.currency,
    status,
    createdAt: new Date(payout.created * 1000),
    arrivesAt: new Date(payout.arrival_date * 1000),
    isCompiled: payout.reconciliation_status === "completed",
  };
}

const KINDS: Record<string, ProviderLineKind> = {
  charge: "charge",
  refund: "refund",
  dispute: "dispute",
  dispute_reversal: "dispute",
};

function toLine(transaction: Stripe.BalanceTransaction): ProviderPayoutLine {
  const { id, type, amount, fee, created, source, reporting_category } = transaction;
  return {
    id,
    kind: KINDS[reporting_category] ?? "other",
    type,
    amountCents: amount,
    feeCents: fee,
    intentId: readIntentId(source),
    createdAt: new Date(created * 1000),
  };
}

/** Charges, refunds and disputes name their payment; other sources have none. */
function readIntentId(source: Stripe.BalanceTransaction["source"]): string | null {
  if (source === null || typeof source === "string" || !("payment_intent" in source)) return null;
  const { payment_intent: intent } = source;
  return typeof intent === "string" ? intent : (intent?.id ?? null);
}
