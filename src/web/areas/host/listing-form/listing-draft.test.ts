import { expect, test } from "vitest";
import type { HostListing } from "../../../../contract/host/host-listings.ts";
import { startOf } from "./listing-draft.ts";
import { holds, newValues, newVersion, type ListingValues, type ListingVersion } from "./listing-values.ts";

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

test("without a draft the form begins with the listing as it is", () => {
  expect(startOf(base, undefined)).toEqual({ base, values, isRestored: false, conflict: null });
});

test("a draft of the same version is back", () => {
  expect(startOf(base, { base, values: typed })).toEqual({ base, values: typed, isRestored: true, conflict: null });
});

test("a draft outlives a change of the listing elsewhere, which is shown beside it", () => {
  const now = later({ price_per_day: "52.00" });
  expect(startOf(now, { base, values: typed })).toEqual({ base, values: typed, isRestored: true, conflict: now });
});

test("a change that touches no field, such as an approval, is none to ask about", () => {
  const now = later({});
  expect(startOf(now, { base, values: typed })).toEqual({ base: now, values: typed, isRestored: true, conflict: null });
});

test("a draft of what has been saved meanwhile is none", () => {
  const now = later({ title: "Calmer Fit" });
  expect(startOf(now, { base, values: typed })).toMatchObject({ base: now, isRestored: false, conflict: null });
});

test("a new listing goes on under the id that it may have been sent under", () => {
  const sent = newVersion(values);
  const start = startOf(newVersion(newValues("2026-11-22", "instant")), { base: sent, values });
  expect(start).toMatchObject({ base: { id: sent.id, updated_at: null }, values, isRestored: true, conflict: null });
});

test("a listing holds what was sent, however it was spaced and its price written", () => {
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
  } as unknown as HostListing;
  expect(holds(stored, values)).toBe(true);
  expect(holds(stored, { ...values, title: " Calm Fit ", price_per_day: "$48.5" })).toBe(true);
  expect(holds(stored, { ...values, title: "Calmer Fit" })).toBe(false);
  expect(holds(stored, { ...values, features: ["Bluetooth"] })).toBe(false);
});
