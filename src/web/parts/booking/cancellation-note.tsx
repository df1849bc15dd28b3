// Says until when the renter can cancel for free, or that it is too late, before and after booking.
// The page's footer says that times are Nassau time.
import { Link } from "react-router";
import {
  describeCancellation,
  describeCancellationEnd,
} from "../../../domain/booking/cancellation-text.ts";
import { freeCancellation } from "../../../domain/booking/cancellation.ts";
import type { CalendarDate } from "../../../domain/calendar/dates.ts";
import type { Booking } from "../../../contract/bookings/bookings.ts";
import { paths } from "../../paths.ts";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/note.tsx";

export interface CancellationNoteProps {
  startDate: CalendarDate;
  /** The host has not approved the trip yet. */
  isRequest?: boolean;
}

/** For a trip that starts on this date, booked or not. */
export function CancellationNote({ startDate, isRequest = false }: CancellationNoteProps) {
  const now = new Date();
  const cancellation = freeCancellation(startDate, now);
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
export function NewBookingCancellation({ booking: { start_date, status } }: { booking: Booking }) {
  if (status !== "approved" && status !== "pending") return null;
  return <CancellationNote startDate={start_date} isRequest={status === "pending"} />;
}

/** For a booking's details. Once the period has ended, it links to support. */
export function BookingCancellation({ booking }: { booking: Booking }) {
  const now = new Date();
  const cancellation = freeCancellation(booking.start_date, now);
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
