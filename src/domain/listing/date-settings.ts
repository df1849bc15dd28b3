// What a host may set for single dates of cars: a custom price, and how long a rental must be.
import { MAX_DAYS_AHEAD, MAX_RENTAL_DAYS } from "../booking/rental-period.ts";
import {
  addDays,
  dayAfter,
  daysBetween,
  isBefore,
  type CalendarDate,
  type DateRange,
} from "../calendar/dates.ts";
import { MAX_SHOWN_DAYS } from "../calendar/host-calendar.ts";
import { DomainError } from "../errors.ts";
import { centsToDollars } from "../money/money.ts";
import { MAX_CUSTOM_PRICE_CENTS, MIN_CUSTOM_PRICE_CENTS, type CustomPrices } from "./prices.ts";

/** The shortest rental, in days, that includes a date. */
export type DateMinDays = Readonly<Record<CalendarDate, number>>;

/** What is set for the dates of one car. */
export interface DateSettings {
  customPrices: CustomPrices;
  dateMinDays: DateMinDays;
}
export const NO_DATE_SETTINGS: DateSettings = { customPrices: {}, dateMinDays: {} };

/** The shortest rental that includes all of these dates: 1 if none of them has a rule. */
export function minDaysOn(dateMinDays: DateMinDays, { start, end }: DateRange): number {
  let longest = 1;
  for (let day = start; day < end; day = dayAfter(day))
    longest = Math.max(longest, dateMinDays[day] ?? 1);
  return longest;
}

/** The most cars that one request may price. */
export const MAX_CARS_PRICED_AT_ONCE = 200;

/** The last day, exclusive, that any rental can include and that can be priced. */
export const lastPricedDay = (today: CalendarDate): CalendarDate =>
  addDays(today, MAX_DAYS_AHEAD + MAX_RENTAL_DAYS);

/**
 * The days that a host prices.
 * @throws DomainError dates_reversed, dates_past, price_dates_too_many, price_dates_too_far
 */
export function checkPricedDays(days: DateRange, today: CalendarDate): void {
  if (!isBefore(days.start, days.end)) throw new DomainError("dates_reversed");
  if (daysBetween(days.start, days.end) > MAX_SHOWN_DAYS)
    throw new DomainError("price_dates_too_many", { max_days: MAX_SHOWN_DAYS });
  if (isBefore(days.start, today)) throw new DomainError("dates_past", { today });
  if (isBefore(lastPricedDay(today), days.end))
    throw new DomainError("price_dates_too_far", {
      max_days_ahead: daysBetween(today, lastPricedDay(today)),
    });
}

/**
 * No rental could include a date that requires more days than the car allows.
 * @param minDays of a date @param maxDays of the car @throws DomainError date_min_days_too_high
 */
export function checkDateMinDays(minDays: number, maxDays: number): void {
  if (minDays > maxDays)
    throw new DomainError("date_min_days_too_high", { min_days: minDays, max_days: maxDays });
}

/** @throws DomainError custom_price_out_of_range, with the limits in dollars */
export function checkCustomPrice(cents: number): void {
  if (cents < MIN_CUSTOM_PRICE_CENTS || cents > MAX_CUSTOM_PRICE_CENTS)
    throw new DomainError("custom_price_out_of_range", {
      min: centsToDollars(MIN_CUSTOM_PRICE_CENTS),
      max: centsToDollars(MAX_CUSTOM_PRICE_CENTS),
    });
}
