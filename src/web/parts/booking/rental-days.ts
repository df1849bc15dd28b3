// Which days a user may pick for a rental: the rules of domain/booking/rental-period.ts, day by day
// for calendars. The server decides.
import type { PickedRange } from "../../ui/form/date-range-field.tsx";
import {
  addDays,
  isBefore,
  isCalendarDate,
  overlaps,
  type CalendarDate,
  type DateRange,
} from "../../../domain/calendar/dates.ts";
import { isTimeOfDay, type TimeOfDay } from "../../../domain/calendar/time-of-day.ts";
import {
  MAX_DAYS_AHEAD,
  MAX_RENTAL_DAYS,
  rentalPeriod,
  type RentalPeriod,
} from "../../../domain/booking/rental-period.ts";

/** The picked period; null while it is incomplete. */
export const toChosenPeriod = ({ start, end }: PickedRange): RentalPeriod | null =>
  start && end && isBefore(start, end) ? rentalPeriod(start, end) : null;

/** The chosen dates as the parameters of a URL. */
export const toDateParameters = ({ start, end }: PickedRange): Record<string, string> => ({
  ...(start && { start_date: start }),
  ...(end && { end_date: end }),
});

/** The times that the renter has set; null for the suggested ones. */
export interface PickedTimes {
  pickupTime: TimeOfDay | null;
  returnTime: TimeOfDay | null;
}

/** Whether these dates and times are the chosen ones, as far as any are chosen. */
export function isChosen(
  { start, end, pickupTime, returnTime }: RentalPeriod,
  { dates, picked }: { dates: PickedRange; picked: PickedTimes },
): boolean {
  if (!dates.start && !dates.end) return true;
  return (
    dates.start === start &&
    dates.end === end &&
    (!picked.pickupTime ||
      (picked.pickupTime === pickupTime &&
        (!picked.returnTime || picked.returnTime === returnTime)))
  );
}

/** Reads pickup_time and return_time from a URL. There is no return time without the other. */
export function readPickedTimes(search: URLSearchParams): PickedTimes {
  const [pickupTime, returnTime] = [search.get("pickup_time"), search.get("return_time")];
  if (!isTimeOfDay(pickupTime)) return { pickupTime: null, returnTime: null };
  return { pickupTime, returnTime: isTimeOfDay(returnTime) ? returnTime : null };
}

/** The period that a URL names; null if a date is missing. */
export function readChosenPeriod(
  search: URLSearchParams,
  today: CalendarDate,
): RentalPeriod | null {
  return toTimedPeriod(readChosenDates(search, today), readPickedTimes(search));
}

/** The picked period with its times, if there are any; null while it is incomplete. */
export function toTimedPeriod(dates: PickedRange, { pickupTime, returnTime }: PickedTimes) {
  const period = toChosenPeriod(dates);
  if (!period || !pickupTime) return period;
  const times = { pickupTime, returnTime: returnTime ?? pickupTime };
  return rentalPeriod(period.start, period.end, times);
}

/** The picked times as the parameters of a URL. */
export const toTimeParameters = ({
  pickupTime,
  returnTime,
}: PickedTimes): Record<string, string> => ({
  ...(pickupTime && { pickup_time: pickupTime }),
  ...(returnTime && { return_time: returnTime }),
});

/** The parameters of a URL that name a period. */
export interface PeriodParameters {
  start_date?: CalendarDate;
  end_date?: CalendarDate;
  pickup_time?: TimeOfDay;
  return_time?: TimeOfDay;
}

/** A period as the parameters of a URL. A return at the time of the pickup is left out. */
export const toPeriodParameters = (period: RentalPeriod): PeriodParameters => ({
  start_date: period.start,
  end_date: period.end,
  ...(period.pickupTime && { pickup_time: period.pickupTime }),
  ...(period.returnTime &&
    period.returnTime !== period.pickupTime && { return_time: period.returnTime }),
});

export interface RentalCalendar {
  /** Today in Nassau. */
  today: CalendarDate;
  /** When the car is taken; empty if no particular car is meant. */
  taken: readonly DateRange[];
}

/** The last day on which any rental can end. */
export const lastRentalDay = (today: CalendarDate): CalendarDate =>
  addDays(today, MAX_DAYS_AHEAD + MAX_RENTAL_DAYS);

/** Whether a car is taken from this day on. A rental may still end on the first day of a taken
 *  range. */
export function isTaken(day: CalendarDate, taken: readonly DateRange[]): boolean {
  return taken.some(({ start, end }) => start <= day && day < end);
}

export function mayStartOn(day: CalendarDate, { today, taken }: RentalCalendar): boolean {
  return today <= day && day <= addDays(today, MAX_DAYS_AHEAD) && !isTaken(day, taken);
}

/** Without a start, any day on which some rental could end. */
export function mayEndOn(
  day: CalendarDate,
  start: CalendarDate | null,
  { today, taken }: RentalCalendar,
): boolean {
  if (start === null)
    return today < day && day <= lastRentalDay(today) && !isTaken(addDays(day, -1), taken);
  const range = { start, end: day };
  return (
    start < day &&
    day <= addDays(start, MAX_RENTAL_DAYS) &&
    !taken.some((other) => overlaps(range, other))
  );
}

/**
 * Reads start_date and end_date from a URL. Leaves out past and invalid dates; an end that is not
 * after the start stays, so that the page can say so.
 */
export function readChosenDates(search: URLSearchParams, today: CalendarDate): PickedRange {
  const calendar = { today, taken: [] };
  const from = search.get("start_date");
  if (!isCalendarDate(from) || !mayStartOn(from, calendar)) return { start: null, end: null };
  const to = search.get("end_date");
  const ends = isCalendarDate(to) && (!isBefore(from, to) || mayEndOn(to, from, calendar));
  return { start: from, end: ends ? to : null };
}
