// Why the panel refuses a period, and what it offers instead.
import { expect, test } from "vitest";
import { DEFAULT_RULES, type BookingRules } from "../../../../../domain/booking/booking-rules.ts";
import {
  rentalPeriod,
  takenTime,
  type RentalPeriod,
  type RentalTimes,
} from "../../../../../domain/booking/rental-period.ts";
import { addDays, todayInNassau } from "../../../../../domain/calendar/dates.ts";
import type { TimeOfDay } from "../../../../../domain/calendar/time-of-day.ts";
import { findObstacle } from "./obstacle.ts";
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
  rules: { ...DEFAULT_RULES, ...rules },
  ...more,
});

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
