// The draft of a listing: restoring it, and conflicts with later versions.
import { describe, expect, test } from "vitest";
import type { HostListing } from "../../../../../contract/host/host-listings.ts";
import { chooseNewStart, chooseStart } from "./listing-draft.ts";
import {
  holds,
  newValues,
  newVersion,
  type ListingValues,
  type ListingVersion,
} from "../listing-values.ts";

const values: ListingValues = {
  ...newValues("2026-11-21", "instant"),
  title: "Calm Fit",
  make: "Honda",
  model: "Fit",
  location: "George Town, Exuma",
  price_per_day: "48.50",
};
const base: ListingVersion = { id: "car", updated_at: "2026-11-20T12:00:00.000Z", values };
const typed = { ...values, title: "Calmer Fit" };
const later = (change: Partial<ListingValues>): ListingVersion => ({
  ...base,
  updated_at: "2026-11-21T09:00:00.000Z",
  values: { ...values, ...change },
});

test("starts with the current listing if there is no draft", () => {
  expect(chooseStart(base, undefined)).toEqual({ base, values, isRestored: false, conflict: null });
});

test("restores a draft of the same version", () => {
  expect(chooseStart(base, { base, values: typed })).toEqual({
    base,
    values: typed,
    isRestored: true,
    conflict: null,
  });
});

test("keeps a draft after the listing changed elsewhere, and reports the conflict", () => {
  const now = later({ price_per_day: "52.00" });
  expect(chooseStart(now, { base, values: typed })).toEqual({
    base,
    values: typed,
    isRestored: true,
    conflict: now,
  });
});

test("reports no conflict for a change that touches no field, such as an approval", () => {
  const now = later({});
  expect(chooseStart(now, { base, values: typed })).toEqual({
    base: now,
    values: typed,
    isRestored: true,
    conflict: null,
  });
});

test("ignores a draft whose values have been saved meanwhile", () => {
  const now = later({ title: "Calmer Fit" });
  expect(chooseStart(now, { base, values: typed })).toMatchObject({
    base: now,
    isRestored: false,
    conflict: null,
  });
});

describe("a new listing", () => {
  const defaults = newVersion(newValues("2026-11-22", "instant"), "draft");
  const saved = { version: 3, values };
  const here = (version: number, title: string) => ({
    base: { ...defaults, values },
    values: { ...values, title },
    version,
  });

  test("starts with the defaults, or with the draft on the server", () => {
    expect(chooseNewStart(defaults)).toEqual({
      base: defaults,
      values: defaults.values,
      isRestored: false,
      conflict: null,
      saved: null,
      newer: null,
    });
    expect(chooseNewStart(defaults, saved)).toMatchObject({
      base: defaults,
      values,
      isRestored: true,
      saved,
      newer: null,
    });
  });

  test("restores what only this browser has", () => {
    const typedHere = { values: typed, isRestored: true, newer: null };
    expect(chooseNewStart(defaults, saved, here(3, typed.title))).toMatchObject({
      ...typedHere,
      saved,
    });
    expect(chooseNewStart(defaults, null, here(3, typed.title))).toMatchObject({
      ...typedHere,
      saved: null,
    });
  });

  test("reports a change on another device, unless it is the same", () => {
    expect(chooseNewStart(defaults, saved, here(2, typed.title))).toMatchObject({
      values: typed,
      saved: { version: 2, values },
      newer: saved,
    });
    expect(chooseNewStart(defaults, saved, here(2, values.title))).toMatchObject({
      values,
      saved,
      newer: null,
    });
  });
});

test("recognises stored values regardless of spaces and the price's format", () => {
  const stored = {
    ...values,
    latitude: null,
    longitude: null,
    color: null,
    license_plate: null,
    description: null,
    pickup_instructions: null,
    year: 2026,
    seats: 4,
    price_per_day: 48.5,
    weekend_price: null,
    discount_3_days: 0,
    discount_7_days: 0,
    discount_28_days: 0,
    included_miles_per_day: null,
    price_per_mile_cents: null,
    tank_gallons: null,
    deposit_cents: 0,
  } as unknown as HostListing;
  expect(holds(stored, values)).toBe(true);
  expect(holds(stored, { ...values, title: " Calm Fit ", price_per_day: "$48.5" })).toBe(true);
  expect(holds(stored, { ...values, title: "Calmer Fit" })).toBe(false);
  expect(holds(stored, { ...values, features: ["Bluetooth"] })).toBe(false);
});
