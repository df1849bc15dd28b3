// How far away a trip is, in calendar days in Nassau.
import { daysBetween, isBefore, type CalendarDate, type DateRange } from "../calendar/dates.ts";
import { formatDay } from "../text/format.ts";

/**
 * "Starts in 3 days", "Starts tomorrow", "In progress, due back Sat, Nov 28", "In progress, due
 * back today"; null once the day of return is over.
 */
export function describeCountdown({ start, end }: DateRange, today: CalendarDate): string | null {
  const days = daysBetween(today, start);
  if (days > 0) return `Starts ${days === 1 ? "tomorrow" : `in ${days} days`}`;
  if (days === 0) return "Starts today";
  if (isBefore(end, today)) return null;
  return `In progress, due back ${nameDay(end, today)}`;
}

function nameDay(day: CalendarDate, today: CalendarDate): string {
  const days = daysBetween(today, day);
  return days === 0 ? "today" : days === 1 ? "tomorrow" : formatDay(day, today);
}
