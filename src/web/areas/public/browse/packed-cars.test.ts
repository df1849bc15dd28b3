import { expect, test } from "vitest";
import type { FoundCar } from "./fetch-cars.ts";
import { packCars, unpackCars } from "./packed-cars.ts";

const bare: FoundCar = {
  id: "5f0f1a3e-9f5e-4f3e-9f5e-000000000000",
  title: 'Jimny, "the goat"',
  make: "Suzuki",
  model: "Jimny",
  year: 2020,
  location: "George Town, Exuma",
  latitude: 23.51,
  longitude: -75.78,
  price_per_day: 89.75,
  transmission: "manual",
  fuel_type: "gasoline",
  seats: 4,
  features: ["Bluetooth"],
  images: ["https://example.test/1.webp"],
  booking_mode: "instant",
  host: null,
  rating: null,
  distance_miles: null,
  distance: null,
  quote: null,
};
const full: FoundCar = {
  ...bare,
  host: { first_name: "Keisha", last_name: "Rolle" },
  rating: { average: 4.5, count: 2 },
  distance_miles: 0.4,
  distance: "0.4 mi from the airport",
  quote: { days: 3, amount_due: 299.17 },
};
const found = {
  listings: [bare, full],
  next_cursor: "next",
  count: 2,
  count_is_exact: true,
  place: null,
  priced_by_dates: true,
};

test("a page's data contains all that the map shows of its cars", () => {
  expect(unpackCars(packCars(found, "map"))).toEqual(found);
});

test("the grid's data leaves out where the cars are", () => {
  const listings = found.listings.map((car) => ({ ...car, latitude: null, longitude: null }));
  expect(unpackCars(packCars(found, "grid"))).toEqual({ ...found, listings });
});
