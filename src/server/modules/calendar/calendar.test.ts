// Taking, offering and freeing days on a real database, and the notification of a changed listing.
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
import { rentalPeriod } from "../../../domain/booking/rental-period.ts";
import { DEFAULT_RULES } from "../../../domain/booking/booking-rules.ts";
import {
  toCalendarDate,
  type CalendarDate,
  type DateRange,
} from "../../../domain/calendar/dates.ts";
import { toWireTaken } from "../../../domain/calendar/taken-time.ts";
import { makeListing, makePerson } from "../../../../test/factories.ts";
import { startTestApp, TEST_NOW, type TestApp } from "../../../../test/harness.ts";
import { isDomainError } from "../../../domain/errors.ts";
import { inTransaction } from "../../platform/context.ts";
import { LISTING_CHANNEL, notifyListingChanged } from "../../platform/realtime/events.ts";
import { nearestFree, occupy, release, takenTimes } from "./calendar.service.ts";

let app: TestApp;
let carId: string;
let bookings: string[];
beforeAll(async () => {
  app = await startTestApp();
  const host = await makePerson(app, { roles: ["renter", "host"] });
  carId = await makeListing(app, host);
  const { rows } = await sql<{ id: string }>`
    with booked as (
      insert into bookings (car_id, renter_id, host_id, start_date, end_date, days, status, payment_status, total_cents, booking_mode,
        price_per_day_cents, service_fee_basis_points, host_share_basis_points, amount_due_cents, host_share_cents, created_at, updated_at)
      select ${carId}::uuid, ${host.id}::uuid, ${host.id}::uuid, date '2026-12-05', date '2026-12-08', 3, 'pending', 'unpaid', 18000,
        'instant', 6000, 1000, 8500, 18000, 15300, ${TEST_NOW}::timestamptz, ${TEST_NOW}::timestamptz
      from generate_series(1, 2) returning id)
    insert into booking_lines (booking_id, position, code, label, quantity, unit, amount_cents, earner)
    select id, 1, 'rental', '3 days × $60.00', 3, 'day', 18000, 'host' from booked returning booking_id as id`.execute(
    app.ctx.db,
  );
  bookings = rows.map((row) => row.id);
});
afterAll(() => app.close());

const at = (start: CalendarDate, end: CalendarDate) =>
  rentalPeriod(start, end, { pickupTime: "10:00", returnTime: "10:00" });

test("occupies days once, offers others around them, and frees them", async () => {
  const [first = "", second = ""] = bookings;
  await occupy(app.ctx, {
    carId,
    bookingId: first,
    period: at("2026-12-05", "2026-12-08"),
    turnaroundHours: 0,
  });
  const late = {
    carId,
    bookingId: second,
    period: at("2026-12-07", "2026-12-09"),
    turnaroundHours: 4,
  };
  const refused = await inTransaction(app.ctx, (tx) => occupy(tx, late)).catch(
    (error: unknown) => error,
  );
  expect(isDomainError(refused, "dates_taken")).toBe(true);
  expect(await nearestFree(app.ctx, carId, late.period, DEFAULT_RULES)).toEqual(
    [8, 9, 10].map((day) => ({
      start_date: toCalendarDate(`2026-12-${String(day).padStart(2, "0")}`),
      end_date: toCalendarDate(`2026-12-${day + 2}`),
      pickup_time: "10:00",
      return_time: "10:00",
    })),
  );
  await occupy(app.ctx, { ...late, period: at("2026-12-08", "2026-12-09") });
  const window: DateRange = { start: "2026-12-06", end: "2027-01-01" };
  // The second follows the first on the day of its return, and the car is free 4 hours after it.
  expect((await takenTimes(app.ctx, carId, window)).map(toWireTaken)).toEqual([
    { from: "2026-12-06T05:00:00.000Z", until: "2026-12-09T19:00:00.000Z" },
  ]);
  await release(app.ctx, first);
  await release(app.ctx, first);
  expect((await takenTimes(app.ctx, carId, window)).map(toWireTaken)).toEqual([
    { from: "2026-12-08T15:00:00.000Z", until: "2026-12-09T19:00:00.000Z" },
  ]);
});

test("notifies every process of a changed listing once it is committed", async () => {
  const client = await app.pool.connect();
  const payloads: (string | undefined)[] = [];
  try {
    client.on("notification", (message) => payloads.push(message.payload));
    await client.query(`listen ${LISTING_CHANNEL}`);
    await inTransaction(app.ctx, (tx) => notifyListingChanged(tx, carId));
    const failing = inTransaction(app.ctx, async (tx) => {
      await notifyListingChanged(tx, "never");
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    await client.query("select 1");
    expect(payloads).toEqual([carId]);
  } finally {
    client.release(true);
  }
});
