// Tests what a listing may contain (specification sections 3 and 9) and which changes need a new
// review.
import { expect, test } from "vitest";
import {
  BOOKING_MODES,
  bookingModeFor,
  FEATURES,
  BODY_TYPES,
  FUEL_TYPES,
  needsReview,
  newestYear,
  newListingDefaults,
  SEAT_OPTIONS,
  TRANSMISSIONS,
} from "./listing.ts";

test("offers the specified choices in order", () => {
  expect(FEATURES.join(", ")).toBe(
    "Air Conditioning, Bluetooth, GPS Navigation, Backup Camera, USB Charging, Aux Input, Heated Seats, Sunroof, Cruise Control, " +
      "Power Windows, Power Steering, Remote Start",
  );
  expect(TRANSMISSIONS).toEqual(["automatic", "manual"]);
  expect(FUEL_TYPES).toEqual(["gasoline", "diesel", "electric", "hybrid"]);
  expect(BODY_TYPES.join(", ")).toBe(
    "saloon, hatchback, suv, jeep, van, pickup_truck, convertible, golf_cart",
  );
  expect(SEAT_OPTIONS).toEqual([2, 4, 5, 6, 7, 8]);
  expect(BOOKING_MODES).toEqual(["instant", "approval"]);
});

test("starts a new listing with this year, automatic, gasoline and four seats, and allows next year's models", () => {
  expect(newListingDefaults("2026-12-31")).toEqual({
    year: 2026,
    transmission: "automatic",
    fuel_type: "gasoline",
    seats: 4,
  });
  expect(newestYear("2026-12-31")).toBe(2027);
});

const car = { make: "Toyota", model: "RAV4", year: 2021, license_plate: null };
test.each([
  [{}, false],
  [{ make: "Honda" }, true],
  [{ model: "Corolla" }, true],
  [{ year: 2022 }, true],
  [{ license_plate: "AB 1234" }, true],
])("a change of %j needs a new review: %s", (change, expected) => {
  expect(needsReview(car, { ...car, ...change })).toBe(expected);
});

test.each([
  ["instant", false, false, "instant"],
  ["instant", true, true, "instant"],
  ["instant", true, false, "approval"],
  ["approval", true, true, "approval"],
] as const)(
  "%s, for verified renters alone: %s, renter is verified: %s -> %s",
  (bookingMode, instantForVerified, isVerified, mode) => {
    expect(bookingModeFor({ bookingMode, instantForVerified }, isVerified)).toBe(mode);
  },
);
