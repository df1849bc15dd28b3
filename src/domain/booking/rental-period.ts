// Which dates may be requested (product.md, Dates), and the nearest free ones when they are taken.

import {
  addDays,
  type CalendarDate,
  type DateRange,
  daysBetween,
  isBefore,
  isCalendarDate,
  overlaps,
  type WireRange,
} from "../calendar/dates.ts";
import { DomainError } from "../errors.ts";

/** The longest rental, in days. */
export const MAX_RENTAL_DAYS = 90;
/** The furthest start, in days after today. */
export const MAX_DAYS_AHEAD = 365;
/** The longest text of special requests, in characters. */
export const MAX_REQUESTS_LENGTH = 1000;
/** Hours for which a browser keeps typed special requests: as long as a sign-up's link works. */
export const SPECIAL_REQUESTS_HOURS = 24;
/** How many free periods are offered when the requested dates are taken. */
const NEAREST_FREE_LIMIT = 3;

declare const checked: unique symbol;

/**
 * The days of a rental: the car is picked up on `start` and returned on `end`, which is later. A
 * plain DateRange may also be a block, an import or a window.
 */
export interface RentalPeriod extends Readonly<DateRange> {
  readonly [checked]: true;
}

/** @throws RangeError unless both dates exist and the end is after the start */
export function rentalPeriod(start: CalendarDate, end: CalendarDate): RentalPeriod {
  if (daysBetween(start, end) < 1) throw new RangeError(`${end} is not after ${start}`);
  return { start, end } as RentalPeriod;
}

export const toRentalPeriod = ({ start_date, end_date }: WireRange): RentalPeriod =>
  rentalPeriod(start_date, end_date);

/** The length in days, which is what a renter pays for. */
export const rentalDays = ({ start, end }: RentalPeriod): number => daysBetween(start, end);

/** The requested dates as received: either may be missing or invalid. */
export interface RequestedDates {
  start_date?: string | null | undefined;
  end_date?: string | null | undefined;
}

/**
 * The period that a renter requests. A rental may start today.
 * @throws DomainError for the first rule it breaks: dates_missing, dates_invalid, dates_reversed
 * (the end is not after the start), dates_past, dates_too_long, dates_too_far
 */
export function checkRentalPeriod(
  { start_date: start, end_date: end }: RequestedDates,
  today: CalendarDate,
): RentalPeriod {
  if (!start || !end) throw new DomainError("dates_missing");
  if (!isCalendarDate(start)) throw new DomainError("dates_invalid", { field: "start_date" });
  if (!isCalendarDate(end)) throw new DomainError("dates_invalid", { field: "end_date" });
  if (!isBefore(start, end)) throw new DomainError("dates_reversed");
  if (isBefore(start, today)) throw new DomainError("dates_past", { today });
  const period = rentalPeriod(start, end);
  if (rentalDays(period) > MAX_RENTAL_DAYS)
    throw new DomainError("dates_too_long", { max_days: MAX_RENTAL_DAYS });
  if (daysBetween(today, start) > MAX_DAYS_AHEAD)
    throw new DomainError("dates_too_far", { max_days_ahead: MAX_DAYS_AHEAD });
  return period;
}

/**
 * Up to `limit` free periods of the requested length, nearest start first, all starting between
 * today and MAX_DAYS_AHEAD. Of two equally near periods the later comes first, as people can rarely
 * arrive earlier. They are alternatives and may overlap.
 */
export function nearestFreePeriods({
  taken,
  requested,
  today,
  limit = NEAREST_FREE_LIMIT,
}: {
  taken: readonly DateRange[];
  requested: RentalPeriod;
  today: CalendarDate;
  limit?: number;
}): RentalPeriod[] {
  const days = rentalDays(requested);
  // Distances count from the requested start; `first` and `last` are the offsets of the possible
  // starts.
  const first = daysBetween(requested.start, today);
  const last = first + MAX_DAYS_AHEAD;
  const found: RentalPeriod[] = [];
  for (let distance = 0; distance <= Math.max(-first, last); distance++) {
    for (const offset of new Set([distance, -distance])) {
      if (offset < first || offset > last) continue;
      const start = addDays(requested.start, offset);
      const period = rentalPeriod(start, addDays(start, days));
      if (taken.some((other) => overlaps(period, other))) continue;
      if (found.length === limit) return found;
      found.push(period);
    }
  }
  return found;
}
