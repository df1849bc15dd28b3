// Converts payouts and their lines to the contract's types. A full account number is never
// returned.
import type { AdminPayout, CarriedHost } from "../../../contract/admin/admin-payouts.ts";
import type { Payout, PayoutLine } from "../../../contract/host/host-payouts.ts";
import { formatBookingNumber } from "../../../domain/booking/booking-number.ts";
import { sumLines, toLineDetails } from "../../../domain/money/charge-line.ts";
import { maskPayoutDetails, type PayoutDetails } from "../../../domain/money/payout-details.ts";
import type { ExpectedRow, LineRow } from "./payout-lines.repository.ts";
import type { findCarried } from "./payout-batches.repository.ts";
import type { PayoutRow } from "./payouts.repository.ts";
import { CHARGE_NAMES } from "../../../domain/tariff/charge-names.ts";

export function presentPayout(row: PayoutRow, details: PayoutDetails): Payout {
  const { bank, account_last4 } = maskPayoutDetails(details);
  return {
    id: row.id,
    reference: row.reference,
    period_end: row.period_end,
    amount_cents: row.amount_cents,
    state: row.state,
    bank,
    account_last4,
    bank_reference: row.bank_reference,
    failure_reason: row.failure_reason,
    created_at: row.created_at,
    paid_at: row.paid_at,
    failed_at: row.failed_at,
  };
}

export const presentAdminPayout = (row: PayoutRow, details: PayoutDetails): AdminPayout => ({
  ...presentPayout(row, details),
  host: { id: row.host_id, name: row.host_name, email: row.email },
});

export const presentCarried = (
  row: Awaited<ReturnType<typeof findCarried>>[number],
): CarriedHost => ({
  host: { id: row.host_id, name: row.host_name, email: row.email },
  amount_cents: row.amount_cents,
  reason: row.reason,
});

const about = (row: LineRow | ExpectedRow) => ({
  booking_id: row.booking_id,
  booking_number: formatBookingNumber(row.booking_number),
  title: row.title,
  year: row.year,
  make: row.make,
  model: row.model,
  start_date: row.start_date,
  end_date: row.end_date,
  pickup_time: row.pickup_time,
  return_time: row.return_time,
});

const rental = (row: LineRow | ExpectedRow, hostCents: number): PayoutLine => {
  const chargedCents = sumLines(row.lines, { earner: "host" });
  const meeting_place_cents = sumLines(row.lines, { code: "meeting_place" });
  const extras_cents = sumLines(row.lines, { code: "extra" });
  return {
    ...about(row),
    kind: "rental",
    rental_cents: chargedCents - meeting_place_cents - extras_cents,
    meeting_place_cents,
    extras_cents,
    charge_name: null,
    later_charge_cents: null,
    charge_lines: toLineDetails(row.lines.filter(({ earner }) => earner === "host")),
    platform_share_cents: chargedCents - hostCents,
    amount_cents: hostCents,
    reason: null,
  };
};
const adjustment = (row: LineRow | ExpectedRow, amount_cents: number): PayoutLine => ({
  ...about(row),
  kind: "adjustment",
  rental_cents: null,
  meeting_place_cents: null,
  extras_cents: null,
  charge_name: null,
  later_charge_cents: null,
  charge_lines: [],
  platform_share_cents: null,
  amount_cents,
  reason: row.reason,
});

/** A charge after the trip: what the renter paid, less the platform's share. */
const laterCharge = (
  row: LineRow,
  { kind, amount_cents }: NonNullable<LineRow["charge"]>,
): PayoutLine => ({
  ...adjustment(row, row.amount_cents),
  kind: "later_charge",
  charge_name: CHARGE_NAMES[kind],
  later_charge_cents: amount_cents,
  platform_share_cents: amount_cents - row.amount_cents,
});

/** A ledger line: the share that a rental earned, a charge after the trip, or an adjustment. */
export const presentLine = (row: LineRow): PayoutLine => {
  if (row.charge) return laterCharge(row, row.charge);
  return row.kind === "earned" && row.amount_cents > 0
    ? rental(row, row.amount_cents)
    : adjustment(row, row.amount_cents);
};

/** The lines that a booking will earn once it is over. */
export const presentExpected = (row: ExpectedRow): PayoutLine[] => [
  ...(row.host_share_cents > 0 ? [rental(row, row.host_share_cents)] : []),
  ...(row.borne_cents ? [adjustment(row, -row.borne_cents)] : []),
];

const sum = (amounts: readonly (number | null)[]): number =>
  amounts.reduce<number>((all, each) => all + (each ?? 0), 0);

/** The sum of lines, in integer cents. */
export const sumPayoutLines = (lines: readonly PayoutLine[]): number =>
  sum(lines.map((each) => each.amount_cents));

/** The totals of a statement. */
export const toPayoutTotals = (lines: readonly PayoutLine[]) => ({
  rental_cents: sum(lines.map((each) => each.rental_cents)),
  meeting_place_cents: sum(lines.map((each) => each.meeting_place_cents)),
  extras_cents: sum(lines.map((each) => each.extras_cents)),
  later_charges_cents: sum(lines.map((each) => each.later_charge_cents)),
  platform_share_cents: sum(lines.map((each) => each.platform_share_cents)),
  host_share_cents: sumPayoutLines(lines.filter((each) => each.kind !== "adjustment")),
  adjustments_cents: sumPayoutLines(lines.filter((each) => each.kind === "adjustment")),
});
