// Times of the day in Nassau, on a grid of half hours, and the instants at which they occur.
import { type CalendarDate, inUtc, wallClockInNassau, type WireRange } from "./dates.ts";

/** HH:MM on the grid, from 00:00 to 23:30. Such strings sort and compare as text. */
export type TimeOfDay = `${number}:${number}`;
/** A time of the day, or 24:00: the end of the day. */
export type HandoverTime = TimeOfDay;

/** A rental as the wire and the tables write it. Older bookings have no times. */
export interface WirePeriod extends WireRange {
  pickup_time: TimeOfDay | null;
  return_time: TimeOfDay | null;
}

/** The grid of pickup and return times, in minutes. */
export const TIME_STEP_MINUTES = 30;
export const START_OF_DAY: HandoverTime = "00:00";
export const END_OF_DAY: HandoverTime = "24:00";
const DAY_MINUTES = 24 * 60;
const MINUTE_MS = 60_000;
/** Nassau's clocks are this far behind UTC in winter, and an hour less in summer. */
const WINTER_OFFSET_MINUTES = 5 * 60;

/** Whether a value is HH:MM on the grid. 24:00 is not a time of the day. */
export const isTimeOfDay = (value: unknown): value is TimeOfDay =>
  typeof value === "string" && /^(?:[01]\d|2[0-3]):[03]0$/.test(value);

export const isHandoverTime = (value: unknown): value is HandoverTime =>
  isTimeOfDay(value) || value === "24:00";

/** Minutes since 00:00. */
export const toMinutes = (time: HandoverTime): number =>
  Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const toTime = (minutes: number): TimeOfDay =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}` as TimeOfDay;

/** The times of the grid from `from` to `until`, which is the last one, except for 24:00. */
export function timesBetween(from: HandoverTime, until: HandoverTime): TimeOfDay[] {
  const [first, last] = [toMinutes(from), lastMinutes(until)];
  return Array.from({ length: (last - first) / TIME_STEP_MINUTES + 1 }, (_, index) =>
    toTime(first + index * TIME_STEP_MINUTES),
  );
}

const lastMinutes = (until: HandoverTime): number =>
  Math.min(toMinutes(until), DAY_MINUTES - TIME_STEP_MINUTES);

/** The last time at which a car can be handed over: 23:30 instead of 24:00. */
export const lastTime = (until: HandoverTime): TimeOfDay => toTime(lastMinutes(until));

/** `time`, moved to the nearest end of the hours if it is outside. */
export function clampTime(
  time: TimeOfDay,
  { from, until }: { from: HandoverTime; until: HandoverTime },
): TimeOfDay {
  if (time < from) return from;
  return time > lastTime(until) ? lastTime(until) : time;
}

/**
 * The instant at which the clocks in Nassau show a time on a date; by default 00:00. As in
 * PostgreSQL, an hour that a clock change skips or repeats is read as winter time.
 */
export function instantInNassau(date: CalendarDate, time: TimeOfDay = "00:00"): Date {
  const wall = inUtc(date).getTime() + toMinutes(time) * MINUTE_MS;
  const winter = new Date(wall + WINTER_OFFSET_MINUTES * MINUTE_MS);
  if (wallClockInNassau(winter).getTime() === wall) return winter;
  const summer = new Date(winter.getTime() - 60 * MINUTE_MS);
  return wallClockInNassau(summer).getTime() === wall ? summer : winter;
}

/** The first date and time of the grid that the clocks in Nassau show at `instant` or later. */
export function nextTimeInNassau(instant: Date): { date: CalendarDate; time: TimeOfDay } {
  const step = TIME_STEP_MINUTES * MINUTE_MS;
  const wall = new Date(Math.ceil(wallClockInNassau(instant).getTime() / step) * step);
  return {
    date: wall.toISOString().slice(0, 10) as CalendarDate,
    time: wall.toISOString().slice(11, 16) as TimeOfDay,
  };
}
