import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addDays,
  type DateRange,
  daysBetween,
  isBefore,
  overlaps,
  type CalendarDate,
} from "../calendar/dates.ts";
import { DomainError } from "../errors.ts";
import {
  checkRentalPeriod,
  MAX_DAYS_AHEAD,
  MAX_RENTAL_DAYS,
  nearestFreePeriods,
  rentalDays,
  rentalPeriod,
  toRentalPeriod,
} from "./rental-period.ts";

const today: CalendarDate = "2026-03-01";

function failure(start_date: string | null | undefined, end_date: string | null | undefined) {
  try {
    return checkRentalPeriod({ start_date, end_date }, today);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { code: error.code, details: error.details };
  }
}

describe("checkRentalPeriod", () => {
  test.each([
    ["2026-03-01", "2026-03-02", 1],
    ["2026-03-07", "2026-03-09", 2], // the clocks go forward
    ["2026-10-31", "2026-11-02", 2], // the clocks go back
    [today, addDays(today, MAX_RENTAL_DAYS), 90],
    [addDays(today, MAX_DAYS_AHEAD), addDays(today, MAX_DAYS_AHEAD + MAX_RENTAL_DAYS), 90],
  ])("[%s, %s) is %i days", (start, end, days) => {
    const period = checkRentalPeriod({ start_date: start, end_date: end }, today);
    expect(period).toEqual({ start, end });
    expect(rentalDays(period)).toBe(days);
  });

  const far = addDays(today, MAX_DAYS_AHEAD + 1);
  test.each([
    [null, "2026-03-05", "dates_missing", {}],
    ["2026-03-05", undefined, "dates_missing", {}],
    ["", "", "dates_missing", {}],
    ["2026-02-30", "2026-03-05", "dates_invalid", { field: "start_date" }],
    ["2026-03-05", "March 6", "dates_invalid", { field: "end_date" }],
    ["2026-03-05", "2026-03-05", "dates_reversed", {}],
    ["2026-03-05", "2026-03-04", "dates_reversed", {}],
    ["2026-02-28", "2026-03-04", "dates_past", { today }],
    [today, addDays(today, MAX_RENTAL_DAYS + 1), "dates_too_long", { max_days: 90 }],
    [far, addDays(far, 1), "dates_too_far", { max_days_ahead: 365 }],
    // Reports only the first violation, in the order of this list.
    ["2026-02-20", "2026-02-10", "dates_reversed", {}],
    [far, addDays(far, 200), "dates_too_long", { max_days: 90 }],
  ])("[%s, %s) is %s", (start, end, code, details) => {
    expect(failure(start, end)).toEqual({ code, details });
  });
});

test("makes a period of two existing dates in order, from the wire or not", () => {
  const period = rentalPeriod("2026-03-01", "2026-03-02");
  expect(period).toEqual({ start: "2026-03-01", end: "2026-03-02" });
  expect(toRentalPeriod({ start_date: "2026-03-01", end_date: "2026-03-02" })).toEqual(period);
  for (const end of ["2026-03-01", "2026-02-28", "2026-03-32"] as const)
    expect(() => rentalPeriod("2026-03-01", end)).toThrow(RangeError);
  expect(() => rentalPeriod("2026-03-02", "2026-03-01")).toThrow("2026-03-01 is not after");
});

describe("nearestFreePeriods", () => {
  test("offers the nearest starts, the later one first if two are equally near", () => {
    expect(
      nearestFreePeriods({
        taken: [{ start: "2026-03-10", end: "2026-03-13" }],
        requested: rentalPeriod("2026-03-10", "2026-03-13"),
        today,
      }),
    ).toEqual([
      { start: "2026-03-13", end: "2026-03-16" },
      { start: "2026-03-07", end: "2026-03-10" },
      { start: "2026-03-14", end: "2026-03-17" },
    ]);
  });

  test("never offers the past", () => {
    expect(
      nearestFreePeriods({
        taken: [{ start: "2026-03-02", end: "2026-03-05" }],
        requested: rentalPeriod("2026-03-02", "2026-03-04"),
        today,
        limit: 2,
      }),
    ).toEqual([
      { start: "2026-03-05", end: "2026-03-07" },
      { start: "2026-03-06", end: "2026-03-08" },
    ]);
  });

  test("offers nothing for a fully booked car and finds a single free range at the end of the horizon", () => {
    const requested = rentalPeriod("2026-03-10", "2026-03-13");
    const last = addDays(today, MAX_DAYS_AHEAD);
    expect(
      nearestFreePeriods({ taken: [{ start: today, end: addDays(last, 1) }], requested, today }),
    ).toEqual([]);
    expect(nearestFreePeriods({ taken: [{ start: today, end: last }], requested, today })).toEqual([
      { start: last, end: addDays(last, 3) },
    ]);
    expect(
      nearestFreePeriods({
        taken: [{ start: addDays(today, 3), end: addDays(last, 1) }],
        requested: rentalPeriod(addDays(last, -3), last),
        today,
      }),
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
          const found = nearestFreePeriods({ taken, requested, today, limit });
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
