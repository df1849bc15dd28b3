import { expect, test } from "vitest";
import { DEFAULT_RULES } from "../booking-rules.ts";
import { rentalPeriod, type RentalPeriod, type RentalTimes } from "../rental-period.ts";
import type { CalendarDate } from "../../calendar/dates.ts";
import type { TimeOfDay } from "../../calendar/time-of-day.ts";
import { checkNewPeriod, isRefundedInFull } from "./plan-change.ts";

const at = (start: CalendarDate, end: CalendarDate, from: TimeOfDay, until: TimeOfDay) =>
  rentalPeriod(start, end, { pickupTime: from, returnTime: until }) as RentalPeriod & RentalTimes;
const booked = at("2026-12-05", "2026-12-08", "10:00", "10:00");
const before = new Date("2026-12-01T15:00:00Z");
const during = new Date("2026-12-06T15:00:00Z");

const check = (to: RentalPeriod & RentalTimes, now: Date, more: object = {}) =>
  checkNewPeriod(
    { from: booked, to },
    {
      rules: DEFAULT_RULES,
      isPickedUp: false,
      addsOther: false,
      now,
      ...more,
    },
  );

test.each([
  [at("2026-12-05", "2026-12-09", "10:00", "10:00"), before, "2026-12-08T15:00:00.000Z"],
  [at("2026-12-05", "2026-12-07", "10:00", "10:00"), during, "2026-12-07T15:00:00.000Z"],
  [at("2026-12-04", "2026-12-08", "10:00", "10:00"), before, "2026-12-04T15:00:00.000Z"],
  [at("2026-12-06", "2026-12-08", "10:00", "10:00"), before, "2026-12-05T15:00:00.000Z"],
  // Only the place or extras change: until the pickup.
  [booked, before, "2026-12-05T15:00:00.000Z"],
])("a change to %j can be answered until its changed part begins", (to, now, expected) => {
  expect(check(to, now).beginsAt.toISOString()).toBe(expected);
});

test.each([
  [at("2026-12-06", "2026-12-09", "10:00", "10:00"), during, "change_after_pickup"],
  [booked, during, "change_after_pickup"],
  [at("2026-12-05", "2026-12-06", "10:00", "10:00"), during, "change_in_past"],
  [
    at("2026-12-05", "2026-12-09", "10:00", "10:00"),
    new Date("2026-12-08T15:00:00Z"),
    "change_in_past",
  ],
  [at("2026-12-20", "2026-12-22", "10:00", "10:00"), before, "change_without_overlap"],
  [at("2026-12-08", "2026-12-10", "10:00", "10:00"), before, "change_without_overlap"],
  [at("2026-12-05", "2026-12-08", "10:00", "22:00"), before, "outside_handover_hours"],
])("refuses %j at %s: %s", (to, now, code) => {
  expect(() => check(to, now)).toThrow(expect.objectContaining({ code }));
});

test("a pickup that was confirmed early can't move", () => {
  const to = at("2026-12-06", "2026-12-08", "10:00", "10:00");
  expect(() => check(to, before, { isPickedUp: true })).toThrow(
    expect.objectContaining({ code: "change_after_pickup" }),
  );
});

test("the place and extras can't change once the car is out", () => {
  const longer = at("2026-12-05", "2026-12-09", "10:00", "10:00");
  expect(() => check(longer, during, { addsOther: true })).toThrow(
    expect.objectContaining({ code: "change_after_pickup" }),
  );
  expect(() => check(longer, before, { addsOther: true })).not.toThrow();
});

test("requires notice only for a moved pickup, and allows the booked hours", () => {
  const now = new Date("2026-12-05T10:00:00Z");
  const rules = { ...DEFAULT_RULES, advanceNoticeHours: 24, pickupFrom: "11:00" } as const;
  const longer = at("2026-12-05", "2026-12-09", "10:00", "10:00");
  expect(() => check(longer, now, { rules })).not.toThrow();
  const later = at("2026-12-05", "2026-12-09", "12:00", "10:00");
  expect(() => check(later, now, { rules })).toThrow(expect.objectContaining({ code: "too_soon" }));
  const longest = { ...rules, maxDays: 3 };
  expect(() => check(longer, now, { rules: longest })).toThrow(
    expect.objectContaining({ code: "too_long" }),
  );
});

test("gives back a day in full more than 24 hours before it begins", () => {
  const isFree = isRefundedInFull(booked, new Date("2026-12-06T15:00:00Z"));
  expect(isFree("2026-12-07")).toBe(false);
  expect(isRefundedInFull(booked, new Date("2026-12-06T14:59:59Z"))("2026-12-07")).toBe(true);
  const untimed = rentalPeriod("2026-12-05", "2026-12-08");
  expect(isRefundedInFull(untimed, new Date("2026-12-06T04:59:59Z"))("2026-12-07")).toBe(true);
});
