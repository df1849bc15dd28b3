// States that must not last forever: holds that no payment will end, trips that are over, refunds
// that were made by hand or sent back.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Bookings } from "../../../../../test/booking.ts";
import { eventually } from "../../../../../test/eventually.ts";
import { makePerson, type Person } from "../../../../../test/factories.ts";
import { TEST_NOW } from "../../../../../test/harness.ts";
import { startStripeBookings, type StripeBookings } from "../../../../../test/stripe-bookings.ts";
import { checkLedger, type LedgerDiscrepancy } from "../../ledger/ledger-check.service.ts";
import { settle } from "../../bookings/settlement/booking-purchases.service.ts";
import { sweep } from "../../bookings/settlement/sweep.service.ts";

let t: Bookings;
let stripe: StripeBookings["stripe"];
let at: StripeBookings;
let admin: Person;
beforeAll(async () => {
  at = await startStripeBookings();
  ({ t, stripe } = at);
  admin = await makePerson(t.app, { roles: ["renter", "admin"] });
});
beforeEach(() => t.app.clock.set(TEST_NOW));
afterAll(async () => {
  // The ledger check must find a returned refund and a manual one; the last test checks that.
  await t.app.close();
  await stripe.close();
});

const refund = (id: string, part: object = {}) =>
  t.app.call("POST", `/api/admin/bookings/${id}/refunds`, {
    as: admin.token,
    body: { id: randomUUID(), amount: 50, borne_by: "platform", reason: "Late.", ...part },
  });

/** The errors that the ledger check finds for a booking. */
const findDiscrepancies = async (id: string): Promise<LedgerDiscrepancy[]> =>
  (await checkLedger(t.app.ctx)).discrepancies.filter((error) => error.id === id);

describe("a hold", () => {
  test("ends when its authorisation was cancelled at Stripe before we learned of it", async () => {
    const { booking_id: id, session_id, renter, car } = await at.begin();
    stripe.account.pay(session_id);
    stripe.account.cancel(at.findIntent(session_id).id);
    await at.later(1);
    expect(await t.read(id, renter)).toMatchObject({
      status: "cancelled",
      payment_status: "expired",
    });
    expect(await t.occupied(car)).toEqual([]);
  });

  test("ends with the lifetime of a checkout when Stripe failed to open its session for good", async () => {
    const renter = await t.newRenter();
    const car = await t.newCar();
    stripe.goWrong("open", "error before", "error before");
    expect((await t.checkout(car, renter)).body).toMatchObject({ code: "payment_provider_failed" });
    await at.later(1);
    expect(await t.occupied(car)).toEqual([]);
    expect((await t.checkout(car, renter)).status).toBe(200);
  });

  test("blocks a new checkout, with an explanation, while its payment is set aside", async () => {
    const { session_id, renter, car } = await at.begin();
    stripe.account.pay(session_id);
    at.findIntent(session_id).amount = 15_000;
    await t.verify(session_id, renter);
    expect((await t.checkout(car, renter)).body).toMatchObject({ code: "payment_under_review" });
    const release = await t.app.call("DELETE", `/api/listings/${car}/open-checkout`, {
      as: renter.token,
    });
    expect(release.body).toMatchObject({ code: "payment_under_review" });
    expect(await t.occupied(car)).toHaveLength(1);
    at.findIntent(session_id).amount = 20_099;
    await t.verify(session_id, renter);
  });
});

describe("a session that Stripe no longer knows", () => {
  const forget = (sessionId: string) => stripe.account.sessions.delete(sessionId);
  const listSteps = async (id: string) =>
    (await t.app.call("GET", `/api/bookings/${id}/timeline`, { as: admin.token })).body.steps.map(
      ({ step }) => step,
    );

  test("ends its hold: the renter sees that it expired and can book the car again", async () => {
    const { booking_id: id, session_id, renter, car } = await at.begin();
    forget(session_id);
    expect((await t.verify(session_id, renter)).body).toMatchObject({
      status: "cancelled",
      payment_status: "expired",
    });
    expect(await listSteps(id)).toEqual(["create", "lose_session"]);
    expect(await t.occupied(car)).toEqual([]);
    expect(await at.listIncidents("booking_id", id)).toEqual([]); // nobody had tried to pay
    expect((await t.checkout(car, renter)).status).toBe(200);
    await at.later(1);
    expect(
      await t.app.ctx.db
        .selectFrom("payments")
        .select("wanted")
        .where("booking_id", "=", id)
        .execute(),
    ).toEqual([{ wanted: null }]);
  });

  test.each(["replaced", "given back", "over its time"])("ends a hold that is %s", async (how) => {
    const { booking_id: id, session_id, renter, car } = await at.begin();
    forget(session_id);
    if (how === "replaced") expect((await t.checkout(car, renter)).status).toBe(200);
    else if (how === "given back")
      expect(
        (await t.app.call("DELETE", `/api/listings/${car}/open-checkout`, { as: renter.token }))
          .status,
      ).toBe(200);
    else await at.later(1);
    expect(await listSteps(id)).toEqual(["create", "lose_session"]);
    expect(await t.occupied(car)).toHaveLength(how === "replaced" ? 1 : 0);
  });

  test("is an incident for an admin when someone has tried to pay", async () => {
    const { booking_id: id, session_id, renter, car } = await at.begin();
    stripe.account.pay(session_id, "4000000000000002");
    await t.verify(session_id, renter);
    forget(session_id);
    await at.later(1, 1);
    expect(await t.occupied(car)).toEqual([]);
    expect(await at.listIncidents("booking_id", id)).toMatchObject([
      {
        kind: "record_differs",
        times: 1,
        details: { fault: "session_unknown", session: session_id },
      },
    ]);
  });

  test("is reported with others within an hour as one incident a day, and expires once the key is right", async () => {
    t.app.clock.set("2026-11-24T15:00:00Z");
    const lose = async () => {
      const booking = await at.begin();
      const session = stripe.account.findSession(booking.session_id);
      forget(session.id);
      await at.later(0);
      expect(await t.occupied(booking.car)).toEqual([]);
      return session;
    };
    const suspicion = () => at.listIncidents("key", "sessions_unknown:2026-11-24");
    const lost = [await lose()];
    expect(await suspicion()).toEqual([]);
    lost.push(await lose(), await lose());
    expect(await suspicion()).toMatchObject([
      { kind: "record_differs", details: { fault: "sessions_unknown" } },
    ]);

    const [paid, ...unpaid] = lost;
    for (const each of lost) stripe.account.sessions.set(each.id, each);
    stripe.account.pay(paid!.id);
    await at.later(0.25);
    expect(paid).toMatchObject({ payment_intent: { status: "canceled" } });
    expect(unpaid).toMatchObject([{ status: "expired" }, { status: "expired" }]);
  });

  test("leaves a request and its pending action unchanged, since the key may belong to another account", async () => {
    const { booking_id: id, session_id, renter } = await at.begin("approval");
    stripe.account.pay(session_id);
    await t.verify(session_id, renter);
    const session = stripe.account.findSession(session_id);
    forget(session_id);
    expect((await t.decide(id, "approve", t.host)).body).toMatchObject({
      status: "pending",
      approving: true,
    });
    expect(await at.listIncidents("booking_id", id)).toMatchObject([
      { details: { fault: "session_unknown" } },
    ]);
    stripe.account.sessions.set(session_id, session);
    await at.later(2);
    expect(await t.read(id, renter)).toMatchObject({ status: "approved", payment_status: "paid" });
  });
});

test("releases a card that is authorised after the trip or as the start date ends, and does not charge it", async () => {
  for (const instant of ["2026-12-06T05:00:00Z", "2026-12-20T17:00:00Z"]) {
    t.app.clock.set(TEST_NOW);
    const { booking_id: id, session_id, renter } = await at.begin();
    stripe.account.pay(session_id);
    t.app.clock.set(instant);
    await at.later(0, 1);
    expect(await t.read(id, renter)).toMatchObject({
      status: "cancelled",
      payment_status: "voided",
    });
    expect(at.findIntent(session_id)).toMatchObject({ status: "canceled", amount_received: 0 });
  }
});

test("ends the request when a refused capture leaves the card unauthorised", async () => {
  const { booking_id: id, session_id, renter, car } = await at.begin("approval");
  stripe.account.pay(session_id);
  await t.verify(session_id, renter);
  at.findIntent(session_id).status = "requires_payment_method";
  expect((await t.decide(id, "approve", t.host)).body).toMatchObject({
    status: "cancelled",
    payment_status: "failed",
  });
  expect(await t.occupied(car)).toEqual([]);
});

test("completes rentals while Stripe does not answer", async () => {
  const { booking_id: id, renter } = await at.beginPaid();
  t.app.clock.set("2026-12-20T17:00:00Z");
  const stuck = await at.begin().catch(() => undefined);
  const ask = vi.spyOn(t.app.ctx.payments, "getCheckout").mockReturnValue(new Promise(() => {}));
  void sweep(t.app.ctx);
  await eventually(async () =>
    expect(await t.read(id, renter)).toMatchObject({ status: "completed" }),
  );
  ask.mockRestore();
  expect(stuck).toBeUndefined(); // the dates of every test are over by then
});

describe("a refund", () => {
  test("can follow another one that the bank sent back", async () => {
    const { booking_id: id, session_id, renter } = await at.beginPaid();
    await refund(id);
    const [first] = stripe.account.refunds;
    if (first) stripe.account.failRefund(first);
    expect((await refund(id, { amount: 30 })).body).toMatchObject({
      refund_pending: false,
      refunded_cents: 8000,
    });
    expect(at.findIntent(session_id).latest_charge).toMatchObject({ amount_refunded: 3000 });
    expect(await at.listIncidents("booking_id", id)).toMatchObject([
      { details: { fault: "refund_returned" } },
    ]);
    expect(await t.read(id, renter)).toMatchObject({ payment_status: "partially_refunded" });
  });

  test("is reported within a day when the bank sends it back long after the cancellation", async () => {
    const { booking_id: id, renter } = await at.beginPaid();
    await t.decide(id, "cancel", renter);
    const [first] = stripe.account.refunds;
    if (first) stripe.account.failRefund(first);
    await at.later(25);
    expect(await at.listIncidents("booking_id", id)).toMatchObject([
      { details: { fault: "refund_returned" } },
    ]);
  });

  test("is not mistaken for a manual one when refused, and a manual one is reported until an admin acknowledges it", async () => {
    const { booking_id: id, session_id, renter } = await at.beginPaid();
    stripe.account.refund(at.findIntent(session_id).id, { amount: 5000, metadata: {} });
    await t.verify(session_id, renter);
    stripe.account.dispute(session_id);
    expect((await refund(id, { amount: 30 })).body).toMatchObject({
      refund_pending: true,
      refunded_cents: 0,
    });
    const close = t.app.ctx.db
      .updateTable("payment_incidents")
      .set({ closed_at: t.app.clock.now().toISOString(), closed_by: admin.id })
      .where("key", "=", `refunded:${id}`);
    await close.execute();
    await settle(t.app.ctx, id);
    const known = t.app.ctx.db
      .selectFrom("payment_incidents")
      .select("closed_at")
      .where("key", "=", `refunded:${id}`);
    expect(await known.execute()).toEqual([{ closed_at: t.app.clock.now().toISOString() }]);
  });

  test.each([
    ["in part, with the reason and who bears it", [5000], [{ amount: 50, borne_by: "host" }]],
    ["in two parts, decided one by one", [3000, 2000], [{ amount: 30 }, { amount: 20 }]],
    ["in two parts, decided as one", [3000, 2000], [{ amount: 50 }]],
  ])(
    "made by hand is adopted by the same decision here, and made once: %s",
    async (_, byHand, parts) => {
      const { booking_id: id, session_id, renter } = await at.beginPaid();
      const intent = at.findIntent(session_id);
      for (const amount of byHand) stripe.account.refund(intent.id, { amount, metadata: {} });
      await at.later(25);
      expect(await at.listIncidents("key", `refunded:${id}`)).toMatchObject([
        { details: { fault: "refunded" } },
      ]);
      const before = await findDiscrepancies(id);
      expect(before.length).toBeGreaterThan(0);
      for (const part of parts) expect((await refund(id, part)).status).toBe(200);
      await at.later(1, 24);
      expect(intent.latest_charge).toMatchObject({ amount_refunded: 5000 });
      expect(
        stripe.account.refunds.filter((each) => each.payment_intent === intent.id),
      ).toHaveLength(byHand.length);
      expect(await t.read(id, renter)).toMatchObject({
        payment_status: "partially_refunded",
        refunded_cents: 5000,
      });
      expect(await findDiscrepancies(id)).toEqual([]);

      // The next one of the same amount is a separate refund.
      expect((await refund(id, { amount: 50 })).status).toBe(200);
      expect(intent.latest_charge).toMatchObject({ amount_refunded: 10_000 });
    },
  );

  test("made by hand in several parts, and adopted in part before the process died, is adopted in full", async () => {
    const { booking_id: id, session_id } = await at.beginPaid();
    const intent = at.findIntent(session_id);
    const key = randomUUID();
    stripe.account.refund(intent.id, { amount: 2000, metadata: {} });
    stripe.account.refund(intent.id, { amount: 3000, metadata: { refund_key: `refund_${key}` } });
    expect((await refund(id, { id: key, amount: 50 })).status).toBe(200);
    expect((await refund(id, { amount: 20 })).status).toBe(200);
    expect(intent.latest_charge).toMatchObject({ amount_refunded: 7000 });
    expect(await findDiscrepancies(id)).toEqual([]);
  });

  test("made by hand in full is adopted by a cancellation, also when it was made partly before and partly after it", async () => {
    for (const [before, after] of [
      [[20_099], []],
      [[5000], [15_099]],
    ] as const) {
      const { booking_id: id, session_id, renter } = await at.beginPaid();
      const intent = at.findIntent(session_id);
      for (const amount of before) stripe.account.refund(intent.id, { amount, metadata: {} });
      expect((await t.decide(id, "cancel", renter)).status).toBe(200);
      for (const amount of after) stripe.account.refund(intent.id, { amount, metadata: {} });
      await at.later(24);
      expect(await t.read(id, renter)).toMatchObject({
        status: "cancelled",
        payment_status: "refunded",
      });
      expect(intent.latest_charge).toMatchObject({ amount_refunded: 20_099 });
      expect(
        stripe.account.refunds.filter((each) => each.payment_intent === intent.id),
      ).toHaveLength(before.length + after.length);
      expect(await findDiscrepancies(id)).toEqual([]);
    }
  });

  test("under the id of another booking does not prevent that booking's cancellation", async () => {
    const [one, other] = [await at.beginPaid(), await at.beginPaid()];
    expect((await refund(one.booking_id, { id: other.booking_id })).status).toBe(200);
    await t.decide(other.booking_id, "cancel", other.renter);
    expect(at.findIntent(other.session_id).latest_charge).toMatchObject({
      amount_refunded: 20_099,
    });
  });
});
