import { format } from "date-fns/format";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addDays,
  compareDates,
  type DateRange,
  dayAfter,
  daysBefore,
  daysBetween,
  formatDay,
  formatInstantInNassau,
  formatLong,
  formatMonthDay,
  formatMonthDayYear,
  formatRange,
  formatShortRange,
  hourInNassau,
  isBefore,
  isCalendarDate,
  mergeRanges,
  overlaps,
  startOfDayInNassau,
  subtractRange,
  todayInNassau,
  monthsBack,
} from "./dates.ts";

const anyDate = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays("1990-01-01", days));
const anyRange = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 12 }))
  .map(([from, length]) => ({
    start: addDays("2026-10-10", from),
    end: addDays("2026-10-10", from + length),
  }));

const daysOf = (ranges: DateRange[]) =>
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
  test.each([
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

  test.each([
    ["2026-02-30", 1],
    ["2026-01-01", 0.5],
    ["2026-01-01", Number.NaN],
    ["9999-12-31", 1],
    ["0001-01-01", -400],
  ])("refuses %s plus %d", (date, days) => {
    expect(() => addDays(date, days)).toThrow(RangeError);
  });

  test("refuses invalid dates everywhere", () => {
    expect(() => daysBetween("2026-01-01", "soon")).toThrow(RangeError);
    expect(() => startOfDayInNassau("2026-02-30")).toThrow("not a calendar date: 2026-02-30");
    expect(() => formatLong("")).toThrow(RangeError);
    expect(() => formatMonthDay("2026-99-99", "2026-12-05")).toThrow(RangeError);
    expect(() => todayInNassau(new Date(Number.NaN))).toThrow(RangeError);
  });
});

describe("Nassau", () => {
  // The clocks go forward on 2026-03-08 and back on 2026-11-01, both at 02:00.
  test.each([
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

  test.each([
    ["2026-12-05T21:30:00Z", "Sat, Dec 5, 2026, 4:30 PM Nassau time"],
    ["2026-07-04T04:00:00Z", "Sat, Jul 4, 2026, 12:00 AM Nassau time"],
    ["2026-07-04T16:05:59Z", "Sat, Jul 4, 2026, 12:05 PM Nassau time"],
    ["2026-07-04T15:59:00Z", "Sat, Jul 4, 2026, 11:59 AM Nassau time"],
    ["2026-03-08T06:59:00Z", "Sun, Mar 8, 2026, 1:59 AM Nassau time"],
    ["2026-03-08T07:00:00Z", "Sun, Mar 8, 2026, 3:00 AM Nassau time"],
    ["2026-11-01T05:30:00Z", "Sun, Nov 1, 2026, 1:30 AM Nassau time"],
    ["2026-11-01T06:30:00Z", "Sun, Nov 1, 2026, 1:30 AM Nassau time"],
  ])("%s reads %s", (instant, text) => {
    expect(formatInstantInNassau(new Date(instant))).toBe(text);
  });
});

describe("date formats", () => {
  test("match the specification and the design", () => {
    const today = "2026-12-05";
    expect(formatMonthDay("2026-12-05", today)).toBe("Dec 05");
    expect(formatMonthDayYear("2026-12-05")).toBe("Dec 05, 2026");
    expect(formatLong("2026-12-05")).toBe("Saturday, December 5th, 2026");
    expect(formatDay("2026-12-05", today)).toBe("Sat, Dec 5");
    expect(formatRange({ start: "2026-12-05", end: "2026-12-08" }, today)).toBe(
      "Sat, Dec 5 - Tue, Dec 8 (3 days)",
    );
    expect(formatRange({ start: "2026-03-07", end: "2026-03-09" }, today)).toBe(
      "Sat, Mar 7 - Mon, Mar 9 (2 days)",
    );
  });

  test("show the year only if it is not the current one", () => {
    expect(formatMonthDay("2027-01-01", "2026-12-05")).toBe("Jan 01, 2027");
    expect(formatMonthDay("2026-12-31", "2027-01-01")).toBe("Dec 31, 2026");
    expect(formatDay("2026-12-31", "2027-01-01")).toBe("Thu, Dec 31, 2026");
    const turn = { start: "2026-12-31", end: "2027-01-01" };
    expect(formatShortRange({ start: "2027-01-02", end: "2027-01-05" }, "2027-01-01")).toBe(
      "Jan 02 - Jan 05",
    );
    expect(formatShortRange({ start: "2027-01-02", end: "2027-01-05" }, "2026-12-05")).toBe(
      "Jan 02 - Jan 05, 2027",
    );
    expect(formatShortRange(turn, "2026-12-05")).toBe("Dec 31 - Jan 01, 2027");
    expect(formatShortRange(turn, "2027-01-01")).toBe("Dec 31, 2026 - Jan 01");
    expect(formatRange(turn, "2026-12-05")).toBe("Thu, Dec 31 - Fri, Jan 1, 2027 (1 day)");
    expect(formatRange(turn, "2027-01-01")).toBe("Thu, Dec 31, 2026 - Fri, Jan 1 (1 day)");
    expect(formatRange(turn, "2028-03-01")).toBe("Thu, Dec 31, 2026 - Fri, Jan 1, 2027 (1 day)");
  });

  test("match date-fns for MMM dd, MMM dd, yyyy and PPPP on every day of four years", () => {
    for (let date = "2025-01-01"; isBefore(date, "2029-01-01"); date = dayAfter(date)) {
      const noon = new Date(`${date}T12:00:00`);
      expect(formatMonthDay(date, date)).toBe(format(noon, "MMM dd"));
      expect(formatMonthDayYear(date)).toBe(format(noon, "MMM dd, yyyy"));
      expect(formatLong(date)).toBe(format(noon, "PPPP"));
    }
  });
});

describe("ranges", () => {
  test.each([
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
    const ranges = [
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
        expect(daysOf(merged)).toEqual(daysOf(ranges));
        merged
          .slice(1)
          .forEach((range, index) => expect(isBefore(merged[index]!.end, range.start)).toBe(true));
      }),
    );
  });

  test("splits, trims or removes a range when subtracting, and leaves one that only touches", () => {
    const ranges = [
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
        const removed = daysOf([without]);
        const expected = new Set([...daysOf(ranges)].filter((day) => !removed.has(day)));
        expect(daysOf(subtractRange(ranges, without))).toEqual(expected);
      }),
    );
  });
});

test("counts days before an instant as 24 hours, also when the clocks change", () => {
  expect(daysBefore(new Date("2026-11-02T04:30:00Z"), 2)).toBe("2026-10-31T04:30:00.000Z");
});

test("lists the months back, across a year", () => {
  expect(monthsBack("2026-02-28", 4)).toEqual(["2025-11", "2025-12", "2026-01", "2026-02"]);
  expect(monthsBack("2026-12-31", 1)).toEqual(["2026-12"]);
});

test.each([
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
    ["2026-12-05", "2026-12-04", "2026-12-06"].map((date) => compareDates(date, "2026-12-05")),
  ).toEqual([0, -1, 1]);
});
