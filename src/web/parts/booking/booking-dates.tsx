// The dates and times of a booking. A line may end before "(3 days)", but not within it.
import type { Booking } from "../../../contract/bookings/bookings.ts";
import { formatBookingDates, formatHandoverTimes } from "./booking-text.ts";

export function BookingDates({ booking }: { booking: Booking }) {
  const [dates, days] = formatBookingDates(booking).split(" (");
  return (
    <>
      {dates} <span className="whitespace-nowrap">({days}</span>
      <span className="block text-muted-foreground empty:hidden">
        {formatHandoverTimes(booking)}
      </span>
    </>
  );
}
