// Why the panel refuses a period, and what it offers instead.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { DEFAULT_RULES, type BookingRules } from "../../../../domain/booking/booking-rules.ts";
import {
  rentalPeriod,
  takenTime,
  toPricedDays,
  type RentalPeriod,
  type RentalTimes,
} from "../../../../domain/booking/rental-period.ts";
import { addDays, todayInNassau } from "../../../../domain/calendar/dates.ts";
import type { TimeOfDay } from "../../../../domain/calendar/time-of-day.ts";
import { NO_ADD_ONS } from "../../../../domain/listing/add-ons/add-ons.ts";
import {
  flatTerms,
  MAX_CUSTOM_PRICE_CENTS,
  MAX_DISCOUNT_PERCENT,
  type PriceTerms,
} from "../../../../domain/listing/prices.ts";
import { checkChargeable } from "../../../../domain/money/charge.ts";
import { MAX_PRICE_CENTS } from "../../../../domain/money/money.ts";
import { findObstacle as findPricedObstacle } from "./obstacle.ts";
import type { Availability } from "./use-availability.ts";

const start = addDays(todayInNassau(new Date()), 40);
const times = { pickupTime: "10:00", returnTime: "10:00" } as const;
const period = (from: number, nights: number) =>
  rentalPeriod(addDays(start, from), addDays(start, from + nights), times) as RentalPeriod &
    RentalTimes;
const availability = (rules: Partial<BookingRules>, more: Partial<Availability> = {}) => ({
  state: "known" as const,
  times: [],
  extrasTaken: [],
  storm: null,
  rules: { ...DEFAULT_RULES, ...rules },
  ...more,
});
type Requested = Parameters<typeof findPricedObstacle>[1];
const findObstacle = (known: Availability, requested: Requested, priceTerms = flatTerms(7_800)) =>
  findPricedObstacle(known, requested, { priceTerms, addOns: NO_ADD_ONS });

test.each<[string, Partial<BookingRules>, object]>([
  ["a minimum", { minDays: 5 }, { code: "too_short", min_days: 5 }],
  ["a date", { dateMinDays: { [start]: 5 } }, { code: "too_short", min_days: 5 }],
  ["a maximum", { maxDays: 2 }, { code: "too_long", max_days: 2 }],
  ["hours", { pickupFrom: "12:00" }, { code: "outside_handover_hours", field: "pickup_time" }],
])("offers what %s allows", (_rule, rules, expected) => {
  const { obstacle, alternatives } = findObstacle(availability(rules), period(0, 3));
  expect(obstacle).toMatchObject(expected);
  expect(alternatives).toHaveLength(3);
  for (const each of alternatives)
    expect(
      findObstacle(availability(rules), each as RentalPeriod & RentalTimes).obstacle,
    ).toBeNull();
});

test("names another trip first, and no rule before the rules are known", () => {
  const taken = { times: [takenTime(period(1, 1), 0)] };
  const find = (more: Partial<Availability>) =>
    findObstacle(availability({ minDays: 5 }, more), period(0, 3)).obstacle;
  expect(find(taken)).toEqual({ code: "dates_taken" });
  expect(find({ ...taken, state: "loading" })).toBeNull();
  expect(find({ state: "failed" })).toBeNull();
  expect(findObstacle(availability({}), null).obstacle).toBeNull();
});

test("tells taken times from taken dates", () => {
  /** The next trip begins on the day of the return. */
  const until = (pickupTime: TimeOfDay, turnaroundHours: number) => {
    const next = rentalPeriod(addDays(start, 3), addDays(start, 5), { ...times, pickupTime });
    const rules = { turnaroundHours };
    return findObstacle(availability(rules, { times: [takenTime(next, 0)] }), period(0, 3))
      .obstacle;
  };
  expect(until("10:00", 0)).toBeNull();
  expect(until("09:30", 0)).toEqual({ code: "times_taken" });
  expect(until("10:00", 2)).toEqual({ code: "times_taken" });
  expect(until("10:00", 3)).toEqual({ code: "dates_taken" });
});

test("offers fewer days if one charge can't cover the requested ones", () => {
  const find = (nights: number) =>
    findObstacle(availability({}), period(0, nights), flatTerms(MAX_PRICE_CENTS));
  expect(find(9).obstacle).toBeNull();
  const { obstacle, alternatives } = find(10);
  expect(obstacle).toEqual({ code: "dates_too_long", max_days: 9 });
  expect(alternatives).toHaveLength(3);
  expect(alternatives[0]).toEqual(period(0, 9));
});

const cents = fc.integer({ min: 100, max: MAX_PRICE_CENTS });
const percent = fc.integer({ min: 0, max: MAX_DISCOUNT_PERCENT });
const anyTerms: fc.Arbitrary<PriceTerms> = fc.record({
  pricePerDayCents: cents,
  weekendPriceCents: fc.option(cents),
  weekendDays: fc.constant(["friday", "saturday"] as const),
  discounts: fc.record({ 3: percent, 7: percent, 28: percent }),
  customPrices: fc.dictionary(
    fc.integer({ min: 0, max: 100 }).map((later) => addDays(start, later)),
    fc.integer({ min: 100, max: MAX_CUSTOM_PRICE_CENTS }),
  ),
});
test("never offers a period whose amount the server refuses", () => {
  fc.assert(
    fc.property(anyTerms, fc.integer({ min: 1, max: 90 }), (terms, nights) => {
      const requested = period(0, nights);
      const { obstacle, alternatives } = findObstacle(availability({}), requested, terms);
      for (const offered of obstacle ? alternatives : [requested])
        expect(() => checkChargeable(terms, toPricedDays(offered))).not.toThrow();
    }),
  );
});
