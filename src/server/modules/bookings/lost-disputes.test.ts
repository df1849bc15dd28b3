// What a lost dispute stops: its own trip, the renter's other trips, and new bookings.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBookings, type Bookings } from "../../../../test/booking.ts";
import { eventually } from "../../../../test/eventually.ts";
import { makePerson, type Person } from "../../../../test/factories.ts";
import { settleDispute } from "../../../../test/payments.ts";
import { inTransaction } from "../../platform/context.ts";
import { hashPassword } from "../accounts/passwords.ts";
import {
  closeDisputeInSandbox,
  disputeInSandbox,
} from "../../platform/payments/sandbox-disputes.ts";
import { lockBooking } from "./bookings.repository.ts";
import { remindOfDisputes } from "./settlement/booking-disputes.service.ts";
import { sweep } from "./settlement/sweep.service.ts";
import { takeStep } from "./transitions.ts";

let t: Bookings;
let admin: Person;
const PASSWORD = "conch-salad-7";
beforeAll(async () => {
  t = await startBookings();
  admin = await makePerson(t.app, { roles: ["renter", "admin"] });
});
afterAll(() => t.close());

/** The id of a session's dispute. */
async function disputeOf(session: string): Promise<string> {
  const { intent_id } = await t.app.ctx.db
    .selectFrom("sandbox_checkouts")
    .select("intent_id")
    .where("id", "=", session)
    .executeTakeFirstOrThrow();
  return intent_id.replace("pi_", "dp_");
}
/** The bank disputes the charge, and decides. */
async function dispute(session: string, outcome: "won" | "lost"): Promise<string> {
  await disputeInSandbox(t.app.ctx, session);
  const id = await disputeOf(session);
  await settleDispute(t.app.ctx, id);
  await closeDisputeInSandbox(t.app.ctx, session, outcome);
  for (let n = 0; n < 2; n++) await settleDispute(t.app.ctx, id);
  return id;
}
const subjects = async ({ email }: Person): Promise<string[]> =>
  (await t.app.mails(email)).map(({ subject }) => subject);
/** The person deletes their account. */
async function leave({ id, token }: Person) {
  const password_hash = await hashPassword(PASSWORD);
  await t.app.ctx.db.updateTable("accounts").set({ password_hash }).where("id", "=", id).execute();
  const body = { password: PASSWORD };
  return t.app.call("POST", "/api/account/departure", { as: token, body });
}
const readUser = async ({ id }: Person) =>
  (await t.app.call("GET", `/api/admin/users?search=${id}`, { as: admin.token })).body.users[0];

test("cancels its trip, holds the renter's other trips, and stops new bookings until an admin allows them", async () => {
  // Two hours before the pickups: a trip has not begun at the start of its day.
  t.app.clock.set("2026-12-05T13:00:00.000Z");
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
    for (const start of [/^Disputed: /, /^Cancelled: /, /^Trip on hold: /])
      expect(told).toContainEqual(expect.stringMatching(start));
    expect(await subjects(admin)).toContainEqual(expect.stringMatching(/^Charged back: /));
    const held = (await t.app.mails(t.host.email)).find(
      ({ subject, text }) => subject.startsWith("Trip on hold: ") && text.includes(other.id),
    );
    expect(held?.text).toContain("Until then, please don't hand over the car");
  });

  expect(await t.checkout(await t.newCar(), renter)).toMatchObject({
    status: 403,
    body: { code: "booking_banned" },
  });
  expect(await readUser(renter)).toMatchObject({ is_booking_banned: true });
  // A new account with the same email would be a way around.
  expect(await leave(renter)).toMatchObject({
    status: 409,
    body: { code: "account_needed", details: { is_booking_banned: true } },
  });
  const lift = () =>
    t.app.call("DELETE", `/api/admin/users/${renter.id}/booking-ban`, { as: admin.token });
  expect(await lift()).toMatchObject({ status: 200, body: { is_booking_banned: false } });
  expect(await lift()).toMatchObject({ status: 404 });
  expect((await t.checkout(await t.newCar(), renter)).status).toBe(200);
});

test("holds no request that the renter withdraws while the dispute is booked", async () => {
  const renter = await t.newRenter();
  const lost = await t.book({ by: renter });
  const { id } = await t.book({ by: renter, mode: "approval" });
  const disputed = await inTransaction(t.app.ctx, async (tx) => {
    const row = await lockBooking(tx.db, id);
    const result = dispute(lost.session, "lost");
    await expect
      .poll(async () => {
        const { rows } = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(t.app.ctx.db);
        return rows.length;
      })
      .toBeGreaterThan(0);
    await takeStep(tx, "withdraw_request", row, { kind: "renter", id: renter.id });
    return { result };
  });
  await disputed.result;
  expect(await t.read(id, t.host)).toMatchObject({ status: "cancelled", on_hold: false });
  expect(await readUser(renter)).toMatchObject({ is_booking_banned: true });
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
  // Both are asked to end the trip as agreed, and nobody is told not to begin it.
  for (const [{ email }, advice] of [
    [renter, "please return it on the agreed date"],
    [t.host, "take it back on the agreed date"],
  ] as const)
    await eventually(async () => {
      const mail = (await t.app.mails(email)).find(
        ({ subject, text }) => subject.startsWith("Trip on hold: ") && text.includes(trip.id),
      );
      expect(mail?.text).toContain(advice);
      expect(mail?.text).not.toContain("travel to the pickup");
    });
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

test("a dispute is booked as lost even if the renter has deleted the account", async () => {
  const renter = await t.newRenter();
  const dates = { start_date: "2026-12-21", end_date: "2026-12-23" };
  const booking = await t.book({ by: renter, dates: { ...dates, total_amount: 120 } });
  t.app.clock.set("2026-12-24T17:00:00.000Z");
  await sweep(t.app.ctx);
  expect((await leave(renter)).status).toBe(200);
  await dispute(booking.session, "lost");
  expect(await t.read(booking.id, t.host)).toMatchObject({ status: "completed", dispute: "lost" });
});

test("the admins are reminded once of a dispute that has to be answered within three days", async () => {
  const dates = { start_date: "2027-01-20", end_date: "2027-01-22", total_amount: 120 };
  const booking = await t.book({ by: await t.newRenter(), dates });
  await disputeInSandbox(t.app.ctx, booking.session);
  const reminders = async () =>
    (await subjects(admin)).filter((subject) => subject.startsWith("Answer by "));
  await settleDispute(t.app.ctx, await disputeOf(booking.session));
  await remindOfDisputes(t.app.ctx);
  expect(await reminders()).toEqual([]);
  t.app.clock.advance(5 * 86_400_000);
  for (let run = 0; run < 2; run++) await remindOfDisputes(t.app.ctx);
  await eventually(async () => expect(await reminders()).toHaveLength(1));
  expect((await reminders())[0]).toMatch(/: dispute of \$134\.99$/);
});
