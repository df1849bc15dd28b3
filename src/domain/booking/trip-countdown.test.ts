// How far away a trip is, from the days before it to the day after.
import { expect, test } from "vitest";
import type { CalendarDate } from "../calendar/dates.ts";
import { describeCountdown } from "./trip-countdown.ts";

const trip = { start: "2026-12-30", end: "2027-01-02" } as const;

test.each<[CalendarDate, string | null]>([
  ["2026-11-30", "Starts in 30 days"],
  ["2026-12-28", "Starts in 2 days"],
  ["2026-12-29", "Starts tomorrow"],
  ["2026-12-30", "Starts today"],
  ["2026-12-31", "In progress, due back Sat, Jan 2, 2027"],
  ["2027-01-01", "In progress, due back tomorrow"],
  ["2027-01-02", "In progress, due back today"],
  ["2027-01-03", null],
])("on %s: %s", (today, text) => {
  expect(describeCountdown(trip, today)).toBe(text);
});

test("a trip of one day is due back the day after its start", () => {
  const day = { start: "2026-12-05", end: "2026-12-06" } as const;
  expect(describeCountdown(day, "2026-12-05")).toBe("Starts today");
  expect(describeCountdown(day, "2026-12-06")).toBe("In progress, due back today");
});
