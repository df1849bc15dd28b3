// The checks of the listing form, and how errors appear and disappear.
import { expect, test } from "vitest";
import type { CalendarDate } from "../../../../domain/calendar/dates.ts";
import { assignErrors, errorsLeft, type FieldErrors } from "../../../forms/form-errors.ts";
import { checkListing, missingFields } from "./check-listing.ts";
import { readCents } from "../../../forms/read-cents.ts";
import { toListingBody, FIELDS, newValues, rebase, type ListingValues } from "./listing-values.ts";

const refusedFields = (refused: Parameters<typeof assignErrors>[0]) =>
  assignErrors(refused, FIELDS);
const remainingErrors = (
  { errors, sent }: { errors: FieldErrors<ListingValues>; sent: ListingValues | null },
  values: ListingValues,
  today: CalendarDate,
) => errorsLeft({ errors, sent }, values, checkListing(values, today));

const TODAY = "2026-11-21";
const filled: ListingValues = {
  ...newValues(TODAY, "instant"),
  title: "Breezy Fit",
  make: "Honda",
  model: "Fit",
  location: "George Town, Exuma",
  price_per_day: "48.50",
  images: ["/photo"],
};
const check = (more: Partial<ListingValues>) => checkListing({ ...filled, ...more }, TODAY);

test("starts a new listing with this year, automatic, gasoline and 4 seats", () => {
  expect(newValues(TODAY, "instant")).toMatchObject({
    year: "2026",
    transmission: "automatic",
    fuel_type: "gasoline",
    seats: "4",
  });
});

test("requires the mandatory fields, and treats spaces as empty", () => {
  const empty = { ...newValues(TODAY, "instant"), title: "  " };
  expect(missingFields(empty)).toEqual(["title", "make", "model", "location", "price_per_day"]);
  expect(Object.keys(checkListing(empty, TODAY)).toSorted()).toEqual([
    "images",
    "location",
    "make",
    "model",
    "price_per_day",
    "title",
  ]);
  expect(checkListing(filled, TODAY)).toEqual({});
});

test.each([
  ["1989", false],
  ["1990", true],
  ["2027", true],
  ["2028", false],
  ["2020.5", false],
  ["", false],
])("checks the year %s (valid: %s)", (year, good) =>
  expect(check({ year }).year === undefined).toBe(good),
);

test.each([
  ["0.99", false],
  ["1", true],
  ["48.5", true],
  ["48.555", false],
  ["100000", true],
  ["100000.01", false],
  ["$1,200.00", true],
  ["forty", false],
  ["4,5", false],
])("checks the price %s (valid: %s)", (price_per_day, good) =>
  expect(check({ price_per_day }).price_per_day === undefined).toBe(good),
);

test("checks the weekend price and the discounts, which may be empty", () => {
  expect(check({ weekend_price: "", discount_7_days: "" })).toEqual({});
  expect(check({ weekend_price: "0.50" })).toHaveProperty("weekend_price");
  expect(check({ weekend_price: "60", weekend_days: [] })).toHaveProperty("weekend_days");
  expect(check({ weekend_price: "", weekend_days: [] })).toEqual({});
  for (const typed of ["60", " 5 % ", "0"]) expect(check({ discount_3_days: typed })).toEqual({});
  for (const typed of ["61", "-1", "2.5", "ten"])
    expect(check({ discount_28_days: typed })).toHaveProperty("discount_28_days");
  expect(
    toListingBody({
      ...filled,
      weekend_price: "$60",
      weekend_days: ["saturday", "friday"],
      discount_3_days: "5%",
    }),
  ).toMatchObject({
    weekend_price: 60,
    weekend_days: ["friday", "saturday"],
    discount_3_days: 5,
    discount_7_days: 0,
  });
});

test("reads a price as people write it", () => {
  expect(readCents(" $1,200.50 ")).toBe(120_050);
  expect(toListingBody({ ...filled, price_per_day: "$1,200.50" }).price_per_day).toBe(1200.5);
});

test("requires both numbers of a position or neither", () => {
  expect(check({ latitude: "25.03" })).toHaveProperty("longitude");
  expect(check({ longitude: "-77.4" })).toHaveProperty("latitude");
  expect(check({ latitude: "north", longitude: "-77.4" })).toHaveProperty("latitude");
  expect(check({ latitude: "25.03", longitude: "-77.4" })).toEqual({});
  expect(toListingBody({ ...filled, latitude: "25.03", longitude: "-77.4" })).toMatchObject({
    latitude: 25.03,
    longitude: -77.4,
  });
  expect(toListingBody(filled)).toMatchObject({ latitude: null, longitude: null });
});

test("sends an empty optional text as null", () => {
  const empty = { description: " ", color: "", license_plate: "" };
  expect(toListingBody({ ...filled, ...empty })).toMatchObject({
    description: null,
    color: null,
    license_plate: null,
  });
});

test.each([
  ["25.03", "77.4", { longitude: "Longitudes in The Bahamas are negative, like -77.40" }],
  [
    "25.03",
    "-97.4",
    { longitude: "Longitudes in The Bahamas are between -80 and -72, like -77.40" },
  ],
  ["52.03", "-77.4", { latitude: "Latitudes in The Bahamas are between 20 and 27, like 25.03" }],
  ["27.26", "-78.4", {}], // Walker's Cay
])("checks the position %s, %s", (latitude, longitude, errors) =>
  expect(check({ latitude, longitude })).toEqual(errors),
);

test("assigns the server's errors to their fields", () => {
  const refused = refusedFields([
    { field: "body.images.0", message: "Choose photos that you have uploaded here." },
    { field: "body.year", message: "Year must be 2027 or earlier." },
    { field: "query.x", message: 'There is no field named "x".' },
  ]);
  expect(refused).toEqual({
    images: "Choose photos that you have uploaded here.",
    year: "Year must be 2027 or earlier.",
  });
});

test("applies what was typed to the listing's new version, and updates the other fields", () => {
  const typed = { ...filled, title: "Breezier Fit", features: ["Bluetooth"] };
  const now = { ...filled, title: "Calm Fit", price_per_day: "52.00" };
  expect(rebase(typed, filled, now)).toEqual({
    ...now,
    title: "Breezier Fit",
    features: ["Bluetooth"],
  });
});

test("clears a field's error once it is valid, and otherwise shows the current error", () => {
  const empty = { ...filled, make: "", price_per_day: "", latitude: "25.03", images: [] };
  const refusal = { errors: checkListing(empty, TODAY), sent: null };
  expect(Object.keys(refusal.errors).toSorted()).toEqual([
    "images",
    "longitude",
    "make",
    "price_per_day",
  ]);
  const left = (more: Partial<ListingValues>) =>
    remainingErrors(refusal, { ...empty, ...more }, TODAY);
  expect(left({})).toEqual(refusal.errors);
  expect(left({ make: "H" })).not.toHaveProperty("make");
  expect(left({ price_per_day: "0.50" })).toMatchObject({
    price_per_day: "The price must be $1.00 or more",
  });
  expect(left({ latitude: "" })).not.toHaveProperty("longitude"); // corrected in the other field
  // Was valid when it was sent, and may be half typed.
  expect(left({ title: "" })).not.toHaveProperty("title");
  expect(left({ make: "Honda", price_per_day: "48", latitude: "", images: ["/photo"] })).toEqual(
    {},
  );
});

test("keeps an error that only the server can see until its field changes", () => {
  const refusal = {
    errors: { images: "Choose photos that you have uploaded here." },
    sent: filled,
  };
  expect(remainingErrors(refusal, { ...filled, title: "Breezier Fit" }, TODAY)).toEqual(
    refusal.errors,
  );
  expect(remainingErrors(refusal, { ...filled, images: ["/other"] }, TODAY)).toEqual({});
});

const distance = (included_miles_per_day: string, price_per_mile_cents: string) => ({
  included_miles_per_day,
  price_per_mile_cents,
});
const UNLIMITED = {
  extra_id: "unlimited_distance",
  kind: "unlimited_distance",
  description: "",
  price: "20",
  per: "trip",
  stock: "",
};

test.each<[string, Partial<ListingValues>, FieldErrors<ListingValues>]>([
  ["unlimited distance", distance("", ""), {}],
  ["a limit", { ...distance("1,000", "$0.25"), tank_gallons: "13" }, {}],
  [
    "miles without a price",
    distance("100", ""),
    { price_per_mile_cents: "Enter a price per mile, or clear the miles for unlimited distance" },
  ],
  [
    "a price without miles",
    distance("", "0.25"),
    {
      included_miles_per_day: "Enter the included miles, or clear the price for unlimited distance",
    },
  ],
  [
    "both out of range",
    distance("99", "0.51"),
    {
      included_miles_per_day:
        "Include 100 to 1,000 miles a day, or leave it empty for unlimited distance",
      price_per_mile_cents: "Enter a price from $0.05 to $0.50 a mile",
    },
  ],
  [
    "a decimal comma",
    { ...distance("150", "0.25"), tank_gallons: "1,5" },
    { tank_gallons: "Enter whole gallons from 1 to 60" },
  ],
  [
    "a part of a gallon",
    { tank_gallons: "13.5" },
    { tank_gallons: "Enter whole gallons from 1 to 60" },
  ],
  ["a deposit", { deposit_cents: "$500" }, {}],
  [
    "a deposit out of range",
    { deposit_cents: "500.01" },
    { deposit_cents: "Enter $1.00 to $500.00, or leave it empty for no deposit" },
  ],
  [
    "a deposit in words",
    { deposit_cents: "none" },
    { deposit_cents: "Enter $1.00 to $500.00, or leave it empty for no deposit" },
  ],
  ["the tank of an electric car", { fuel_type: "electric", tank_gallons: "13.5" }, {}],
])("checks %s", (_what, typed, errors) => {
  expect(check(typed)).toEqual(errors);
});

test("refuses to sell unlimited distance that the car has anyway", () => {
  expect(check({ extras: [UNLIMITED] })).toEqual({
    extras: "This car's distance is unlimited already. Remove the extra, or limit the distance.",
  });
  expect(check({ ...distance("100", "0.25"), extras: [UNLIMITED] })).toEqual({});
});

test("refuses a custom extra with the name of a listed one", () => {
  const custom = { ...UNLIMITED, kind: "custom", description: "unlimited distance", stock: "1" };
  expect(check({ extras: [custom] })).toEqual({
    extras: "unlimited distance is in the list. Choose it there instead.",
  });
});

test("sends the deposit in cents, and zero for none", () => {
  expect(toListingBody({ ...filled, deposit_cents: "150" })).toMatchObject({
    deposit_cents: 15_000,
  });
  expect(toListingBody(filled)).toMatchObject({ deposit_cents: 0 });
});

test("sends the distance and the tank, and no tank of an electric car", () => {
  const typed = { ...filled, ...distance("1,000", "0.25"), tank_gallons: "13" };
  const sent = { included_miles_per_day: 1_000, price_per_mile_cents: 25 };
  expect(toListingBody(typed)).toMatchObject({ ...sent, tank_gallons: 13 });
  expect(toListingBody({ ...typed, fuel_type: "electric" })).toMatchObject({ tank_gallons: null });
  expect(toListingBody(filled)).toMatchObject({
    included_miles_per_day: null,
    price_per_mile_cents: null,
    tank_gallons: null,
  });
});
