// The data of the price calendar: what is set for the days on screen, and setting it.
import { keepPreviousData } from "@tanstack/react-query";
import type { PricedCar } from "../../../../../contract/host/price-calendar.ts";
import {
  addDays,
  firstOfMonth,
  toWireRange,
  type CalendarDate,
  type DateRange,
} from "../../../../../domain/calendar/dates.ts";
import { readPrices, type PriceTerms } from "../../../../../domain/listing/prices.ts";
import { dollarsToCents } from "../../../../../domain/money/money.ts";
import { useApi, useApiMutation } from "../../../../api/use-api.ts";
import type { Month } from "../../../../ui/form/month.ts";

/** The days that are read around a month: the chosen ones may reach into others. */
const DAYS_BEFORE = 100;
const DAYS_AFTER = 200;

/** The host's cars with their prices of a month and the days around it. */
export function usePrices(month: Month) {
  const first = firstOfMonth(month);
  const query = { from: addDays(first, -DAYS_BEFORE), to: addDays(first, DAYS_AFTER) };
  return useApi("GET /api/host/prices", { query }, { placeholderData: keepPreviousData });
}

/** The dates of ranges, each with its value; null values are left out. */
function listDates<T>(
  dates: PricedCar["dates"],
  valueOf: (range: PricedCar["dates"][number]) => T | null,
): Record<CalendarDate, T> {
  const found: Record<CalendarDate, T> = {};
  for (const range of dates) {
    const value = valueOf(range);
    if (value === null) continue;
    for (let day = range.start_date; day < range.end_date; day = addDays(day, 1))
      found[day] = value;
  }
  return found;
}

export const toTerms = (car: PricedCar): PriceTerms => ({
  ...readPrices(car),
  customPrices: listDates(car.dates, ({ price }) =>
    price === null ? null : dollarsToCents(price),
  ),
});

export const toMinDays = (car: PricedCar): Record<CalendarDate, number> =>
  listDates(car.dates, ({ min_days }) => min_days);

export interface PriceChange extends DateRange {
  carIds: readonly string[];
  /** In dollars. Null removes the custom price; without it, prices stay. */
  price?: number | null;
  /** Null removes the minimum; without it, minimums stay. */
  minDays?: number | null;
}

export const useSetPrices = () =>
  useApiMutation("PUT /api/host/prices", {
    call: ({ carIds, price, minDays, ...days }: PriceChange) => ({
      body: { car_ids: [...carIds], ...toWireRange(days), price, min_days: minDays },
    }),
    invalidates: ["GET /api/host/prices"],
  });
