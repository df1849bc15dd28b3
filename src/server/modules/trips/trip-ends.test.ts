// A trip's real end: lists, day sheet, reminders, alerts, completion, reviews and payouts.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addDays, type CalendarDate } from "../../../domain/calendar/dates.ts";
import { makePerson } from "../../../../test/factories.ts";
import { startTrips, type Trips } from "../../../../test/trips.ts";
import { alertOfToday } from "../bookings/notifications/today-alerts.service.ts";
import { remindOfReturns } from "../bookings/notifications/reminders.service.ts";
import { completeDue } from "../bookings/settlement/sweep.service.ts";
import { payOut } from "../payouts/payouts.service.ts";

let t: Trips;
let id: string;
beforeAll(async () => {
  t = await startTrips();
});
beforeEach(async () => {
  id = await t.book();
  await t.confirm(id, "pickup", 100);
});
afterAll(() => t.app.close());

/** Whether a list has the booking. */
async function isIn(path: string, as: string): Promise<boolean> {
  const { body } = await t.app.call("GET", path, { as });
  return (body as unknown as { bookings: { id: string }[] }).bookings.some(
    (booking) => booking.id === id,
  );
}
const titles = async (personId: string, key: string): Promise<string[]> =>
  (
    await t.app.ctx.db
      .selectFrom("notifications")
      .select("title")
      .where("user_id", "=", personId)
      .where("event_key", "=", key)
      .execute()
  ).map(({ title }) => title);

test("an overdue trip is in progress for renter, host and admins, and due back today", async () => {
  const admin = await makePerson(t.app, { roles: ["renter", "admin"] });
  t.app.clock.set("2026-12-10T15:00:00Z");
  await completeDue(t.app.ctx);
  expect(await isIn("/api/bookings?filter=past", t.renter.token)).toBe(false);
  expect(await isIn("/api/host/bookings?filter=past", t.host.token)).toBe(false);
  expect(await isIn("/api/host/bookings?filter=in_progress", t.host.token)).toBe(true);
  expect(await isIn("/api/admin/bookings?filter=in_progress", admin.token)).toBe(true);
  const dashboard = await t.app.call("GET", "/api/host/dashboard", { as: t.host.token });
  expect(dashboard.body.next_returns.map((booking) => booking.id)).toContain(id);
  const { body } = await t.app.call("GET", "/api/host/day-sheet?from=2026-12-10&days=1", {
    as: t.host.token,
  });
  expect(JSON.stringify(body)).toContain('"overdue":true');

  await alertOfToday(t.app.ctx);
  const alerts = await t.app.ctx.db
    .selectFrom("alerts")
    .select("title")
    .where("user_id", "=", t.host.id)
    .where("event_key", "=", "today:2026-12-10")
    .execute();
  expect(alerts[0]?.title).toMatch(/^Today: \d+ overdue cars?$/);

  await t.confirm(id, "return", 200);
  expect(await isIn("/api/bookings?filter=past", t.renter.token)).toBe(true);
  expect(await isIn("/api/host/bookings?filter=in_progress", t.host.token)).toBe(false);
  expect(await isIn("/api/admin/bookings?filter=in_progress", admin.token)).toBe(false);
  const after = await t.app.call("GET", "/api/host/day-sheet?from=2026-12-10&days=1", {
    as: t.host.token,
  });
  expect(JSON.stringify(after.body)).toContain(id);
});

/** Runs the batch of a Monday. @returns what it carries over for the host, who has no account */
async function countPayable(monday: CalendarDate): Promise<number> {
  t.app.clock.set(`${monday}T15:00:00Z`);
  await payOut(t.app.ctx);
  const row = await t.app.ctx.db
    .selectFrom("payout_carried as carried")
    .innerJoin("payout_batches as batch", "batch.id", "carried.batch_id")
    .select("carried.amount_cents")
    .where("carried.host_id", "=", t.host.id)
    .where("batch.period_end", "=", addDays(monday, -1))
    .executeTakeFirst();
  return row?.amount_cents ?? 0;
}

test.each([
  // Booked from December 5 to 8.
  ["early", "2026-12-06T20:00:00Z", "2026-12-07T05:00:00.000Z", "2026-12-21", "2026-12-07"],
  ["late", "2026-12-14T16:00:00Z", "2026-12-15T05:00:00.000Z", "2026-12-29", "2026-12-21"],
])(
  "a trip returned %s completes on the next day, and reviews and payout count from it",
  async (_when, returnedAt, completesAt, reviewsEnd, monday) => {
    const paysOn = monday as CalendarDate;
    const before = await countPayable(addDays(paysOn, -7));
    t.app.clock.set(returnedAt);
    await t.confirm(id, "return", 200);
    const upcoming = await t.app.call("GET", "/api/host/payouts/upcoming", { as: t.host.token });
    const { expected, pays_on } = upcoming.body;
    expect(expected.map((line) => line.booking_id)).toContain(id);
    expect(pays_on).toBe(paysOn);
    t.app.clock.set(new Date(Date.parse(completesAt) - 1));
    await completeDue(t.app.ctx);
    expect((await t.read(id)).status).toBe("approved");
    t.app.clock.set(completesAt);
    await completeDue(t.app.ctx);
    expect(await t.read(id)).toMatchObject({
      status: "completed",
      end_date: "2026-12-08",
      review: { state: "open", ends_at: `${reviewsEnd}T05:00:00.000Z` },
    });
    const { host_share_cents: share } = await t.app.ctx.db
      .selectFrom("bookings")
      .select("host_share_cents")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect((await countPayable(paysOn)) - before).toBe(share);
  },
);

test("both are reminded once from two hours before the return, the renter with the trip's page", async () => {
  const key = `booking:${id}:remind_return_soon:2026-12-08T10:00`;
  t.app.clock.set("2026-12-08T12:59:59Z");
  await remindOfReturns(t.app.ctx);
  expect(await titles(t.renter.id, key)).toEqual([]);
  t.app.clock.set("2026-12-08T13:00:00Z");
  await Promise.all([remindOfReturns(t.app.ctx), remindOfReturns(t.app.ctx)]);
  t.app.clock.set("2026-12-08T14:50:00Z");
  await remindOfReturns(t.app.ctx);
  expect(await titles(t.renter.id, key)).toEqual(["Your car is due back at 10:00 AM"]);
  expect(await titles(t.host.id, key)).toEqual(["Your car comes back at 10:00 AM"]);
  const { path } = await t.app.ctx.db
    .selectFrom("notifications")
    .select("path")
    .where("event_key", "=", key)
    .where("user_id", "=", t.renter.id)
    .executeTakeFirstOrThrow();
  expect(path).toBe(`/bookings/${id}/trip`);
});

test("reminds both sides if the trip is on hold while the car is out, and of a return just after midnight", async () => {
  await t.hold(id);
  await t.app.ctx.db
    .updateTable("bookings")
    .set({ return_time: "00:30" })
    .where("id", "=", id)
    .execute();
  t.app.clock.set("2026-12-08T04:00:00Z"); // 11 PM on December 7
  await remindOfReturns(t.app.ctx);
  expect(await titles(t.renter.id, `booking:${id}:remind_return_soon:2026-12-08T00:30`)).toEqual([
    "Your car is due back at 12:30 AM tomorrow",
  ]);
});

test("reminds nobody of a car that is back or that the renter has reported as back", async () => {
  const noticed = await t.book();
  await t.confirm(noticed, "pickup", 100);
  t.app.clock.set("2026-12-08T12:00:00Z");
  const notice = { kind: "return_notice", handover: "return" };
  expect((await t.add(noticed, t.renter, notice)).status).toBe(200);
  t.app.clock.set("2026-12-08T12:00:00Z");
  await t.confirm(id, "return", 200);
  t.app.clock.set("2026-12-08T13:30:00Z");
  await remindOfReturns(t.app.ctx);
  for (const each of [id, noticed])
    expect(
      await titles(t.renter.id, `booking:${each}:remind_return_soon:2026-12-08T10:00`),
    ).toEqual([]);
});
