import { expect, test } from "vitest";
import { DomainError } from "../../errors.ts";
import type { CalendarDate } from "../../calendar/dates.ts";
import { chooseAddOns, type AddOnRequest } from "./add-ons.ts";
import { extrasLeft, findShortages, limitToLeft, listDays, withoutHold } from "./extra-stock.ts";
import { checkExtras, maxPerTrip, type Extra, type ExtraInput } from "./extras.ts";
import { checkMeetingPlaces, type MeetingPlace } from "./meeting-places.ts";

const place = (place_id: string, fee_cents = 0): MeetingPlace => ({
  place_id,
  name: place_id,
  latitude: 25,
  longitude: -77,
  fee_cents,
});

const refusal = (check: () => void): unknown => {
  try {
    check();
    return undefined;
  } catch (error) {
    return error instanceof DomainError ? { code: error.code, details: error.details } : error;
  }
};

const places = (count: number) => Array.from({ length: count }, (_, index) => place(`${index}`));
const FEE_RANGE = { min_cents: 0, max_cents: 20_000 };

test.each([
  ["no places", [], undefined],
  ["ten places", places(10), undefined],
  ["the highest fee", [place("dock", 20_000)], undefined],
  ["eleven places", places(11), { code: "too_many_meeting_places", details: { max: 10 } }],
  [
    "a place twice",
    [place("dock"), place("airport"), place("dock", 500)],
    { code: "meeting_place_twice", details: { place_id: "dock" } },
  ],
  [
    "a fee above $200",
    [place("dock", 20_001)],
    { code: "meeting_fee_out_of_range", details: FEE_RANGE },
  ],
  ["a fee below $0", [place("dock", -1)], { code: "meeting_fee_out_of_range", details: FEE_RANGE }],
])("checks %s", (_, list, expected) => {
  expect(refusal(() => checkMeetingPlaces(list))).toEqual(expected);
});

const extra = (change: Partial<ExtraInput> = {}): ExtraInput => ({
  kind: "cooler",
  description: null,
  price_cents: 1_000,
  per: "trip",
  stock: 1,
  ...change,
});
const custom = (description: string | null): ExtraInput => extra({ kind: "custom", description });
const customExtras = (count: number) =>
  Array.from({ length: count }, (_, index) => custom(`${index}`));
const STOCK_REFUSED = { code: "extra_stock_out_of_range", details: { min: 1, max: 10 } };
const PRICE_RANGE = { min_cents: 0, max_cents: 20_000 };

test.each([
  ["no extras", [], undefined],
  ["twelve extras", customExtras(12), undefined],
  ["the highest price and stock", [extra({ price_cents: 20_000, stock: 10 })], undefined],
  ["thirteen extras", customExtras(13), { code: "too_many_extras", details: { max: 12 } }],
  [
    "a listed extra twice",
    [extra(), extra()],
    { code: "extra_twice", details: { name: "Cooler" } },
  ],
  [
    "a custom extra with the name of a listed one",
    [extra(), custom("COOLER")],
    { code: "extra_twice", details: { name: "COOLER" } },
  ],
  [
    "a custom extra that only looks like a listed one",
    [custom("unlimited  Distance")],
    { code: "extra_is_listed", details: { name: "unlimited  Distance" } },
  ],
  [
    "a custom extra without a description",
    [custom(null)],
    { code: "extra_description_missing", details: {} },
  ],
  [
    "a price above $200",
    [extra({ price_cents: 20_001 })],
    { code: "extra_price_out_of_range", details: PRICE_RANGE },
  ],
  [
    "a price below $0",
    [extra({ price_cents: -1 })],
    { code: "extra_price_out_of_range", details: PRICE_RANGE },
  ],
  ["a stock of none", [extra({ stock: 0 })], STOCK_REFUSED],
  ["a stock above ten", [extra({ stock: 11 })], STOCK_REFUSED],
  ["no stock at all", [extra({ stock: null })], STOCK_REFUSED],
  ["fuel, which has no stock", [extra({ kind: "prepaid_fuel", stock: null })], undefined],
])("checks %s", (_, list, expected) => {
  expect(refusal(() => checkExtras(list))).toEqual(expected);
});

const SEAT: Extra = {
  extra_id: "booster_seat",
  kind: "booster_seat",
  name: "Booster seat, over 40 lb",
  price_cents: 300,
  per: "day",
  stock: 2,
};

const ask = (change: Partial<AddOnRequest>): AddOnRequest => ({
  meetingPlaceId: null,
  extras: [],
  ...change,
});
const seats = (quantity: number, extra_id = "booster_seat") =>
  ask({ extras: [{ extra_id, quantity }] });
const OFFERED = { meetingPlaces: [place("dock", 1_500)], extras: [SEAT] };

const NOTHING_MISSING = { isPlaceMissing: false, missingExtras: [] };
const DOCK = place("dock", 1_500);

test.each([
  ["nothing", ask({}), { meetingPlace: null, extras: [] }, {}],
  ["a place", ask({ meetingPlaceId: "dock" }), { meetingPlace: DOCK, extras: [] }, {}],
  [
    "a place that the car does not have",
    ask({ meetingPlaceId: "airport" }),
    { meetingPlace: null, extras: [] },
    { isPlaceMissing: true },
  ],
  ["both seats", seats(2), { meetingPlace: null, extras: [{ extra: SEAT, quantity: 2 }] }, {}],
  [
    "an unknown extra",
    seats(1, "cooler"),
    { meetingPlace: null, extras: [] },
    { missingExtras: ["cooler"] },
  ],
])("chooses %s", (_, requested, addOns, missing) => {
  expect(chooseAddOns(OFFERED, requested)).toEqual({ addOns, ...NOTHING_MISSING, ...missing });
});

const DAYS = { start: "2026-12-05", end: "2026-12-08" } as const;
const taken = (day: CalendarDate, count: number, extra_id = "booster_seat") => ({
  extra_id,
  day,
  taken: count,
});

test("leaves as many items as the fullest day of a rental, its last day included", () => {
  const others = [taken("2026-12-04", 2), taken("2026-12-08", 1), taken("2026-12-09", 2)];
  expect(extrasLeft(SEAT, [], DAYS)).toBe(2);
  expect(extrasLeft(SEAT, others, DAYS)).toBe(1);
  expect(extrasLeft(SEAT, others, { ...DAYS, end: "2026-12-09" })).toBe(0);
  expect(extrasLeft({ ...SEAT, extra_id: "cooler" }, others, DAYS)).toBe(2);
  // The stock was lowered after two were booked.
  expect(extrasLeft({ ...SEAT, stock: 1 }, [taken("2026-12-05", 2)], DAYS)).toBe(0);
  expect(extrasLeft({ ...SEAT, stock: null }, [taken("2026-12-05", 2)], DAYS)).toBe(1);
  expect(listDays(DAYS)).toHaveLength(4);
  const own = withoutHold([taken("2026-12-08", 1)], { ...DAYS, ...seats(1) });
  expect(extrasLeft(SEAT, own, DAYS)).toBe(2);
});

test("limits extras to what is left, and names those of which too few are", () => {
  const fuel: Extra = { ...SEAT, extra_id: "prepaid_fuel", kind: "prepaid_fuel", stock: null };
  const chosen = [
    { extra: SEAT, quantity: 2 },
    { extra: fuel, quantity: 2 },
  ];
  expect(limitToLeft(chosen, maxPerTrip)).toEqual([chosen[0], { extra: fuel, quantity: 1 }]);
  expect(findShortages(chosen, maxPerTrip)).toEqual([{ extra: fuel, left: 1 }]);
  expect(limitToLeft(chosen, () => 0)).toEqual([]);
});
