// A rental's dates and times, and which may be requested (product.md, Dates). What one car allows
// is in booking-rules.ts.

import {
  addDays,
  type CalendarDate,
  type DateRange,
  daysBetween,
  isBefore,
  isCalendarDate,
  type WireRange,
} from "../calendar/dates.ts";
import type { TakenTime } from "../calendar/taken-time.ts";
import {
  instantInNassau,
  isTimeOfDay,
  TIME_STEP_MINUTES,
  toMinutes,
  type TimeOfDay,
  type WirePeriod,
} from "../calendar/time-of-day.ts";
import { DomainError } from "../errors.ts";

/** The longest rental, in days. */
export const MAX_RENTAL_DAYS = 90;
/** The most nights of a rental. One that begins late and ends early has a night more than days. */
export const MAX_RENTAL_NIGHTS = MAX_RENTAL_DAYS + 1;
/** The furthest start, in days after today. */
export const MAX_DAYS_AHEAD = 365;
/** The longest text of special requests, in characters. */
export const MAX_REQUESTS_LENGTH = 1000;
/** Hours for which a browser keeps typed special requests: as long as a sign-up's link works. */
export const SPECIAL_REQUESTS_HOURS = 24;

/** A return up to this many minutes after the pickup's time of day adds no rental day. */
export const GRACE_MINUTES = 60;
const DAY_MINUTES = 24 * 60;
const HOUR_MS = 3_600_000;

declare const checked: unique symbol;

/**
 * A rental: the car is picked up on `start` and returned on `end`, which is later. A plain
 * DateRange may also be a block, an import or a window. Both times are null in a request that
 * leaves them to us, and in bookings made before there were times.
 */
export interface RentalPeriod extends Readonly<DateRange> {
  readonly pickupTime: TimeOfDay | null;
  readonly returnTime: TimeOfDay | null;
  readonly [checked]: true;
}

export interface RentalTimes {
  pickupTime: TimeOfDay;
  returnTime: TimeOfDay;
}

/** @throws RangeError unless both dates exist and the end is after the start */
export function rentalPeriod(
  start: CalendarDate,
  end: CalendarDate,
  times: RentalTimes | null = null,
): RentalPeriod {
  if (daysBetween(start, end) < 1) throw new RangeError(`${end} is not after ${start}`);
  const { pickupTime, returnTime } = times ?? { pickupTime: null, returnTime: null };
  return { start, end, pickupTime, returnTime } as RentalPeriod;
}

export type { WirePeriod };

/** @param wire without times, like those of an older booking, if it has none */
export const toRentalPeriod = ({
  start_date,
  end_date,
  pickup_time: pickupTime = null,
  return_time: returnTime = null,
}: WireRange & Partial<WirePeriod>): RentalPeriod =>
  rentalPeriod(start_date, end_date, pickupTime && returnTime && { pickupTime, returnTime });

export const toWirePeriod = (period: RentalPeriod): WirePeriod => ({
  start_date: period.start,
  end_date: period.end,
  pickup_time: period.pickupTime,
  return_time: period.returnTime,
});

/** When the car is picked up; without a time, 00:00 in Nassau on the start date. */
export const pickupAt = ({ start, pickupTime }: RentalPeriod): Date =>
  instantInNassau(start, pickupTime ?? "00:00");

/** When the car is due back; without a time, 00:00 in Nassau on the end date. */
export const returnAt = ({ end, returnTime }: RentalPeriod): Date =>
  instantInNassau(end, returnTime ?? "00:00");

/** The instants for which a rental takes a car. The turnaround counts elapsed hours. */
export const takenTime = (period: RentalPeriod, turnaroundHours: number): TakenTime => ({
  from: pickupAt(period),
  until: new Date(returnAt(period).getTime() + turnaroundHours * HOUR_MS),
});

/**
 * The length in days, which is what a renter pays for: units of 24 hours by the clocks in Nassau,
 * rounded up after GRACE_MINUTES, and at least one. A change of the clocks makes no difference.
 */
export function rentalDays({ start, end, pickupTime, returnTime }: RentalPeriod): number {
  const minutes =
    daysBetween(start, end) * DAY_MINUTES +
    toMinutes(returnTime ?? "00:00") -
    toMinutes(pickupTime ?? "00:00");
  return Math.max(1, Math.ceil((minutes - GRACE_MINUTES) / DAY_MINUTES));
}

/**
 * The dates that a renter pays for: as many from the first on as the rental has days. With times
 * they may include the date of the return, or end before it.
 */
export function toPricedDays(period: RentalPeriod): DateRange & { days: number } {
  const days = rentalDays(period);
  return { start: period.start, end: addDays(period.start, days), days };
}

/** The requested dates and times as received: each may be missing or invalid. */
export interface RequestedDates {
  start_date?: string | null | undefined;
  end_date?: string | null | undefined;
  pickup_time?: string | null | undefined;
  /** The pickup time, if missing. */
  return_time?: string | null | undefined;
}

/**
 * The period that a renter requests. A rental may start today. Without times it has none yet: each
 * car suggests its own (choosePeriod in booking-rules.ts).
 * @throws DomainError for the first rule it breaks: dates_missing, dates_invalid, dates_reversed
 * (the end is not after the start), dates_past, times_off_grid, dates_too_long, dates_too_far
 */
export function checkRentalPeriod(requested: RequestedDates, today: CalendarDate): RentalPeriod {
  const { start_date: start, end_date: end } = requested;
  if (!start || !end) throw new DomainError("dates_missing");
  if (!isCalendarDate(start)) throw new DomainError("dates_invalid", { field: "start_date" });
  if (!isCalendarDate(end)) throw new DomainError("dates_invalid", { field: "end_date" });
  if (!isBefore(start, end)) throw new DomainError("dates_reversed");
  if (isBefore(start, today)) throw new DomainError("dates_past", { today });
  const period = rentalPeriod(start, end, readTimes(requested));
  if (rentalDays(period) > MAX_RENTAL_DAYS)
    throw new DomainError("dates_too_long", { max_days: MAX_RENTAL_DAYS });
  if (daysBetween(today, start) > MAX_DAYS_AHEAD)
    throw new DomainError("dates_too_far", { max_days_ahead: MAX_DAYS_AHEAD });
  return period;
}

function readTimes({ pickup_time, return_time }: RequestedDates): RentalTimes | null {
  if (!pickup_time && !return_time) return null;
  const offGrid = (field: "pickup_time" | "return_time") =>
    new DomainError("times_off_grid", { field, step_minutes: TIME_STEP_MINUTES });
  if (!isTimeOfDay(pickup_time)) throw offGrid("pickup_time");
  const returnTime = return_time || pickup_time;
  if (!isTimeOfDay(returnTime)) throw offGrid("return_time");
  return { pickupTime: pickup_time, returnTime };
}
