// Which times the panel offers, suggests and warns about.
import { expect, test } from "vitest";
import { DEFAULT_RULES } from "../../../../domain/booking/booking-rules.ts";
import { rentalPeriod, takenTime } from "../../../../domain/booking/rental-period.ts";
import type { TimeOfDay } from "../../../../domain/calendar/time-of-day.ts";
import { chooseTimes, dayLimit, pickupOptions, returnOptions } from "./chosen-times.ts";
import type { Availability } from "./use-availability.ts";

const now = new Date("2026-12-01T17:00:00Z"); // noon in Nassau
const dates = rentalPeriod("2026-12-05", "2026-12-08");
const timed = (pickupTime: TimeOfDay, returnTime: TimeOfDay) =>
  chooseTimes(dates, { pickupTime, returnTime }, availability(), now)!;

function availability(changes: Partial<Availability> = {}): Availability {
  return {
    state: "known",
    times: [],
    rules: DEFAULT_RULES,
    extrasTaken: [],
    storm: null,
    ...changes,
  };
}
const free = (options: { time: TimeOfDay; isFree: boolean }[]) =>
  options.filter(({ isFree }) => isFree).map(({ time }) => time);

test("suggests 10:00 for both, and the return follows the pickup until it is set", () => {
  const choose = (pickupTime: TimeOfDay | null, returnTime: TimeOfDay | null) =>
    chooseTimes(dates, { pickupTime, returnTime }, availability(), now);
  expect(choose(null, null)).toMatchObject({ pickupTime: "10:00", returnTime: "10:00" });
  expect(choose("12:30", null)).toMatchObject({ pickupTime: "12:30", returnTime: "12:30" });
  expect(choose("12:30", "09:00")).toMatchObject({ pickupTime: "12:30", returnTime: "09:00" });
});

test("offers the car's hours without what another trip takes of the day", () => {
  const before = rentalPeriod("2026-12-03", "2026-12-05", {
    pickupTime: "10:00",
    returnTime: "11:00",
  });
  const after = rentalPeriod("2026-12-08", "2026-12-10", {
    pickupTime: "12:00",
    returnTime: "10:00",
  });
  const rules = { ...DEFAULT_RULES, pickupUntil: "13:00" as const, turnaroundHours: 2 };
  const known = availability({ rules, times: [before, after].map((each) => takenTime(each, 1)) });
  expect(free(pickupOptions(dates, known, now))).toEqual(["12:00", "12:30", "13:00"]);
  expect(free(returnOptions(dates, "12:00", known))).toEqual([
    "08:00",
    "08:30",
    "09:00",
    "09:30",
    "10:00",
  ]);
  const chosen = chooseTimes(dates, { pickupTime: null, returnTime: null }, known, now);
  // The next trip needs the car from 12:00, less two hours for the turnaround.
  expect(chosen).toMatchObject({ pickupTime: "12:00", returnTime: "10:00" });
});

test("suggests a return before the next trip needs the car", () => {
  const next = rentalPeriod("2026-12-08", "2026-12-10", {
    pickupTime: "09:30",
    returnTime: "09:30",
  });
  const rules = { ...DEFAULT_RULES, turnaroundHours: 1 };
  const known = availability({ rules, times: [takenTime(next, 1)] });
  const choose = (returnTime: TimeOfDay | null) =>
    chooseTimes(dates, { pickupTime: null, returnTime }, known, now);
  expect(choose(null)).toMatchObject({ pickupTime: "10:00", returnTime: "08:30" });
  expect(choose("10:00")).toMatchObject({ pickupTime: "10:00", returnTime: "10:00" });
});

test("leaves out pickups that are too soon for the host", () => {
  const today = rentalPeriod("2026-12-01", "2026-12-02");
  const rules = { ...DEFAULT_RULES, advanceNoticeHours: 6 };
  expect(free(pickupOptions(today, availability({ rules }), now))[0]).toBe("18:00");
});

test("names the latest return that adds no day, if a later one is possible", () => {
  expect(dayLimit(timed("10:00", "10:00"), DEFAULT_RULES)).toEqual({ time: "11:00", days: 3 });
  expect(dayLimit(timed("10:00", "18:00"), DEFAULT_RULES)).toEqual({ time: "11:00", days: 3 });
  expect(dayLimit(timed("19:00", "10:00"), DEFAULT_RULES)).toBeNull();
});
