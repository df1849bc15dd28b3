// What a host may do with the days of a car, and which days an imported event occupies.
import {
  addDays,
  type CalendarDate,
  dayAfter,
  type DateRange,
  daysBetween,
  isBefore,
  isCalendarDate,
  overlaps,
  todayInNassau,
} from "./dates.ts";
import { DomainError } from "../errors.ts";

/** How far ahead days can be blocked and events of other calendars are read: two years. */
export const CALENDAR_DAYS_AHEAD = 730;
/** In characters: the note on a block or an outage. */
export const MAX_NOTE_LENGTH = 200;
/** How many cars can be blocked, or taken out of service, at once. */
export const MAX_CARS_AT_ONCE = 100;
/** Why a car is out of service. */
export const OUTAGE_REASONS = ["mechanic", "accident", "other"] as const;
export type OutageReason = (typeof OUTAGE_REASONS)[number];
/** Their names after "Out of service, ". Other reasons are in the note. */
export const OUTAGE_NAMES: Record<OutageReason, string> = {
  mechanic: "at the mechanic",
  accident: "accident",
  other: "",
};
/** The longest period shown in one request. */
export const MAX_SHOWN_DAYS = 400;

/** The days for which imported calendars count. */
export const calendarWindow = (today: CalendarDate): DateRange => ({
  start: today,
  end: addDays(today, CALENDAR_DAYS_AHEAD),
});

/**
 * The days that a host blocks.
 * @throws DomainError for the first rule they break: dates_invalid, dates_reversed, dates_past,
 * block_too_far
 */
export function checkBlock({
  start,
  end,
  today,
}: {
  start: string;
  end: string;
  today: CalendarDate;
}): DateRange {
  if (!isCalendarDate(start)) throw new DomainError("dates_invalid", { field: "start_date" });
  if (!isCalendarDate(end)) throw new DomainError("dates_invalid", { field: "end_date" });
  if (!isBefore(start, end)) throw new DomainError("dates_reversed");
  if (isBefore(start, today)) throw new DomainError("dates_past", { today });
  if (isBefore(calendarWindow(today).end, end))
    throw new DomainError("block_too_far", { max_days_ahead: CALENDAR_DAYS_AHEAD });
  return { start, end };
}

/** @throws DomainError dates_reversed, calendar_window_too_long */
export function checkShownDays({ start, end }: DateRange): void {
  if (!isBefore(start, end)) throw new DomainError("dates_reversed");
  if (daysBetween(start, end) > MAX_SHOWN_DAYS)
    throw new DomainError("calendar_window_too_long", { max_days: MAX_SHOWN_DAYS });
}

/** The whole Nassau days between two instants. An end at midnight does not include the new day. */
export function daysTouched(startsAt: Date, endsAt: Date): DateRange {
  const start = todayInNassau(startsAt);
  const last = endsAt > startsAt ? todayInNassau(new Date(endsAt.getTime() - 1)) : start;
  return { start, end: dayAfter(last) };
}

/** The part of `range` within `window`, or undefined. */
export function clip(range: DateRange, window: DateRange): DateRange | undefined {
  if (!overlaps(range, window)) return undefined;
  return {
    start: isBefore(range.start, window.start) ? window.start : range.start,
    end: isBefore(window.end, range.end) ? window.end : range.end,
  };
}
