// How far away a trip is, in calendar days in Nassau, and on its day in hours.
import { daysBetween, isBefore, todayInNassau, type CalendarDate } from "../calendar/dates.ts";
import { formatCounted, formatDay, formatTimeOfDay } from "../text/format.ts";
import { expectedPickupAt, isOut, isOverdue, type TripTimes } from "../trip/trip-end.ts";
import type { RentalPeriod } from "./rental-period.ts";

const MINUTE_MS = 60_000;

/**
 * "Starts in 3 days", "Starts tomorrow", "Pickup in 3 hours", "In progress, due back Sat, Nov 28",
 * "In progress, due back today at 10:00 AM", "Overdue, was due back yesterday at 10:00 AM"; null
 * once the trip is over. A trip without times begins with its day.
 */
export function describeCountdown(trip: TripTimes, now: Date): string | null {
  const { period } = trip;
  const today = todayInNassau(now);
  if (trip.returnedAt) return null;
  if (isOut(trip) && trip.returnNoticedAt) return "Returned, waiting for confirmation";
  if (isOut(trip)) return describeReturn(period, today, isOverdue(trip, now));
  const pickup = expectedPickupAt(trip);
  const days = daysBetween(today, todayInNassau(pickup));
  if (days > 0) return `Starts ${days === 1 ? "tomorrow" : `in ${days} days`}`;
  if (days === 0) return describeToday(period, pickup, now);
  if (isBefore(period.end, today)) return null;
  return describeReturn(period, today);
}

function describeToday(period: RentalPeriod, pickup: Date, now: Date): string {
  if (!period.pickupTime) return "Starts today";
  const minutes = Math.ceil((pickup.getTime() - now.getTime()) / MINUTE_MS);
  if (minutes <= 0) return describeReturn(period, todayInNassau(now));
  if (minutes < 60) return `Pickup in ${formatCounted(minutes, "minute", "minutes")}`;
  return `Pickup in ${formatCounted(Math.floor(minutes / 60), "hour", "hours")}`;
}

const describeReturn = (
  { end, returnTime }: RentalPeriod,
  today: CalendarDate,
  isLate = false,
): string =>
  `${isLate ? "Overdue, was" : "In progress,"} due back ${nameDay(end, today)}${returnTime ? ` at ${formatTimeOfDay(returnTime)}` : ""}`;

function nameDay(day: CalendarDate, today: CalendarDate): string {
  const days = daysBetween(today, day);
  if (days === 0) return "today";
  if (Math.abs(days) === 1) return days === 1 ? "tomorrow" : "yesterday";
  return formatDay(day, today);
}
