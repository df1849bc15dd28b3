// Admins' decisions about bookings, other people's and their own.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBookings, type Bookings } from "../../../../../test/booking.ts";
import { eventually } from "../../../../../test/eventually.ts";
import { makePerson, type Person } from "../../../../../test/factories.ts";
import { checkLedger } from "../../ledger/ledger-check.service.ts";
import { sweep } from "../settlement/sweep.service.ts";

let t: Bookings;
let admin: Person;
beforeAll(async () => {
  t = await startBookings();
  admin = await makePerson(t.app, { roles: ["renter", "admin"] });
});
afterAll(() => t.close());

test("an admin cancels with a full refund at any time before the end, and both sides receive the reason", async () => {
  const { id, car } = await t.book();
  t.app.clock.set("2026-12-07T12:00:00Z"); // the trip has begun: too late for renter and host
  expect((await t.decide(id, "cancel", t.host)).body).toMatchObject({
    code: "cancellation_too_late",
  });
  const { body } = await t.decide(id, "cancel", admin, { reason: "The car broke down." });
  t.app.clock.set("2026-11-21T17:00:00Z");
  expect(body).toMatchObject({
    status: "cancelled",
    payment_status: "refunded",
    decision_reason: "The car broke down.",
  });
  expect(await t.occupied(car)).toEqual([]);
  for (const { email } of [t.renter, t.host])
    await eventually(async () =>
      expect(
        (await t.app.mails(email)).filter((mail) => mail.text.includes("The car broke down.")),
      ).toHaveLength(1),
    );
});

test("an admin who is also the renter or the host can take every action that the bookings page offers", async () => {
  const own = await t.checkout(await t.newCar({ booking_mode: "approval" }), admin);
  await t.pay(own.body.session_id);
  await t.verify(own.body.session_id, admin);
  const offered = async (id: string) =>
    (await t.app.call("GET", `/api/admin/bookings/${id}`, { as: admin.token })).body.booking
      .host_actions;
  expect(await offered(own.body.booking_id)).toMatchObject({ approve: true, reject: true });
  expect((await t.decide(own.body.booking_id, "approve", admin)).body).toMatchObject({
    status: "approved",
  });
  t.app.clock.set("2026-12-07T12:00:00Z");
  expect(await offered(own.body.booking_id)).toMatchObject({ cancel: true });
  const { body } = await t.decide(own.body.booking_id, "cancel", admin, {
    reason: "The road is under water.",
  });
  t.app.clock.set("2026-11-21T17:00:00Z");
  expect(body).toMatchObject({ status: "cancelled", payment_status: "refunded" });
  const { steps } = (
    await t.app.call("GET", `/api/admin/bookings/${own.body.booking_id}`, { as: admin.token })
  ).body;
  expect(steps.map(({ action, actor_kind }) => `${action} ${actor_kind}`)).toEqual(
    expect.arrayContaining(["booking.request_approval admin", "booking.cancel_by_admin admin"]),
  );
});

test("an admin who is the renter cancels as the renter while that is possible", async () => {
  const own = await t.checkout(await t.newCar(), admin);
  await t.pay(own.body.session_id);
  await t.verify(own.body.session_id, admin);
  await t.decide(own.body.booking_id, "cancel", admin);
  const { booking, refunds } = (
    await t.app.call("GET", `/api/admin/bookings/${own.body.booking_id}`, { as: admin.token })
  ).body;
  expect(booking).toMatchObject({ status: "cancelled" });
  expect(refunds).toMatchObject([{ actor_kind: "renter" }]);
});

test("refunds borne by the host never exceed what the booking earns, before or after the trip", async () => {
  const [ahead, over] = [await t.book(), await t.book()];
  const refundAll = async ({ id }: { id: string }): Promise<void> => {
    for (const amount of [100, 80, 10]) {
      const body = { id: randomUUID(), amount, borne_by: "host", reason: "The brakes were worn." };
      await t.app.call("POST", `/api/admin/bookings/${id}/refunds`, { as: admin.token, body });
    }
    const { refunds } = (await t.app.call("GET", `/api/admin/bookings/${id}`, { as: admin.token }))
      .body;
    expect(refunds).toMatchObject([
      { amount_cents: 10_000, borne_by_host_cents: 10_000 },
      { amount_cents: 8_000, borne_by_host_cents: 5_300 },
      { amount_cents: 1_000, borne_by_host_cents: 0 },
    ]);
  };
  await refundAll(ahead);
  t.app.clock.set("2026-12-09T05:00:00Z");
  await sweep(t.app.ctx);
  await refundAll(over);
  t.app.clock.set("2026-11-21T17:00:00Z");
  const left = { card_clearing: 1_099 - 613, provider_fees: 613, platform_fees: -1_099 };
  for (const { id } of [ahead, over]) expect(await t.readBalances(id)).toEqual(left);
  expect((await checkLedger(t.app.ctx)).discrepancies).toEqual([]);
  await eventually(async () => {
    const mails = (await t.app.mails(t.host.email)).map((mail) => mail.text);
    const notified = mails.filter(
      (text) => text.includes(over.id) && text.includes("off your earnings"),
    );
    expect(notified).toHaveLength(2); // the host bears nothing of the third refund
    expect(notified.join()).toContain("$53.00 of it is taken off your earnings");
  });
});
