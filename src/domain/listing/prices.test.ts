// Tests how the prices of a car are converted between tables, code and wire.
import { expect, test } from "vitest";
import {
  PRICE_FIELDS,
  PRICE_NAMES,
  readPrices,
  toPriceColumns,
  toPriceDetails,
  toPrices,
  withPriceColumns,
} from "./prices.ts";

const PRICES = { pricePerDayCents: 4_850 };

test("names every price", () => {
  expect(PRICE_FIELDS.map((field) => PRICE_NAMES[field])).toEqual(["Price per day"]);
});

test("converts to columns and back", () => {
  expect(toPriceColumns(PRICES)).toEqual({ price_per_day_cents: 4_850 });
  expect(toPrices(toPriceColumns(PRICES))).toEqual(PRICES);
});

test("converts to dollars and back", () => {
  expect(toPriceDetails(PRICES)).toEqual({ price_per_day: 48.5 });
  expect(readPrices(toPriceDetails(PRICES))).toEqual(PRICES);
  expect(() => readPrices({ price_per_day: 48.505 })).toThrow(RangeError);
});

test("replaces what a host entered by columns, and leaves the rest", () => {
  expect(withPriceColumns({ title: "Breezy Fit", price_per_day: 48.5 })).toEqual({
    title: "Breezy Fit",
    price_per_day_cents: 4_850,
  });
});
