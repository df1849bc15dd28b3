// How far away a trip is, in calendar days in Nassau, and on its day in hours.
import { daysBetween, isBefore, todayInNassau, type CalendarDate } from "../calendar/dates.ts";
import { formatCounted, formatDay, formatTimeOfDay } from "../text/format.ts";
import { pickupAt, type RentalPeriod } from "./rental-period.ts";

const MINUTE_MS = 60_000;

/**
 * "Starts in 3 days", "Starts tomorrow", "Pickup in 3 hours", "In progress, due back Sat, Nov 28",
 * "In progress, due back today at 10:00 AM"; null once the day of return is over. A trip without
 * times begins with its day.
 */
export function describeCountdown(period: RentalPeriod, now: Date): string | null {
  const today = todayInNassau(now);
  const days = daysBetween(today, period.start);
  if (days > 0) return `Starts ${days === 1 ? "tomorrow" : `in ${days} days`}`;
  if (days === 0) return describeToday(period, now);
  if (isBefore(period.end, today)) return null;
  return describeReturn(period, today);
}

function describeToday(period: RentalPeriod, now: Date): string {
  if (!period.pickupTime) return "Starts today";
  const minutes = Math.ceil((pickupAt(period).getTime() - now.getTime()) / MINUTE_MS);
  if (minutes <= 0) return describeReturn(period, todayInNassau(now));
  if (minutes < 60) return `Pickup in ${formatCounted(minutes, "minute", "minutes")}`;
  return `Pickup in ${formatCounted(Math.floor(minutes / 60), "hour", "hours")}`;
}

const describeReturn = ({ end, returnTime }: RentalPeriod, today: CalendarDate): string =>
  `In progress, due back ${nameDay(end, today)}${returnTime ? ` at ${formatTimeOfDay(returnTime)}` : ""}`;

function nameDay(day: CalendarDate, today: CalendarDate): string {
  const days = daysBetween(today, day);
  return days === 0 ? "today" : days === 1 ? "tomorrow" : formatDay(day, today);
}
