// Tests what a car's rules allow, and the periods that are offered instead.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addDays,
  type CalendarDate,
  type DateRange,
  daysBetween,
  isBefore,
  overlaps,
} from "../calendar/dates.ts";
import { overlapInTime } from "../calendar/taken-time.ts";
import { timesBetween, type TimeOfDay } from "../calendar/time-of-day.ts";
import { DomainError, isDomainError } from "../errors.ts";
import {
  type BookingRules,
  checkRules,
  choosePeriod,
  daysTaken,
  DEFAULT_RULES,
  findBrokenRule,
  isPeriodError,
  suggestTime,
  toBookingRules,
  withOffers,
} from "./booking-rules.ts";
import { nearestFreePeriods } from "../calendar/nearest-free.ts";
import {
  MAX_DAYS_AHEAD,
  pickupAt,
  type RentalPeriod,
  rentalPeriod,
  takenTime,
} from "./rental-period.ts";

const today: CalendarDate = "2026-03-01";
/** 07:00 in Nassau. */
const now = new Date("2026-03-01T12:00:00Z");
const toDays = ({ start, end }: DateRange): DateRange => ({ start, end });
const atTen = ({ start, end }: DateRange) =>
  takenTime(rentalPeriod(start, end, { pickupTime: "10:00", returnTime: "10:00" }), 0);
const at = (start: CalendarDate, end: CalendarDate) => atTen({ start, end });
const timed = (nights: number, pickupTime: TimeOfDay, returnTime: TimeOfDay, start = today) =>
  choosePeriod(
    rentalPeriod(start, addDays(start, nights), { pickupTime, returnTime }),
    DEFAULT_RULES,
    now,
  );

describe("the suggested time", () => {
  const suggested = (changes: Partial<BookingRules>, instant = now, date: CalendarDate = today) =>
    suggestTime(date, { ...DEFAULT_RULES, ...changes }, instant);

  test.each<[Partial<BookingRules>, TimeOfDay]>([
    [{}, "10:00"],
    [{ pickupFrom: "12:00" }, "12:00"],
    [{ pickupUntil: "09:00" }, "09:00"],
    [{ pickupFrom: "00:00", pickupUntil: "24:00" }, "10:00"],
    [{ advanceNoticeHours: 5 }, "12:00"],
    [{ advanceNoticeHours: 14 }, "10:00"], // too soon at any time today
  ])("with %j is %s", (changes, expected) => {
    expect(suggested(changes)).toBe(expected);
  });

  test("moves on during the day, until the hours are over", () => {
    expect(suggested({}, new Date("2026-03-01T20:01:00Z"))).toBe("15:30");
    expect(suggested({}, new Date("2026-03-02T00:59:00Z"))).toBe("20:00");
    expect(suggested({}, new Date("2026-03-02T01:01:00Z"))).toBe("10:00");
    expect(suggested({}, new Date("2026-03-01T20:01:00Z"), "2026-03-02")).toBe("10:00");
  });
});

test("a request without times gets the suggested ones, and keeps its own", () => {
  const untimed = rentalPeriod(today, "2026-03-03");
  const rules = { ...DEFAULT_RULES, pickupFrom: "11:30" as const };
  expect(choosePeriod(untimed, rules, now)).toMatchObject({
    pickupTime: "11:30",
    returnTime: "11:30",
  });
  expect(choosePeriod(timed(1, "09:00", "18:00"), rules, now)).toMatchObject({
    pickupTime: "09:00",
    returnTime: "18:00",
  });
});

test.each<[RentalPeriod, Partial<BookingRules>, object | null]>([
  [timed(1, "08:00", "20:00"), {}, null],
  [timed(1, "07:30", "20:00"), {}, { code: "outside_handover_hours", field: "pickup_time" }],
  [timed(1, "08:00", "20:30"), {}, { code: "outside_handover_hours", field: "return_time" }],
  [timed(1, "23:30", "00:00"), { pickupFrom: "00:00", pickupUntil: "24:00" }, null],
  [timed(1, "07:00", "10:00"), { pickupFrom: "06:00" }, null], // right now
  [timed(1, "06:30", "10:00"), { pickupFrom: "06:00" }, { code: "too_soon", notice_hours: 0 }],
  [timed(1, "09:00", "09:00"), { advanceNoticeHours: 2 }, null],
  [timed(1, "08:30", "09:00"), { advanceNoticeHours: 2 }, { code: "too_soon", notice_hours: 2 }],
  // The host can still answer a request when its checkout closes, 31 minutes later.
  [
    timed(1, "07:30", "10:00"),
    { pickupFrom: "06:00", bookingMode: "approval" },
    { code: "too_soon", notice_hours: 0, earliest_pickup: "2026-03-01T12:31:00.000Z" },
  ],
  [timed(1, "08:00", "10:00"), { pickupFrom: "06:00", bookingMode: "approval" }, null],
  [timed(1, "09:00", "09:00"), { advanceNoticeHours: 2, bookingMode: "approval" }, null],
  [timed(2, "10:00", "10:00"), { minDays: 3 }, { code: "too_short", min_days: 3 }],
  [timed(2, "10:00", "12:00"), { minDays: 3 }, null],
  // Dates count up to the last day that is paid for, and the larger minimum counts.
  [timed(2, "10:00", "10:00"), { dateMinDays: { "2026-03-03": 4 } }, null],
  [
    timed(2, "10:00", "12:00"),
    { dateMinDays: { "2026-03-03": 4 } },
    { code: "too_short", min_days: 4 },
  ],
  [
    timed(2, "10:00", "10:00"),
    { minDays: 3, dateMinDays: { "2026-03-02": 2 } },
    { code: "too_short", min_days: 3 },
  ],
  [timed(2, "10:00", "11:00"), { maxDays: 2 }, null],
  [timed(2, "10:00", "11:30"), { maxDays: 2 }, { code: "too_long", max_days: 2 }],
])("%j with %j: %j", (period, changes, expected) => {
  const rules = { ...DEFAULT_RULES, ...changes };
  const broken = findBrokenRule(period as ReturnType<typeof timed>, rules, now);
  if (expected === null) expect(broken).toBeNull();
  else expect(broken).toMatchObject(expected);
});

test("refuses with the rule's details and room for offers", () => {
  const refuse = () =>
    checkRules(timed(1, "10:00", "10:00"), { ...DEFAULT_RULES, minDays: 3 }, now);
  expect(refuse).toThrow(DomainError);
  try {
    refuse();
  } catch (error) {
    if (!isPeriodError(error)) throw error;
    expect(isDomainError(error, "too_short")).toBe(true);
    expect(withOffers(error, []).details).toEqual({ min_days: 3, nearest_free: [] });
  }
  expect(isPeriodError(new DomainError("own_car"))).toBe(false);
});

test("reads rules, and the days that a trip at the suggested time can't cover", () => {
  const rules = toBookingRules({
    pickup_from: "08:00",
    pickup_until: "20:00",
    turnaround_hours: 0,
    advance_notice_hours: 0,
    min_days: 1,
    max_days: 90,
  });
  expect(rules).toEqual(DEFAULT_RULES);
  const [block] = [{ from: new Date("2026-03-05T05:00Z"), until: new Date("2026-03-07T05:00Z") }];
  // A trip can't end on the first day of a block at 10:00.
  expect(daysTaken([block!, at("2026-03-10", "2026-03-12")], rules)).toEqual([
    { start: "2026-03-04", end: "2026-03-07" },
    { start: "2026-03-10", end: "2026-03-12" },
  ]);
});

describe("nearestFreePeriods", () => {
  test("offers the nearest starts, the later one first if two are equally near", () => {
    expect(
      nearestFreePeriods({
        taken: [at("2026-03-10", "2026-03-13")],
        requested: rentalPeriod("2026-03-10", "2026-03-13"),
        now,
      }).map(toDays),
    ).toEqual([
      { start: "2026-03-13", end: "2026-03-16" },
      { start: "2026-03-07", end: "2026-03-10" },
      { start: "2026-03-14", end: "2026-03-17" },
    ]);
  });

  test("offers as many days as the dates require, and none that the longest rental forbids", () => {
    const dateMinDays = { "2026-03-11": 4, "2026-03-13": 5, "2026-03-05": 9 };
    const offers = (start: CalendarDate, end: CalendarDate) =>
      nearestFreePeriods({
        taken: [],
        requested: rentalPeriod(start, end),
        rules: { ...DEFAULT_RULES, maxDays: 7, dateMinDays },
        now,
      }).map(toDays);
    expect(offers("2026-03-10", "2026-03-12")).toEqual([
      { start: "2026-03-10", end: "2026-03-15" },
      { start: "2026-03-11", end: "2026-03-16" },
      { start: "2026-03-09", end: "2026-03-11" },
    ]);
    expect(offers("2026-03-05", "2026-03-06")).toEqual([
      { start: "2026-03-06", end: "2026-03-07" },
      { start: "2026-03-04", end: "2026-03-05" },
      { start: "2026-03-07", end: "2026-03-08" },
    ]);
  });

  test("never offers the past", () => {
    expect(
      nearestFreePeriods({
        taken: [at("2026-03-02", "2026-03-05")],
        requested: rentalPeriod("2026-03-02", "2026-03-04"),
        now,
        limit: 2,
      }).map(toDays),
    ).toEqual([
      { start: "2026-03-05", end: "2026-03-07" },
      { start: "2026-03-06", end: "2026-03-08" },
    ]);
  });

  test("offers nothing for a fully booked car and finds a single free range at the end of the horizon", () => {
    const requested = rentalPeriod("2026-03-10", "2026-03-13");
    const last = addDays(today, MAX_DAYS_AHEAD);
    expect(nearestFreePeriods({ taken: [at(today, addDays(last, 1))], requested, now })).toEqual(
      [],
    );
    const found = nearestFreePeriods({ taken: [at(today, last)], requested, now });
    expect(found.map(toDays)).toEqual([{ start: last, end: addDays(last, 3) }]);
    expect(
      nearestFreePeriods({
        taken: [at(addDays(today, 3), addDays(last, 1))],
        requested: rentalPeriod(addDays(last, -3), last),
        now,
      }).map(toDays),
    ).toEqual([{ start: today, end: addDays(today, 3) }]);
  });

  test("agrees with trying every day: free, of the right length, within the horizon, nearest first", () => {
    const anyRange = fc
      .tuple(fc.integer({ min: -20, max: 400 }), fc.integer({ min: 1, max: 90 }))
      .map(([from, days]) => rentalPeriod(addDays(today, from), addDays(today, from + days)));
    fc.assert(
      fc.property(
        fc.array(anyRange, { maxLength: 8 }),
        anyRange,
        fc.integer({ min: 0, max: 4 }),
        (taken, requested, limit) => {
          const days = daysBetween(requested.start, requested.end);
          const found = nearestFreePeriods({ taken: taken.map(atTen), requested, now, limit });
          for (const range of found) {
            expect(daysBetween(range.start, range.end)).toBe(days);
            expect(isBefore(range.start, today)).toBe(false);
            expect(daysBetween(today, range.start)).toBeLessThanOrEqual(MAX_DAYS_AHEAD);
            expect(taken.some((other) => overlaps(other, range))).toBe(false);
          }
          const distance = (range: DateRange) =>
            Math.abs(daysBetween(requested.start, range.start));
          const free = Array.from({ length: MAX_DAYS_AHEAD + 1 }, (_, offset) =>
            addDays(today, offset),
          )
            .map((start) => ({ start, end: addDays(start, days) }))
            .filter((range) => !taken.some((other) => overlaps(other, range)));
          const nearest = free.map(distance).toSorted((a, b) => a - b);
          expect(found.map(distance)).toEqual(nearest.slice(0, limit));
          expect(new Set(found.map((range) => range.start)).size).toBe(found.length);
        },
      ),
      { numRuns: 60 },
    );
  });
});

test("offers only what the rules allow and the calendar leaves free", () => {
  const time = fc.constantFrom(...timesBetween("00:00", "24:00"));
  const rules = fc
    .record({
      pickupFrom: fc.constantFrom<TimeOfDay>("00:00", "08:00", "12:30"),
      pickupUntil: fc.constantFrom("13:00", "20:00", "24:00" as TimeOfDay),
      turnaroundHours: fc.integer({ min: 0, max: 24 }),
      advanceNoticeHours: fc.integer({ min: 0, max: 72 }),
      minDays: fc.integer({ min: 1, max: 5 }),
      furtherDays: fc.integer({ min: 0, max: 4 }),
      dateMinDays: fc.dictionary(
        fc.integer({ min: 0, max: 25 }).map((day) => addDays(today, day)),
        fc.integer({ min: 1, max: 5 }),
        { maxKeys: 4 },
      ),
    })
    .map(({ furtherDays, ...rest }) => ({ ...rest, maxDays: rest.minDays + furtherDays }));
  const some = fc
    .tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 9 }), time, time)
    .map(([from, nights, pickup, back]) => timed(nights, pickup, back, addDays(today, from)));
  fc.assert(
    fc.property(fc.array(some, { maxLength: 6 }), some, rules, (booked, requested, given) => {
      const car = given as BookingRules;
      const taken = booked.map((each) => takenTime(each, car.turnaroundHours));
      const found = nearestFreePeriods({ taken, requested, rules: car, now });
      expect(found).toHaveLength(3);
      for (const offer of found) {
        expect(findBrokenRule(offer, car, now)).toBeNull();
        // It is longer than requested only where its dates require that.
        const nights = daysBetween(offer.start, offer.end);
        if (nights > daysBetween(requested.start, requested.end)) {
          const shorter = timed(nights - 1, offer.pickupTime, offer.returnTime, offer.start);
          expect(findBrokenRule(shorter, car, now)).toMatchObject({ code: "too_short" });
        }
        const wanted = takenTime(offer, car.turnaroundHours);
        expect(taken.some((other) => overlapInTime(other, wanted))).toBe(false);
        expect(pickupAt(offer) >= now).toBe(true);
      }
      const isFree = !taken.some((other) =>
        overlapInTime(other, takenTime(requested, car.turnaroundHours)),
      );
      if (isFree && !findBrokenRule(requested, car, now)) expect(found[0]).toEqual(requested);
    }),
  );
});
