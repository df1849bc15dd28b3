// Says until when the renter can cancel for free, or that it is too late, before and after booking.
// The page's footer says that times are Nassau time.
import { Link } from "react-router";
import {
  describeCancellation,
  describeCancellationEnd,
} from "../../../domain/booking/cancellation-text.ts";
import { freeCancellation } from "../../../domain/booking/cancellation.ts";
import { toRentalPeriod, type RentalPeriod } from "../../../domain/booking/rental-period.ts";
import type { Booking } from "../../../contract/bookings/bookings.ts";
import { paths } from "../../paths.ts";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/note.tsx";

export interface CancellationNoteProps {
  period: RentalPeriod;
  /** The host has not approved the trip yet. */
  isRequest?: boolean;
}

/** For a trip, booked or not. */
export function CancellationNote({ period, isRequest = false }: CancellationNoteProps) {
  const now = new Date();
  const cancellation = freeCancellation(period, now);
  const sentence = describeCancellation(cancellation, now, { isRequest });
  if (cancellation.state === "free")
    return (
      <p className="flex gap-2 text-sm">
        <Icon name="calendar-check" className="flex-none text-link" />
        {sentence}
      </p>
    );
  return (
    <Note variant="sun" icon={<Icon name="triangle-exclamation-point" />}>
      {sentence}
    </Note>
  );
}

/** For a new booking. Renders nothing for a booking that will not take place. */
export function NewBookingCancellation({ booking }: { booking: Booking }) {
  const { status } = booking;
  if (status !== "approved" && status !== "pending") return null;
  return <CancellationNote period={toRentalPeriod(booking)} isRequest={status === "pending"} />;
}

/** For a booking's details. Once the period has ended, it links to support. */
export function BookingCancellation({ booking }: { booking: Booking }) {
  if (booking.storm) return null; // BookedStorm says it
  const now = new Date();
  const cancellation = freeCancellation(toRentalPeriod(booking), now);
  if (booking.status !== "approved" || cancellation.state === "free")
    return <NewBookingCancellation booking={booking} />;
  return (
    <Note variant="sun" icon={<Icon name="calendar-x-2" />}>
      {describeCancellationEnd(cancellation, now)} Need help?{" "}
      <Link to={paths.support()} className="font-medium underline">
        Contact support
      </Link>
    </Note>
  );
}
