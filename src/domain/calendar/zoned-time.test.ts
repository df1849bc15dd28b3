// Tests the clocks of other time zones.
import { expect, test } from "vitest";
import { instantIn, isTimeZone, wallClockIn } from "./zoned-time.ts";

test.each([
  ["America/Nassau", "2026-12-01T00:00:00Z", "2026-12-01T05:00:00.000Z"],
  ["America/Nassau", "2026-07-01T00:00:00Z", "2026-07-01T04:00:00.000Z"],
  ["Pacific/Auckland", "2026-12-02T09:00:00Z", "2026-12-01T20:00:00.000Z"],
  ["Asia/Kathmandu", "2026-12-02T09:00:00Z", "2026-12-02T03:15:00.000Z"],
  ["Europe/Paris", "2027-03-28T03:30:00Z", "2027-03-28T01:30:00.000Z"],
  ["UTC", "2026-12-02T09:00:00Z", "2026-12-02T09:00:00.000Z"],
  ["America/Nassau", "2026-03-08T02:30:00Z", "2026-03-08T06:30:00.000Z"], // skipped: 01:30
  ["America/Nassau", "2026-11-01T01:30:00Z", "2026-11-01T05:30:00.000Z"], // the first of two
])("a clock in %s shows %s at %s", (zone, wall, instant) => {
  expect(instantIn(zone, Date.parse(wall)).toISOString()).toBe(instant);
});

test("recognises time zones by their IANA names", () => {
  expect(isTimeZone("America/New_York")).toBe(true);
  expect(isTimeZone("Eastern Standard Time")).toBe(false);
  expect(isTimeZone("")).toBe(false);
});

test.each([
  ["UTC", "2026-12-31T23:59:59Z", "2026-12-31T23:59:59.000Z"],
  ["America/Nassau", "2026-12-01T05:00:00Z", "2026-12-01T00:00:00.000Z"],
  ["Asia/Kathmandu", "2026-12-02T03:15:07Z", "2026-12-02T09:00:07.000Z"],
])("the wall clock in %s at %s, read as UTC, is %s", (zone, instant, wall) => {
  expect(new Date(wallClockIn(zone, new Date(instant))).toISOString()).toBe(wall);
});
