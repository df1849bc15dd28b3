import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, type CalendarDate } from "../calendar/dates.ts";
import { wholeDays } from "../calendar/taken-time.ts";
import { timesBetween, toMinutes, type TimeOfDay } from "../calendar/time-of-day.ts";
import { DomainError } from "../errors.ts";
import {
  checkRentalPeriod,
  MAX_DAYS_AHEAD,
  MAX_RENTAL_DAYS,
  GRACE_MINUTES,
  pickupAt,
  rentalDays,
  rentalPeriod,
  returnAt,
  takenTime,
  toRentalPeriod,
  toWirePeriod,
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
    expect(period).toEqual({ start, end, pickupTime: null, returnTime: null });
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
  const untimed = { pickupTime: null, returnTime: null };
  expect(period).toEqual({ start: "2026-03-01", end: "2026-03-02", ...untimed });
  expect(toRentalPeriod({ start_date: "2026-03-01", end_date: "2026-03-02" })).toEqual(period);
  for (const end of ["2026-03-01", "2026-02-28", "2026-03-32"] as const)
    expect(() => rentalPeriod("2026-03-01", end)).toThrow(RangeError);
  expect(() => rentalPeriod("2026-03-02", "2026-03-01")).toThrow("2026-03-01 is not after");
});

test.each<[object, object]>([
  [
    { pickup_time: "09:30", return_time: "18:00" },
    { pickupTime: "09:30", returnTime: "18:00" },
  ],
  [
    { pickup_time: "09:30", return_time: "" },
    { pickupTime: "09:30", returnTime: "09:30" },
  ],
  [{ pickup_time: null }, { pickupTime: null, returnTime: null }],
  [{ pickup_time: "09:15" }, { code: "times_off_grid", field: "pickup_time" }],
  [{ pickup_time: "24:00" }, { code: "times_off_grid", field: "pickup_time" }],
  [{ return_time: "09:00" }, { code: "times_off_grid", field: "pickup_time" }],
  [
    { pickup_time: "09:00", return_time: "9:00" },
    { code: "times_off_grid", field: "return_time" },
  ],
])("reads the times %j as %j", (times, expected) => {
  const read = () =>
    checkRentalPeriod({ start_date: "2026-03-05", end_date: "2026-03-06", ...times }, today);
  try {
    expect(read()).toMatchObject(expected);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    expect({ code: error.code, ...error.details }).toEqual({ ...expected, step_minutes: 30 });
  }
});

describe("with times", () => {
  const at = (start: CalendarDate, from: TimeOfDay, end: CalendarDate, until: TimeOfDay) =>
    rentalPeriod(start, end, { pickupTime: from, returnTime: until });

  test.each<[TimeOfDay, CalendarDate, TimeOfDay, number]>([
    ["10:00", "2026-03-06", "08:00", 1],
    ["10:00", "2026-03-06", "11:00", 1], // the hour of grace
    ["10:00", "2026-03-06", "11:30", 2],
    ["20:00", "2026-03-06", "00:00", 1], // four hours
    ["10:00", "2026-03-08", "10:00", 3],
    ["10:00", "2026-03-09", "11:00", 4], // the clocks have gone forward
    ["10:00", "2026-03-09", "11:30", 5],
    ["00:00", "2026-03-06", "23:30", 2],
  ])("from %s on March 5 to %s, %s is %i days", (from, end, until, days) => {
    expect(rentalDays(at("2026-03-05", from, end, until))).toBe(days);
  });

  test("counts 24-hour units after the grace, whatever the clocks do", () => {
    const time = fc.constantFrom(...timesBetween("00:00", "24:00"));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 89 }), time, time, (nights, from, until) => {
        const days = rentalDays(at("2026-10-25", from, addDays("2026-10-25", nights), until));
        const minutes = nights * 1440 + toMinutes(until) - toMinutes(from);
        expect((days - 1) * 1440 + GRACE_MINUTES < minutes || days === 1).toBe(true);
        expect(minutes).toBeLessThanOrEqual(days * 1440 + GRACE_MINUTES);
      }),
    );
  });

  test("is written for the wire, and takes the car for the turnaround as well", () => {
    const period = at("2026-12-05", "10:00", "2026-12-08", "18:30");
    expect(toRentalPeriod(toWirePeriod(period))).toEqual(period);
    expect(pickupAt(period).toISOString()).toBe("2026-12-05T15:00:00.000Z");
    expect(returnAt(period).toISOString()).toBe("2026-12-08T23:30:00.000Z");
    expect(takenTime(period, 2).until.toISOString()).toBe("2026-12-09T01:30:00.000Z");
    const untimed = rentalPeriod("2026-12-05", "2026-12-08");
    expect(takenTime(untimed, 0)).toEqual(wholeDays({ start: "2026-12-05", end: "2026-12-08" }));
  });
});
