// The month that a calendar shows, its days, and the position of a range among them.
import {
  addDays,
  daysBetween,
  isCalendarDate,
  type CalendarDate,
  type DateRange,
  firstOfMonth,
} from "../../../../domain/calendar/dates.ts";

/** yyyy-MM */
export type Month = string;

/** How many months before and after this one can be shown; blocks may be equally far ahead. */
const REACH = 24;

const toIndex = (month: Month): number =>
  Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;

export const toMonth = (day: CalendarDate): Month => day.slice(0, 7);

export const startOfMonth = (month: Month): CalendarDate => firstOfMonth(month);

/** The month `by` months later, or earlier if `by` is negative. */
export function shiftMonth(month: Month, by: number): Month {
  const index = toIndex(month) + by;
  return `${String(Math.floor(index / 12)).padStart(4, "0")}-${String((index % 12) + 1).padStart(2, "0")}`;
}

/** Whether a month can be shown. */
export const isInReach = (month: Month, today: CalendarDate): boolean =>
  Math.abs(toIndex(month) - toIndex(toMonth(today))) <= REACH;

/** The month that a URL names, or the current month if it is missing or out of reach. */
export function readMonth(requested: string | null, today: CalendarDate): Month {
  const known =
    requested !== null && isCalendarDate(`${requested}-01`) && isInReach(requested, today);
  return known ? requested : toMonth(today);
}

/** The days of a month in order. */
export function listDaysOfMonth(month: Month): CalendarDate[] {
  const first = startOfMonth(month);
  const count = daysBetween(first, startOfMonth(shiftMonth(month, 1)));
  return Array.from({ length: count }, (_, index) => addDays(first, index));
}

/** Sunday is 0. */
export const getWeekday = (day: CalendarDate): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** The days of a month by week, from Sunday to Saturday; the first and last week may be short. */
export function listWeeks(month: Month): CalendarDate[][] {
  const weeks: CalendarDate[][] = [];
  for (const day of listDaysOfMonth(month)) {
    if (getWeekday(day) === 0 || weeks.length === 0) weeks.push([]);
    weeks.at(-1)?.push(day);
  }
  return weeks;
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
  if (to <= 0 || from >= count) return null;
  return { from: Math.max(0, from), to: Math.min(count, to), begins: from >= 0, ends: to <= count };
}
