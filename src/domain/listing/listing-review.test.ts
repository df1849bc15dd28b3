// Tests what an admin sees before a listing goes on the site.
import { expect, test } from "vitest";
import { changesSince, isTooOld, needsLook, type ReviewedListing } from "./listing-review.ts";

test("accepts a car of 15 years and warns about one of 16", () => {
  expect(isTooOld(2011, "2026-11-21")).toBe(false);
  expect(isTooOld(2010, "2026-11-21")).toBe(true);
});

const approved: ReviewedListing = {
  make: "Toyota",
  model: "RAV4",
  year: 2021,
  license_plate: "AB 1234",
  title: "A car for sandy roads",
  description: null,
  color: "white",
  price_per_day: 60,
  weekend_price: null,
  weekend_days: ["friday", "saturday"],
  discount_3_days: 0,
  discount_7_days: 0,
  discount_28_days: 0,
  included_miles_per_day: null,
  price_per_mile_cents: null,
  tank_gallons: null,
  deposit_cents: 0,
  meeting_places: [],
  extras: [],
  custom_extras: [],
  custom_extra_prices: [],
  booking_mode: "instant",
  location: "Nassau",
  island: "new-providence",
  latitude: 25.06,
  longitude: -77.34,
  pickup_instructions: "By the pink gate.",
  body_type: "suv",
  transmission: "automatic",
  fuel_type: "gasoline",
  seats: 5,
  features: ["Bluetooth", "Sunroof"],
  images: ["a.jpg", "b.jpg"],
  self_drive_plate: ["2026-01-05T12:00:00Z"],
  insurance: ["2026-01-05T12:00:00Z", "2027-01-04"],
  inspection: ["2026-01-05T12:00:00Z", "2027-01-04"],
};

test("reports no change for equal values, including lists", () => {
  expect(changesSince(approved, { ...approved, features: ["Bluetooth", "Sunroof"] })).toEqual([]);
});

test("reports every changed field in display order", () => {
  const now = Object.fromEntries(
    Object.keys(approved).map((field) => [field, "changed"]),
  ) as ReviewedListing;
  const changes = changesSince(approved, now);
  expect(changes.map(({ field }) => field)).toEqual(Object.keys(approved));
  expect(changes[0]).toEqual({ field: "make", before: "Toyota", after: "changed" });
});

test("reports reordered photos, but no field missing from the earlier snapshot", () => {
  const now = { ...approved, images: ["b.jpg", "a.jpg"], title: "Another title" };
  const { title: _, ...remembered } = approved;
  expect(changesSince(remembered, now)).toEqual([
    { field: "images", before: ["a.jpg", "b.jpg"], after: ["b.jpg", "a.jpg"] },
  ]);
});

test("reports added places and extras for an approval from before there were any", () => {
  const { meeting_places: _places, extras: _extras, custom_extras: _custom, ...old } = approved;
  const now = { ...approved, extras: ["Cooler ($5.00 a trip)"], custom_extras: ["Kayak"] };
  expect(changesSince(old, now)).toEqual([
    { field: "extras", before: [], after: ["Cooler ($5.00 a trip)"] },
    { field: "custom_extras", before: [], after: ["Kayak"] },
  ]);
  expect(needsLook(old, now)).toBe(true);
  expect(needsLook(old, approved)).toBe(false);
});

test("reports no prices of custom extras for an approval that did not store them", () => {
  const { custom_extra_prices: _prices, ...old } = { ...approved, custom_extras: ["Kayak"] };
  const now = { ...old, custom_extra_prices: ["Kayak ($7.00 a day)"] };
  expect(changesSince(old, now)).toEqual([]);
});

test.each([
  ["title", "Another title", true],
  ["description", "Call me.", true],
  ["images", ["a.jpg"], true],
  ["location", "Exuma", true],
  ["latitude", 23.5, true],
  ["longitude", -75.8, true],
  ["price_per_day", 90, false],
  ["pickup_instructions", "Code 2468.", false],
] as const)("a change of %s needs a look: %s, %s", (field, after, needed) => {
  expect(needsLook(approved, { ...approved, [field]: after })).toBe(needed);
});
