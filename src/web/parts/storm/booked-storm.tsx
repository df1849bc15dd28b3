// Tells renter and host of a booking about the storm that affects it.
import type { Booking } from "../../../contract/bookings/bookings.ts";
import { RETURN_AFTER_STORM_HOURS } from "../../../domain/storm/storm.ts";
import { formatDeadline } from "../../../domain/text/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/note.tsx";
import { StormMove } from "./storm-move.tsx";

/** Until when a trip can be cancelled because of a storm. */
export const describeStormCancellation = ({ storm, cancellation }: Booking): string =>
  `Because of ${storm?.name ?? "the storm"}, you can cancel this trip for free until ${formatDeadline(new Date(cancellation.until))}, unless the car has been picked up.`;

interface BookedStormProps {
  booking: Booking;
  viewer: "renter" | "host";
}

/** Renders nothing without a storm. */
export function BookedStorm({ booking, viewer }: BookedStormProps) {
  const { storm } = booking;
  if (!storm) return null;
  const isAhead =
    booking.status === "approved" &&
    booking.picked_up_at === null &&
    new Date() < new Date(booking.cancellation.until);
  return (
    <Note variant="sun" icon={<Icon name="triangle-exclamation-point" />}>
      <p className="font-bold">
        {isAhead ? `${storm.name}: change your plans for free` : storm.name}
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{storm.message}</p>
      {isAhead && <p>{describeStormCancellation(booking)}</p>}
      <p>
        {booking.picked_up_at === null
          ? "There are no late fees while the storm is on."
          : `If the storm is on when the car is due back, it's due ${RETURN_AFTER_STORM_HOURS} hours after the storm instead, and the extra time is free. Otherwise, it's due back as booked.`}
      </p>
      {isAhead && <StormMove booking={booking} viewer={viewer} />}
    </Note>
  );
}
