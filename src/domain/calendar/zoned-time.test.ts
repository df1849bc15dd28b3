// The clocks of other zones.
import { expect, test } from "vitest";
import { instantIn, isTimeZone, wallClockIn } from "./zoned-time.ts";

test.each([
  ["America/Nassau", "2026-12-01T00:00:00Z", "2026-12-01T05:00:00.000Z"],
  ["America/Nassau", "2026-07-01T00:00:00Z", "2026-07-01T04:00:00.000Z"],
  ["Pacific/Auckland", "2026-12-02T09:00:00Z", "2026-12-01T20:00:00.000Z"],
  ["Asia/Kathmandu", "2026-12-02T09:00:00Z", "2026-12-02T03:15:00.000Z"],
  ["Europe/Paris", "2027-03-28T03:30:00Z", "2027-03-28T01:30:00.000Z"],
  ["UTC", "2026-12-02T09:00:00Z", "2026-12-02T09:00:00.000Z"],
])("a clock in %s shows %s at %s", (zone, wall, instant) => {
  expect(instantIn(zone, Date.parse(wall)).toISOString()).toBe(instant);
});

test("zones are known by their names", () => {
  expect(isTimeZone("America/New_York")).toBe(true);
  expect(isTimeZone("Eastern Standard Time")).toBe(false);
  expect(isTimeZone("")).toBe(false);
});

test.each([
  ["UTC", "2026-12-31T23:59:59Z", "2026-12-31T23:59:59.000Z"],
  ["America/Nassau", "2026-12-01T05:00:00Z", "2026-12-01T00:00:00.000Z"],
  ["Asia/Kathmandu", "2026-12-02T03:15:07Z", "2026-12-02T09:00:07.000Z"],
])("a wall in %s shows at %s what UTC would at %s", (zone, instant, wall) => {
  expect(new Date(wallClockIn(zone, new Date(instant))).toISOString()).toBe(wall);
});
