// The ledger's figures for display: balances, in which held and owed amounts are positive, and
// monthly totals.
import { LEDGER_ACCOUNTS, type LedgerAccount, type LedgerKind } from "./ledger.ts";

/**
 * The sum of the entries of a month (yyyy-MM, Nassau), kind and account; integer cents, debit
 * positive.
 */
export interface LedgerSum {
  month: string;
  kind: LedgerKind;
  account: LedgerAccount;
  cents: number;
}

/** Accounts whose balance grows with a debit; the others grow with a credit. */
const DEBIT_ACCOUNTS: readonly LedgerAccount[] = [
  "card_clearing",
  "bank_clearing",
  "bank",
  "provider_fees",
  "vat_deferred",
  "disputes",
];

/** The balance of each account for display: held, owed, earned and paid amounts are positive. */
export function calculateBalances(sums: readonly LedgerSum[]): Record<LedgerAccount, number> {
  const balances = Object.fromEntries(LEDGER_ACCOUNTS.map((account) => [account, 0])) as Record<
    LedgerAccount,
    number
  >;
  for (const { account, cents } of sums)
    balances[account] += DEBIT_ACCOUNTS.includes(account) ? cents : -cents;
  return balances;
}

/** What moved in a month, integer cents. */
export interface MonthlyFigures {
  /** yyyy-MM */
  month: string;
  charged_cents: number;
  /**
   * What the provider refunded to cards. A charge taken back by a bank is a dispute, not a refund.
   */
  refunded_cents: number;
  /** What the platform earned without VAT, less its part of refunds and lost disputes. */
  platform_fees_cents: number;
  /** The platform's VAT of the month's invoices, less its credit notes. */
  vat_cents: number;
  provider_fees_cents: number;
  /** Made for hosts, less what failed. */
  paid_out_cents: number;
}

/** The figures of each requested month, with zeros if nothing moved. */
export const figuresOfMonths = (
  sums: readonly LedgerSum[],
  months: readonly string[],
): MonthlyFigures[] =>
  months.map((month) => {
    const on = (account: LedgerAccount, kind?: LedgerKind): number =>
      sums
        .filter(
          (sum) =>
            sum.month === month &&
            sum.account === account &&
            (kind === undefined || sum.kind === kind),
        )
        .reduce((total, { cents }) => total + cents, 0);
    return {
      month,
      charged_cents:
        on("card_clearing", "captured") +
        on("card_clearing", "change_charged") +
        on("card_clearing", "later_charged") +
        on("card_clearing", "deposit_captured"),
      refunded_cents:
        0 -
        on("card_clearing", "refunded") -
        on("card_clearing", "later_refunded") -
        on("card_clearing", "deposit_refunded"),
      platform_fees_cents: 0 - on("platform_fees"),
      vat_cents: 0 - on("vat_payable"),
      provider_fees_cents: on("provider_fees"),
      paid_out_cents: 0 - on("payouts", "payout") - on("payouts", "payout_failed"),
    };
  });
