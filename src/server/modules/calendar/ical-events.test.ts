// The days that a calendar occupies: texts as other sites produce them, and hostile ones.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { DateRange } from "../../../domain/calendar/dates.ts";
import { isDomainError } from "../../../domain/errors.ts";
import { readCalendar } from "./feed-reading.ts";
import { readEvents } from "./ical-events.ts";

const WINDOW: DateRange = { start: "2026-11-21", end: "2028-11-20" };
const days = (text: string): string[] =>
  readEvents(text, WINDOW).map(({ start, end }) => `${start}/${end}`);
const fixture = (name: string): string =>
  readFileSync(new URL(`../../../../test/fixtures/calendars/${name}.ics`, import.meta.url), "utf8");
const calendar = (...events: string[]): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    ...events.map((each) => `BEGIN:VEVENT\n${each}\nEND:VEVENT`),
    "END:VCALENDAR",
  ].join("\n");

const SITES: Record<string, string[]> = {
  airbnb: ["2026-12-05/2026-12-10", "2027-01-04/2027-01-11"],
  // Until 23:30 on the 30th; cancelled in December; across the change to summer time, from midnight
  // to midnight.
  turo: ["2026-11-27/2026-12-01", "2027-03-08/2027-03-15"],
  // In UTC, from the evening before in Nassau; from midnight to midnight; in the zone of Paris,
  // which the text does not describe.
  getaround: ["2026-12-02/2026-12-05", "2026-12-24/2026-12-27", "2027-01-09/2027-01-13"],
  // Tuesday nights without the 1st, the 8th moved to the 10th, the 15th cancelled; two days of
  // service; every Christmas.
  google: [
    "2026-11-24/2026-11-26",
    "2026-12-10/2026-12-12",
    "2026-12-22/2026-12-27",
    "2027-01-20/2027-01-22",
    "2027-12-24/2027-12-27",
  ],
};

describe.each(Object.entries(SITES))("the calendar of %s", (name, expected) => {
  const text = fixture(name);
  test.each([
    ["unchanged", text],
    ["with CRLF", text.replaceAll("\n", "\r\n")],
    ["without its last line break", text.trimEnd()],
    ["twice in one text", text + text],
  ])("%s", (_how, given) => expect(days(given)).toEqual(expected));
});

test.each([
  [
    "an end at midnight does not touch the day",
    "DTSTART:20261201T150000Z\nDTEND:20261203T050000Z",
    ["2026-12-01/2026-12-03"],
  ],
  ["a time without an end occupies its day", "DTSTART:20261201T150000Z", ["2026-12-01/2026-12-02"]],
  ["a day without an end is one day", "DTSTART;VALUE=DATE:20261201", ["2026-12-01/2026-12-02"]],
  [
    "an end before the start is one day",
    "DTSTART;VALUE=DATE:20261201\nDTEND;VALUE=DATE:20261201",
    ["2026-12-01/2026-12-02"],
  ],
  [
    "a duration instead of an end",
    "DTSTART:20261201T150000Z\nDURATION:P1DT12H",
    ["2026-12-01/2026-12-03"],
  ],
  [
    "a time without a zone is read in Nassau's",
    "DTSTART:20261201T233000\nDTEND:20261202T003000",
    ["2026-12-01/2026-12-03"],
  ],
  [
    "a time in an unknown zone is read in Nassau's",
    "DTSTART;TZID=Island Time:20261201T233000\nDTEND;TZID=Island Time:20261201T235900",
    ["2026-12-01/2026-12-02"],
  ],
  [
    "a zone without a VTIMEZONE component",
    "DTSTART;TZID=Pacific/Auckland:20261202T090000\nDTEND;TZID=Pacific/Auckland:20261202T100000",
    ["2026-12-01/2026-12-02"],
  ],
  [
    "days before today are cut off",
    "DTSTART;VALUE=DATE:20261101\nDTEND;VALUE=DATE:20261123",
    ["2026-11-21/2026-11-23"],
  ],
  [
    "days more than two years ahead are cut off",
    "DTSTART;VALUE=DATE:20281118\nDTEND;VALUE=DATE:20290301",
    ["2028-11-18/2028-11-20"],
  ],
  ["a past event occupies no days", "DTSTART;VALUE=DATE:20261101\nDTEND;VALUE=DATE:20261121", []],
  ["an event without a date occupies no days", "SUMMARY:Nothing", []],
  [
    "days added to a series",
    "DTSTART;VALUE=DATE:20261201\nRRULE:FREQ=DAILY;COUNT=2\nRDATE;VALUE=DATE:20261210",
    ["2026-12-01/2026-12-03", "2026-12-10/2026-12-11"],
  ],
  [
    "days added to an event without a rule, besides its own day",
    "DTSTART;VALUE=DATE:20261201\nDTEND;VALUE=DATE:20261203\nRDATE;VALUE=DATE:20261210,20261215",
    ["2026-12-01/2026-12-03", "2026-12-10/2026-12-12", "2026-12-15/2026-12-17"],
  ],
  [
    "an added period, which has its own length",
    "DTSTART:20261201T150000Z\nRDATE;VALUE=PERIOD:20261210T150000Z/P2D",
    ["2026-12-01/2026-12-02", "2026-12-10/2026-12-13"],
  ],
  [
    "an event that excludes its own day, which it also adds",
    "DTSTART;VALUE=DATE:20261201\nRDATE;VALUE=DATE:20261201,20261210\nEXDATE;VALUE=DATE:20261201",
    ["2026-12-10/2026-12-11"],
  ],
  [
    "dates excluded from each of two rules",
    "DTSTART;VALUE=DATE:20261201\nRRULE:FREQ=WEEKLY;COUNT=3\nRRULE:FREQ=MONTHLY;COUNT=2\nEXDATE;VALUE=DATE:20261202\nEXDATE;VALUE=DATE:20261208",
    ["2026-12-01/2026-12-02", "2026-12-15/2026-12-16", "2027-01-01/2027-01-02"],
  ],
  [
    "a date and a time excluded from a series of timed events",
    "DTSTART:20261201T150000Z\nRRULE:FREQ=DAILY;COUNT=4\nEXDATE;VALUE=DATE:20261202\nEXDATE:20261203T150000Z",
    ["2026-12-01/2026-12-02", "2026-12-04/2026-12-05"],
  ],
  [
    "a series of two-day events that began years ago",
    "DTSTART;VALUE=DATE:20200101\nDTEND;VALUE=DATE:20200103\nRRULE:FREQ=WEEKLY;UNTIL=20261201",
    ["2026-11-25/2026-11-27"],
  ],
])("%s", (_what, event, expected) => expect(days(calendar(`UID:1\n${event}`))).toEqual(expected));

test("applies a change to this and all later occurrences", () => {
  const series = "UID:1\nDTSTART;VALUE=DATE:20261201\nRRULE:FREQ=WEEKLY;COUNT=3";
  const later =
    "UID:1\nRECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20261208\nDTSTART;VALUE=DATE:20261209\nDTEND;VALUE=DATE:20261211";
  expect(days(calendar(series, later))).toEqual([
    "2026-12-01/2026-12-02",
    "2026-12-09/2026-12-11",
    "2026-12-16/2026-12-18",
  ]);
});

test("ignores a changed occurrence of another event", () => {
  const series = (uid: string) =>
    `UID:${uid}\nDTSTART;VALUE=DATE:20261201\nRRULE:FREQ=DAILY;COUNT=2`;
  const change =
    "UID:b\nRECURRENCE-ID;VALUE=DATE:20261202\nDTSTART;VALUE=DATE:20261202\nSTATUS:CANCELLED";
  expect(days(calendar(series("a"), change))).toEqual(["2026-12-01/2026-12-03"]);
  expect(days(calendar(series("b"), change))).toEqual(["2026-12-01/2026-12-02"]);
});

test("refuses a changed occurrence that does not name its event", () => {
  const series = "DTSTART;VALUE=DATE:20261201\nRRULE:FREQ=DAILY;COUNT=2";
  const change = "RECURRENCE-ID;VALUE=DATE:20261202\nDTSTART;VALUE=DATE:20261202\nSTATUS:CANCELLED";
  expect(() => days(calendar(series, change))).toThrow(
    expect.objectContaining({ code: "feed_too_complex" }),
  );
  expect(days(calendar(series))).toEqual(["2026-12-01/2026-12-03"]);
});

const NEW_YORK = `BEGIN:VTIMEZONE
TZID:America/New_York
BEGIN:STANDARD
DTSTART:20071104T020000
RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU
TZOFFSETFROM:-0400
TZOFFSETTO:-0500
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:20070311T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU
TZOFFSETFROM:-0500
TZOFFSETTO:-0400
END:DAYLIGHT
END:VTIMEZONE`;
const starts = (text: string): string[] => readEvents(text, WINDOW).map(({ start }) => start);

// Four Wednesdays at 20:00 in New York, which is 01:00 UTC on Thursday. The 9th is cancelled or
// moved.
describe.each([
  ["New York, with a VTIMEZONE", "DTSTART;TZID=America/New_York:20261202T200000", NEW_YORK],
  ["New York, by name only", "DTSTART;TZID=America/New_York:20261202T200000", ""],
  ["UTC", "DTSTART:20261203T010000Z", ""],
  ["Nassau, without a zone", "DTSTART:20261202T200000", ""],
])("a series in %s", (_zone, dtstart, zone) => {
  const series = `UID:1\n${dtstart}\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=4`;
  const read = (...events: string[]) =>
    starts(calendar(...events).replace("BEGIN:VEVENT", `${zone}\nBEGIN:VEVENT`.trimStart()));
  test.each([
    [":20261210T010000Z"],
    [";TZID=America/New_York:20261209T200000"],
    [";TZID=Europe/London:20261210T010000"],
  ])("excludes and moves the occurrence at %s", (at) => {
    expect(read(`${series}\nEXDATE${at}`)).toEqual(["2026-12-02", "2026-12-16", "2026-12-23"]);
    const change = `UID:1\nRECURRENCE-ID${at}\nDTSTART:20261211T150000Z\nDTEND:20261211T160000Z`;
    expect(read(series, change)).toEqual(["2026-12-02", "2026-12-11", "2026-12-16", "2026-12-23"]);
    expect(read(series, `${change}\nSTATUS:CANCELLED`)).toEqual([
      "2026-12-02",
      "2026-12-16",
      "2026-12-23",
    ]);
  });
  test("excludes no other", () => {
    expect(read(`${series}\nEXDATE:20261210T020000Z`)).toHaveLength(4);
  });
  test("ends with its last occurrence, given by UNTIL in UTC", () => {
    expect(read(series.replace("COUNT=4", "UNTIL=20261217T010000Z"))).toEqual([
      "2026-12-02",
      "2026-12-09",
      "2026-12-16",
    ]);
    expect(read(series.replace("COUNT=4", "UNTIL=20261217T005959Z"))).toEqual([
      "2026-12-02",
      "2026-12-09",
    ]);
  });
});

test("includes the last occurrence when UNTIL is east of UTC", () => {
  const series = "UID:1\nDTSTART;TZID=Australia/Sydney:20261202T200000\nDURATION:PT1H";
  expect(starts(calendar(`${series}\nRRULE:FREQ=DAILY;UNTIL=20261204T090000Z`))).toEqual([
    "2026-12-02",
  ]);
  expect(days(calendar(`${series}\nRRULE:FREQ=DAILY;UNTIL=20261204T090000Z`))).toEqual([
    "2026-12-02/2026-12-05",
  ]);
});

const WHOLE_DAYS = "UID:1\nDTSTART;VALUE=DATE:20261202\nRRULE:FREQ=WEEKLY;COUNT=3";
test.each([
  ["as a date", "EXDATE;VALUE=DATE:20261209"],
  ["as midnight in UTC", "EXDATE:20261209T000000Z"],
  ["as midnight in Nassau, in UTC", "EXDATE:20261209T050000Z"],
  ["as a time in a zone", "EXDATE;TZID=Australia/Sydney:20261209T000000"],
  ["as a time without a zone", "EXDATE:20261209T090000"],
])("excludes a day from a series of whole days %s", (_how, exdate) =>
  expect(starts(calendar(`${WHOLE_DAYS}\n${exdate}`))).toEqual(["2026-12-02", "2026-12-16"]),
);

test.each([
  ["an excluded time in UTC whose day is ambiguous", `${WHOLE_DAYS}\nEXDATE:20261208T130000Z`],
  ["an exclusion rule", `${WHOLE_DAYS}\nEXRULE:FREQ=MONTHLY`],
  ["a time added to a series of whole days", `${WHOLE_DAYS}\nRDATE:20261205T150000Z`],
  [
    "a changed occurrence that recurs",
    "UID:1\nRECURRENCE-ID:20261202T150000Z\nDTSTART:20261202T150000Z\nRRULE:FREQ=DAILY",
  ],
])("refuses %s as too complex", (_what, event) =>
  expect(() => days(calendar(event))).toThrow(
    expect.objectContaining({ code: "feed_too_complex" }),
  ),
);

test("reads a date added in another zone in that zone", () => {
  const series =
    "UID:1\nDTSTART;TZID=America/New_York:20261202T120000\nDTEND;TZID=America/New_York:20261202T130000";
  expect(days(calendar(`${series}\nRDATE;TZID=Pacific/Auckland:20261210T090000`))).toEqual([
    "2026-12-02/2026-12-03",
    "2026-12-09/2026-12-10",
  ]);
});

test("counts two events that share an id, and ignores our own exported events", () => {
  const event = (uid: string, day: string) => `UID:${uid}\nDTSTART;VALUE=DATE:${day}`;
  const ours = "3f0a2f39-9d0c-4a3e-8f0e-8a1d5b8f3c11@Calendar.CAYDRIVE";
  expect(
    days(calendar(event("a", "20261201"), event("a", "20261210"), event(ours, "20261220"))),
  ).toEqual(["2026-12-01/2026-12-02", "2026-12-10/2026-12-11"]);
});

const event = (n: number): string => `UID:${n}@example.test\nDTSTART;VALUE=DATE:20261201`;

test.each([
  ["a sign-in page", "<!doctype html><html><body>Sign in</body></html>", "feed_not_calendar"],
  ["nothing", "", "feed_not_calendar"],
  [
    "a contact card of an address book",
    "BEGIN:VCARD\nVERSION:4.0\nFN:Nobody\nEND:VCARD",
    "feed_not_calendar",
  ],
  ["a truncated calendar", fixture("airbnb").slice(0, 700), "feed_not_calendar"],
  [
    "a malformed line in an event",
    calendar("UID:1\nDTSTART;VALUE=DATE:20261201\nnonsense"),
    "feed_not_calendar",
  ],
  [
    "a month that does not exist",
    calendar("UID:1\nDTSTART;VALUE=DATE:20261301"),
    "feed_not_calendar",
  ],
  ["an incomplete date", calendar("UID:1\nDTSTART:2026120"), "feed_not_calendar"],
  [
    "a rule with an unknown frequency",
    calendar("UID:1\nDTSTART;VALUE=DATE:20261201\nRRULE:FREQ=SOMETIMES"),
    "feed_not_calendar",
  ],
  [
    "5,001 events",
    calendar(...Array.from({ length: 5001 }, (_, n) => event(n))),
    "feed_too_many_events",
  ],
  [
    "a series of more than 5,000 occurrences within the window",
    calendar("UID:1\nDTSTART:20261125T000000Z\nRRULE:FREQ=HOURLY"),
    "feed_too_many_events",
  ],
])("refuses %s", (_what, text, code) => {
  let error: unknown;
  try {
    days(text);
  } catch (thrown) {
    error = thrown;
  }
  expect(isDomainError(error) && error.code).toBe(code);
});

test("reads 5,000 events in a thread", async () => {
  const text = calendar(...Array.from({ length: 5000 }, (_, n) => event(n)));
  expect(await readCalendar(text, WINDOW)).toEqual([{ start: "2026-12-01", end: "2026-12-02" }]);
});

test("terminates the thread of an endless series without blocking the caller", async () => {
  let beats = 0;
  const heart = setInterval(() => beats++, 20);
  const text = calendar("UID:1\nDTSTART:19000101T000000Z\nRRULE:FREQ=SECONDLY");
  await expect(readCalendar(text, WINDOW)).rejects.toMatchObject({ code: "feed_too_complex" });
  clearInterval(heart);
  expect(beats).toBeGreaterThan(20);
});
