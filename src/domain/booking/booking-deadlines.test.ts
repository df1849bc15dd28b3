import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rentalPeriod } from "./rental-period.ts";
import { addDays, type CalendarDate } from "../calendar/dates.ts";
import type { TimeOfDay } from "../calendar/time-of-day.ts";
import {
  CHECKOUT_MINUTES,
  completesAt,
  hostMayCancelUntil,
  isPaidTooLate,
  lapsesAt,
  MAX_ABANDONED_CHECKOUTS,
  MAX_HOLD_MINUTES,
  nextCheckoutAt,
  nextHoldAt,
  nextRequestAt,
  remindsFrom,
  renterMayCancelUntil,
  type UnpaidHold,
} from "./booking-deadlines.ts";

/** Booked before there were times. */
const untimed = (start: CalendarDate) => rentalPeriod(start, addDays(start, 1));
const timed = (start: CalendarDate, pickupTime: TimeOfDay) =>
  rentalPeriod(start, addDays(start, 1), { pickupTime, returnTime: pickupTime });

test.each<[string, CalendarDate, TimeOfDay, string]>([
  ["2026-12-01T15:00:00Z", "2026-12-05", "10:00", "2026-12-02T15:00:00.000Z"],
  ["2026-12-01T15:00:00Z", "2026-12-02", "08:00", "2026-12-02T13:00:00.000Z"],
  ["2026-12-01T15:00:00Z", "2026-12-01", "10:30", "2026-12-01T15:30:00.000Z"],
  ["2026-12-01T15:00:00Z", "2026-12-01", "09:00", "2026-12-01T14:00:00.000Z"],
])("a request authorised at %s for %s, %s lapses at %s", (authorizedAt, start, time, expected) => {
  const period = timed(start, time);
  expect(lapsesAt({ authorizedAt: new Date(authorizedAt), period }).toISOString()).toBe(expected);
});

test.each<[CalendarDate, TimeOfDay, string, string]>([
  ["2026-12-05", "10:00", "2026-12-04T15:00:00.000Z", "2026-12-06T05:00:00.000Z"],
  ["2026-03-08", "10:00", "2026-03-07T14:00:00.000Z", "2026-03-09T04:00:00.000Z"],
  ["2026-11-01", "23:30", "2026-11-01T04:30:00.000Z", "2026-11-02T05:00:00.000Z"],
])("a rental from %s, %s can be cancelled until %s by the renter and %s by the host", (...row) => {
  const [start, time, renter, host] = row;
  expect(renterMayCancelUntil(timed(start, time)).toISOString()).toBe(renter);
  expect(hostMayCancelUntil(timed(start, time)).toISOString()).toBe(host);
});

test.each<[string, CalendarDate, string]>([
  // authorised, start date, lapses
  ["2026-12-01T15:00:00Z", "2026-12-05", "2026-12-02T15:00:00.000Z"],
  ["2026-12-01T15:00:00Z", "2026-12-02", "2026-12-02T15:00:00.000Z"],
  ["2026-12-01T15:00:00Z", "2026-12-01", "2026-12-02T05:00:00.000Z"],
  ["2026-07-01T15:00:00Z", "2026-07-01", "2026-07-02T04:00:00.000Z"],
  ["2026-03-07T20:00:00Z", "2026-03-20", "2026-03-08T20:00:00.000Z"], // 24 hours, on a 23-hour day
  ["2026-11-01T04:30:00Z", "2026-11-01", "2026-11-02T04:30:00.000Z"], // 24 hours, on a 25-hour day
])("a request authorised at %s for %s lapses at %s", (authorizedAt, startDate, expected) => {
  expect(
    lapsesAt({ authorizedAt: new Date(authorizedAt), period: untimed(startDate) }).toISOString(),
  ).toBe(expected);
});

test.each<[CalendarDate, string, string]>([
  // start date, the renter's limit, the host's limit
  ["2026-12-05", "2026-12-04T05:00:00.000Z", "2026-12-06T05:00:00.000Z"],
  ["2026-03-08", "2026-03-07T05:00:00.000Z", "2026-03-09T04:00:00.000Z"],
  // 23:00 on the 7th in Nassau
  ["2026-03-09", "2026-03-08T04:00:00.000Z", "2026-03-10T04:00:00.000Z"],
  ["2026-11-01", "2026-10-31T04:00:00.000Z", "2026-11-02T05:00:00.000Z"],
  // 01:00 on the 1st in Nassau
  ["2026-11-02", "2026-11-01T05:00:00.000Z", "2026-11-03T05:00:00.000Z"],
])(
  "a rental from %s can be cancelled until %s by the renter and until %s by the host",
  (startDate, renter, host) => {
    expect(renterMayCancelUntil(untimed(startDate)).toISOString()).toBe(renter);
    expect(hostMayCancelUntil(untimed(startDate)).toISOString()).toBe(host);
  },
);

test.each<[CalendarDate, string]>([
  ["2026-12-08", "2026-12-09T05:00:00.000Z"],
  ["2026-03-08", "2026-03-09T04:00:00.000Z"],
  ["2026-11-01", "2026-11-02T05:00:00.000Z"],
])("a rental until %s completes at %s", (endDate, expected) => {
  expect(completesAt(endDate).toISOString()).toBe(expected);
});

test.each<[CalendarDate, string]>([
  ["2026-12-05", "2026-12-04T14:00:00.000Z"],
  // The clocks go forward on 8 March and back on 1 November.
  ["2026-03-09", "2026-03-08T13:00:00.000Z"],
  ["2026-11-02", "2026-11-01T14:00:00.000Z"],
])("sends reminders of a pickup or return on %s from %s", (date, expected) => {
  expect(remindsFrom(date).toISOString()).toBe(expected);
});

describe("unpaid holds", () => {
  const NOON = Date.parse("2026-12-01T17:00:00Z");
  const MINUTE = 60_000;
  const DAY = 24 * 60;
  const at = (minute: number): Date => new Date(NOON + minute * MINUTE);
  const toMinute = (date: Date | null): number | null => date && (date.getTime() - NOON) / MINUTE;
  const makeHold = (from: number, to: number | null): UnpaidHold => ({
    beganAt: at(from),
    endedAt: to === null ? null : at(to),
    expiresAt: at(from + CHECKOUT_MINUTES),
  });

  test.each<[string, UnpaidHold[], number, number | null]>([
    ["nothing was held", [], 0, null],
    ["one whole checkout, which leaves room for one more", [makeHold(0, 31)], 31, null],
    ["an open hold is replaced and counts up to now", [makeHold(0, null)], 30, null],
    ["an open hold past its expiry counts up to the expiry", [makeHold(0, null)], 45, null],
    ["a late expiry job does not count against the renter", [makeHold(0, 33)], 33, null],
    [
      "two whole checkouts: 24 hours after the first began",
      [makeHold(0, 31), makeHold(31, 62)],
      62,
      DAY,
    ],
    ["in any order", [makeHold(31, 62), makeHold(0, 31)], 62, DAY],
    [
      "one minute too many: once it is a day old",
      [makeHold(0, 31), makeHold(40, 41)],
      50,
      DAY - 30,
    ],
    ["the wait assumes that the open hold lasts", [makeHold(0, 31), makeHold(31, null)], 36, DAY],
    ["holds more than a day old", [makeHold(0, 31), makeHold(31, 62)], DAY, null],
  ])("limits the holds of one car: %s", (_, holds, now, expected) => {
    expect(toMinute(nextHoldAt(holds, at(now)))).toBe(expected);
  });

  test.each<[string, UnpaidHold[], number, number | null]>([
    ["five unpaid", [0, 40, 80, 120, 160].map((from) => makeHold(from, from + 31)), 200, null],
    [
      "six unpaid",
      [0, 40, 80, 120, 160, 200].map((from) => makeHold(from, from + 31)),
      240,
      DAY + 31,
    ],
    [
      "a seventh is open",
      [0, 40, 80, 120, 160, 200, 230].map((from) => makeHold(from, null)),
      240,
      DAY + 40 + 31,
    ],
    [
      "the first of six is a day old",
      [0, 40, 80, 120, 160, 200].map((from) => makeHold(from, from + 31)),
      DAY + 31,
      null,
    ],
  ])("limits the holds of one account: %s", (_, holds, now, expected) => {
    expect(toMinute(nextCheckoutAt(holds, [], at(now)))).toBe(expected);
  });

  test("keeps every 24-hour window within the limits and allows a retry at the given time", () => {
    /** Minutes until the next attempt, and how long the hold lasts if it is allowed. */
    const tries = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: CHECKOUT_MINUTES })),
      {
        minLength: 10,
        maxLength: 40,
      },
    );
    fc.assert(
      fc.property(tries, (all) => {
        const holds: UnpaidHold[] = [];
        let now = 0;
        for (const [wait, stored] of all) {
          now += wait;
          for (const next of [nextHoldAt(holds, at(now)), nextCheckoutAt(holds, [], at(now))])
            now = Math.max(now, toMinute(next) ?? 0);
          expect([nextHoldAt(holds, at(now)), nextCheckoutAt(holds, [], at(now))]).toEqual([
            null,
            null,
          ]);
          holds.push(makeHold(now, now + stored));
          now += stored;
          for (const { endedAt } of holds) {
            const to = toMinute(endedAt) ?? 0;
            const within = holds.filter(
              (each) => (toMinute(each.endedAt) ?? 0) > to - DAY && each.beganAt < at(to),
            );
            const minutes = within.reduce(
              (sum, { beganAt, endedAt: end }) =>
                sum + (toMinute(end) ?? 0) - Math.max(toMinute(beganAt) ?? 0, to - DAY),
              0,
            );
            expect(minutes).toBeLessThanOrEqual(MAX_HOLD_MINUTES);
            expect(within.length).toBeLessThanOrEqual(MAX_ABANDONED_CHECKOUTS);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe("rejected and lapsed requests", () => {
  const NOON = Date.parse("2026-12-01T17:00:00Z");
  const HOUR = 3_600_000;
  const ended = (hoursAgo: number, start: CalendarDate, end: CalendarDate) => ({
    period: rentalPeriod(start, end),
    endedAt: new Date(NOON - hoursAgo * HOUR),
  });

  test.each<[string, ReturnType<typeof ended>[], number | null]>([
    ["none", [], null],
    ["one for the same days, just now", [ended(0, "2026-12-05", "2026-12-08")], 24],
    ["one that shares a single day", [ended(1, "2026-12-07", "2026-12-20")], 23],
    ["one that ends on the first day", [ended(1, "2026-12-01", "2026-12-05")], null],
    ["one for later days", [ended(1, "2026-12-08", "2026-12-20")], null],
    ["one from a day ago", [ended(24, "2026-12-05", "2026-12-08")], null],
    [
      "two: the later one counts",
      [ended(2, "2026-12-05", "2026-12-08"), ended(20, "2026-12-01", "2026-12-31")],
      22,
    ],
  ])("%s", (_, requests, hours) => {
    const at = nextRequestAt(requests, rentalPeriod("2026-12-05", "2026-12-08"), new Date(NOON));
    expect(at && (at.getTime() - NOON) / HOUR).toBe(hours);
  });
});

test.each([
  ["2026-12-05T15:00:00Z", "2026-12-05T15:00:00Z", true],
  ["2026-12-05T15:00:01Z", "2026-12-05T15:00:00Z", true],
  ["2026-12-05T14:59:59Z", "2026-12-05T15:00:00Z", false],
  [null, "2026-12-05T15:00:00Z", false],
  ["2026-12-05T15:00:00Z", null, false],
])("paid %s and lapsing %s: too late is %s", (authorized_at, lapses_at, tooLate) =>
  expect(isPaidTooLate({ authorized_at, lapses_at })).toBe(tooLate),
);
