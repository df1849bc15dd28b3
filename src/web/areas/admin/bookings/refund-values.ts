// What an admin entered in the refund dialog, and what it amounts to. The server computes the same.
import type { AdminBooking } from "../../../../contract/admin/admin-bookings.ts";
import { rentalDays, toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import {
  planRefund,
  REFUND_BEARERS,
  type RefundBearer,
  type RefundedBooking,
  type RefundSize,
} from "../../../../domain/money/refund.ts";
import type { FieldErrors } from "../../../forms/form-errors.ts";
import { readRefundAmount } from "../../../parts/booking/refund/refund-amount.ts";

export interface RefundValues {
  /** "days", or "amount" for an amount in dollars. */
  basis: string;
  days: string;
  amount: string;
  bearer: string;
  reason: string;
}

export const toRefundedBooking = (booking: AdminBooking): RefundedBooking => ({
  amountDueCents: booking.amount_due_cents,
  creditCents: booking.credit_cents,
  hostShareCents: booking.host_share_cents ?? 0,
  borneByHostCents: booking.borne_by_host_cents ?? 0,
  bookedDays: rentalDays(toRentalPeriod(booking)) + booking.given_back_days,
  dayPricesCents: booking.day_prices_cents,
  refundedDays: booking.refunded_days,
});

/**
 * What of a refund the renter gets as credit: what is left of the card's payment comes first.
 * @param mostCents the most that can be refunded in part
 */
export function creditPart(amountCents: number, mostCents: number, booking: AdminBooking): number {
  const leftCents = mostCents + (booking.status === "completed" ? 0 : 1);
  const creditLeftCents = booking.credit_cents - booking.credit_returned_cents;
  return Math.max(0, amountCents - (leftCents - creditLeftCents));
}

export const isBearer = (value: string): value is RefundBearer =>
  (REFUND_BEARERS as readonly string[]).includes(value);

/** @param mostCents the most that can be refunded */
export function readRefundSize(
  { basis, days, amount }: RefundValues,
  mostCents: number,
): RefundSize | { error: string } {
  if (basis === "days") return { days: Number(days) };
  const read = readRefundAmount(amount, mostCents);
  return "error" in read ? read : { amountCents: read.cents };
}

/** The refund as far as it is entered, for the preview: nothing without a size. */
export function previewRefund(
  values: RefundValues,
  mostCents: number,
  booking: RefundedBooking,
): { amountCents: number; byHostCents: number } {
  const size = readRefundSize(values, mostCents);
  if ("error" in size) return { amountCents: 0, byHostCents: 0 };
  return planRefund(size, isBearer(values.bearer) ? values.bearer : "platform", booking);
}

export function checkRefund(values: RefundValues, mostCents: number): FieldErrors<RefundValues> {
  const size = readRefundSize(values, mostCents);
  return {
    amount: "error" in size ? size.error : undefined,
    bearer: isBearer(values.bearer) ? undefined : "Choose who pays for it.",
    reason: values.reason.trim() ? undefined : "Enter a reason.",
  };
}
