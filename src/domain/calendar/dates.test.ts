import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addDays,
  compareDates,
  type DateRange,
  dayAfter,
  daysBefore,
  daysBetween,
  hourInNassau,
  isBefore,
  isCalendarDate,
  mergeRanges,
  overlaps,
  startOfDayInNassau,
  subtractRange,
  todayInNassau,
  monthsBack,
  parseInstant,
  type CalendarDate,
  firstOfMonth,
  fromWireRange,
  toWireRange,
} from "./dates.ts";

const anyDate = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays("1990-01-01", days));
const anyRange = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 12 }))
  .map(([from, length]) => ({
    start: addDays("2026-10-10", from),
    end: addDays("2026-10-10", from + length),
  }));

const listDays = (ranges: DateRange[]) =>
  new Set(
    ranges.flatMap(({ start, end }) =>
      Array.from({ length: daysBetween(start, end) }, (_, index) => addDays(start, index)),
    ),
  );

test.each([
  ["2026-12-05", true],
  ["2028-02-29", true],
  ["0001-01-01", true],
  ["2026-02-29", false],
  ["2026-02-30", false],
  ["2026-13-01", false],
  ["2026-00-10", false],
  ["2026-01-00", false],
  ["2026-1-1", false],
  ["2026-12-05T00:00:00Z", false],
  [" 2026-12-05", false],
  ["2026-12-05\n", false],
  ["", false],
  [null, false],
  [20261205, false],
  [new Date(0), false],
  ["0000-01-01", false],
])("isCalendarDate(%j) is %s", (value, expected) => {
  expect(isCalendarDate(value)).toBe(expected);
});

describe("counting days", () => {
  test.each<[CalendarDate, number, CalendarDate]>([
    ["2026-12-31", 1, "2027-01-01"],
    ["2026-03-01", -1, "2026-02-28"],
    ["2028-02-28", 1, "2028-02-29"],
    ["2026-03-07", 2, "2026-03-09"],
    ["2026-10-31", 2, "2026-11-02"],
    ["2026-06-01", 0, "2026-06-01"],
  ])("%s plus %i days is %s", (date, days, expected) => {
    expect(addDays(date, days)).toBe(expected);
    expect(daysBetween(date, expected)).toBe(days);
  });

  test("dayAfter", () => {
    expect(dayAfter("2026-10-31")).toBe("2026-11-01");
  });

  test("adding days agrees with daysBetween and with the order of dates", () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -3_000, max: 3_000 }), (date, days) => {
        const moved = addDays(date, days);
        expect(daysBetween(date, moved)).toBe(days);
        expect(Math.sign(compareDates(moved, date))).toBe(Math.sign(days));
        expect(isBefore(date, moved)).toBe(days > 0);
      }),
    );
  });

  test.each<[CalendarDate, number]>([
    ["2026-02-30", 1],
    ["2026-01-01", 0.5],
    ["2026-01-01", Number.NaN],
    ["9999-12-31", 1],
    ["0001-01-01", -400],
  ])("refuses %s plus %d", (date, days) => {
    expect(() => addDays(date, days)).toThrow(RangeError);
  });

  test("refuses invalid dates everywhere", () => {
    expect(() => addDays("2026-01-01", 0.5)).toThrow("2026-01-01 plus 0.5 days is no date");
    expect(() => daysBetween("2026-01-01", "2026-00-01")).toThrow(RangeError);
    expect(() => startOfDayInNassau("2026-02-30")).toThrow("not a calendar date: 2026-02-30");
    expect(() => todayInNassau(new Date(Number.NaN))).toThrow(RangeError);
  });
});

describe("Nassau", () => {
  // The clocks go forward on 2026-03-08 and back on 2026-11-01, both at 02:00.
  test.each<[CalendarDate, string]>([
    ["2026-01-15", "2026-01-15T05:00:00.000Z"],
    ["2026-03-07", "2026-03-07T05:00:00.000Z"],
    ["2026-03-08", "2026-03-08T05:00:00.000Z"],
    ["2026-03-09", "2026-03-09T04:00:00.000Z"],
    ["2026-07-10", "2026-07-10T04:00:00.000Z"],
    ["2026-10-31", "2026-10-31T04:00:00.000Z"],
    ["2026-11-01", "2026-11-01T04:00:00.000Z"],
    ["2026-11-02", "2026-11-02T05:00:00.000Z"],
    ["2026-12-31", "2026-12-31T05:00:00.000Z"],
  ])("%s begins at %s", (date, instant) => {
    expect(startOfDayInNassau(date).toISOString()).toBe(instant);
  });

  test.each([
    ["2026-03-08T04:59:59.999Z", "2026-03-07"],
    ["2026-03-08T05:00:00.000Z", "2026-03-08"],
    ["2026-03-09T03:59:59.999Z", "2026-03-08"],
    ["2026-03-09T04:00:00.000Z", "2026-03-09"],
    ["2026-11-02T04:59:59.999Z", "2026-11-01"],
    ["2026-11-02T05:00:00.000Z", "2026-11-02"],
    ["2027-01-01T04:59:59.999Z", "2026-12-31"],
  ])("at %s it is %s", (instant, date) => {
    expect(todayInNassau(new Date(instant))).toBe(date);
  });

  test("starts every day at its first instant", () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        const start = startOfDayInNassau(date);
        expect(todayInNassau(start)).toBe(date);
        expect(todayInNassau(new Date(start.getTime() - 1))).toBe(addDays(date, -1));
      }),
    );
  });
});

describe("ranges", () => {
  test.each<[CalendarDate, CalendarDate, CalendarDate, CalendarDate, boolean]>([
    ["2026-12-01", "2026-12-05", "2026-12-05", "2026-12-08", false],
    ["2026-12-01", "2026-12-06", "2026-12-05", "2026-12-08", true],
    ["2026-12-01", "2026-12-31", "2026-12-05", "2026-12-08", true],
    ["2026-12-01", "2026-12-04", "2026-12-05", "2026-12-08", false],
    ["2026-12-05", "2026-12-08", "2026-12-05", "2026-12-08", true],
  ])("[%s, %s) and [%s, %s): %s", (start, end, otherStart, otherEnd, expected) => {
    const [a, b] = [
      { start, end },
      { start: otherStart, end: otherEnd },
    ];
    expect(overlaps(a, b)).toBe(expected);
    expect(overlaps(b, a)).toBe(expected);
  });

  test("merges ranges that overlap, touch or contain each other, in any order, without changing its input", () => {
    const ranges: DateRange[] = [
      { start: "2026-12-10", end: "2026-12-12" },
      { start: "2026-12-01", end: "2026-12-09" },
      { start: "2026-12-02", end: "2026-12-03" },
      { start: "2026-12-12", end: "2026-12-15" },
      { start: "2026-12-14", end: "2026-12-16" },
    ];
    const before = structuredClone(ranges);
    expect(mergeRanges(ranges)).toEqual([
      { start: "2026-12-01", end: "2026-12-09" },
      { start: "2026-12-10", end: "2026-12-16" },
    ]);
    expect(ranges).toEqual(before);
    expect(mergeRanges([])).toEqual([]);
  });

  test("keeps exactly the same days when merging, with gaps between the ranges", () => {
    fc.assert(
      fc.property(fc.array(anyRange, { maxLength: 12 }), (ranges) => {
        const merged = mergeRanges(ranges);
        expect(listDays(merged)).toEqual(listDays(ranges));
        merged
          .slice(1)
          .forEach((range, index) => expect(isBefore(merged[index]!.end, range.start)).toBe(true));
      }),
    );
  });

  test("splits, trims or removes a range when subtracting, and leaves one that only touches", () => {
    const ranges: DateRange[] = [
      { start: "2026-12-01", end: "2026-12-10" },
      { start: "2026-12-12", end: "2026-12-14" },
    ];
    expect(subtractRange(ranges, { start: "2026-12-04", end: "2026-12-06" })).toEqual([
      { start: "2026-12-01", end: "2026-12-04" },
      { start: "2026-12-06", end: "2026-12-10" },
      { start: "2026-12-12", end: "2026-12-14" },
    ]);
    expect(subtractRange(ranges, { start: "2026-12-08", end: "2026-12-14" })).toEqual([
      { start: "2026-12-01", end: "2026-12-08" },
    ]);
    expect(subtractRange(ranges, { start: "2026-12-10", end: "2026-12-12" })).toEqual(ranges);
  });

  test("subtracts exactly the days of the range", () => {
    fc.assert(
      fc.property(fc.array(anyRange, { maxLength: 12 }), anyRange, (ranges, without) => {
        const removed = listDays([without]);
        const expected = new Set([...listDays(ranges)].filter((day) => !removed.has(day)));
        expect(listDays(subtractRange(ranges, without))).toEqual(expected);
      }),
    );
  });
});

test("writes a range for the wire and reads it back", () => {
  const range: DateRange = { start: "2026-12-01", end: "2026-12-05" };
  expect(toWireRange(range)).toEqual({ start_date: "2026-12-01", end_date: "2026-12-05" });
  expect(fromWireRange(toWireRange(range))).toEqual(range);
});

test("finds the first day of a month or of a date's month", () => {
  expect(firstOfMonth("2026-12")).toBe("2026-12-01");
  expect(firstOfMonth("2026-12-31")).toBe("2026-12-01");
  expect(() => firstOfMonth("2026-13")).toThrow(RangeError);
});

test("counts days before an instant as 24 hours, also when the clocks change", () => {
  expect(daysBefore(new Date("2026-11-02T04:30:00Z"), 2)).toBe("2026-10-31T04:30:00.000Z");
});

test("lists the last months, across a year boundary", () => {
  expect(monthsBack("2026-02-28", 4)).toEqual(["2025-11", "2025-12", "2026-01", "2026-02"]);
  expect(monthsBack("2026-12-31", 1)).toEqual(["2026-12"]);
});

test.each<[CalendarDate, number, string]>([
  ["2026-12-05", 9, "2026-12-05T14:00:00.000Z"],
  ["2026-12-05", 0, "2026-12-05T05:00:00.000Z"],
  // The clocks go forward at 02:00 on 8 March, and back at 02:00 on 1 November.
  ["2026-03-08", 1, "2026-03-08T06:00:00.000Z"],
  ["2026-03-08", 9, "2026-03-08T13:00:00.000Z"],
  ["2026-11-01", 9, "2026-11-01T14:00:00.000Z"],
])("on %s the clocks in Nassau show %i:00 at %s", (date, hour, instant) => {
  expect(hourInNassau(date, hour).toISOString()).toBe(instant);
});

test("orders dates for sort and treats equal dates as equal", () => {
  expect(
    (["2026-12-05", "2026-12-04", "2026-12-06"] as const).map((date) =>
      compareDates(date, "2026-12-05"),
    ),
  ).toEqual([0, -1, 1]);
});

test("instants are parsed, and none stays none", () => {
  expect(parseInstant("2026-12-05T15:00:00.000Z")).toEqual(new Date(Date.UTC(2026, 11, 5, 15)));
  expect(parseInstant(null)).toBeNull();
});
