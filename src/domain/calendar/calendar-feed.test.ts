// Tests the retry schedule of failing calendars.
import { expect, test } from "vitest";
import { feedState, mayBeUnmodified, nextFetchAt } from "./calendar-feed.ts";

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
])("after %i failures waits %i minutes before the next try", (failures, minutes) => {
  expect(nextFetchAt(NOW, failures).getTime() - NOW.getTime()).toBe(minutes * 60_000);
});

test("calls a failing calendar stale for a day, then failing", () => {
  expect(feedState(null, NOW)).toBe("ok");
  expect(feedState(ago(23.9), NOW)).toBe("stale");
  expect(feedState(ago(24), NOW)).toBe("failing");
});

test("reads the full text once a week, even if it is unmodified", () => {
  expect(mayBeUnmodified(ago(7 * 24 - 1), NOW)).toBe(true);
  expect(mayBeUnmodified(ago(7 * 24), NOW)).toBe(false);
});
