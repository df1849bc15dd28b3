// What the ledger's sums say to a person: balances that count what is held and owed as positive, and the figures of each month.
import { LEDGER_ACCOUNTS, type LedgerAccount, type LedgerKind } from "./ledger.ts";

/** What entries of a month (yyyy-MM, Nassau), kind and account come to; integer cents, debit positive. */
export interface LedgerSum {
  month: string;
  kind: LedgerKind;
  account: LedgerAccount;
  cents: number;
}

/** Accounts on which a debit is more of what they are called after; on the others a credit is. */
const DEBIT_ACCOUNTS: readonly LedgerAccount[] = ["card_clearing", "provider_fees", "disputes"];

/** What stands on each account, as a person counts: held, owed, earned and paid are positive. */
export function balancesOf(sums: readonly LedgerSum[]): Record<LedgerAccount, number> {
  const balances = Object.fromEntries(LEDGER_ACCOUNTS.map((account) => [account, 0])) as Record<LedgerAccount, number>;
  for (const { account, cents } of sums) balances[account] += DEBIT_ACCOUNTS.includes(account) ? cents : -cents;
  return balances;
}

/** What moved in a month, integer cents. */
export interface MonthFigures {
  /** yyyy-MM */
  month: string;
  charged_cents: number;
  /** What the provider gave back to cards; what banks took back is a dispute, and no refund. */
  refunded_cents: number;
  /** What the platform earned, less what it bears of refunds and of disputes that were lost. */
  platform_fees_cents: number;
  provider_fees_cents: number;
  /** Handed to the bank for hosts, less what came back. */
  paid_out_cents: number;
}

/** Of each month that is asked for, with zeros where nothing moved. */
export const figuresOfMonths = (sums: readonly LedgerSum[], months: readonly string[]): MonthFigures[] =>
  months.map((month) => {
    const on = (account: LedgerAccount, kind?: LedgerKind): number =>
      sums
        .filter((sum) => sum.month === month && sum.account === account && (kind === undefined || sum.kind === kind))
        .reduce((total, { cents }) => total + cents, 0);
    return {
      month,
      charged_cents: on("card_clearing", "captured"),
      refunded_cents: 0 - on("card_clearing", "refunded"),
      platform_fees_cents: 0 - on("platform_fees"),
      provider_fees_cents: on("provider_fees"),
      paid_out_cents: 0 - on("payouts"),
    };
  });
