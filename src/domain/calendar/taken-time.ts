// Ranges of instants for which a car is taken, and the days that they leave for a rental.
import { addDays, dayAfter, todayInNassau, type CalendarDate, type DateRange } from "./dates.ts";
import { instantInNassau, type TimeOfDay } from "./time-of-day.ts";

/** From `from` up to, but not including, `until`. */
export interface TakenTime {
  from: Date;
  until: Date;
}

/** As the wire writes it, in ISO 8601. */
export interface WireTakenTime {
  from: string;
  until: string;
}

export const toWireTaken = ({ from, until }: TakenTime): WireTakenTime => ({
  from: from.toISOString(),
  until: until.toISOString(),
});
export const fromWireTaken = ({ from, until }: WireTakenTime): TakenTime => ({
  from: new Date(from),
  until: new Date(until),
});

/** Whole days in Nassau as instants. */
export const wholeDays = ({ start, end }: DateRange): TakenTime => ({
  from: instantInNassau(start),
  until: instantInNassau(end),
});

/** Whether two ranges share an instant. */
export const overlapInTime = (a: TakenTime, b: TakenTime): boolean =>
  a.from < b.until && b.from < a.until;

/** The parts of the ranges that are not in `without`. */
export const subtractTaken = (taken: readonly TakenTime[], without: TakenTime): TakenTime[] =>
  taken.flatMap((range) => {
    if (!overlapInTime(range, without)) return [range];
    const before = { from: range.from, until: without.from };
    const after = { from: without.until, until: range.until };
    return [before, after].filter(({ from, until }) => from < until);
  });

const HOUR_MS = 3_600_000;

/**
 * The days that a rental with these times can't cover: it meets the taken time exactly if its dates
 * and the returned range share a day (`overlaps`). The range is empty if the car is taken only
 * between a return and a pickup on one day.
 */
export function toTakenDays(
  { from, until }: TakenTime,
  {
    pickupTime,
    returnTime,
    turnaroundHours,
  }: { pickupTime: TimeOfDay; returnTime: TimeOfDay; turnaroundHours: number },
): DateRange {
  const back = new Date(from.getTime() - turnaroundHours * HOUR_MS);
  return {
    start: lastDateUntil(back, returnTime),
    end: firstDateFrom(until, pickupTime),
  };
}

/** The last date on which a time comes no later than `limit`. */
function lastDateUntil(limit: Date, time: TimeOfDay): CalendarDate {
  const date = todayInNassau(limit);
  return instantInNassau(date, time) <= limit ? date : addDays(date, -1);
}

/** The first date on which a time comes no earlier than `limit`. */
function firstDateFrom(limit: Date, time: TimeOfDay): CalendarDate {
  const date = todayInNassau(limit);
  return instantInNassau(date, time) >= limit ? date : dayAfter(date);
}
