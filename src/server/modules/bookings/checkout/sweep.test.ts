// Steps caused by the passage of time: holds expire, requests lapse, rentals are completed. Each
// test moves its own clock.
import { afterEach, beforeEach, expect, test } from "vitest";
import { startBookings, type Bookings } from "../../../../../test/booking.ts";
import { sweep } from "../settlement/sweep.service.ts";

let t: Bookings;
beforeEach(async () => {
  t = await startBookings();
});
afterEach(() => t.close());

test("ends a hold when the provider reports its session as expired, and lists it nowhere", async () => {
  const car = await t.newCar();
  const { body } = await t.checkout(car);
  t.app.clock.advance(31 * 60_000 - 1);
  await sweep(t.app.ctx);
  expect(await t.occupied(car)).toHaveLength(1);
  t.app.clock.advance(1);
  await sweep(t.app.ctx);
  expect(await t.occupied(car)).toEqual([]);
  expect(await t.read(body.booking_id)).toMatchObject({
    status: "cancelled",
    payment_status: "expired",
  });
  expect((await t.app.call("GET", "/api/bookings", { as: t.renter.token })).body).toMatchObject({
    bookings: [],
    total: 0,
  });
  expect((await t.pay(body.session_id)).body).toMatchObject({ code: "payment_session_closed" });
});

test("finds a payment without a webhook when its session expires", async () => {
  const { body } = await t.checkout(await t.newCar());
  await t.pay(body.session_id); // no webhook, no visit to the success page
  t.app.clock.advance(31 * 60_000);
  await sweep(t.app.ctx);
  expect(await t.read(body.booking_id)).toMatchObject({
    status: "approved",
    payment_status: "paid",
  });
});

test("lapses a request after 24 hours without a response", async () => {
  const { id, car } = await t.book({ mode: "approval" });
  t.app.clock.advance(24 * 3_600_000 - 1);
  await sweep(t.app.ctx);
  expect(await t.read(id)).toMatchObject({ status: "pending" });
  t.app.clock.advance(1);
  expect((await t.decide(id, "approve", t.host)).body).toMatchObject({
    code: "transition_refused",
  });
  await sweep(t.app.ctx);
  expect(await t.read(id)).toMatchObject({ status: "cancelled", payment_status: "voided" });
  expect(await t.occupied(car)).toEqual([]);
});

test("ends a request whose payment is reported after the pickup, and says why", async () => {
  const dates = { start_date: "2026-11-21", end_date: "2026-11-22", total_amount: 60 };
  const times = { pickup_time: "13:00", return_time: "13:00" };
  const car = await t.newCar({ booking_mode: "approval" });
  const { body } = await t.checkout(car, t.renter, { ...dates, ...times });
  await t.pay(body.session_id);
  t.app.clock.set("2026-11-21T18:01:00Z"); // 13:01 in Nassau
  await sweep(t.app.ctx); // finds the payment
  await sweep(t.app.ctx);
  expect(await t.read(body.booking_id)).toMatchObject({
    status: "cancelled",
    payment_status: "voided",
    paid_too_late: true,
  });
  const texts = async (email: string) => (await t.app.mails(email)).map(({ text }) => text).join();
  expect(await texts(t.renter.email)).toContain("Your payment came through after the pickup time");
  const host = await texts(t.host.email);
  expect(host).toContain("payment came through after the pickup time");
  expect(host).not.toContain("wasn't answered in time");
});

test("completes a booking and books its earnings the day after its end date", async () => {
  const { id } = await t.book();
  t.app.clock.set("2026-12-09T04:59:59Z"); // 23:59:59 in Nassau
  await sweep(t.app.ctx);
  expect(await t.read(id)).toMatchObject({ status: "approved" });
  t.app.clock.set("2026-12-09T05:00:00Z");
  await sweep(t.app.ctx);
  await sweep(t.app.ctx);
  expect(await t.read(id)).toMatchObject({ status: "completed" });
  expect((await t.readLedger(id)).filter((row) => row.kind === "earned")).toEqual([
    { kind: "earned", account: "renter", amount_cents: 20_099, owner_id: t.renter.id },
    { kind: "earned", account: "host_payable", amount_cents: -15_300, owner_id: t.host.id },
    { kind: "earned", account: "platform_fees", amount_cents: -4_799, owner_id: null },
  ]);
  expect((await t.app.call("GET", "/api/dashboard", { as: t.renter.token })).body).toMatchObject({
    total_bookings: 1,
    upcoming_trips: 0,
    completed: 1,
    total_spent: 180,
  });
});
