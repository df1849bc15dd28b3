// What becomes of the open bookings of a suspended person, and of trips that wait for the
// operations team's decision (product.md, Admins).
import type { BookingState } from "../booking.ts";
import type { OpenState } from "./open-booking.ts";
import { tripPhase, type TripTimes } from "../../trip/trip-end.ts";

export const HOLD_REASONS = ["renter_suspended", "host_suspended", "charged_back"] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/**
 * cancel: with a full refund, or the release of a card's hold; keep: nothing changes; hold: the
 * trip waits until an admin chooses one of the other two.
 */
export const BOOKING_CHOICES = ["cancel", "keep", "hold"] as const;
export type BookingChoice = (typeof BOOKING_CHOICES)[number];

/** The state of a booking that is not over, in progress from its pickup; otherwise undefined. */
export function openState(
  { status, paymentStatus, ...trip }: Pick<BookingState, "status" | "paymentStatus"> & TripTimes,
  now: Date,
): OpenState | undefined {
  if (status === "pending" && paymentStatus === "authorized") return "request";
  if (status !== "approved") return undefined;
  return tripPhase(trip, now) === "ahead" ? "upcoming" : "in_progress";
}

/**
 * The choice that a dialog suggests. A request has cost nobody anything yet, a trip under way can't
 * be undone, and anything else is decided without haste.
 */
export const DEFAULT_CHOICES: Record<OpenState, BookingChoice> = {
  request: "cancel",
  upcoming: "hold",
  in_progress: "keep",
};
