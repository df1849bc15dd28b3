// The accounts of the ledger, and the kinds of its movements. Decision 14 explains each account;
// decision 41 those of VAT.

export const LEDGER_ACCOUNTS = [
  /** What the card provider holds for us. */
  "card_clearing",
  /** Paid out by the card provider and on its way to our bank. */
  "bank_clearing",
  /** In our bank account. */
  "bank",
  /** Per renter: paid in advance for rentals that are not over. */
  "renter",
  /** Per renter: credit from cancellations by hosts, to be spent at a checkout. */
  "renter_credit",
  /** Per host: earned and not paid out. If negative, the host owes us. */
  "host_payable",
  /** What the platform has earned, without its VAT. */
  "platform_fees",
  /** The platform's own VAT, owed to the tax office. */
  "vat_payable",
  /** The part of that VAT which is in fees the platform has not earned yet. */
  "vat_deferred",
  /** What the card provider keeps as its fees. */
  "provider_fees",
  /** Refunds decided but not made yet. */
  "refunds",
  /** Held back by the card provider while a dispute is open. */
  "disputes",
  /** Made for hosts, and not yet paid by our bank. */
  "payouts",
] as const;
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

const LEDGER_KINDS = [
  "authorized",
  "authorization_released",
  "captured",
  "change_charged",
  "later_charged",
  "later_refunded",
  "deposit_captured",
  "deposit_refunded",
  "provider_fee",
  "refund_decided",
  "refunded",
  "earned",
  "host_fee",
  "host_fee_waived",
  "credit_spent",
  "credit_lapsed",
  "vat_invoiced",
  "vat_credited",
  "dispute_opened",
  "dispute_won",
  "dispute_lost",
  "payout",
  "payout_paid",
  "payout_returned",
  "payout_failed",
  "provider_payout",
  "provider_payout_arrived",
  "provider_payout_failed",
] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];
