// The months of a calendar, and the position of ranges in them.
import { expect, test } from "vitest";
import type { CalendarDate } from "../../../../domain/calendar/dates.ts";
import { isInReach, readMonth, toSpan, toSpanAfter } from "./month.ts";
import { listDaysOfMonth, shiftMonth, listWeeks } from "../../../ui/form/month.ts";

const TODAY = "2026-11-21";

test.each([
  ["2026-12", "2026-12"],
  [null, "2026-11"],
  ["", "2026-11"],
  ["2026-13", "2026-11"],
  ["2026-1", "2026-11"],
  ["december", "2026-11"],
  ["2028-11", "2028-11"],
  ["2028-12", "2026-11"],
  ["0001-01", "2026-11"],
])("reads the month %s as %s", (requested, shown) => {
  expect(readMonth(requested, TODAY)).toBe(shown);
});

test("moves from month to month across years", () => {
  expect(shiftMonth("2026-12", 1)).toBe("2027-01");
  expect(shiftMonth("2026-01", -1)).toBe("2025-12");
  expect(shiftMonth("2026-11", -24)).toBe("2024-11");
  expect(isInReach("2024-10", TODAY)).toBe(false);
});

test("splits a month into days and weeks that begin on Sunday", () => {
  expect(listDaysOfMonth("2028-02")).toHaveLength(29);
  expect(listDaysOfMonth("2026-12").at(-1)).toBe("2026-12-31");
  const weeks = listWeeks("2026-12"); // a Tuesday
  expect(weeks).toHaveLength(5);
  expect(weeks[0]).toEqual(["2026-12-01", "2026-12-02", "2026-12-03", "2026-12-04", "2026-12-05"]);
  expect(weeks[4]).toHaveLength(5);
  expect(listWeeks("2026-02")).toHaveLength(4); // from a Sunday to a Saturday
});

test.each<[CalendarDate, CalendarDate, object | null]>([
  ["2026-12-05", "2026-12-08", { from: 4.5, to: 7.5, begins: true, ends: true }],
  ["2026-11-28", "2026-12-01", { from: 0, to: 0.5, begins: false, ends: true }],
  ["2026-12-31", "2027-01-02", { from: 30.5, to: 31, begins: true, ends: false }],
  ["2026-11-28", "2027-01-02", { from: 0, to: 31, begins: false, ends: false }],
  ["2026-11-20", "2026-11-30", null],
  ["2027-01-01", "2027-01-02", null],
])("places the range from %s to %s in December", (start, end, span) => {
  expect(toSpan({ start, end }, "2026-12-01", 31)).toEqual(span);
});

test("places the hours after a return, also where the row ends or begins", () => {
  const after = (end: CalendarDate, hours: number) => toSpanAfter(end, hours, "2026-12-01", 31);
  expect(after("2026-12-05", 6)).toEqual({ from: 4.5, to: 4.75, begins: true, ends: true });
  expect(after("2026-12-31", 24)).toMatchObject({ from: 30.5, to: 31, ends: false });
  expect(after("2026-11-30", 24)).toMatchObject({ from: 0, to: 0.5, begins: false });
  expect(after("2026-11-30", 12)).toBeNull();
});
