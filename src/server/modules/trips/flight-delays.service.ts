// "My flight is delayed": the renter names a later pickup time, and the host is notified at once.
import type { Trip } from "../../../contract/bookings/trips.ts";
import { canonicalText } from "../../../domain/trip/entry.ts";
import { notifyOfDelay } from "../bookings/notifications/delay-notifications.service.ts";
import { inTransaction, type Ctx, type NotifyCtx, type User } from "../../platform/context.ts";
import { openTripFor } from "./open-trip.ts";
import { lockTrip } from "./trips.repository.ts";
import { appendEntry, isRepeat, readTrip, type NewEntry } from "./trips.service.ts";

/**
 * Adds the delay to the trip. The booking and its price don't change.
 * @throws DomainError not_found, no_trip, forbidden, trip_entry_id_taken, too_many_trip_entries,
 * and every code of checkFlightDelay
 */
export async function reportFlightDelay(
  ctx: NotifyCtx & Pick<Ctx, "config">,
  user: User,
  bookingId: string,
  { id, pickup_at, flight }: { id: string; pickup_at: string; flight?: string | undefined },
): Promise<Trip> {
  await inTransaction(ctx, async (tx) => {
    await lockTrip(tx.db, bookingId);
    const { trip } = await openTripFor(tx, user, bookingId, "report_delay");
    const entry: NewEntry = {
      id,
      handover: "pickup",
      at: tx.clock.now().toISOString(),
      content: {
        kind: "flight_delay",
        pickup_at: new Date(pickup_at).toISOString(),
        flight: flight ?? null,
      },
    };
    if (await isRepeat(tx, trip, user, entry)) return;
    // Repeating a report changes nothing and notifies nobody.
    const last = trip.handovers.pickup.flightDelay;
    if (last && canonicalText(last.content) === canonicalText(entry.content)) return;
    await appendEntry(tx, trip, { user, side: "renter", entry });
    await notifyOfDelay(tx, bookingId, { id, flight: flight ?? null });
  });
  return readTrip(ctx, user, bookingId);
}
