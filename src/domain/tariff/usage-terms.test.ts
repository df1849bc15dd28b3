import { expect, test } from "vitest";
import { DomainError } from "../errors.ts";
import type { ExtraKind } from "../listing/add-ons/extras.ts";
import {
  checkDistance,
  checkExcess,
  checkPumpPrice,
  checkTank,
  isSameTerms,
  levelTerms,
  readUsageTerms,
  toBookedDetails,
  toUsageDetails,
  withExtras,
  type UsageTerms,
} from "./usage-terms.ts";

const FUEL = { kind: "fuel", tankGallons: 13, pumpPriceCents: 560 } as const;
const LIMIT = { includedMilesPerDay: 150, pricePerMileCents: 25 };
const BASE = { tariffVersion: 1, ceilingCents: 102_000, depositCents: 15_000 } as const;

test.each<[string, UsageTerms]>([
  ["a limit and fuel", { ...BASE, distance: LIMIT, level: FUEL }],
  ["an electric car", { ...BASE, distance: null, level: { kind: "charging" } }],
  ["prepaid fuel", { ...BASE, distance: LIMIT, level: null }],
])("a booking keeps %s", (_what, terms) => {
  expect(readUsageTerms(toUsageDetails(terms))).toEqual(terms);
});

test("writes only what the terms have", () => {
  expect(toUsageDetails({ ...BASE, distance: null, level: { kind: "charging" } })).toEqual({
    tariff_version: 1,
    ceiling_cents: 102_000,
    included_miles_per_day: null,
    price_per_mile_cents: null,
    level_charge: "charging",
    tank_gallons: null,
    pump_price_cents: null,
    deposit_cents: 15_000,
  });
});

test("a booking from before the tariff has no terms", () => {
  const row = toUsageDetails({ ...BASE, distance: null, level: null });
  expect(readUsageTerms({ ...row, tariff_version: null })).toBeNull();
  expect(toBookedDetails({ ...row, ceiling_cents: null })).toBeNull();
});

test("sends a booking's terms as they are stored", () => {
  const row = toUsageDetails({ ...BASE, distance: LIMIT, level: FUEL });
  expect(toBookedDetails(row)).toEqual(row);
});

test.each([
  ["included_miles_per_day", { distance: null }],
  ["price_per_mile_cents", { distance: null }],
  ["tank_gallons", { level: null }],
  ["pump_price_cents", { level: null }],
])("without %s, nothing is charged by it", (column, terms) => {
  const row = toUsageDetails({ ...BASE, distance: LIMIT, level: FUEL });
  expect(readUsageTerms({ ...row, [column]: null })).toMatchObject(terms);
});

test.each([
  ["gasoline", 13, 560, FUEL],
  ["hybrid", 13, 560, FUEL],
  ["gasoline", null, 560, null],
  ["diesel", 13, null, null],
  ["electric", null, 560, { kind: "charging" }],
] as const)(
  "a car with %s, %s gallons and %s cents",
  (fuelType, tankGallons, pumpPriceCents, terms) => {
    expect(levelTerms({ fuelType, tankGallons, pumpPriceCents })).toEqual(terms);
  },
);

test("extras remove the limit of the distance and prepay the fuel", () => {
  const terms = toUsageDetails({ ...BASE, distance: LIMIT, level: FUEL });
  const without = (change: Partial<UsageTerms>) =>
    toUsageDetails({ ...BASE, distance: LIMIT, level: FUEL, ...change });
  expect(withExtras(terms, ["cooler"])).toEqual(terms);
  expect(withExtras(terms, ["unlimited_distance"])).toEqual(without({ distance: null }));
  expect(withExtras(terms, ["prepaid_fuel"])).toEqual(without({ level: null }));
});

const refusal = (check: () => void) => {
  try {
    check();
  } catch (error) {
    if (error instanceof DomainError) return [error.code, error.details];
  }
  return null;
};

const refuse = (miles: number | null, cents: number | null, extras: ExtraKind[] = []) =>
  refusal(() =>
    checkDistance({ included_miles_per_day: miles, price_per_mile_cents: cents }, extras),
  );

test.each([
  [null, null],
  [100, 5],
  [1_000, 50],
])("accepts %s miles at %s cents", (miles, cents) => {
  expect(refuse(miles, cents)).toBeNull();
});

test.each([
  [150, null, "distance_incomplete", { field: "price_per_mile_cents" }],
  [null, 25, "distance_incomplete", { field: "included_miles_per_day" }],
  [99, 25, "included_miles_out_of_range", { min: 100, max: 1_000 }],
  [1_001, 25, "included_miles_out_of_range", { min: 100, max: 1_000 }],
  [150, 4, "mile_price_out_of_range", { min_cents: 5, max_cents: 50 }],
  [150, 51, "mile_price_out_of_range", { min_cents: 5, max_cents: 50 }],
])("refuses %s miles at %s cents", (miles, cents, code, details) => {
  expect(refuse(miles, cents)).toEqual([code, details]);
});

test("refuses to sell unlimited distance with a car that has it anyway", () => {
  expect(refuse(null, null, ["cooler", "unlimited_distance"])).toEqual([
    "unlimited_distance_included",
    {},
  ]);
  expect(refuse(null, null, ["cooler"])).toBeNull();
  expect(refuse(150, 25, ["unlimited_distance"])).toBeNull();
});

test.each([
  ["gasoline", null, null],
  ["electric", null, null],
  ["gasoline", 1, null],
  ["gasoline", 60, null],
  ["gasoline", 0, ["tank_out_of_range", { min: 1, max: 60 }]],
  ["gasoline", 61, ["tank_out_of_range", { min: 1, max: 60 }]],
  ["electric", 13, ["tank_of_electric_car", {}]],
] as const)("a tank of a %s car with %s gallons", (fuel_type, tank_gallons, expected) => {
  expect(refusal(() => checkTank({ fuel_type, tank_gallons }))).toEqual(expected);
});

test.each([
  [0, null],
  [500_000, null],
  [-1, ["excess_out_of_range", { min_cents: 0, max_cents: 500_000 }]],
  [500_001, ["excess_out_of_range", { min_cents: 0, max_cents: 500_000 }]],
])("an excess of %s cents", (cents, expected) => {
  expect(refusal(() => checkExcess(cents))).toEqual(expected);
});

test.each([
  [100, null],
  [2_000, null],
  [99, "pump_price_out_of_range"],
  [2_001, "pump_price_out_of_range"],
])("a pump price of %s cents", (cents, code) => {
  const details = { island: "exumas", min_cents: 100, max_cents: 2_000 };
  expect(refusal(() => checkPumpPrice("exumas", cents))).toEqual(code && [code, details]);
});

test("compares all terms", () => {
  const shown = toUsageDetails({ ...BASE, distance: LIMIT, level: FUEL });
  expect(isSameTerms(shown, { ...shown })).toBe(true);
  expect(isSameTerms(shown, { ...shown, pump_price_cents: 561 })).toBe(false);
  expect(isSameTerms(shown, { ...shown, ceiling_cents: 1 })).toBe(false);
  expect(isSameTerms(shown, { ...shown, deposit_cents: 0 })).toBe(false);
});
