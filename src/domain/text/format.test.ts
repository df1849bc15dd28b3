// How dates, times and amounts are written.
import { format } from "date-fns/format";
import { describe, expect, test } from "vitest";
import { rentalPeriod } from "../booking/rental-period.ts";
import { dayAfter, isBefore, type CalendarDate, type DateRange } from "../calendar/dates.ts";
import {
  formatAge,
  formatBytes,
  formatCounted,
  formatDatedRange,
  formatDay,
  formatDeadline,
  formatInstant,
  formatList,
  formatFullDay,
  formatLong,
  formatMonth,
  formatMonthDay,
  formatMonthDayYear,
  formatPeriod,
  formatPhone,
  formatRange,
  formatRating,
  formatShortMonth,
  formatShortRange,
  formatSoonDeadline,
  formatTime,
  formatUsd,
  formatUsdCompact,
  formatUsdShort,
} from "./format.ts";

describe("date formats", () => {
  test("match the specification and the design", () => {
    const today = "2026-12-05";
    expect(formatMonthDay("2026-12-05", today)).toBe("Dec 05");
    expect(formatMonthDayYear("2026-12-05")).toBe("Dec 05, 2026");
    expect(formatLong("2026-12-05")).toBe("Saturday, December 5th, 2026");
    expect(formatFullDay("2026-12-05")).toBe("Saturday, December 5, 2026");
    expect(formatDay("2026-12-05", today)).toBe("Sat, Dec 5");
    expect(formatRange({ start: "2026-12-05", end: "2026-12-08" }, today)).toBe(
      "Sat, Dec 5 – Tue, Dec 8 (3 days)",
    );
    expect(formatRange({ start: "2026-03-07", end: "2026-03-09" }, today)).toBe(
      "Sat, Mar 7 – Mon, Mar 9 (2 days)",
    );
    const times = { pickupTime: "10:00", returnTime: "16:30" } as const;
    expect(formatPeriod(rentalPeriod("2026-12-05", "2026-12-08", times), today)).toBe(
      "Sat, Dec 5, 10:00 AM – Tue, Dec 8, 4:30 PM (4 days)",
    );
    expect(formatPeriod(rentalPeriod("2026-12-31", "2027-01-02", times), today)).toBe(
      "Thu, Dec 31, 10:00 AM – Sat, Jan 2, 2027, 4:30 PM (3 days)",
    );
    expect(formatPeriod(rentalPeriod("2026-12-05", "2026-12-08"), today)).toBe(
      "Sat, Dec 5 – Tue, Dec 8 (3 days)",
    );
  });

  test("show the year only if it is not the current one", () => {
    expect(formatMonthDay("2027-01-01", "2026-12-05")).toBe("Jan 01, 2027");
    expect(formatMonthDay("2026-12-31", "2027-01-01")).toBe("Dec 31, 2026");
    expect(formatDay("2026-12-31", "2027-01-01")).toBe("Thu, Dec 31, 2026");
    const turn: DateRange = { start: "2026-12-31", end: "2027-01-01" };
    expect(formatShortRange({ start: "2027-01-02", end: "2027-01-05" }, "2027-01-01")).toBe(
      "Jan 2 – Jan 5",
    );
    expect(formatShortRange({ start: "2027-01-02", end: "2027-01-05" }, "2026-12-05")).toBe(
      "Jan 2 – Jan 5, 2027",
    );
    expect(formatShortRange(turn, "2026-12-05")).toBe("Dec 31 – Jan 1, 2027");
    expect(formatShortRange(turn, "2027-01-01")).toBe("Dec 31, 2026 – Jan 1");
    expect(formatRange(turn, "2026-12-05")).toBe("Thu, Dec 31 – Fri, Jan 1, 2027 (1 day)");
    expect(formatRange(turn, "2027-01-01")).toBe("Thu, Dec 31, 2026 – Fri, Jan 1 (1 day)");
    expect(formatRange({ start: "2027-01-02", end: "2027-01-05" }, "2026-12-05")).toBe(
      "Sat, Jan 2 – Tue, Jan 5, 2027 (3 days)",
    );
    expect(formatDatedRange(turn)).toBe("Dec 31, 2026 – Jan 01, 2027");
    expect(formatDatedRange({ start: "2026-12-05", end: "2026-12-08" })).toBe(
      "Dec 05 – Dec 08, 2026",
    );
    expect(formatRange(turn, "2028-03-01")).toBe("Thu, Dec 31, 2026 – Fri, Jan 1, 2027 (1 day)");
  });

  test("refuse invalid dates", () => {
    expect(() => formatLong("2026-02-30")).toThrow(RangeError);
    expect(() => formatMonthDay("2026-99-99", "2026-12-05")).toThrow(RangeError);
  });

  test("match date-fns for MMM dd, MMM dd, yyyy and PPPP on every day of four years", () => {
    for (
      let date: CalendarDate = "2025-01-01";
      isBefore(date, "2029-01-01");
      date = dayAfter(date)
    ) {
      const noon = new Date(`${date}T12:00:00`);
      expect(formatMonthDay(date, date)).toBe(format(noon, "MMM dd"));
      expect(formatMonthDayYear(date)).toBe(format(noon, "MMM dd, yyyy"));
      expect(formatLong(date)).toBe(format(noon, "PPPP"));
    }
  });
});

test.each([
  ["2026-12-05T21:30:00Z", "Sat, Dec 5, 2026, 4:30 PM"],
  ["2026-07-04T04:00:00Z", "Sat, Jul 4, 2026, 12:00 AM"],
  ["2026-07-04T16:05:59Z", "Sat, Jul 4, 2026, 12:05 PM"],
  ["2026-07-04T15:59:00Z", "Sat, Jul 4, 2026, 11:59 AM"],
  ["2026-03-08T06:59:00Z", "Sun, Mar 8, 2026, 1:59 AM"],
  ["2026-03-08T07:00:00Z", "Sun, Mar 8, 2026, 3:00 AM"],
  ["2026-11-01T05:30:00Z", "Sun, Nov 1, 2026, 1:30 AM"],
  ["2026-11-01T06:30:00Z", "Sun, Nov 1, 2026, 1:30 AM"],
])("formats the instant %s as %s", (instant, text) => {
  expect(formatInstant(new Date(instant))).toBe(text);
});

test("formats the time of an instant", () => {
  expect(formatTime(new Date("2026-12-05T21:30:00Z"))).toBe("4:30 PM");
});

test.each([
  ["2026-11-24T05:00:00Z", "Mon, Nov 23, 2026, 11:59 PM"],
  ["2026-07-04T04:00:00Z", "Fri, Jul 3, 2026, 11:59 PM"],
  ["2026-07-04T16:00:00Z", "Sat, Jul 4, 2026, 12:00 PM"],
  ["2026-12-05T21:30:00Z", "Sat, Dec 5, 2026, 4:30 PM"],
])("writes the deadline %s as %s", (instant, text) => {
  expect(formatDeadline(new Date(instant))).toBe(text);
});

test.each([
  ["2026-12-06T05:00:00Z", "2026-12-01", "Sat, Dec 5, 11:59 PM"],
  ["2027-01-01T05:00:00Z", "2026-12-31", "Thu, Dec 31, 11:59 PM"],
  ["2027-01-01T05:01:00Z", "2026-12-31", "Fri, Jan 1, 2027, 12:01 AM"],
] as const)("writes the deadline %s on %s as %s", (instant, today, text) => {
  expect(formatDeadline(new Date(instant), today)).toBe(text);
});

test("writes a deadline within a week without its date", () => {
  expect(formatSoonDeadline(new Date("2026-12-05T21:30:00Z"))).toBe("Sat, 4:30 PM");
  expect(formatSoonDeadline(new Date("2026-12-06T05:00:00Z"))).toBe("Sat, 11:59 PM");
});

test("writes months in full and abbreviated", () => {
  expect(formatMonth("2026-12")).toBe("December 2026");
  expect(formatMonth("2026-12-05")).toBe("December 2026");
  expect(formatShortMonth("2026-01")).toBe("Jan");
});

const NOW = new Date("2026-11-21T17:00:00Z");

test.each([
  ["2026-11-21T17:00:30Z", "just now"],
  ["2026-11-21T16:59:01Z", "just now"],
  ["2026-11-21T16:59:00Z", "1 minute ago"],
  ["2026-11-21T16:00:01Z", "59 minutes ago"],
  ["2026-11-21T15:00:00Z", "2 hours ago"],
  ["2026-11-20T16:00:00Z", "yesterday"],
  ["2026-11-15T16:00:00Z", "6 days ago"],
  ["2026-11-14T17:00:00Z", "last week"],
  ["2026-09-21T17:00:00Z", "2 months ago"],
  ["2024-11-01T17:00:00Z", "2 years ago"],
])("formats %s as %s", (then, said) => expect(formatAge(new Date(then), NOW)).toBe(said));

test.each([
  [0, "$0.00", "$0"],
  [7, "$0.07", "$0.07"],
  [-7, "-$0.07", "-$0.07"],
  [-200, "-$2.00", "-$2"],
  [6_000, "$60.00", "$60"],
  [6_050, "$60.50", "$60.50"],
  [18_000, "$180.00", "$180"],
  [99_999, "$999.99", "$999.99"],
  [118_000, "$1,180.00", "$1,180"],
  [123_456_789, "$1,234,567.89", "$1,234,567.89"],
])("formats %i cents as %s and %s", (cents, long, short) => {
  expect(formatUsd(cents)).toBe(long);
  expect(formatUsdShort(cents)).toBe(short);
});

test.each([
  ["+12425550100", "+1 242 555 0100"],
  ["+442079460000", "+442079460000"],
])("%s is shown as %s", (stored, read) => {
  expect(formatPhone(stored)).toBe(read);
});

test("groups only complete North American numbers", () => {
  expect(["+124255501001", "x+12425550100", "+1242555010"].map(formatPhone)).toEqual([
    "+124255501001",
    "x+12425550100",
    "+1242555010",
  ]);
});

test("counts and lists in words", () => {
  expect(formatCounted(1, "day", "days")).toBe("1 day");
  expect(formatCounted(0, "day", "days")).toBe("0 days");
  expect(formatCounted(1234, "day", "days")).toBe("1,234 days");
  expect(formatList(["insurance", "licence", "road tax"])).toBe("insurance, licence and road tax");
  expect([4.666, 4.5, 5].map(formatRating)).toEqual(["4.7", "4.5", "5.0"]);
});

test.each([
  [0, "1 kB"],
  [1499, "1 kB"],
  [240_000, "240 kB"],
  [999_999, "1000 kB"],
  [1_000_000, "1.0 MB"],
  [12_345_678, "12.3 MB"],
])("%i bytes are %s", (bytes, text) => expect(formatBytes(bytes)).toBe(text));

test.each([
  [0, "$0"],
  [98_500, "$985"],
  [417_557, "$4.2K"],
  [123_456_789, "$1.2M"],
])("writes %i cents compactly as %s", (cents, text) => {
  expect(formatUsdCompact(cents)).toBe(text);
});
