// Tests the rules of a host's calendar.
import { expect, test } from "vitest";
import type { CalendarDate, DateRange } from "./dates.ts";
import { isDomainError } from "../errors.ts";
import { calendarWindow, checkBlock, checkShownDays, clip, daysTouched } from "./host-calendar.ts";

const catchDetails = (work: () => unknown): object | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return { [error.code]: error.details };
  }
};

test.each([
  ["2026-11-21", "2026-11-22", undefined],
  ["2028-11-19", "2028-11-20", undefined],
  ["2028-11-19", "2028-11-21", { block_too_far: { max_days_ahead: 730 } }],
  ["2026-11-20", "2026-11-25", { dates_past: { today: "2026-11-21" } }],
  ["2026-12-05", "2026-12-05", { dates_reversed: {} }],
  ["2026-12-05", "2026-12-04", { dates_reversed: {} }],
  ["2026-02-30", "2026-12-04", { dates_invalid: { field: "start_date" } }],
  ["2026-12-01", "tomorrow", { dates_invalid: { field: "end_date" } }],
])("a block from %s to %s: %o", (start, end, error) => {
  const block = () => checkBlock({ start, end, today: "2026-11-21" });
  expect(catchDetails(block)).toEqual(error);
  if (!error) expect(block()).toEqual({ start, end });
});

test.each<[CalendarDate, CalendarDate, object | undefined]>([
  ["2026-12-01", "2028-01-05", undefined],
  ["2026-12-01", "2028-01-06", { calendar_window_too_long: { max_days: 400 } }],
  ["2026-12-01", "2026-12-01", { dates_reversed: {} }],
])("showing %s to %s: %o", (start, end, error) => {
  expect(catchDetails(() => checkShownDays({ start, end }))).toEqual(error);
});

test.each([
  ["2026-12-01T15:00:00Z", "2026-12-01T16:00:00Z", "2026-12-01", "2026-12-02"],
  ["2026-12-01T04:59:59Z", "2026-12-01T05:00:01Z", "2026-11-30", "2026-12-02"],
  ["2026-12-01T05:00:00Z", "2026-12-02T05:00:00Z", "2026-12-01", "2026-12-02"],
  ["2026-07-01T04:00:00Z", "2026-07-02T04:00:00Z", "2026-07-01", "2026-07-02"],
  ["2026-12-01T15:00:00Z", "2026-12-01T15:00:00Z", "2026-12-01", "2026-12-02"],
  ["2026-12-01T05:00:00Z", "2026-12-01T05:00:00Z", "2026-12-01", "2026-12-02"],
  ["2026-12-02T15:00:00Z", "2026-12-01T15:00:00Z", "2026-12-02", "2026-12-03"],
])("from %s to %s: the days from %s to %s", (startsAt, endsAt, start, end) => {
  expect(daysTouched(new Date(startsAt), new Date(endsAt))).toEqual({ start, end });
});

test("clips ranges to a window", () => {
  const window: DateRange = { start: "2026-12-01", end: "2026-12-11" };
  expect(clip({ start: "2026-11-01", end: "2026-12-01" }, window)).toBeUndefined();
  expect(clip({ start: "2026-11-01", end: "2027-01-01" }, window)).toEqual(window);
  expect(clip({ start: "2026-11-01", end: "2026-12-04" }, window)).toEqual({
    start: "2026-12-01",
    end: "2026-12-04",
  });
  expect(clip({ start: "2026-12-03", end: "2026-12-31" }, window)).toEqual({
    start: "2026-12-03",
    end: "2026-12-11",
  });
  expect(clip({ start: "2026-12-03", end: "2026-12-04" }, window)).toEqual({
    start: "2026-12-03",
    end: "2026-12-04",
  });
});

test("imports other calendars from today to two years ahead", () => {
  expect(calendarWindow("2026-11-21")).toEqual({ start: "2026-11-21", end: "2028-11-20" });
});
