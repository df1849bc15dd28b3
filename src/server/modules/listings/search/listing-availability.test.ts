// Tests that the SQL condition of a search decides like the function that a checkout calls.
import * as fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeListing, makePerson } from "../../../../../test/factories.ts";
import { startTestApp, type TestApp } from "../../../../../test/harness.ts";
import {
  choosePeriod,
  findBrokenRule,
  toBookingRules,
} from "../../../../domain/booking/booking-rules.ts";
import { rentalPeriod, takenTime } from "../../../../domain/booking/rental-period.ts";
import { addDays, toCalendarDate, type CalendarDate } from "../../../../domain/calendar/dates.ts";
import { overlapInTime } from "../../../../domain/calendar/taken-time.ts";
import { timesBetween, type TimeOfDay } from "../../../../domain/calendar/time-of-day.ts";
import { toTstzrange } from "../../../platform/database/date-ranges.ts";
import {
  bookingColumns,
  isBookable,
  isBookableByColumns,
} from "./listing-availability.repository.ts";

let app: TestApp;
let car: string;
beforeAll(async () => {
  app = await startTestApp();
  car = await makeListing(app, await makePerson(app, { roles: ["host"] }));
});
afterAll(() => app.close());

const time = fc.constantFrom(...timesBetween("00:00", "24:00"));
/** Days around both changes of the clocks. */
const date = fc
  .tuple(fc.constantFrom<CalendarDate>("2026-03-05", "2026-10-29"), fc.integer({ min: 0, max: 6 }))
  .map(([from, days]) => addDays(from, days));
const period = fc
  .record({
    start: date,
    nights: fc.integer({ min: 1, max: 4 }),
    times: fc.option(fc.record({ pickupTime: time, returnTime: time })),
  })
  .map(({ start, nights, times }) => rentalPeriod(start, addDays(start, nights), times));
const rules = fc.record({
  pickup_from: fc.constantFrom<TimeOfDay>("00:00", "01:00", "08:00", "10:30"),
  pickup_until: fc.constantFrom<TimeOfDay>("02:00", "11:00", "20:00", "24:00"),
  turnaround_hours: fc.integer({ min: 0, max: 24 }),
  advance_notice_hours: fc.integer({ min: 0, max: 72 }),
  min_days: fc.integer({ min: 1, max: 3 }),
  max_days: fc.integer({ min: 3, max: 90 }),
  booking_mode: fc.constantFrom("instant" as const, "approval" as const),
});
/** The shortest rentals of single dates. */
const dateMinDays = fc.dictionary(date, fc.integer({ min: 1, max: 5 }), { maxKeys: 3 });
const moment = fc
  .tuple(date, fc.integer({ min: 0, max: 48 * 60 - 1 }))
  .map(([day, minutes]) => new Date(Date.parse(`${day}T00:00:00Z`) + minutes * 60_000));

const requested = fc.record({
  wanted: period,
  wire: rules,
  longer: dateMinDays,
  now: moment,
  other: fc.option(period),
});

test("a search finds a car exactly if a checkout would accept the period", async () => {
  const { db } = app.ctx;
  await fc.assert(
    fc.asyncProperty(requested, async ({ wanted, wire, longer, now, other }) => {
      fc.pre(wire.pickup_from < wire.pickup_until);
      await db.updateTable("car_listings").set(wire).where("id", "=", car).execute();
      await db.deleteFrom("car_dates").where("car_id", "=", car).execute();
      const dates = Object.entries(longer).map(([day, min_days]) => ({
        car_id: car,
        day: toCalendarDate(day),
        min_days,
      }));
      if (dates.length > 0) await db.insertInto("car_dates").values(dates).execute();
      await db.deleteFrom("car_calendar").where("car_id", "=", car).execute();
      const taken = other && takenTime(other, 0);
      if (taken)
        // Only a block needs no booking; this one is an outage, which may be part of a day.
        await sql`insert into car_calendar (car_id, kind, during, created_at)
          values (${car}, 'outage', ${toTstzrange(taken)}, now())`.execute(db);
      const own = toBookingRules(wire, longer, wire.booking_mode);
      const chosen = choosePeriod(wanted, own, now);
      const expected =
        findBrokenRule(chosen, own, now) === null &&
        !(taken && overlapInTime(taken, takenTime(chosen, own.turnaroundHours)));
      const asked = { period: wanted, now };
      const row = db.selectFrom("car_listings as car").where("id", "=", car);
      const { found } = await row.select(isBookable(asked).as("found")).executeTakeFirstOrThrow();
      const { counted } = await db
        .selectFrom(row.select(["id", ...bookingColumns(asked)]).as("car"))
        .select(isBookableByColumns(asked).as("counted"))
        .executeTakeFirstOrThrow();
      expect([found, counted]).toEqual([expected, expected]);
    }),
    { numRuns: 300 },
  );
});
