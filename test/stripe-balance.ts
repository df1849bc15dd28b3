// The balance of a simulated Stripe account: what moved it, and its payouts to the bank.
import { newId, newMovement } from "./stripe-new-objects.ts";
import { present, type BalanceTransaction, type StripePayout } from "./stripe-objects.ts";

/** @param happened sends an event */
export function openBalance(
  seconds: () => number,
  happened: (type: string, payout: StripePayout) => void,
) {
  const transactions: BalanceTransaction[] = [];
  const payouts: StripePayout[] = [];
  /** The objects that moved the balance, by their ids. */
  const sources = new Map<string, object>();
  /** The payout that contains a transaction. */
  const paidWith = new Map<BalanceTransaction, string>();

  function move(
    reporting_category: string,
    source: { id: string } | null,
    amount: number,
    fee = 0,
  ): BalanceTransaction {
    if (source) sources.set(source.id, source);
    const given = { created: seconds(), reporting_category, source: source?.id ?? null };
    const moved = newMovement(amount, fee, given);
    transactions.unshift(moved);
    return moved;
  }

  return {
    payouts,
    move,
    /** The transactions of a payout, or all, with their sources expanded on request. */
    list: (payout: string | undefined, isExpanded: boolean): object[] =>
      transactions
        .filter((each) => payout === undefined || paidWith.get(each) === payout)
        .map((each) =>
          isExpanded && each.source
            ? { ...each, source: present(sources.get(each.source) ?? {}) }
            : each,
        ),
    /** Stripe charges the account itself. */
    chargeAccount: (cents: number): BalanceTransaction => move("fee", null, -cents),
    /** An automatic payout of everything that was not paid out before. */
    payOut(): StripePayout {
      const waiting = transactions.filter((each) => !paidWith.has(each));
      const payout: StripePayout = {
        id: newId("po"),
        object: "payout",
        amount: waiting.reduce((sum, { net }) => sum + net, 0),
        currency: "usd",
        status: "in_transit",
        automatic: true,
        reconciliation_status: "completed",
        created: seconds(),
        arrival_date: seconds() + 86_400,
      };
      move("payout", payout, -payout.amount);
      for (const each of transactions) if (!paidWith.has(each)) paidWith.set(each, payout.id);
      payouts.unshift(payout);
      happened("payout.created", payout);
      return payout;
    },
    /** The payout arrives, or the bank returns it. */
    endPayout(payout: StripePayout, status: "paid" | "failed"): void {
      payout.status = status;
      happened(`payout.${status}`, payout);
    },
  };
}
