// Tests the prices of days and the discounts, and how the prices of a car are converted between
// tables, code and wire.
import { describe, expect, test } from "vitest";
import type { CalendarDate } from "../calendar/dates.ts";
import {
  checkDiscounts,
  discountFor,
  flatTerms,
  priceOfDay,
  PRICE_COLUMNS,
  PRICING_FIELDS,
  PRICING_NAMES,
  readPrices,
  readTerms,
  toPriceColumns,
  toPriceDetails,
  toPrices,
  toTermDetails,
  withPriceColumns,
  type CarPrices,
} from "./prices.ts";

const PRICES: CarPrices = {
  pricePerDayCents: 4_850,
  weekendPriceCents: 6_000,
  weekendDays: ["friday", "saturday"],
  discounts: { 3: 5, 7: 20, 28: 35 },
};
const DETAILS = {
  price_per_day: 48.5,
  weekend_price: 60,
  weekend_days: ["friday" as const, "saturday" as const],
  discount_3_days: 5,
  discount_7_days: 20,
  discount_28_days: 35,
};

test("names every price", () => {
  expect(PRICING_FIELDS.map((field) => PRICING_NAMES[field])).toEqual([
    "Price per day",
    "Weekend price",
    "Weekend days",
    "Discount from 3 days",
    "Discount from 7 days",
    "Discount from 28 days",
  ]);
});

describe("conversions", () => {
  test("to columns and back", () => {
    const columns = toPriceColumns(PRICES);
    expect(columns).toEqual({
      price_per_day_cents: 4_850,
      weekend_price_cents: 6_000,
      weekend_days: ["friday", "saturday"],
      discount_3_days: 5,
      discount_7_days: 20,
      discount_28_days: 35,
    });
    expect(Object.keys(columns)).toEqual(PRICE_COLUMNS);
    expect(toPrices(columns)).toEqual(PRICES);
  });

  test("to dollars and back", () => {
    expect(toPriceDetails(PRICES)).toEqual(DETAILS);
    expect(readPrices(DETAILS)).toEqual(PRICES);
    const flat = { ...PRICES, weekendPriceCents: null };
    expect(readPrices(toPriceDetails(flat))).toEqual(flat);
    expect(() => readPrices({ ...DETAILS, price_per_day: 48.505 })).toThrow(RangeError);
    expect(() => readPrices({ ...DETAILS, weekend_price: 0.001 })).toThrow(RangeError);
  });

  test("of custom prices by date", () => {
    const terms = { ...PRICES, customPrices: { "2026-12-26": 9_550 } };
    expect(toTermDetails(terms)).toEqual({ ...DETAILS, custom_prices: { "2026-12-26": 95.5 } });
    expect(readTerms(toTermDetails(terms))).toEqual(terms);
  });

  test("of what a host entered, which keeps the rest and sorts the weekdays", () => {
    expect(
      withPriceColumns({
        ...DETAILS,
        title: "Breezy Fit",
        weekend_days: ["saturday", "friday", "saturday"],
      }),
    ).toEqual({ title: "Breezy Fit", ...toPriceColumns(PRICES) });
  });
});

const terms = { ...PRICES, customPrices: { "2026-12-25": 9_500, "2026-12-28": 3_000 } };
test.each<[CalendarDate, number, string]>([
  ["2026-12-24", 4_850, "a Thursday"],
  ["2026-12-25", 9_500, "a Friday with a custom price"],
  ["2026-12-26", 6_000, "a Saturday"],
  ["2026-12-27", 4_850, "a Sunday"],
  ["2026-12-28", 3_000, "a Monday with a lower custom price"],
])("%s costs %i cents: %s", (day, cents) => {
  expect(priceOfDay(terms, day)).toBe(cents);
});

test("every day costs the same without rules", () => {
  expect(priceOfDay(flatTerms(4_850), "2026-12-25")).toBe(4_850);
  expect(discountFor(flatTerms(4_850), 90)).toBeUndefined();
});

test.each([
  [2, undefined],
  [3, { percent: 5, fromDays: 3 }],
  [6, { percent: 5, fromDays: 3 }],
  [7, { percent: 20, fromDays: 7 }],
  [27, { percent: 20, fromDays: 7 }],
  [28, { percent: 35, fromDays: 28 }],
])("the discount of %i days is %o", (days, discount) => {
  expect(discountFor(PRICES, days)).toEqual(discount);
});

test("the largest discount applies, even if a longer rental has a smaller one", () => {
  const odd = { discounts: { 3: 30, 7: 0, 28: 10 } };
  expect(discountFor(odd, 28)).toEqual({ percent: 30, fromDays: 3 });
});

test.each([3, 7, 28] as const)("refuses a discount above 60 %% from %i days", (days) => {
  const withDiscount = (percent: number) => ({ discounts: { 3: 0, 7: 0, 28: 0, [days]: percent } });
  expect(() => checkDiscounts(withDiscount(60))).not.toThrow();
  expect(() => checkDiscounts(withDiscount(61))).toThrow(
    expect.objectContaining({ code: "discount_too_high", details: { max_percent: 60 } }),
  );
});
