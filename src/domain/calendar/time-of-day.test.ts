import { expect, test } from "vitest";
import type { CalendarDate } from "./dates.ts";
import {
  clampTime,
  instantInNassau,
  isHandoverTime,
  isTimeOfDay,
  lastTime,
  nextTimeInNassau,
  timesBetween,
  toMinutes,
  type TimeOfDay,
} from "./time-of-day.ts";

test.each([
  ["00:00", true],
  ["23:30", true],
  ["19:00", true],
  ["24:00", false],
  ["10:15", false],
  ["9:00", false],
  ["30:00", false],
  ["10:00:00", false],
  [" 10:00", false],
  [null, false],
  [600, false],
])("%j is a time of the day: %s", (value, expected) => {
  expect(isTimeOfDay(value)).toBe(expected);
  expect(isHandoverTime(value)).toBe(expected || value === "24:00");
});

test("lists the times between two, without 24:00", () => {
  expect(timesBetween("08:00", "09:30")).toEqual(["08:00", "08:30", "09:00", "09:30"]);
  expect(timesBetween("00:00", "24:00")).toHaveLength(48);
  expect(timesBetween("22:30", "24:00")).toEqual(["22:30", "23:00", "23:30"]);
  expect(lastTime("24:00")).toBe("23:30");
  expect(toMinutes("24:00")).toBe(1440);
});

test.each<[TimeOfDay, TimeOfDay]>([
  ["07:30", "08:00"],
  ["08:00", "08:00"],
  ["12:00", "12:00"],
  ["20:30", "20:00"],
])("moves %s to %s within 08:00 to 20:00", (time, expected) => {
  expect(clampTime(time, { from: "08:00", until: "20:00" })).toBe(expected);
});

test.each<[CalendarDate, TimeOfDay, string]>([
  ["2026-12-05", "00:00", "2026-12-05T05:00:00.000Z"],
  ["2026-07-04", "16:30", "2026-07-04T20:30:00.000Z"],
  // Skipped by the clocks, read as winter time.
  ["2026-03-08", "01:30", "2026-03-08T06:30:00.000Z"],
  ["2026-03-08", "02:30", "2026-03-08T07:30:00.000Z"],
  ["2026-03-08", "03:00", "2026-03-08T07:00:00.000Z"],
  // Shown twice, read as winter time.
  ["2026-11-01", "00:30", "2026-11-01T04:30:00.000Z"],
  ["2026-11-01", "01:30", "2026-11-01T06:30:00.000Z"],
  ["2026-11-01", "02:00", "2026-11-01T07:00:00.000Z"],
])("%s at %s in Nassau is %s", (date, time, instant) => {
  expect(instantInNassau(date, time).toISOString()).toBe(instant);
});

test.each<[string, CalendarDate, TimeOfDay]>([
  ["2026-12-05T15:00:00Z", "2026-12-05", "10:00"],
  ["2026-12-05T15:00:01Z", "2026-12-05", "10:30"],
  ["2026-12-06T04:31:00Z", "2026-12-06", "00:00"],
])("the next time at %s is on %s at %s", (instant, date, time) => {
  expect(nextTimeInNassau(new Date(instant))).toEqual({ date, time });
});
