// Taking, offering and freeing days on a real database, and the notification of a changed listing.
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
import { rentalPeriod } from "../../../domain/booking/rental-period.ts";
import type { CalendarDate } from "../../../domain/calendar/dates.ts";
import { makeListing, makePerson } from "../../../../test/factories.ts";
import { startTestApp, TEST_NOW, type TestApp } from "../../../../test/harness.ts";
import { isDomainError } from "../../../domain/errors.ts";
import { inTransaction } from "../../platform/context.ts";
import { LISTING_CHANNEL, notifyListingChanged } from "../../platform/realtime/events.ts";
import { nearestFree, occupy, release, takenRanges } from "./calendar.service.ts";

let app: TestApp;
let carId: string;
let bookings: string[];
beforeAll(async () => {
  app = await startTestApp();
  const host = await makePerson(app, { roles: ["renter", "host"] });
  carId = await makeListing(app, host);
  const { rows } = await sql<{ id: string }>`
    with booked as (
      insert into bookings (car_id, renter_id, host_id, start_date, end_date, status, payment_status, total_cents, booking_mode,
        price_per_day_cents, service_fee_basis_points, host_share_basis_points, amount_due_cents, host_share_cents, created_at, updated_at)
      select ${carId}::uuid, ${host.id}::uuid, ${host.id}::uuid, date '2026-12-05', date '2026-12-08', 'pending', 'unpaid', 18000,
        'instant', 6000, 1000, 8500, 18000, 15300, ${TEST_NOW}::timestamptz, ${TEST_NOW}::timestamptz
      from generate_series(1, 2) returning id)
    insert into booking_lines (booking_id, position, code, label, quantity, unit, amount_cents, earner)
    select id, 1, 'rental', '3 days × $60.00', 3, 'day', 18000, 'host' from booked returning booking_id as id`.execute(
    app.ctx.db,
  );
  bookings = rows.map((row) => row.id);
});
afterAll(() => app.close());

test("occupies days once, offers others around them, and frees them", async () => {
  const [first = "", second = ""] = bookings;
  await occupy(app.ctx, {
    carId,
    bookingId: first,
    period: rentalPeriod("2026-12-05", "2026-12-08"),
  });
  const late = { carId, bookingId: second, period: rentalPeriod("2026-12-07", "2026-12-09") };
  const refused = await inTransaction(app.ctx, (tx) => occupy(tx, late)).catch(
    (error: unknown) => error,
  );
  expect(isDomainError(refused, "dates_taken")).toBe(true);
  expect(await nearestFree(app.ctx, carId, late.period)).toEqual([
    { start_date: "2026-12-08", end_date: "2026-12-10" },
    { start_date: "2026-12-09", end_date: "2026-12-11" },
    { start_date: "2026-12-10", end_date: "2026-12-12" },
  ]);
  await occupy(app.ctx, { ...late, period: rentalPeriod("2026-12-08", "2026-12-09") });
  const window: { from: CalendarDate; to: CalendarDate } = { from: "2026-12-06", to: "2027-01-01" };
  expect(await takenRanges(app.ctx, carId, window)).toEqual([
    { start: "2026-12-06", end: "2026-12-09" },
  ]);
  await release(app.ctx, first);
  await release(app.ctx, first);
  expect(await takenRanges(app.ctx, carId, window)).toEqual([
    { start: "2026-12-08", end: "2026-12-09" },
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
