// A recurrence rule is read exactly or refused: thousands of random rules against our own
// expansion, and the known traps by name.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { daysOfRule } from "../../../../test/recurrence.ts";
import { addDays, daysBetween, type DateRange } from "../../../domain/calendar/dates.ts";
import { isDomainError } from "../../../domain/errors.ts";
import { readEvents } from "./ical-events.ts";

const WINDOW: DateRange = { start: "2023-01-01", end: "2034-01-01" };

/** The days that a one-day event takes, or "refused". */
function read(rule: string, start: string): string[] | "refused" {
  const event = `UID:1\r\nDTSTART;VALUE=DATE:${start.replaceAll("-", "")}\r\nRRULE:${rule}`;
  const text = `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n${event}\r\nEND:VEVENT\r\nEND:VCALENDAR`;
  try {
    return readEvents(text, WINDOW).flatMap((range) =>
      Array.from({ length: daysBetween(range.start, range.end) }, (_, n) =>
        addDays(range.start, n),
      ),
    );
  } catch (error) {
    if (isDomainError(error, "feed_too_complex") || isDomainError(error, "feed_not_calendar"))
      return "refused";
    throw error;
  }
}
const expected = (rule: string, start: string): string[] =>
  daysOfRule(rule, start).filter((day) => day < WINDOW.end);

const some = <T>(values: readonly T[], most = 4): fc.Arbitrary<string> =>
  fc
    .uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: most })
    .map((chosen) => chosen.join());
const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const NTHS = ["1", "2", "3", "4", "5", "-1", "-2", "-5", "+1", ""].flatMap((nth) =>
  WEEKDAYS.map((day) => nth + day),
);
const MONTHS = Array.from({ length: 12 }, (_, n) => n + 1);
const DATES = [1, 2, 15, 28, 29, 30, 31, -1, -2, -28, -31];

const start = fc.oneof(
  fc.integer({ min: 0, max: 1500 }).map((days) => addDays("2023-06-01", days)),
  fc.constantFrom("2024-02-29", "2026-01-31", "2025-12-31", "2026-08-30"),
);
const anyParts = {
  INTERVAL: fc.integer({ min: 1, max: 6 }).map(String),
  WKST: fc.constantFrom(...WEEKDAYS),
  COUNT: fc.integer({ min: 1, max: 30 }).map(String),
};
const write = (parts: Partial<Record<string, string>>): string =>
  Object.entries(parts)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
    .join(";");
const withParts = (must: Record<string, fc.Arbitrary<string>>): fc.Arbitrary<string> =>
  fc
    .tuple(fc.record(must), fc.record(anyParts, { requiredKeys: [] }))
    .map((parts) => write(Object.assign({}, ...parts)));
const FREQ = (frequency: string) => fc.constant(frequency);

/** Common rules, all of which are read. */
const readable = fc.oneof(
  withParts({ FREQ: FREQ("DAILY") }),
  withParts({ FREQ: FREQ("WEEKLY") }),
  withParts({ FREQ: FREQ("WEEKLY"), BYDAY: some(WEEKDAYS, 7) }),
  withParts({ FREQ: FREQ("MONTHLY") }),
  withParts({
    FREQ: FREQ("MONTHLY"),
    BYMONTHDAY: some(DATES.filter((date) => Math.abs(date) <= 28)),
  }),
  withParts({ FREQ: FREQ("MONTHLY"), BYDAY: some(NTHS.filter((nth) => !nth.includes("5"))) }),
  withParts({ FREQ: FREQ("YEARLY"), BYMONTH: some(MONTHS), BYMONTHDAY: some([1, 2, 14, 28]) }),
  withParts({ FREQ: FREQ("YEARLY"), BYMONTH: some(MONTHS), BYDAY: some(WEEKDAYS) }),
  withParts({ FREQ: FREQ("YEARLY"), BYMONTH: some(MONTHS), BYDAY: some(NTHS, 1) }),
);
/** Any combination of parts, sensible or not. */
const anything = fc
  .record(
    {
      FREQ: fc.constantFrom("DAILY", "WEEKLY", "MONTHLY", "YEARLY"),
      ...anyParts,
      BYMONTH: some(MONTHS),
      BYMONTHDAY: some(DATES),
      BYDAY: fc.oneof(some(WEEKDAYS, 7), some([...NTHS, "20MO", "-53SU"])),
      BYYEARDAY: some([1, 60, 100, 365, 366, -1, -366]),
      BYSETPOS: some([1, 2, 3, -1, -2]),
    },
    { requiredKeys: ["FREQ"] },
  )
  .map(write);

test("reads common rules exactly", () => {
  fc.assert(
    fc.property(readable, start, (rule, from) => {
      const days = expected(rule, from);
      // The library searches forever if no day matches; feed-reading.ts limits the time.
      fc.pre(days.length > 0);
      expect(read(rule, from)).toEqual(days);
    }),
    { numRuns: 800 },
  );
});

test("reads any other rule exactly or refuses it", () => {
  fc.assert(
    fc.property(anything, start, (rule, from) => {
      const days = expected(rule, from);
      fc.pre(days.length > 0);
      const found = read(rule, from);
      expect(found === "refused" ? days : found).toEqual(days);
    }),
    { numRuns: 800 },
  );
});

test.each([
  ["every birthday", "FREQ=YEARLY", "2026-03-14"],
  ["Christmas as Outlook writes it", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25", "2026-12-25"],
  ["New Year's Eve", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=31", "2026-12-31"],
  ["Thanksgiving", "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", "2026-11-26"],
  [
    "the last working day of the month",
    "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
    "2026-01-30",
  ],
  ["the 31st", "FREQ=MONTHLY", "2026-01-31"],
  ["the 31st, where there is one", "FREQ=MONTHLY;BYMONTHDAY=31", "2026-06-01"],
])("reads %s", (_what, rule, from) => expect(read(rule, from)).toEqual(expected(rule, from)));

test.each([
  ["FREQ=YEARLY;BYWEEKNO=20", "2026-05-11"],
  ["FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "2026-05-11"],
  ["FREQ=YEARLY;BYMONTH=1,2,8;BYMONTHDAY=-1", "2026-01-31"],
  ["FREQ=YEARLY", "2024-02-29"],
  ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "2026-02-01"],
  ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "2024-02-29"],
  ["FREQ=YEARLY;BYDAY=20MO", "2026-05-18"],
  ["FREQ=YEARLY;BYYEARDAY=100", "2026-04-10"],
  ["FREQ=MONTHLY;INTERVAL=5;BYMONTH=3", "2026-03-01"],
  ["FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=-31", "2023-06-01"],
  ["FREQ=MONTHLY;INTERVAL=2;BYDAY=5SU", "2024-02-29"],
  ["FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1", "2026-05-13"],
  ["FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=-1", "2024-11-02"],
  ["FREQ=DAILY;BYDAY=MO,TU", "2026-05-13"],
  ["FREQ=YEARLY;BYMONTH=1;BYDAY=-1TU,4TU;COUNT=5", "2024-01-23"],
  ["FREQ=DAILY;BYHOUR=9", "2026-05-13"],
  ["FREQ=WEEKLY;BYDAY=2MO", "2026-05-11"],
  ["FREQ=HOURLY", "2026-05-13"],
  ["FREQ=DAILY;COUNT=3;UNTIL=20260601", "2026-05-13"],
  ["FREQ=MONTHLY;SKIP=BACKWARD;RSCALE=GREGORIAN", "2026-01-31"],
])("refuses %s from %s", (rule, from) => expect(read(rule, from)).toBe("refused"));

test("ignores an unreadable rule that ended long ago or takes no time", () => {
  expect(read("FREQ=YEARLY;BYWEEKNO=20;UNTIL=20101231", "2005-05-16")).toEqual([]);
  expect(read("FREQ=YEARLY;BYWEEKNO=20\r\nTRANSP:TRANSPARENT", "2026-05-11")).toEqual([]);
});
