// What a host earned and was paid in a year, month by month, from the ledger's entries of the host.
// All amounts are integer cents.

/** The entries of one month (yyyy-MM, Nassau) on the host's account; what the host is owed is
 *  positive. */
export interface HostMonth {
  month: string;
  /** The trips whose rental was earned in this month. */
  trips: number;
  /** What the renters paid for the days of these trips, less the discounts. */
  rentals_cents: number;
  /** The fees of their meeting places. */
  meeting_places_cents: number;
  /** What the renters paid for their extras. */
  extras_cents: number;
  /** The platform's share of these three, as a negative amount. */
  fee_cents: number;
  /** The host's part of refunds, as a negative amount. */
  refunds_cents: number;
  /** What decided cases took from renters' deposits. */
  deposits_cents: number;
  /** Whatever else was booked. */
  adjustments_cents: number;
  /** Paid to the host's bank, less what the bank returned. */
  paid_cents: number;
}

/** What a month earned the host: everything but the payouts. */
export const netCents = (month: Omit<HostMonth, "month" | "trips" | "paid_cents">): number =>
  month.rentals_cents +
  month.meeting_places_cents +
  month.extras_cents +
  month.fee_cents +
  month.refunds_cents +
  month.deposits_cents +
  month.adjustments_cents;

const AMOUNTS = [
  "trips",
  "rentals_cents",
  "meeting_places_cents",
  "extras_cents",
  "fee_cents",
  "refunds_cents",
  "deposits_cents",
  "adjustments_cents",
  "paid_cents",
] as const;
export type HostTotals = Omit<HostMonth, "month">;

export function sumMonths(months: readonly HostMonth[]): HostTotals {
  const totals: HostTotals = {
    trips: 0,
    rentals_cents: 0,
    meeting_places_cents: 0,
    extras_cents: 0,
    fee_cents: 0,
    refunds_cents: 0,
    deposits_cents: 0,
    adjustments_cents: 0,
    paid_cents: 0,
  };
  for (const month of months) for (const amount of AMOUNTS) totals[amount] += month[amount];
  return totals;
}
