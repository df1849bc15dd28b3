// Tells renter and host that a trip waits for our decision, and how to reach us.
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { useRootData } from "../../../api/request-context.ts";
import { Note } from "../../../ui/note.tsx";

export function TripOnHold({ booking, viewer }: { booking: Booking; viewer: "renter" | "host" }) {
  const phone = useRootData()?.contacts?.phone.text;
  if (!booking.on_hold) return null;
  const text =
    viewer === "host"
      ? "Please don't hand over the car. We're looking into this booking, and we'll email you as soon as we've decided."
      : "Please don't travel to the pickup. We're looking into this booking, and we'll email you as soon as we've decided.";
  return (
    <Note variant="sun">
      <b>This trip is on hold.</b> {text}
      {phone && <> Questions? Call {phone}.</>}
    </Note>
  );
}
