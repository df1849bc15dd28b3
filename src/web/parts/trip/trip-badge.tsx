// The badge of a trip that is under way.
import type { Booking } from "../../../contract/bookings/bookings.ts";
import { Badge } from "../../ui/badge.tsx";
import { tripBadge } from "../booking/booking-text.ts";

export function TripBadge({ booking }: { booking: Booking }) {
  const badge = tripBadge(booking, new Date());
  return badge && <Badge variant={badge.variant}>{badge.label}</Badge>;
}
