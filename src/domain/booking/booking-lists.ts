// Which of a person's lists and figures include a booking, and how its status is shown
// (specification section 4, Renter booking filters). product.md settles that trips under way are
// neither upcoming nor past.

import type { BookingState, BookingStatus } from "./booking.ts";
import { tripPhase, type TripTimes } from "../trip/trip-end.ts";

/**
 * The filters of a host's list: those of the specification, the requests that wait for an answer,
 * the trips in progress and the rejected requests.
 */
export const HOST_BOOKING_FILTERS = [
  "all",
  "requests",
  "in_progress",
  "upcoming",
  "past",
  "rejected",
  "cancelled",
] as const;
export type HostBookingFilter = (typeof HOST_BOOKING_FILTERS)[number];

/** The booking fields that determine its lists. */
export type ListedBooking = Pick<BookingState, "status" | "paymentStatus"> & TripTimes;

/** A checkout that is unpaid or has expired. It appears in no list and no figure. */
export function isAbandonedCheckout({
  status,
  paymentStatus,
}: Pick<BookingState, "status" | "paymentStatus">): boolean {
  return (
    (status === "pending" && paymentStatus === "unpaid") ||
    (status === "cancelled" && paymentStatus === "expired")
  );
}

/** Upcoming: approved or requested, before the pickup. Also counted in "Upcoming Trips". */
export function isUpcoming(booking: ListedBooking, now: Date): boolean {
  const isOpen = booking.status === "approved" || booking.status === "pending";
  return isOpen && !isAbandonedCheckout(booking) && tripPhase(booking, now) === "ahead";
}

/** In progress: approved, and the trip is under way, even if it is overdue. */
export const isInProgress = (booking: ListedBooking, now: Date): boolean =>
  booking.status === "approved" && tripPhase(booking, now) === "under_way";

/** Past: completed, or any status whose trip is over. */
export function isPast(booking: ListedBooking, now: Date): boolean {
  if (isAbandonedCheckout(booking)) return false;
  return booking.status === "completed" || tripPhase(booking, now) === "over";
}

/** The style of a status badge. */
export type BadgeStyle = "default" | "secondary" | "destructive";

const BADGE_STYLES: Record<BookingStatus, BadgeStyle> = {
  approved: "default",
  completed: "default",
  pending: "secondary",
  cancelled: "destructive",
  rejected: "destructive",
};

/** The badge of a booking status (specification section 4). */
export function badgeStyle(status: BookingStatus): BadgeStyle {
  return BADGE_STYLES[status];
}
