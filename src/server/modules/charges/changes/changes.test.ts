// Changes to bookings: requested, answered, paid, refunded and refused.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startChanges, type Changes } from "../../../../../test/changes.ts";
import { setCar } from "../../../../../test/host-form.ts";
import { mailsAbout } from "../../../../../test/people.ts";
import { settleUnsettled } from "../../payments/payments.service.ts";
import { bookingPurchases } from "../../bookings/settlement/booking-purchases.service.ts";

let t: Changes;
beforeAll(async () => {
  t = await startChanges();
});
afterAll(() => t.close());

const LONGER = { end_date: "2026-12-09" };
const SHORTER = { end_date: "2026-12-07" };
const DECLINED = { number: "4000000000000341" };
const mailsTo = (to: string, subject: RegExp) => mailsAbout(t.app, to, subject);

describe("a longer trip", () => {
  test("is quoted with its lines, held, accepted, paid by the saved card, and applied", async () => {
    const id = await t.bookChangeable();
    const quoted = await t.quote(id, LONGER);
    expect(quoted).toMatchObject({
      status: 200,
      body: {
        from: { end_date: "2026-12-08", days: 3 },
        to: { end_date: "2026-12-09", days: 4 },
        lines: [
          { code: "rental", label: "1 day × $60.00", amount_cents: 6000 },
          { code: "service_fee", amount_cents: 600 },
        ],
        amount_due_cents: 6600,
        refund_cents: 0,
        host_share_cents: null,
        is_auto_accepted: false,
        has_saved_card: true,
        expires_at: "2026-12-01T23:00:00.000Z",
      },
    });
    const asked = await t.ask(id, LONGER, t.renter, { message: "Our flight moved." });
    expect(asked).toMatchObject({ status: 200, body: { checkout_url: null, may_request: false } });
    expect(await t.readDuring(id)).toContain("2026-12-09");
    expect((await t.readBooking(id)).end_date).toBe("2026-12-08");
    const [toHost] = await mailsTo(t.host.email, /would like to change the trip/);
    expect(toHost?.text).toContain("Our flight moved.");

    const accepted = await t.accept(id, asked.sent.id);
    expect(accepted).toMatchObject({
      status: 200,
      body: {
        changes: [{ state: "accepted", host_share_cents: 5100, card_last4: null, may: [] }],
        may_request: true,
      },
    });
    expect(await t.readBooking(id)).toMatchObject({
      end_date: "2026-12-09",
      days: 4,
      total_cents: 24_000,
      amount_due_cents: 26_699,
      host_share_cents: 20_400,
    });
    const receipt = await t.app.call("GET", `/api/bookings/${id}/receipt`, { as: t.renter.token });
    expect(receipt.body.remaining_cents).toBe(26_699);
    expect(receipt.body.later_charges).toEqual([]);
    expect(await mailsTo(t.renter.email, /Your trip has changed/)).toHaveLength(1);
    expect(await t.ledgerFaults()).toEqual([]);
  });

  test("after a declined card, is paid on a page, once", async () => {
    const id = await t.bookChangeable(DECLINED);
    const asked = await t.ask(id, LONGER);
    const accepted = await t.accept(id, asked.sent.id);
    expect(accepted.body.changes).toMatchObject([
      { state: "awaiting_payment", declined: "declined", may: [] },
    ]);
    expect((await t.readBooking(id)).days).toBe(3);
    expect(await mailsTo(t.renter.email, /Please pay \$66.00/)).toHaveLength(1);
    const paying = await t.payFor(id, asked.sent.id);
    expect(paying).toMatchObject({ status: 200 });
    const session = String(paying.body.checkout_url).split("/").at(-1) ?? "";
    expect((await t.pay(session)).status).toBe(200);
    t.app.clock.advance(6 * 60_000);
    await Promise.all([t.sweepAll(), t.sweepAll()]);
    expect(await t.readBooking(id)).toMatchObject({ days: 4, amount_due_cents: 26_699 });
    expect((await t.payFor(id, asked.sent.id)).body.code).toBe("change_closed");
  });

  test("that is not paid in time leaves the booking as it is, and frees the day", async () => {
    const id = await t.bookChangeable(DECLINED);
    const asked = await t.ask(id, LONGER);
    await t.accept(id, asked.sent.id);
    await t.payFor(id, asked.sent.id);
    t.app.clock.set("2026-12-01T23:00:00.000Z");
    await t.expire();
    expect(await t.readDuring(id)).not.toContain("2026-12-09");
    expect((await t.readBooking(id)).days).toBe(3);
    const read = await t.app.call("GET", `/api/bookings/${id}/changes`, { as: t.renter.token });
    expect(read.body).toMatchObject({ changes: [{ state: "expired" }], may_request: true });
    await mailsTo(t.host.email, /has expired/);
  });

  test("needs no answer if the host has approved extensions in advance", async () => {
    const id = await t.bookChangeable();
    const setting = `/api/host/listings/${await t.carOf(id)}/extensions`;
    await t.app.call("PUT", setting, { as: t.host.token, body: { is_preapproved: true } });
    const asked = await t.ask(id, LONGER);
    expect(asked.body).toMatchObject({ changes: [{ state: "accepted" }] });
    expect((await t.readBooking(id)).days).toBe(4);
  });
});

describe("a shorter trip", () => {
  test("more than 24 hours ahead is refunded in full and needs no answer", async () => {
    const id = await t.bookChangeable();
    const asked = await t.ask(id, SHORTER);
    expect(asked.body.changes).toMatchObject([
      { state: "accepted", refund_cents: 6600, agreed_refund_max_cents: 0 },
    ]);
    await settleUnsettled(t.app.ctx, bookingPurchases, []);
    expect(await t.readBooking(id)).toMatchObject({
      end_date: "2026-12-07",
      days: 2,
      given_back_days: 1,
      payment_status: "partially_refunded",
    });
    expect(await t.readDuring(id)).not.toContain("2026-12-08");
    const longer = await t.ask(id, { end_date: "2026-12-08" });
    await t.accept(id, longer.sent.id);
    expect(await t.readBooking(id)).toMatchObject({ days: 3, given_back_days: 1 });
    expect(await t.ledgerFaults()).toEqual([]);
  });

  test("later gives back what the host agrees to, up to the full share", async () => {
    const id = await t.bookChangeable();
    t.app.clock.set("2026-12-06T16:00:00.000Z");
    const asked = await t.ask(id, SHORTER);
    expect(asked.body.changes).toMatchObject([
      { state: "requested", refund_cents: 0, agreed_refund_max_cents: 6600 },
    ]);
    const most = await t.accept(id, asked.sent.id, { agreed_refund_cents: 6601 });
    expect(most.body).toMatchObject({
      code: "agreed_refund_out_of_range",
      details: { max_cents: 6600 },
    });
    const half = { agreed_refund_cents: 3300 };
    const accepted = await t.accept(id, asked.sent.id, half);
    expect(accepted.body).toMatchObject({ changes: [{ refunded_cents: 3300 }] });
    const refunds = await t.app.ctx.db
      .selectFrom("refunds")
      .select(["amount_cents", "borne_by_host_cents", "days"])
      .where("booking_id", "=", id)
      .execute();
    expect(refunds).toEqual([{ amount_cents: 3300, borne_by_host_cents: 2550, days: 1 }]);
  });
});

test("a cancellation gives back what changes cost, from each payment", async () => {
  const id = await t.bookChangeable();
  const asked = await t.ask(id, LONGER);
  await t.accept(id, asked.sent.id);
  const cancelled = await t.app.call("POST", `/api/bookings/${id}/cancel`, {
    as: t.renter.token,
    body: {},
  });
  expect(cancelled.status).toBe(200);
  await settleUnsettled(t.app.ctx, bookingPurchases, []);
  expect(await t.readBooking(id)).toMatchObject({
    status: "cancelled",
    payment_status: "refunded",
  });
  const refunds = await t.app.ctx.db
    .selectFrom("refunds")
    .select(["amount_cents", "later_charge_id", "made_by"])
    .where("booking_id", "=", id)
    .orderBy("position")
    .execute();
  expect(refunds).toEqual([
    { amount_cents: 20_099, later_charge_id: null, made_by: "provider" },
    { amount_cents: 6600, later_charge_id: asked.sent.id, made_by: "provider" },
  ]);
  await t.sweepAll();
  expect(await t.ledgerFaults()).toEqual([]);
});

describe("refusing", () => {
  test.each([
    [{}, 422, "change_empty"],
    [{ end_date: "2026-12-05" }, 422, "dates_reversed"],
    [{ start_date: "2026-12-20", end_date: "2026-12-22" }, 422, "change_without_overlap"],
    [{ return_time: "10:10" }, 422, "times_off_grid"],
    [{ return_time: "23:00" }, 422, "outside_handover_hours"],
    [{ meeting_place_id: "nowhere" }, 409, "meeting_place_not_offered"],
    [{ extras: [{ extra_id: "cooler", quantity: 1 }] }, 409, "extra_not_offered"],
  ])("%j: %i %s", async (wanted, status, code) => {
    const id = await t.bookChangeable();
    expect(await t.quote(id, wanted)).toMatchObject({ status, body: { code } });
  });

  test("dates that are taken, with the longest that is free", async () => {
    const id = await t.bookChangeable();
    const other = await t.newRenter();
    const dates = { start_date: "2026-12-10", end_date: "2026-12-13" };
    const times = { pickup_time: "10:00", return_time: "10:00" };
    expect((await t.checkout(await t.carOf(id), other, { ...dates, ...times })).status).toBe(200);
    expect((await t.quote(id, { end_date: "2026-12-11" })).body).toMatchObject({
      code: "dates_taken",
      details: { nearest_free: [{ start_date: "2026-12-05", end_date: "2026-12-10" }] },
    });
  });

  test("a return that leaves too little time before the next trip", async () => {
    const id = await t.bookWith({}, { turnaround_hours: 3 });
    t.app.clock.set("2026-12-01T15:00:00.000Z");
    const next = { start_date: "2026-12-09", end_date: "2026-12-12" };
    const times = { pickup_time: "13:00", return_time: "13:00" };
    const other = await t.newRenter();
    expect((await t.checkout(await t.carOf(id), other, { ...next, ...times })).status).toBe(200);
    const late = await t.quote(id, { ...LONGER, return_time: "10:30" });
    expect(late.body.code).toBe("dates_taken");
    expect((await t.quote(id, LONGER)).status).toBe(200);
  });

  test("another price, a second request, the other side's step, and a repeat with other content", async () => {
    const id = await t.bookChangeable();
    const wrong = await t.ask(id, LONGER, t.renter, { amount_due_cents: 1 });
    expect(wrong).toMatchObject({
      status: 409,
      body: { code: "change_price_changed", details: { quote: { amount_due_cents: 6600 } } },
    });
    const asked = await t.ask(id, LONGER);
    expect(await t.postChange(id, t.renter, asked.sent)).toMatchObject({ status: 200 });
    expect(await t.postChange(id, t.renter, { ...asked.sent, ...SHORTER })).toMatchObject({
      status: 409,
      body: { code: "change_id_taken" },
    });
    expect((await t.quote(id, SHORTER)).body.code).toBe("change_already_open");
    expect((await t.accept(id, asked.sent.id, {}, t.renter)).status).toBe(403);
    expect((await t.end(id, asked.sent.id, "refusal", t.host)).status).toBe(200);
    expect(await t.readDuring(id)).not.toContain("2026-12-09");
    expect((await t.accept(id, asked.sent.id)).body).toMatchObject({
      code: "change_closed",
      details: { state: "declined" },
    });
    const again = await t.ask(id, LONGER);
    expect((await t.end(id, again.sent.id, "withdrawal", t.renter)).status).toBe(200);
    const stranger = await t.newRenter();
    expect((await t.quote(id, LONGER, stranger)).status).toBe(404);
  });

  test("moving the pickup once it is over", async () => {
    const id = await t.bookChangeable();
    t.app.clock.set("2026-12-06T15:00:00.000Z");
    expect((await t.quote(id, { start_date: "2026-12-06" })).body.code).toBe("change_after_pickup");
    expect((await t.quote(id, { return_time: "12:00" })).status).toBe(200);
  });
});

test("either a change or a checkout gets the same days, never both", async () => {
  const id = await t.bookChangeable();
  const other = await t.newRenter();
  const { body } = await t.quote(id, { end_date: "2026-12-10" });
  const amounts = {
    amount_due_cents: body.amount_due_cents,
    refund_cents: 0,
    agreed_refund_max_cents: 0,
    is_auto_accepted: false,
  };
  const times = { pickup_time: "10:00", return_time: "10:00" };
  const [change, checkout] = await Promise.all([
    t.postChange(id, t.renter, { id: randomUUID(), end_date: "2026-12-10", ...amounts }),
    t.checkout(await t.carOf(id), other, {
      start_date: "2026-12-09",
      end_date: "2026-12-12",
      ...times,
    }),
  ]);
  const results = [change, checkout].map(({ status }) => status).toSorted((a, b) => a - b);
  expect(results).toEqual([200, 409]);
  const isLonger = (await t.readDuring(id)).includes("2026-12-10");
  expect(isLonger).toBe(change.status === 200);
});

test("extras are held with the request, freed with its refusal, and added when it is accepted", async () => {
  const seat = { kind: "booster_seat", description: null, price_cents: 300, per: "day", stock: 2 };
  const id = await t.bookWith({}, { extras: [seat] });
  t.app.clock.set("2026-12-01T15:00:00.000Z");
  const car = await t.carOf(id);
  const taken = async () =>
    (await t.app.call("GET", `/api/listings/${car}/availability`)).body.extras_taken;
  const wanted = { extras: [{ extra_id: "booster_seat", quantity: 2 }] };
  const asked = await t.ask(id, wanted);
  expect(asked.sent).toMatchObject({ amount_due_cents: 1800 });
  // December 5 to 8.
  expect(await taken()).toHaveLength(4);
  expect((await t.end(id, asked.sent.id, "refusal", t.host)).status).toBe(200);
  expect(await taken()).toEqual([]);
  const again = await t.ask(id, wanted);
  expect((await t.accept(id, again.sent.id)).status).toBe(200);
  expect(await taken()).toHaveLength(4);
  expect(await t.readBooking(id)).toMatchObject({ amount_due_cents: 21_899 });
  // More days need the extra's price today, but it is no longer offered.
  await setCar({ ...t, book: t.bookCar }, car, { extras: [] });
  expect((await t.quote(id, LONGER)).body).toMatchObject({
    code: "extra_not_offered",
    details: { extra_ids: ["booster_seat"] },
  });
  expect((await t.quote(id, { return_time: "11:00" })).status).toBe(200);
  expect(await t.ledgerFaults()).toEqual([]);
});

test("only one of two simultaneous requests is stored", async () => {
  const id = await t.bookChangeable();
  const both = await Promise.all([t.ask(id, LONGER), t.ask(id, { end_date: "2026-12-10" })]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});
