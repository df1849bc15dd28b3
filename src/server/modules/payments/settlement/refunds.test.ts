// Refunds to renters: full, partial, and money that a bank takes back itself; exact to the cent,
// and only once.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { eventually } from "../../../../../test/eventually.ts";
import { onSeveralNodes } from "../../../../../test/harness.ts";
import { startBookings, type Bookings } from "../../../../../test/booking.ts";
import { makePerson, type Person } from "../../../../../test/factories.ts";
import {
  closeDisputeInSandbox,
  disputeInSandbox,
} from "../../../platform/payments/sandbox-disputes.ts";
import { sandboxTotals } from "../../../../../test/sandbox.ts";
import { settleDispute } from "../../../../../test/payments.ts";
import { sweep } from "../../bookings/settlement/sweep.service.ts";

let t: Bookings;
let admin: Person;
beforeAll(async () => {
  t = await startBookings();
  admin = await makePerson(t.app, { roles: ["renter", "admin"] });
});
afterAll(() => t.close());

const FEE = 613; // 2.9% of $200.99 plus 30 cents
const PART = { amount: 50, borne_by: "platform", reason: "The air conditioning failed." };
const refund = (bookingId: string, part: object = {}, by = admin) =>
  t.app.call("POST", `/api/admin/bookings/${bookingId}/refunds`, {
    as: by.token,
    body: { id: randomUUID(), ...PART, ...part },
  });
const readBooking = async (id: string) =>
  (await t.app.call("GET", `/api/admin/bookings/${id}`, { as: admin.token })).body as {
    refundable_cents: number;
    refunds: object[];
    disputes: object[];
  };
/**
 * Every booking in this file has the same days in a car of its own, and all of them end at the same
 * time.
 */
async function completed() {
  const booking = await t.book();
  const before = t.app.clock.now();
  t.app.clock.set("2026-12-09T05:00:00Z");
  await sweep(t.app.ctx);
  t.app.clock.set(before);
  expect(await t.read(booking.id)).toMatchObject({ status: "completed" });
  return booking;
}
const failingOnce = () =>
  vi.spyOn(t.app.ctx.payments, "refund").mockRejectedValueOnce(new Error("timed out"));

describe("a partial refund by an admin", () => {
  test("keeps the booking and the host's earnings before the trip, and lowers what the renter has paid", async () => {
    const { id, car } = await t.book();
    expect((await refund(id)).body).toMatchObject({
      status: "approved",
      payment_status: "partially_refunded",
      refunded_cents: 5000,
      refund_pending: false,
      cancellation: { allowed: false }, // only the renter may cancel here
    });
    expect(await t.read(id)).toMatchObject({
      cancellation: { allowed: true, refund_cents: 15_099 },
    });
    expect(await sandboxTotals(t.app.ctx.db, id)).toEqual({ captured: 20_099, refunded: 5000 });
    expect(await t.occupied(car)).toHaveLength(1);
    expect(await t.readBalances(id)).toEqual({
      card_clearing: 15_099 - FEE,
      provider_fees: FEE,
      renter: -15_099,
    });
    t.app.clock.set("2026-12-09T05:00:00Z");
    await sweep(t.app.ctx);
    t.app.clock.set("2026-11-21T17:00:00Z");
    expect(await t.read(id)).toMatchObject({
      status: "completed",
      payment_status: "partially_refunded",
    });
    expect(await t.readBalances(id)).toEqual({
      card_clearing: 15_099 - FEE,
      provider_fees: FEE,
      host_payable: -15_300,
      platform_fees: -(20_099 - 15_300 - 5000),
    });
  });

  test("is taken off the host's earnings when the host bears it, before the trip and after it", async () => {
    const [before, after] = [await t.book(), await completed()];
    await refund(before.id, { borne_by: "host" });
    t.app.clock.set("2026-12-09T05:00:00Z");
    await sweep(t.app.ctx);
    t.app.clock.set("2026-11-21T17:00:00Z");
    expect((await refund(after.id, { borne_by: "host" })).body).toMatchObject({
      status: "completed",
      payment_status: "partially_refunded",
    });
    const left = {
      card_clearing: 15_099 - FEE,
      provider_fees: FEE,
      host_payable: -10_300,
      platform_fees: -4799,
    };
    for (const { id } of [before, after]) expect(await t.readBalances(id)).toEqual(left);
  });

  test("by days costs the host and the platform what these days earned them", async () => {
    const { id } = await completed();
    const day = { amount: undefined, days: 1, borne_by: "shared" };
    const first = { ...day, id: randomUUID() };
    // Three days of $60.00: $66.00 with the service fee, and a third of the processing fee.
    for (const { body } of await Promise.all([refund(id, first), refund(id, first)]))
      expect(body).toMatchObject({ refunded_cents: 6_700, borne_by_host_cents: 5_100 });
    await eventually(async () => {
      const texts = (await t.app.mails(t.host.email)).map(({ text }) => text);
      expect(texts.join()).toContain(
        "gets part of the payment back for 1 day. $51.00 of it is taken off your earnings",
      );
    });
    const timeline = await t.app.call("GET", `/api/bookings/${id}/timeline`, { as: t.host.token });
    expect(timeline.body.money).toContainEqual(
      expect.objectContaining({
        kind: "refund_decided",
        amount_cents: 5_100,
        borne_by: "shared",
        days: 1,
        reason: PART.reason,
      }),
    );
    const now = t.app.clock.now();
    t.app.clock.set("2026-12-14T17:00:00Z");
    const upcoming = await t.app.call("GET", "/api/host/payouts/upcoming", { as: t.host.token });
    t.app.clock.set(now);
    expect(JSON.stringify(upcoming.body)).toContain(`1 day refunded: ${PART.reason}`);
    expect((await refund(id, { ...day, days: 3 })).body).toMatchObject({
      code: "refund_too_high",
      details: { refundable_cents: 13_399 },
    });
    expect((await refund(id, { ...first, days: 2 })).body.code).toBe("refund_id_taken");
    expect((await refund(id, { ...day, days: 2 })).body).toMatchObject({
      payment_status: "refunded",
      borne_by_host_cents: 15_300,
    });
    expect(await t.readBalances(id)).toEqual({ card_clearing: -FEE, provider_fees: FEE });
    expect((await readBooking(id)).refunds).toMatchObject([{ days: 1 }, { days: 2 }]);
  });

  test("can reach the full amount of a completed booking in parts, and not a cent more", async () => {
    const { id } = await completed();
    await refund(id, { amount: 200.98, borne_by: "host" });
    expect(await readBooking(id)).toMatchObject({ refundable_cents: 1 });
    expect(await refund(id, { amount: 0.02 })).toMatchObject({
      status: 422,
      body: { code: "refund_too_high", details: { refundable_cents: 1 } },
    });
    expect((await refund(id, { amount: 0.01 })).body).toMatchObject({
      status: "completed",
      payment_status: "refunded",
      refunded_cents: 20_099,
    });
    expect(await refund(id, { amount: 0.01 })).toMatchObject({
      status: 409,
      body: { code: "transition_refused" },
    });
    // The host gives up the share, and the platform its part.
    expect(await t.readBalances(id)).toEqual({ card_clearing: -FEE, provider_fees: FEE });
  });

  test("cannot cover all of a future booking, which requires a cancellation", async () => {
    const { id } = await t.book();
    expect((await refund(id, { amount: 200.99 })).body).toMatchObject({
      code: "refund_too_high",
      details: { refundable_cents: 20_098 },
    });
    await refund(id, { borne_by: "host" });
    const { body } = await t.decide(id, "cancel", t.renter);
    expect(body).toMatchObject({
      status: "cancelled",
      payment_status: "refunded",
      refunded_cents: 20_099,
    });
    expect(await sandboxTotals(t.app.ctx.db, id)).toEqual({ captured: 20_099, refunded: 20_099 });
    expect(await t.readBalances(id)).toEqual({ card_clearing: -FEE, provider_fees: FEE });
  });

  test("is made once per id, and only by admins", async () => {
    const { id } = await t.book();
    const other = await t.book();
    const part = { id: randomUUID() };
    const answers = await Promise.all([refund(id, part), refund(id, part), refund(id, part)]);
    for (const { body } of [...answers, await refund(id, part)])
      expect(body).toMatchObject({ refunded_cents: 5000 });
    expect(await sandboxTotals(t.app.ctx.db, id)).toEqual({ captured: 20_099, refunded: 5000 });
    for (const [booking, more] of [
      [id, { amount: 49 }],
      [id, { borne_by: "host" }],
      [other.id, {}],
    ] as const)
      expect(await refund(booking, { ...part, ...more })).toMatchObject({
        status: 409,
        body: { code: "refund_id_taken" },
      });
    for (const by of [t.renter, t.host]) expect((await refund(id, {}, by)).status).toBe(403);
    expect((await readBooking(id)).refunds).toMatchObject([
      {
        amount_cents: 5000,
        borne_by: "platform",
        reason: PART.reason,
        actor_kind: "admin",
        made_by: "provider",
      },
    ]);
    expect((await readBooking(other.id)).refunds).toEqual([]);
  });

  test.each([
    { days: 1 },
    { amount: undefined },
    { amount: undefined, days: 0 },
    { amount: -1 },
    { amount: 0 },
    { amount: 1.005 },
    { amount: 1e12 },
    { amount: "50" },
    { amount: null },
    { borne_by: "renter" },
    { reason: "  " },
    { reason: "x".repeat(501) },
    { id: "no id" },
    { currency: "bsd" },
  ])("%o is refused, and nothing is booked", async (part) => {
    const { id } = await t.book();
    const before = await t.readLedger(id);
    expect(await refund(id, part)).toMatchObject({
      status: 400,
      body: { code: "invalid_request" },
    });
    expect(await t.readLedger(id)).toEqual(before);
    expect(await readBooking(id)).toMatchObject({ refunds: [], refundable_cents: 20_098 });
  });

  test.skipIf(onSeveralNodes)(
    "waits while the provider does not answer, and a cancellation in the meantime refunds the rest",
    async () => {
      const { id } = await t.book();
      failingOnce();
      expect((await refund(id)).body).toMatchObject({
        payment_status: "paid",
        refund_pending: true,
        refunded_cents: 0,
      });
      expect(await t.readBalances(id)).toMatchObject({
        refunds: -5000,
        renter: -15_099,
        card_clearing: 20_099 - FEE,
      });
      failingOnce();
      expect((await t.decide(id, "cancel", t.renter)).body).toMatchObject({
        status: "cancelled",
        refund_pending: true,
      });
      t.app.clock.advance(60_000);
      await sweep(t.app.ctx);
      expect(await t.read(id)).toMatchObject({
        payment_status: "refunded",
        refunded_cents: 20_099,
        refund_pending: false,
      });
      expect((await readBooking(id)).refunds).toMatchObject([
        { amount_cents: 5000, made_by: "provider" },
        { amount_cents: 15_099, borne_by: null, made_by: "provider" },
      ]);
      expect(await t.readBalances(id)).toEqual({ card_clearing: -FEE, provider_fees: FEE });
    },
  );

  test("notifies the renter of the amount and the reason, and a host who bears it", async () => {
    const { id } = await t.book();
    await refund(id, { amount: 12.5 });
    await refund(id, { amount: 7.25, borne_by: "host", reason: "The tank was half empty." });
    const about = async (to: Person, words: RegExp) =>
      (await t.app.mails(to.email)).filter((mail) => words.test(mail.text)).length;
    await eventually(async () => {
      expect(await about(t.renter, /\$12\.50 of the [\s\S]*The air conditioning failed\./)).toBe(1);
      expect(await about(t.renter, /\$7\.25 of the [\s\S]*The tank was half empty\./)).toBe(1);
      expect(
        await about(
          t.host,
          /\$7\.25, which is taken off your earnings[\s\S]*The tank was half empty\./,
        ),
      ).toBe(1);
    });
    expect(await about(t.host, /\$12\.50/)).toBe(0);
  });
});

describe("a dispute", () => {
  async function disputed(booking: { id: string; session: string }): Promise<string> {
    await disputeInSandbox(t.app.ctx, booking.session);
    const { intent_id } = await t.app.ctx.db
      .selectFrom("sandbox_checkouts")
      .select("intent_id")
      .where("id", "=", booking.session)
      .executeTakeFirstOrThrow();
    const disputeId = intent_id.replace("pi_", "dp_");
    await settleDispute(t.app.ctx, disputeId);
    return disputeId;
  }
  const close = async (session: string, disputeId: string, outcome: "won" | "lost") => {
    await closeDisputeInSandbox(t.app.ctx, session, outcome);
    for (let n = 0; n < 2; n++) await settleDispute(t.app.ctx, disputeId);
  };
  const OPEN = { card_clearing: -FEE - 1500, provider_fees: FEE + 1500, disputes: 20_099 };

  test("costs the platform when lost, and cancels a trip that has not begun without a refund", async () => {
    const booking = await t.book({ by: await t.newRenter() });
    const disputeId = await disputed(booking);
    expect(await t.readBalances(booking.id)).toEqual({ ...OPEN, renter: -20_099 });
    expect((await readBooking(booking.id)).disputes).toMatchObject([
      { id: disputeId, state: "open", amount_cents: 20_099 },
    ]);
    await close(booking.session, disputeId, "lost");
    expect(await readBooking(booking.id)).toMatchObject({
      refundable_cents: 0,
      disputes: [{ state: "lost" }],
    });
    expect((await refund(booking.id, { amount: 0.01 })).body).toMatchObject({
      code: "transition_refused",
    });
    expect(await t.read(booking.id, t.host)).toMatchObject({
      status: "cancelled",
      dispute: "lost",
      refunded_cents: 0,
      refund_pending: false,
    });
    expect(await t.occupied(booking.car)).toEqual([]);
    expect(await t.readBalances(booking.id)).toEqual({
      card_clearing: -FEE - 1500,
      provider_fees: FEE + 1500,
    });
  });

  test("delays a refund until it is decided: if won, we make the refund; if lost, the bank has made it", async () => {
    for (const outcome of ["won", "lost"] as const) {
      const renter = await t.newRenter();
      const booking = await t.book({ by: renter });
      const disputeId = await disputed(booking);
      expect((await t.decide(booking.id, "cancel", renter)).body).toMatchObject({
        refund_pending: true,
      });
      await close(booking.session, disputeId, outcome);
      t.app.clock.advance(2 * 3_600_000);
      await sweep(t.app.ctx);
      expect(await t.read(booking.id, t.host)).toMatchObject({
        status: "cancelled",
        payment_status: "refunded",
        refund_pending: false,
        refunded_cents: 20_099,
      });
      expect(await t.readBalances(booking.id)).toEqual({
        card_clearing: -FEE - 1500,
        provider_fees: FEE + 1500,
      });
      expect((await readBooking(booking.id)).refunds).toMatchObject([
        { made_by: outcome === "won" ? "provider" : "dispute" },
      ]);
    }
  });

  test("notifies the admins at each step, and can be triggered by Stripe's test card for it", async () => {
    const opened = (await t.checkout(await t.newCar())).body;
    await t.pay(opened.session_id, { number: "4000 0000 0000 0259", webhooks: "normal" });
    await eventually(async () => {
      expect((await readBooking(opened.booking_id)).disputes).toMatchObject([{ state: "open" }]);
      const mails = (await t.app.mails(admin.email)).filter((mail) =>
        mail.text.includes(opened.booking_id),
      );
      expect(mails.map((mail) => mail.subject)).toEqual([
        expect.stringMatching(/^A payment is disputed: /),
      ]);
      expect(mails[0]?.text).toContain(`${t.app.url}/admin/bookings/${opened.booking_id}`);
    });
  });
});
