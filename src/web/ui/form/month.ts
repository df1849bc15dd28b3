// The days of a month in weeks, for calendars with keyboard navigation.
import {
  addDays,
  daysBetween,
  firstOfMonth,
  inUtc,
  isCalendarDate,
  type CalendarDate,
} from "../../../domain/calendar/dates.ts";

/** yyyy-MM */
export type Month = string;

const toIndex = (month: Month): number =>
  Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;

export const toMonth = (day: CalendarDate): Month => day.slice(0, 7);

/** How many months `to` is after `from`; negative if it is before. */
export const monthsBetween = (from: Month, to: Month): number => toIndex(to) - toIndex(from);

/** The month `by` months later, or earlier if `by` is negative. */
export function shiftMonth(month: Month, by: number): Month {
  const index = toIndex(month) + by;
  return `${String(Math.floor(index / 12)).padStart(4, "0")}-${String((index % 12) + 1).padStart(2, "0")}`;
}

/** The days of a month in order. */
export function listDaysOfMonth(month: Month): CalendarDate[] {
  const first = firstOfMonth(month);
  const count = daysBetween(first, firstOfMonth(shiftMonth(month, 1)));
  return Array.from({ length: count }, (_, index) => addDays(first, index));
}

/** Sunday is 0. */
export const getWeekday = (day: CalendarDate): number => inUtc(day).getUTCDay();

/** The days of a month by week, from Sunday to Saturday; the first and last week may be short. */
export function listWeeks(month: Month): CalendarDate[][] {
  const weeks: CalendarDate[][] = [];
  for (const day of listDaysOfMonth(month)) {
    if (getWeekday(day) === 0 || weeks.length === 0) weeks.push([]);
    weeks.at(-1)?.push(day);
  }
  return weeks;
}

/** The same day of another month, or its last day if it is shorter. */
function turn(day: CalendarDate, by: number): CalendarDate {
  const month = shiftMonth(toMonth(day), by);
  const same = `${month}${day.slice(7)}`;
  return isCalendarDate(same) ? same : addDays(firstOfMonth(shiftMonth(month, 1)), -1);
}

/** The day that a key moves to; undefined for other keys. */
export function dayAfterKey(key: string, day: CalendarDate): CalendarDate | undefined {
  switch (key) {
    case "ArrowLeft":
      return addDays(day, -1);
    case "ArrowRight":
      return addDays(day, 1);
    case "ArrowUp":
      return addDays(day, -7);
    case "ArrowDown":
      return addDays(day, 7);
    case "Home":
      return addDays(day, -getWeekday(day));
    case "End":
      return addDays(day, 6 - getWeekday(day));
    case "PageUp":
      return turn(day, -1);
    case "PageDown":
      return turn(day, 1);
    default:
      return undefined;
  }
}
