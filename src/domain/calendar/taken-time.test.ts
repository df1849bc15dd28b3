import * as fc from "fast-check";
import { expect, test } from "vitest";
import { rentalPeriod, takenTime } from "../booking/rental-period.ts";
import { addDays, overlaps } from "./dates.ts";
import {
  fromWireTaken,
  overlapInTime,
  subtractTaken,
  toTakenDays,
  toWireTaken,
  wholeDays,
} from "./taken-time.ts";
import { timesBetween } from "./time-of-day.ts";

const time = fc.constantFrom(...timesBetween("00:00", "24:00"));
/** Both clock changes of 2026 are among these days. */
const period = fc
  .tuple(
    fc.constantFrom("2026-03-03", "2026-10-27" as const),
    fc.integer({ min: 0, max: 8 }),
    fc.integer({ min: 1, max: 5 }),
    time,
    time,
  )
  .map(([from, days, nights, pickupTime, returnTime]) => {
    const start = addDays(from as "2026-03-03", days);
    return rentalPeriod(start, addDays(start, nights), { pickupTime, returnTime });
  });

test("a rental meets a taken time exactly if it shares a day with the taken days", () => {
  fc.assert(
    fc.property(period, period, fc.integer({ min: 0, max: 24 }), (taken, wanted, hours) => {
      const { pickupTime, returnTime } = wanted;
      const times = { pickupTime: pickupTime!, returnTime: returnTime! };
      const range = takenTime(taken, 0);
      const days = toTakenDays(range, { ...times, turnaroundHours: hours });
      expect(overlaps(wanted, days)).toBe(overlapInTime(takenTime(wanted, hours), range));
    }),
    { numRuns: 2000 },
  );
});

test("trips follow each other on one day at every hour, but not before the car is back", () => {
  const times = timesBetween("00:00", "24:00");
  for (const back of times)
    for (const out of times)
      for (const turnaround of [0, 1, 5, 24]) {
        const first = rentalPeriod("2026-12-05", "2026-12-08", {
          pickupTime: "10:00",
          returnTime: back,
        });
        const second = rentalPeriod("2026-12-08", "2026-12-10", {
          pickupTime: out,
          returnTime: "10:00",
        });
        const wait = times.indexOf(out) - times.indexOf(back);
        const isFree = !overlapInTime(takenTime(first, turnaround), takenTime(second, turnaround));
        expect(isFree).toBe(wait >= 2 * turnaround);
      }
});

test("removes an own hold from what is taken", () => {
  const days = (start: number, end: number) =>
    wholeDays({ start: addDays("2026-12-01", start), end: addDays("2026-12-01", end) });
  expect(subtractTaken([days(0, 9), days(10, 11)], days(3, 5))).toEqual([
    days(0, 3),
    days(5, 9),
    days(10, 11),
  ]);
  expect(subtractTaken([days(0, 9)], days(0, 12))).toEqual([]);
  expect(fromWireTaken(toWireTaken(days(0, 1)))).toEqual(days(0, 1));
});
