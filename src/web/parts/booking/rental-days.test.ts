// Tests of the days that a user may pick for a rental.
import { expect, test } from "vitest";
import type { CalendarDate, DateRange } from "../../../domain/calendar/dates.ts";
import { isTaken, lastRentalDay, mayEndOn, mayStartOn, readChosenDates } from "./rental-days.ts";

const today: CalendarDate = "2026-12-01";
const taken: DateRange[] = [{ start: "2026-12-10", end: "2026-12-14" }];
const calendar = { today, taken };

test.each<[CalendarDate, boolean]>([
  ["2026-11-30", false], // Past.
  ["2026-12-01", true],
  ["2026-12-09", true],
  ["2026-12-10", false],
  ["2026-12-13", false],
  ["2026-12-14", true], // Returned and picked up on the same day.
  ["2027-12-01", true],
  ["2027-12-02", false], // Too far ahead.
])("a rental may start on %s: %s", (day, may) => {
  expect(mayStartOn(day, calendar)).toBe(may);
});

test.each<[CalendarDate | null, CalendarDate, boolean]>([
  ["2026-12-08", "2026-12-07", false],
  ["2026-12-08", "2026-12-08", false],
  ["2026-12-08", "2026-12-10", true], // Up to the first taken day.
  ["2026-12-08", "2026-12-11", false],
  ["2026-12-08", "2026-12-20", false], // Across a taken range.
  ["2026-12-14", "2027-03-14", true], // 90 days.
  ["2026-12-14", "2027-03-15", false],
  [null, "2026-12-01", false],
  [null, "2026-12-02", true],
  [null, "2026-12-12", false],
])("a rental from %s may end on %s: %s", (start, day, may) => {
  expect(mayEndOn(day, start, calendar)).toBe(may);
});

test("treats taken ranges as half-open", () => {
  expect(
    (["2026-12-09", "2026-12-10", "2026-12-13", "2026-12-14"] as const).map((day) =>
      isTaken(day, taken),
    ),
  ).toEqual([false, true, true, false]);
  expect(lastRentalDay(today)).toBe("2028-02-29");
});

test.each([
  ["start_date=2026-12-05&end_date=2026-12-08", "2026-12-05", "2026-12-08"],
  ["start_date=2026-12-05", "2026-12-05", null],
  ["start_date=2026-12-05&end_date=2026-12-05", "2026-12-05", "2026-12-05"], // Equal.
  ["start_date=2026-12-05&end_date=2026-12-02", "2026-12-05", "2026-12-02"], // Reversed.
  ["start_date=2026-12-05&end_date=2027-12-02", "2026-12-05", null], // Too long.
  ["start_date=2026-12-05&end_date=2026-12-32", "2026-12-05", null],
  ["start_date=2026-11-05&end_date=2026-12-08", null, null],
  ["start_date=yesterday&end_date=2026-12-08", null, null],
  ["end_date=2026-12-08", null, null],
  ["", null, null],
])("reads the dates from ?%s", (search, start, end) => {
  expect(readChosenDates(new URLSearchParams(search), today)).toEqual({ start, end });
});
