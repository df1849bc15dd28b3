// Patience with calendars that fail, and the clocks of other zones.
import { expect, test } from "vitest";
import { feedState, mayBeUnmodified, nextFetchAt } from "./calendar-feed.ts";
import { instantIn, isTimeZone } from "./zoned-time.ts";

const NOW = new Date("2026-11-21T17:00:00Z");
const ago = (hours: number): Date => new Date(NOW.getTime() - hours * 3_600_000);

test.each([
  [0, 30],
  [1, 30],
  [2, 60],
  [3, 120],
  [6, 960],
  [7, 1440],
  [1000, 1440],
])("after %i failures the next try is %i minutes away", (failures, minutes) => {
  expect(nextFetchAt(NOW, failures).getTime() - NOW.getTime()).toBe(minutes * 60_000);
});

test("a calendar that fails is stale for a day, then failing", () => {
  expect(feedState(null, NOW)).toBe("ok");
  expect(feedState(ago(23.9), NOW)).toBe("stale");
  expect(feedState(ago(24), NOW)).toBe("failing");
});

test("once a week the text is asked for whether it has changed or not", () => {
  expect(mayBeUnmodified(ago(7 * 24 - 1), NOW)).toBe(true);
  expect(mayBeUnmodified(ago(7 * 24), NOW)).toBe(false);
});

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
