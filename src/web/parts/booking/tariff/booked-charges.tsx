// What can be added to a booking, by the terms that it keeps.
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { rentalDays, toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { dollarsToCents } from "../../../../domain/money/money.ts";
import { PossibleCharges } from "./possible-charges.tsx";

/** Nothing for a booking that ended before its trip. */
export function BookedCharges({
  booking,
  isRenter = false,
}: {
  booking: Booking;
  isRenter?: boolean;
}) {
  if (booking.status === "cancelled" || booking.status === "rejected") return null;
  return (
    <PossibleCharges
      terms={booking.usage_terms}
      rental={{
        totalCents: dollarsToCents(booking.total_amount),
        days: rentalDays(toRentalPeriod(booking)),
      }}
      isRenter={isRenter}
    />
  );
}
