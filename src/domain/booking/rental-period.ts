// Which dates may be requested (product.md, Dates), and the nearest free ones when they are taken.

import {
  addDays,
  type CalendarDate,
  type DateRange,
  daysBetween,
  isBefore,
  isCalendarDate,
  overlaps,
} from "../calendar/dates.ts";
import { DomainError } from "../errors.ts";

/** The longest rental, in days. */
export const MAX_RENTAL_DAYS = 90;
/** The furthest start, in days after today. */
export const MAX_DAYS_AHEAD = 365;
/** In characters: what a renter asks of the host while booking. */
export const MAX_REQUESTS_LENGTH = 1000;
/** How many free ranges are offered instead of taken dates. */
const NEAREST_FREE_LIMIT = 3;

/** The requested dates as received: either may be missing or invalid. */
export interface WantedPeriod {
  startDate: string | null | undefined;
  endDate: string | null | undefined;
  /** Today in Nassau; a rental may start on it. */
  today: CalendarDate;
}

/**
 * The length of a rental in days.
 * @throws DomainError for the first rule it breaks: dates_missing, dates_invalid, dates_reversed
 * (the end is not after the start), dates_past, dates_too_long, dates_too_far
 */
export function checkRentalPeriod({ startDate, endDate, today }: WantedPeriod): { days: number } {
  if (!startDate || !endDate) throw new DomainError("dates_missing");
  if (!isCalendarDate(startDate)) throw new DomainError("dates_invalid", { field: "start_date" });
  if (!isCalendarDate(endDate)) throw new DomainError("dates_invalid", { field: "end_date" });
  const days = daysBetween(startDate, endDate);
  if (days < 1) throw new DomainError("dates_reversed");
  if (isBefore(startDate, today)) throw new DomainError("dates_past", { today });
  if (days > MAX_RENTAL_DAYS)
    throw new DomainError("dates_too_long", { max_days: MAX_RENTAL_DAYS });
  if (daysBetween(today, startDate) > MAX_DAYS_AHEAD)
    throw new DomainError("dates_too_far", { max_days_ahead: MAX_DAYS_AHEAD });
  return { days };
}

/**
 * Up to `limit` free ranges of the requested length, nearest start first, all starting between
 * today and MAX_DAYS_AHEAD. Of two equally near ranges the later comes first, as people can rarely
 * arrive earlier. Ranges are alternatives and may overlap.
 */
export function nearestFreeRanges({
  taken,
  wanted,
  today,
  limit = NEAREST_FREE_LIMIT,
}: {
  taken: readonly DateRange[];
  wanted: DateRange;
  today: CalendarDate;
  limit?: number;
}): DateRange[] {
  const days = daysBetween(wanted.start, wanted.end);
  // Distances count from the requested start; `first` and `last` are the offsets of the possible
  // starts.
  const first = daysBetween(wanted.start, today);
  const last = first + MAX_DAYS_AHEAD;
  const found: DateRange[] = [];
  for (let distance = 0; distance <= Math.max(-first, last); distance++) {
    for (const offset of new Set([distance, -distance])) {
      if (offset < first || offset > last) continue;
      const start = addDays(wanted.start, offset);
      const range = { start, end: addDays(start, days) };
      if (taken.some((other) => overlaps(range, other))) continue;
      if (found.length === limit) return found;
      found.push(range);
    }
  }
  return found;
}
