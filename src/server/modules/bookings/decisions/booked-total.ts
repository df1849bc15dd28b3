// The price that a cancellation fee and the offers of other cars are based on.
import { bookedPart } from "../../../../domain/money/refund.ts";
import type { BookingRow } from "../bookings.repository.ts";

/** The part of `total_amount` for the days that are still booked, in integer cents. */
export const toBookedTotal = (
  row: Pick<BookingRow, "total_cents" | "days" | "given_back_days" | "day_prices_cents">,
): number =>
  bookedPart({
    totalCents: row.total_cents,
    days: row.days,
    givenBackDays: row.given_back_days,
    dayPricesCents: row.day_prices_cents,
  });
