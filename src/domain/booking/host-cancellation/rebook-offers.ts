// Which cars we offer a renter after the host or we cancelled a booking (trips.md, section 8).
import { isBookingCharged, type BookingStatus, type PaymentStatus } from "../booking.ts";
import { nextTimeInNassau } from "../../calendar/time-of-day.ts";
import { pickupAt, type RentalPeriod } from "../rental-period.ts";

/** The most cars that are offered. */
export const MAX_REBOOK_OFFERS = 3;
/** How many cars with the nearest daily price the offers are chosen from. */
export const REBOOK_CANDIDATES = 40;

/**
 * The period for which the renter of a cancelled booking needs another car: the booked one or, once
 * its pickup time has passed, the rest from the next half hour on.
 * @returns undefined unless the host or an admin cancelled a paid trip; also after the start date,
 * and for a booking without times from its start date on
 */
export function replacementPeriod(
  booking: {
    status: BookingStatus;
    paymentStatus: PaymentStatus;
    cancelledBy: string | null;
    period: RentalPeriod;
  },
  now: Date,
): RentalPeriod | undefined {
  const { period } = booking;
  const isLeftWithoutCar =
    booking.status === "cancelled" &&
    (booking.cancelledBy === "host" || booking.cancelledBy === "admin") &&
    isBookingCharged(booking.paymentStatus);
  if (!isLeftWithoutCar) return undefined;
  if (now < pickupAt(period)) return period;
  const next = nextTimeInNassau(now);
  if (period.pickupTime === null || next.date !== period.start) return undefined;
  return { ...period, pickupTime: next.time };
}

/**
 * The cars whose total for the booked days is nearest to the booking's, cheaper ones first among
 * equals. Amounts are integer cents.
 */
export const nearestInPrice = <Car extends { totalCents: number }>(
  bookedCents: number,
  cars: readonly Car[],
): Car[] =>
  cars
    .toSorted(
      (a, b) =>
        Math.abs(a.totalCents - bookedCents) - Math.abs(b.totalCents - bookedCents) ||
        a.totalCents - b.totalCents,
    )
    .slice(0, MAX_REBOOK_OFFERS);
