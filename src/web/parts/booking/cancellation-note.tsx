// Until when the renter can cancel a trip for free, or that it is too late: before and after
// booking. The page's footer says that times are Nassau time.
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

/** For a trip that starts on this date, booked or not. */
export function CancellationNote({ startDate }: { startDate: CalendarDate }) {
  const now = new Date();
  const cancellation = freeCancellation(startDate, now);
  const sentence = describeCancellation(cancellation, now);
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

/** For a booking that may still take place; after the limit with a way to ask for help. */
export function BookingCancellation({ booking }: { booking: Booking }) {
  if (!isAhead(booking)) return null;
  const now = new Date();
  const cancellation = freeCancellation(booking.start_date, now);
  if (cancellation.state === "free") return <CancellationNote startDate={booking.start_date} />;
  return (
    <Note variant="sun" icon={<Icon name="calendar-x-2" />}>
      {describeCancellationEnd(cancellation, now)} Need help?{" "}
      <Link to={paths.support()} className="font-medium underline">
        Contact support
      </Link>
    </Note>
  );
}

/** Whether the booking is approved or waits for approval. */
export const isAhead = ({ status }: Pick<Booking, "status">): boolean =>
  status === "approved" || status === "pending";
