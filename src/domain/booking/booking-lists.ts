// Which of a person's lists and figures include a booking, and how its status is shown
// (specification section 4, Renter booking filters). product.md settles that trips under way are
// neither upcoming nor past.

import { pickupAt, type RentalPeriod } from "./rental-period.ts";
import type { BookingState, BookingStatus } from "./booking.ts";
import { type CalendarDate, isBefore, todayInNassau } from "../calendar/dates.ts";

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
export interface ListedBooking extends Pick<BookingState, "status" | "paymentStatus"> {
  period: RentalPeriod;
}

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

/** Upcoming: approved or requested, with a later pickup. Also counted in "Upcoming Trips". */
export function isUpcoming(booking: ListedBooking, now: Date): boolean {
  const isOpen = booking.status === "approved" || booking.status === "pending";
  return isOpen && !isAbandonedCheckout(booking) && now < pickupAt(booking.period);
}

/** Under way: approved, from the pickup to the end of the end date. It is completed afterwards. */
export function isInProgress({ status, period }: ListedBooking, now: Date): boolean {
  return (
    status === "approved" && now >= pickupAt(period) && !isBefore(period.end, todayInNassau(now))
  );
}

/** Past: completed, or any status with an end date before today in Nassau. */
export function isPast(booking: ListedBooking, today: CalendarDate): boolean {
  if (isAbandonedCheckout(booking)) return false;
  return booking.status === "completed" || isBefore(booking.period.end, today);
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
