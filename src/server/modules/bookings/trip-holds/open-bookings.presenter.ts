// An open booking of a person, as an admin sees it before suspending them.
import type { OpenBooking } from "../../../../domain/booking/admin/open-booking.ts";
import { formatBookingNumber } from "../../../../domain/booking/booking-number.ts";
import { toTripTimes } from "../../../../domain/trip/trip-end.ts";
import { openState } from "../../../../domain/booking/admin/trip-hold.ts";
import type { OpenState } from "../../../../domain/booking/admin/open-booking.ts";
import { refundableCents } from "../../../../domain/money/refund.ts";
import type { BookingDetailsRow } from "../bookings.repository.ts";
import { toChargedMoney } from "../bookings.presenter.ts";

export const openStateOf = (row: BookingDetailsRow, now: Date): OpenState | undefined =>
  openState({ status: row.status, paymentStatus: row.payment_status, ...toTripTimes(row) }, now);

/** @returns undefined for a booking that is not open */
export function presentOpenBooking(
  row: BookingDetailsRow,
  personId: string,
  now: Date,
): OpenBooking | undefined {
  const state = openStateOf(row, now);
  if (state === undefined) return undefined;
  const side = row.renter_id === personId ? "renter" : "host";
  const other = side === "renter" ? "host" : "renter";
  return {
    id: row.id,
    number: formatBookingNumber(row.number),
    side,
    state,
    start_date: row.start_date,
    end_date: row.end_date,
    car: `${row.year} ${row.make} ${row.model}`,
    license_plate: row.license_plate,
    other: `${row[`${other}_first_name`]} ${row[`${other}_last_name`]}`,
    amount_due_cents: row.amount_due_cents,
    credit_cents: row.credit_cents,
    refund_cents: state === "request" ? 0 : refundableCents(toChargedMoney(row)),
    may_cancel: row.approving_since === null,
    on_hold: row.hold_reason !== null,
    version: row.updated_at,
  };
}
