// Rental days are calendar dates in America/Nassau: yyyy-MM-dd strings in half-open ranges
// [start, end). Nothing here reads a clock or the machine's time zone: "now" is an argument, and
// dates count in UTC.
import { instantIn, wallClockIn } from "./zoned-time.ts";

/**
 * A day in the Bahamas, yyyy-MM-dd. Such strings sort and compare as text. The type refuses
 * instants and unchecked strings; isCalendarDate checks a string.
 */
export type CalendarDate = `${number}-${number}-${number}`;

/**
 * The days from `start` up to, but not including, `end`: a car returned on a day can be picked up
 * on it.
 */
export interface DateRange {
  start: CalendarDate;
  end: CalendarDate;
}

/** A range as the wire, the tables and URLs write it. */
export interface WireRange {
  start_date: CalendarDate;
  end_date: CalendarDate;
}

/** Days that a booking or hold occupies. */
export interface BookedRange extends WireRange {
  car_id: string;
  booking_id: string;
}

/** An instant of a row or an API response; null stays null. */
export const parseInstant = (at: string | null): Date | null => (at === null ? null : new Date(at));

export const toWireRange = ({ start, end }: DateRange): WireRange => ({
  start_date: start,
  end_date: end,
});
export const fromWireRange = ({ start_date, end_date }: WireRange): DateRange => ({
  start: start_date,
  end: end_date,
});

const DAY_MS = 86_400_000;

/** The wall-clock time in Nassau at an instant, written as if it were UTC. */
export function wallClockInNassau(instant: Date): Date {
  return new Date(wallClockIn("America/Nassau", instant));
}

const dayText = (utc: Date): string => utc.toISOString().slice(0, 10);

/**
 * Midnight of a date as if Nassau used UTC.
 * @throws RangeError for an invalid date
 */
export function inUtc(date: CalendarDate): Date {
  return new Date(`${toCalendarDate(date)}T00:00:00Z`);
}

/**
 * Whether a value is a yyyy-MM-dd string of an existing day (not 2026-02-30, nor any day of year
 * 0).
 */
export function isCalendarDate(value: unknown): value is CalendarDate {
  if (typeof value !== "string" || !/^(?!0000)\d{4}-\d\d-\d\d$/.test(value)) return false;
  // Responses contain thousands of dates, and every month has 28 days.
  if (/-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])$/.test(value)) return true;
  const utc = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(utc.getTime()) && dayText(utc) === value;
}

/** @throws RangeError unless the text is the yyyy-MM-dd of an existing day */
export function toCalendarDate(text: string): CalendarDate {
  if (!isCalendarDate(text)) throw new RangeError(`not a calendar date: ${text}`);
  return text;
}

/** The instant `days` times 24 hours before another, in ISO 8601. */
export const daysBefore = (instant: Date, days: number): string =>
  new Date(instant.getTime() - days * DAY_MS).toISOString();

/**
 * The date a whole number of days later, or earlier if negative.
 * @throws RangeError for an invalid date
 */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  const moved = dayText(new Date(inUtc(date).getTime() + days * DAY_MS));
  if (!Number.isInteger(days) || !isCalendarDate(moved))
    throw new RangeError(`${date} plus ${days} days is no date`);
  return moved;
}

export function dayAfter(date: CalendarDate): CalendarDate {
  return addDays(date, 1);
}

/**
 * Days from `start` to `end`; negative if `end` comes first. Counts days, not hours, so daylight
 * saving does not matter.
 */
export function daysBetween(start: CalendarDate, end: CalendarDate): number {
  return (inUtc(end).getTime() - inUtc(start).getTime()) / DAY_MS;
}

/** Orders dates for `sort`: negative, zero or positive. */
export function compareDates(a: CalendarDate, b: CalendarDate): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function isBefore(a: CalendarDate, b: CalendarDate): boolean {
  return a < b;
}

/** The calendar date in the Bahamas at an instant. */
export function todayInNassau(now: Date): CalendarDate {
  return toCalendarDate(dayText(wallClockInNassau(now)));
}

/** The instant of 00:00 America/Nassau on a date, summer time or not. */
export function startOfDayInNassau(date: CalendarDate): Date {
  const utc = inUtc(date);
  // 00:00 UTC is early evening in Nassau. Its clocks change at 02:00, so not between then and
  // midnight.
  const offset = wallClockInNassau(utc).getTime() - utc.getTime();
  return new Date(utc.getTime() - offset);
}

/** The instant at which the clocks in Nassau show a full hour on a date. */
export function hourInNassau(date: CalendarDate, hour: number): Date {
  return instantIn("America/Nassau", inUtc(date).getTime() + hour * 3_600_000);
}

/** Whether two half-open ranges share a day. Ranges that only touch do not. */
export function overlaps(a: DateRange, b: DateRange): boolean {
  return isBefore(a.start, b.end) && isBefore(b.start, a.end);
}

/** The same days in as few ranges as possible, in order; ranges that touch become one. */
export function mergeRanges(ranges: readonly DateRange[]): DateRange[] {
  const merged: DateRange[] = [];
  for (const range of ranges.toSorted((a, b) => compareDates(a.start, b.start))) {
    const last = merged.at(-1);
    if (!last || isBefore(last.end, range.start)) merged.push({ ...range });
    else if (isBefore(last.end, range.end)) last.end = range.end;
  }
  return merged;
}

/**
 * The days of the ranges that are not in `without`. A range that extends past both ends of
 * `without` is split.
 */
export function subtractRange(ranges: readonly DateRange[], without: DateRange): DateRange[] {
  return ranges.flatMap((range) => {
    if (!overlaps(range, without)) return [range];
    const before = { start: range.start, end: without.start };
    const after = { start: without.end, end: range.end };
    return [before, after].filter(({ start, end }) => isBefore(start, end));
  });
}

/** The first day of a month (yyyy-MM), or of the month of a date. */
export const firstOfMonth = (month: string): CalendarDate =>
  toCalendarDate(`${month.slice(0, 7)}-01`);

/** The last `count` months up to that of `date`, oldest first, as yyyy-MM. */
export function monthsBack(date: CalendarDate, count: number): string[] {
  const last = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
  return Array.from({ length: count }, (_, index) => {
    const month = last - count + 1 + index;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;
  });
}
