// The months that a host's calendar shows, and the position of a range among their days.
import {
  daysBetween,
  isCalendarDate,
  type CalendarDate,
  type DateRange,
} from "../../../../domain/calendar/dates.ts";
import { monthsBetween, toMonth, type Month } from "../../../ui/form/month.ts";

/** How many months before and after this one can be shown; blocks may be equally far ahead. */
const REACH = 24;

/** Whether a month can be shown. */
export const isInReach = (month: Month, today: CalendarDate): boolean =>
  Math.abs(monthsBetween(toMonth(today), month)) <= REACH;

/** The month that a URL names, or the current month if it is missing or out of reach. */
export function readMonth(requested: string | null, today: CalendarDate): Month {
  const known =
    requested !== null && isCalendarDate(`${requested}-01`) && isInReach(requested, today);
  return known ? requested : toMonth(today);
}

/** The position of a range in a row of days, in days from the morning of the first. */
export interface Span {
  from: number;
  to: number;
  /** Whether the range begins, and ends, within these days. */
  begins: boolean;
  ends: boolean;
}

/**
 * The span of a range from noon to noon, as a car is returned and picked up on the same date. Null
 * if the range is outside these days.
 */
export function toSpan({ start, end }: DateRange, first: CalendarDate, count: number): Span | null {
  const from = daysBetween(first, start) + 0.5;
  const to = daysBetween(first, end) + 0.5;
  return clipSpan(from, to, count);
}

/** The span of `hours` from the noon on which a range ends. */
export function toSpanAfter(
  end: CalendarDate,
  hours: number,
  first: CalendarDate,
  count: number,
): Span | null {
  const from = daysBetween(first, end) + 0.5;
  return clipSpan(from, from + hours / 24, count);
}

/** Null outside the row. */
function clipSpan(from: number, to: number, count: number): Span | null {
  if (to <= 0 || from >= count) return null;
  return { from: Math.max(0, from), to: Math.min(count, to), begins: from >= 0, ends: to <= count };
}
