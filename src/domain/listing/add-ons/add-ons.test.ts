import { expect, test } from "vitest";
import { DomainError } from "../../errors.ts";
import type { CalendarDate } from "../../calendar/dates.ts";
import { chooseAddOns, NO_ADD_ONS, type AddOnRequest } from "./add-ons.ts";
import { extraDays, extrasLeft, limitToLeft, withoutHold } from "./extra-stock.ts";
import { checkExtras, type Extra, type ExtraInput } from "./extras.ts";
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
const own = (description: string | null): ExtraInput => extra({ kind: "custom", description });
const ownExtras = (count: number) => Array.from({ length: count }, (_, index) => own(`${index}`));
const STOCK_REFUSED = { code: "extra_stock_out_of_range", details: { min: 1, max: 10 } };
const PRICE_RANGE = { min_cents: 0, max_cents: 20_000 };

test.each([
  ["no extras", [], undefined],
  ["twelve extras", ownExtras(12), undefined],
  ["the highest price and stock", [extra({ price_cents: 20_000, stock: 10 })], undefined],
  ["thirteen extras", ownExtras(13), { code: "too_many_extras", details: { max: 12 } }],
  [
    "one of the list twice",
    [extra(), extra()],
    { code: "extra_twice", details: { name: "Cooler" } },
  ],
  [
    "own description that repeat the list",
    [extra(), own("COOLER")],
    { code: "extra_twice", details: { name: "COOLER" } },
  ],
  ["an own extra without description", [own(null)], { code: "extra_description_missing", details: {} }],
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

test.each([
  ["nothing", ask({}), {}, null],
  ["the place", ask({ meetingPlaceId: "dock" }), { meetingPlace: place("dock", 1_500) }, null],
  [
    "a place that it does not have",
    ask({ meetingPlaceId: "airport" }),
    {},
    { code: "meeting_place_not_offered" },
  ],
  ["both seats", seats(2), { extras: [{ extra: SEAT, quantity: 2 }] }, null],
  ["an unknown extra", seats(1, "cooler"), {}, { code: "extra_not_offered" }],
  ["more than there are", seats(3), {}, { code: "extra_quantity_out_of_range", max: 2 }],
  ["none of them", seats(0), {}, { code: "extra_quantity_out_of_range", max: 2 }],
])("chooses %s", (_, asked, addOns, missing) => {
  expect(chooseAddOns(OFFERED, asked)).toEqual({ addOns: { ...NO_ADD_ONS, ...addOns }, missing });
});

test("counts what is left on the fullest day of a rental, its last day included", () => {
  const taken = (day: CalendarDate, count: number) => ({
    extra_id: "booster_seat",
    day,
    taken: count,
  });
  const days = { start: "2026-12-05", end: "2026-12-08" } as const;
  const others = [taken("2026-12-04", 2), taken("2026-12-08", 1), taken("2026-12-09", 2)];
  expect(extrasLeft(SEAT, [], days)).toBe(2);
  expect(extrasLeft(SEAT, others, days)).toBe(1);
  expect(extrasLeft(SEAT, others, { ...days, end: "2026-12-09" })).toBe(0);
  expect(extrasLeft({ ...SEAT, extra_id: "cooler" }, others, days)).toBe(2);
  expect(extraDays(days)).toHaveLength(4);
  expect(limitToLeft(seats(2).extras, [SEAT], others, days)).toEqual(seats(1).extras);
  expect(limitToLeft(seats(2).extras, [SEAT], others, null)).toEqual(seats(2).extras);
  expect(limitToLeft(seats(1, "cooler").extras, [SEAT], others, days)).toEqual([]);
  const own = withoutHold([taken("2026-12-08", 1)], { ...days, ...seats(1) });
  expect(extrasLeft(SEAT, own, days)).toBe(2);
});
