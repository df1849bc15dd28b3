// Tells renter and host that a trip waits for our decision, and how to reach us.
import { useState } from "react";
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { toTripTimes, tripPhase } from "../../../../domain/trip/trip-end.ts";
import { useRootData } from "../../../api/request-context.ts";
import { Note } from "../../../ui/note.tsx";

const TEXTS = {
  host: {
    ahead: "Please don't hand over the car.",
    begun:
      "If the renter already has the car, take it back on the agreed date. If not, please don't hand it over. Your payout for this trip waits until we've decided.",
  },
  renter: {
    ahead: "Please don't travel to the pickup.",
    begun: "If you have the car, please return it on the agreed date.",
  },
};

export function TripOnHold({ booking, viewer }: { booking: Booking; viewer: "renter" | "host" }) {
  const [now] = useState(() => new Date());
  const phone = useRootData()?.contacts?.phone.text;
  if (!booking.on_hold) return null;
  const hasBegun = tripPhase(toTripTimes(booking), now) !== "ahead";
  const text = TEXTS[viewer][hasBegun ? "begun" : "ahead"];
  return (
    <Note variant="sun">
      <b>This trip is on hold.</b> {text} We&apos;re looking into this booking, and we&apos;ll email
      you as soon as we&apos;ve decided.
      {phone && <> Questions? Call {phone}.</>}
    </Note>
  );
}
