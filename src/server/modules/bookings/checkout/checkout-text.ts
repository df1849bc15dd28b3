// The text of the checkout page for a booking: the lines of its charge, which add up to the amount
// due.
import { toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { formatRange } from "../../../../domain/text/format.ts";
import type { BookingDetailsRow } from "../bookings.repository.ts";
import { nameCar } from "../notifications/booking-mail.ts";

/**
 * The card provider refuses a repeated request that differs, so the text must not change from one
 * day to the next.
 */
const formatPurchasedDates = (booking: BookingDetailsRow): string =>
  formatRange(toRentalPeriod(booking), todayInNassau(new Date(booking.created_at)));

export const checkoutText = (booking: BookingDetailsRow) => ({
  carId: booking.car_id,
  renterId: booking.renter_id,
  renterEmail: booking.renter_email,
  period: toRentalPeriod(booking),
  description: `${nameCar(booking)}, ${formatPurchasedDates(booking)}`,
  lineItems: booking.lines
    .filter(({ amountCents }) => amountCents > 0)
    .map(({ label, amountCents }) => ({ name: label, amountCents })),
});
