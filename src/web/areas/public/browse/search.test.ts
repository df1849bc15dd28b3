// Reading a search from the URL and writing it back.
import { expect, test } from "vitest";
import { readPrice } from "../../../forms/read-price.ts";
import {
  browsePath,
  clear,
  EVERYTHING,
  isFiltered,
  readSearch,
  refine,
  toSort,
  writeSearch,
} from "./search.ts";

const today = "2026-12-01";
const read = (query: string) => readSearch(new URLSearchParams(query), today);

test.each([
  ["150", 150],
  ["$1,200.50", 1200.5],
  ["150.", 150],
  ["48,50", 48.5],
  ["48,5", 48.5],
  ["1,200", 1200],
  ["12,345,67", null],
  ["1,2345", null],
  ["0", 0],
  ["-5", null],
  ["1e3", null],
  ["1.234", null],
  ["999999", null],
  ["cheap", null],
  ["", null],
  [null, null],
])("reads the price %j as %s", (text, price) => {
  expect(readPrice(text)).toBe(price);
});

test("restores a search from its own URL", () => {
  const query =
    "location=nassau&min_price=40&max_price=150&body_type=suv&body_type=jeep&min_seats=5&transmission=manual&fuel_type=diesel&fuel_type=hybrid" +
    "&feature=Bluetooth&feature=Sunroof&booking_mode=approval&start_date=2026-12-05&end_date=2026-12-08&pickup_time=09%3A30&return_time=18%3A00&sort=price" +
    "&bounds=-77.6%2C24.9%2C-77.2%2C25.1&view=map";
  const search = read(query);
  expect(search).toEqual({
    location: "nassau",
    place: null,
    island: null,
    minPrice: 40,
    maxPrice: 150,
    bodyTypes: ["suv", "jeep"],
    minSeats: 5,
    transmission: "manual",
    fuelTypes: ["diesel", "hybrid"],
    features: ["Bluetooth", "Sunroof"],
    bookingMode: "approval",
    dates: { start: "2026-12-05", end: "2026-12-08", pickupTime: "09:30", returnTime: "18:00" },
    sort: "price",
    view: "map",
    bounds: { west: -77.6, south: 24.9, east: -77.2, north: 25.1 },
  });
  expect(browsePath(search)).toBe(`/browse?${query}`);
  expect(browsePath({ ...search, island: "exumas" })).toBe(`/browse/exumas?${query}`);
  expect(browsePath(search, "abc")).toBe(`/browse?${query}&cursor=abc`);
});

test("keeps a chosen place with its position, until other text replaces it", () => {
  const query = "place=Atlantis+Paradise+Island&at=25.086%2C-77.324";
  const search = read(query);
  expect(search).toEqual({
    ...EVERYTHING,
    place: { name: "Atlantis Paradise Island", latitude: 25.086, longitude: -77.324 },
  });
  expect(browsePath(search)).toBe(`/browse?${query}`);
  expect(isFiltered(search)).toBe(true);
  expect(read(`${query}&location=Atlantis+Paradise+Island`)).toEqual(search);
  expect(read(`${query}&location=Exuma`)).toEqual({ ...EVERYTHING, location: "Exuma" });
  const later = refine(search, { ...search, place: null, sort: "distance" });
  expect(later).toEqual(EVERYTHING);
});

test("orders by distance from a place, unless the search says otherwise", () => {
  const place = "place=Nassau&at=25.06,-77.34";
  expect(read(`${place}&sort=newest`).sort).toBe("newest");
  expect(read(`${place}&sort=distance`).sort).toBeNull();
  expect(read("sort=newest").sort).toBeNull();
});

test("keeps the order of a text, which may name a place, until the text is cleared", () => {
  expect(read("location=LPIA&sort=distance").sort).toBe("distance");
  const search = read("location=LPIA&sort=newest");
  expect(search.sort).toBe("newest");
  expect(browsePath(search)).toBe("/browse?location=LPIA&sort=newest");
  expect(toSort("newest", search)).toBe("newest");
  expect(toSort("", search)).toBeNull();
  expect(refine(search, { ...search, location: "" })).toEqual(EVERYTHING);
  expect(clear(search)).toEqual(EVERYTHING);
});

test("reads the island from the path, or else from the query", () => {
  expect(read("island=bimini").island).toBe("bimini");
  expect(readSearch(new URLSearchParams("island=bimini"), today, "exumas").island).toBe("exumas");
  expect(isFiltered(read("island=bimini"))).toBe(true);
});

test.each([
  [
    "several in another order, one of them twice",
    "feature=Sunroof&feature=Bluetooth&feature=Sunroof",
    { features: ["Bluetooth", "Sunroof"] },
  ],
  [
    "a known value among unknown ones",
    "fuel_type=coal&fuel_type=diesel&fuel_type=",
    { fuelTypes: ["diesel"] },
  ],
  ["a reversed range", "min_price=90&max_price=50", { maxPrice: 50 }],
  ["prices as typed", "min_price=%2448,50&max_price=1,200", { minPrice: 48.5, maxPrice: 1200 }],
])("uses what is valid: %s", (_what, query, expected) => {
  expect(read(query)).toEqual({ ...EVERYTHING, ...expected });
});

test.each([
  "location=%20%00&max_price=abc&start_date=2026-12-08&end_date=2026-12-05&sort=random",
  "start_date=2026-12-05",
  "start_date=2020-12-05&end_date=2020-12-08",
  "cursor=x&unknown=y",
  "island=atlantis&min_price=0&min_seats=2&transmission=semi&fuel_type=coal&feature=bluetooth&booking_mode=",
  "min_seats=3&min_seats=5&min_price=-4",
  "place=Nassau",
  "place=%20%00&at=25.06,-77.34",
  "place=London&at=51.5,-0.1",
  "place=Nassau&at=25.06,-77.34,9",
  "at=25.06,-77.34&sort=distance",
  "",
])("ignores invalid values: ?%s", (query) => {
  expect(read(query)).toEqual(EVERYTHING);
  expect(writeSearch(read(query))).toEqual({});
  expect(isFiltered(read(query))).toBe(false);
});

test("keeps the map area for other filters, drops it for another place, and keeps order and view on Clear Filters", () => {
  const search = read("location=nassau&sort=price&view=map&bounds=-77.6,24.9,-77.2,25.1");
  expect(refine(search, { ...search, maxPrice: 60 })).toEqual({ ...search, maxPrice: 60 });
  expect(refine(search, { ...search, location: "exuma" })).toEqual({
    ...search,
    location: "exuma",
    bounds: null,
  });
  expect(clear(search)).toEqual({ ...EVERYTHING, sort: "price", view: "map" });
});
