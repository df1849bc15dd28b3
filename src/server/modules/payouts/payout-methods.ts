// How payouts reach hosts. Stripe Connect does not serve Bahamian bank accounts, so an admin gives
// the bank a file (product.md, Money). A new method needs an entry in METHODS, and its id in
// domain/money/payout.ts and the column's check constraint.
import { BANKS, type PayoutDetails } from "../../../domain/money/payout-details.ts";
import type { PayoutMethodId } from "../../../domain/money/payout.ts";
import { csvHeading, csvLines, type Columns } from "../../platform/csv.ts";

/** One requested payment. */
export interface PayoutOrder {
  /** Appears on both bank statements. */
  reference: string;
  amountCents: number;
  details: PayoutDetails;
}

export interface PayoutMethod {
  /** The text that instructs the bank to make the payouts. */
  instruct(orders: readonly PayoutOrder[]): string;
}

const COLUMNS: Columns<PayoutOrder> = {
  reference: (order) => order.reference,
  account_holder: ({ details }) => details.account_holder,
  bank: ({ details }) => BANKS[details.bank],
  transit: ({ details }) => details.transit,
  account_number: ({ details }) => details.account_number,
  account_kind: ({ details }) => details.account_kind,
  currency: () => "USD",
  amount: ({ amountCents: cents }) => ({ cents }),
};

export const METHODS: Record<PayoutMethodId, PayoutMethod> = {
  bank_batch: { instruct: (orders) => csvHeading(COLUMNS) + csvLines(COLUMNS, orders) },
};
