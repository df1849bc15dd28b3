// Moves a stored trip forward in time. Without a network, its state follows from the times that the
// server sent with it.
import type { Handover, Trip } from "../../../../contract/bookings/trips.ts";
import type { TripState } from "../../../../domain/trip/trip.ts";

/** The state and what may be recorded, at `now` in milliseconds since the epoch. */
export function tripAt(trip: Trip, now: number): Trip {
  const state = stateAt(trip, now);
  const isOpen = (handover: Handover): boolean =>
    trip.side !== "admin" &&
    state !== "closed" &&
    handover.confirmation === null &&
    handover.opens_at !== null &&
    now >= Date.parse(handover.opens_at);
  const handoverAt = (handover: Handover): Handover => {
    const until = handover.may_mark_until;
    return {
      ...handover,
      may_record: isOpen(handover),
      may_mark: handover.confirmation
        ? handover.may_mark && until !== null && now < Date.parse(until)
        : isOpen(handover),
    };
  };
  return { ...trip, state, pickup: handoverAt(trip.pickup), return: handoverAt(trip.return) };
}

/**
 * A host's trip after this phone has shown the pickup's code, which may still wait on the renter's
 * phone: the host may record the return. The server takes those entries after the code.
 * @param shownAt when it was first shown, in milliseconds since the epoch
 */
export function afterShownCode(trip: Trip, shownAt: number | undefined): Trip {
  const isWaiting = trip.side === "host" && !trip.pickup.confirmation && !trip.return.opens_at;
  if (!isWaiting || shownAt === undefined) return trip;
  return { ...trip, return: { ...trip.return, opens_at: new Date(shownAt).toISOString() } };
}

function stateAt({ state, ...trip }: Trip, now: number): TripState {
  if (trip.closes_at !== null && now >= Date.parse(trip.closes_at)) return "closed";
  if (state === "upcoming" && now >= Date.parse(trip.check_in_at)) return "check_in_open";
  const isDue = state === "in_progress" && !trip.in_storm;
  return isDue && now >= Date.parse(trip.due_back_at) ? "overdue" : state;
}
