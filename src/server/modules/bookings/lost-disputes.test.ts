// What a lost dispute stops: its own trip, the renter's other trips, and new bookings.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBookings, type Bookings } from "../../../../test/booking.ts";
import { eventually } from "../../../../test/eventually.ts";
import { makePerson, type Person } from "../../../../test/factories.ts";
import { settleDispute } from "../../../../test/payments.ts";
import {
  closeDisputeInSandbox,
  disputeInSandbox,
} from "../../platform/payments/sandbox-disputes.ts";

let t: Bookings;
let admin: Person;
beforeAll(async () => {
  t = await startBookings();
  admin = await makePerson(t.app, { roles: ["renter", "admin"] });
});
afterAll(() => t.close());

/** The bank disputes the charge, and decides. */
async function dispute(session: string, outcome: "won" | "lost"): Promise<string> {
  await disputeInSandbox(t.app.ctx, session);
  const { intent_id } = await t.app.ctx.db
    .selectFrom("sandbox_checkouts")
    .select("intent_id")
    .where("id", "=", session)
    .executeTakeFirstOrThrow();
  const id = intent_id.replace("pi_", "dp_");
  await settleDispute(t.app.ctx, id);
  await closeDisputeInSandbox(t.app.ctx, session, outcome);
  for (let n = 0; n < 2; n++) await settleDispute(t.app.ctx, id);
  return id;
}
const subjects = async ({ email }: Person): Promise<string[]> =>
  (await t.app.mails(email)).map(({ subject }) => subject);
const readUser = async ({ id }: Person) =>
  (await t.app.call("GET", `/api/admin/users?search=${id}`, { as: admin.token })).body.users[0];

test("cancels its trip, holds the renter's other trips, and stops new bookings until an admin allows them", async () => {
  const renter = await t.newRenter();
  const lost = await t.book({ by: renter });
  const other = await t.book({ by: renter });
  const request = await t.book({ by: renter, mode: "approval" });
  await dispute(lost.session, "lost");
  expect(await t.read(lost.id, t.host)).toMatchObject({
    status: "cancelled",
    payment_status: "paid",
    dispute: "lost",
    refund_pending: false,
  });
  expect(await t.occupied(lost.car)).toEqual([]);
  for (const { id } of [other, request])
    expect(await t.read(id, t.host)).toMatchObject({ on_hold: true });
  expect((await t.read(other.id, renter)).car.pickup_instructions).toBeNull();
  await eventually(async () => {
    const told = await subjects(t.host);
    for (const start of [/^Disputed: /, /^Cancelled: /, /^On hold: /])
      expect(told).toContainEqual(expect.stringMatching(start));
    expect(await subjects(admin)).toContainEqual(expect.stringMatching(/^Charged back: /));
  });

  expect(await t.checkout(await t.newCar(), renter)).toMatchObject({
    status: 403,
    body: { code: "booking_banned" },
  });
  expect(await readUser(renter)).toMatchObject({ is_booking_banned: true });
  const lift = () =>
    t.app.call("DELETE", `/api/admin/users/${renter.id}/booking-ban`, { as: admin.token });
  expect(await lift()).toMatchObject({ status: 200, body: { is_booking_banned: false } });
  expect(await lift()).toMatchObject({ status: 404 });
  expect((await t.checkout(await t.newCar(), renter)).status).toBe(200);
});

test("asks an admin about a trip under way, whose payout waits", async () => {
  const renter = await t.newRenter();
  const trip = await t.book({ by: renter });
  t.app.clock.set("2026-12-06T17:00:00.000Z");
  await dispute(trip.session, "lost");
  expect(await t.read(trip.id, t.host)).toMatchObject({
    status: "approved",
    dispute: "lost",
    on_hold: true,
  });
  const queue = await t.app.call("GET", "/api/admin/queue?kind=trip_hold", { as: admin.token });
  expect(queue.body.items).toContainEqual(expect.objectContaining({ id: trip.id }));
});

test("a won dispute stops nothing", async () => {
  const renter = await t.newRenter();
  const dates = { start_date: "2026-12-20", end_date: "2026-12-23" };
  const booking = await t.book({ by: renter, dates });
  await dispute(booking.session, "won");
  expect(await t.read(booking.id, renter)).toMatchObject({
    status: "approved",
    dispute: null,
    on_hold: false,
  });
  expect(await readUser(renter)).toMatchObject({ is_booking_banned: false });
  await eventually(async () =>
    expect(await subjects(t.host)).toContainEqual(expect.stringMatching(/^Dispute won: /)),
  );
});
