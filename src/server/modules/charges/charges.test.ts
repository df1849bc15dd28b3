// The charges after a trip: announced with the return, and then paid, contested or waived.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  DUE_AT,
  LATE_CENTS,
  LATE_HOST_CENTS,
  LATE_RETURN_AT,
  sandboxCharges,
  startLaterCharges,
  type LaterCharges,
} from "../../../../test/later-charges.ts";
import { mailsAbout } from "../../../../test/people.ts";

import { bookingPurchases } from "../bookings/settlement/booking-purchases.service.ts";
import { settleUnsettled } from "../payments/payments.service.ts";

let t: LaterCharges;
beforeAll(async () => {
  t = await startLaterCharges();
});
afterAll(() => t.close());

const mailsTo = (to: string, subject: RegExp) => mailsAbout(t.app, to, subject);

describe("announcing", () => {
  test("says what a late return costs, to both sides, with the readings", async () => {
    const { charge } = await t.returnLate();
    expect(charge).toMatchObject({
      kind: "late_return",
      explanation: "3 hours after 60 minutes of grace: 3 × $7.50",
      amount_cents: LATE_CENTS,
      host_share_cents: null,
      state: "announced",
      announced_at: LATE_RETURN_AT,
      due_at: DUE_AT,
      may: ["pay", "contest"],
    });
    const [toRenter] = await mailsTo(t.renter.email, /Your trip has \$22.50 in extra charges/);
    expect(toRenter?.text).toMatch(/Due .*10:00 AM.*, back .*2:00 PM/);
    expect(toRenter?.text).not.toContain("12,000 miles");
    expect(toRenter?.text).toContain("3 hours after 60 minutes of grace: 3 × $7.50");
    const [toHost] = await mailsTo(t.host.email, /has \$22.50 in extra charges/);
    expect(toHost?.text).toContain("You earn $19.13");
  });

  test("charges distance and fuel separately, by the terms of the booking", async () => {
    const limit = { included_miles_per_day: 100, price_per_mile_cents: 25, tank_gallons: 13 };
    const id = await t.bookWith({}, limit);
    await t.confirm(id, "pickup", 12_000);
    t.app.clock.set("2026-12-08T15:00:00.000Z");
    await t.confirm(id, "return", 12_412, { unit: "eighths", value: 6 });
    const charges = await t.readCharges(id, t.host);
    expect(charges).toMatchObject([
      {
        kind: "distance",
        explanation: "412 miles driven, 300 included: 112 × $0.25",
        amount_cents: 2_800,
        host_share_cents: 2_380,
      },
      { kind: "fuel", amount_cents: 2_820, host_share_cents: 2_820 },
    ]);
    const [distance, fuel] = charges;
    if (!distance || !fuel) throw new Error("two charges");
    await t.act({ id, charge: fuel }, "waiver", t.host);
    t.app.clock.set("2026-12-11T15:00:00.000Z");
    await t.sweep();
    expect((await t.readCharges(id)).map(({ state }) => state)).toEqual(["paid", "waived"]);
    const receipt = await t.app.call("GET", `/api/bookings/${id}/receipt`, { as: t.renter.token });
    expect(receipt.body.later_charges).toMatchObject([
      { label: "Extra distance", amount_cents: 2_800, card_last4: "4242" },
    ]);
  });

  test("shows the host what they earn, and strangers nothing", async () => {
    const { id } = await t.returnLate();
    expect(await t.readCharges(id, t.host)).toMatchObject([
      { host_share_cents: LATE_HOST_CENTS, may: ["waive"] },
    ]);
    const stranger = await t.newRenter();
    const read = await t.app.call("GET", `/api/bookings/${id}/charges`, { as: stranger.token });
    expect(read.status).toBe(404);
  });

  test("announces nothing for a return on time", async () => {
    const id = await t.bookWith();
    await t.confirm(id, "pickup", 100);
    t.app.clock.set("2026-12-08T16:00:00.000Z");
    await t.confirm(id, "return", 200);
    expect(await t.readCharges(id)).toEqual([]);
  });

  test("announces nothing for a return that only the host confirmed", async () => {
    const id = await t.bookWith();
    await t.confirm(id, "pickup", 100);
    t.app.clock.set(LATE_RETURN_AT);
    const body = { id: crypto.randomUUID(), reading_id: null };
    expect((await t.post(id, "return", t.host, body)).status).toBe(200);
    expect(await t.readCharges(id)).toEqual([]);
  });
});

describe("paying", () => {
  test("charges the saved card when the renter taps, once", async () => {
    const late = await t.returnLate();
    const answers = await Promise.all([t.payCharge(late), t.payCharge(late), t.sweep()]);
    for (const answer of answers.slice(0, 2)) expect(answer).toMatchObject({ status: 200 });
    expect(await t.readCharges(late.id)).toMatchObject([
      { state: "paid", card_last4: "4242", paid_at: LATE_RETURN_AT, may: [] },
    ]);
    expect(await sandboxCharges(t, late.charge.id)).toMatchObject([{ captured_cents: LATE_CENTS }]);
    const booked = (await t.readLedger(late.id)).filter(({ kind }) => kind === "later_charged");
    expect(booked).toMatchObject([
      { account: "card_clearing", amount_cents: LATE_CENTS },
      { account: "host_payable", amount_cents: -LATE_HOST_CENTS, owner_id: t.host.id },
      { account: "platform_fees", amount_cents: LATE_HOST_CENTS - LATE_CENTS },
    ]);
    expect(await mailsTo(t.renter.email, /You paid \$22.50/)).toHaveLength(1);
    expect((await t.payCharge(late)).body).toMatchObject({
      code: "later_charge_closed",
      details: { state: "paid" },
    });
  });

  test("charges the saved card after 72 hours, and not before", async () => {
    const late = await t.returnLate();
    t.app.clock.set("2026-12-11T18:59:59.000Z");
    await t.sweep();
    expect(await t.readCharges(late.id)).toMatchObject([{ state: "announced" }]);
    t.app.clock.set(DUE_AT);
    await Promise.all([t.sweep(), t.sweep()]);
    await t.sweep();
    expect(await t.readCharges(late.id)).toMatchObject([{ state: "paid", paid_at: DUE_AT }]);
    expect(await sandboxCharges(t, late.charge.id)).toHaveLength(1);
  });

  test.each([
    ["4000000000000341", "declined"],
    ["4000002760003184", "needs_authentication"],
  ])("a card %s leaves an outstanding balance: %s", async (number, declined) => {
    const late = await t.returnLate({ number });
    const { body } = await t.payCharge(late);
    expect(body.charges).toMatchObject([{ state: "outstanding", declined, may: ["pay"] }]);
    expect(await sandboxCharges(t, late.charge.id)).toEqual([]);

    t.app.clock.set("2026-12-09T15:00:00.000Z");
    const dates = { start_date: "2027-01-05", end_date: "2027-01-08" };
    const refused = await t.checkout(await t.newCar(), t.renter, dates);
    expect(refused.body).toMatchObject({
      code: "outstanding_balance",
      details: {
        amount_cents: LATE_CENTS,
        balances: [{ booking_id: late.id, amount_cents: LATE_CENTS }],
      },
    });

    const again = await t.payCharge(late);
    expect(again.body.checkout_url).toBeTruthy();
    const session = String(again.body.checkout_url).split("/").at(-1) ?? "";
    expect((await t.payCharge(late)).body.checkout_url).toBe(again.body.checkout_url);
    expect((await t.pay(session)).body).toMatchObject({ state: "paid" });
    await Promise.all([t.payCharge(late), t.sweep()]);
    expect(await t.readCharges(late.id)).toMatchObject([{ state: "paid" }]);
    expect(await sandboxCharges(t, late.charge.id)).toMatchObject([{ captured_cents: LATE_CENTS }]);
    expect((await t.checkout(await t.newCar(), t.renter, dates)).status).toBe(200);
  });

  test("opens a new page when the last one has expired", async () => {
    const late = await t.returnLate({ number: "4000000000000341" });
    const first = (await t.payCharge(late)).body.checkout_url;
    t.app.clock.advance(2 * 3_600_000);
    await t.sweep();
    const second = (await t.payCharge(late)).body.checkout_url;
    expect(second).toBeTruthy();
    expect(second).not.toBe(first);
    const page = await t.pay(String(first).split("/").at(-1) ?? "");
    expect(page.body.code).toBe("payment_session_closed");
    expect((await t.pay(String(second).split("/").at(-1) ?? "")).status).toBe(200);
    await t.payCharge(late);
    expect(await t.readCharges(late.id)).toMatchObject([{ state: "paid" }]);
  });
});

describe("who is charged", () => {
  const suspend = (id: string, suspended_at: string | null) =>
    t.app.ctx.db.updateTable("accounts").set({ suspended_at }).where("id", "=", id).execute();

  test.each(["renter", "host"] as const)(
    "charges nobody while the %s is suspended",
    async (side) => {
      const late = await t.returnLate();
      t.app.clock.set(DUE_AT);
      await suspend(t[side].id, DUE_AT);
      await t.sweep();
      await suspend(t[side].id, null);
      expect(await t.readCharges(late.id)).toMatchObject([{ state: "announced" }]);
      await t.sweep();
      expect(await t.readCharges(late.id)).toMatchObject([{ state: "paid" }]);
    },
  );

  test("a renter with an outstanding balance can't pay an open checkout", async () => {
    const late = await t.returnLate({ number: "4000000000000341" });
    t.app.clock.set("2026-12-09T15:00:00.000Z");
    const dates = { start_date: "2027-02-05", end_date: "2027-02-08" };
    const open = await t.checkout(await t.newCar(), t.renter, dates);
    expect(open.status).toBe(200);
    await t.payCharge(late);
    t.app.clock.advance(60_000);
    await settleUnsettled(t.app.ctx, bookingPurchases, []);
    expect((await t.pay(open.body.session_id)).body.code).toBe("payment_session_closed");
    await t.act(late, "waiver", t.host);
    expect((await t.checkout(await t.newCar(), t.renter, dates)).status).toBe(200);
  });
});

describe("contesting and waiving", () => {
  const WORDS = { words: "I was there at ten. You came at two." };

  test("a contested charge waits, and is not charged", async () => {
    const late = await t.returnLate();
    expect((await t.act(late, "contest", t.host, WORDS)).status).toBe(403);
    expect((await t.act(late, "contest", t.renter, WORDS)).body.charges).toMatchObject([
      { state: "contested", contest_words: WORDS.words, may: [] },
    ]);
    t.app.clock.set("2026-12-20T15:00:00.000Z");
    await t.sweep();
    expect(await t.readCharges(late.id)).toMatchObject([{ state: "contested" }]);
    expect((await mailsTo(t.host.email, /contests a charge/))[0]?.text).toContain(WORDS.words);
    expect((await t.payCharge(late)).status).toBe(409);
  });

  test("a waived charge is never made", async () => {
    const late = await t.returnLate();
    expect((await t.act(late, "waiver", t.renter)).status).toBe(403);
    expect((await t.act(late, "waiver", t.host)).body.charges).toMatchObject([{ state: "waived" }]);
    t.app.clock.set("2026-12-20T15:00:00.000Z");
    await t.sweep();
    expect(await sandboxCharges(t, late.charge.id)).toEqual([]);
    await mailsTo(t.renter.email, /waived the late return charge/);
    expect((await t.payCharge(late)).status).toBe(409);
  });

  test.each(["contest", "waiver"] as const)("either the %s or the sweep wins", async (what) => {
    const late = await t.returnLate();
    t.app.clock.set(DUE_AT);
    const by = what === "waiver" ? t.host : t.renter;
    const [step] = await Promise.all([
      t.act(late, what, by, what === "contest" ? WORDS : undefined),
      t.sweep(),
    ]);
    await t.sweep();
    const isStopped = step.status === 200;
    const [charge] = await t.readCharges(late.id);
    const stopped = what === "contest" ? "contested" : "waived";
    expect(charge?.state).toBe(isStopped ? stopped : "paid");
    expect(await sandboxCharges(t, late.charge.id)).toHaveLength(isStopped ? 0 : 1);
  });
});
