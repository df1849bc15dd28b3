// A booking that is paid at Stripe, from "Book Now" to the refund, with invalid webhook events and
// lost answers.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Bookings } from "../../../../../test/booking.ts";
import { eventually } from "../../../../../test/eventually.ts";
import { startStripeBookings, type StripeBookings } from "../../../../../test/stripe-bookings.ts";
import { getPayment } from "../payments.service.ts";
import { bookDispute } from "../../../../../test/payments.ts";
import { settle } from "../../bookings/settlement/booking-purchases.service.ts";
import { sweep } from "../../bookings/settlement/sweep.service.ts";

const MINUTE = 60_000;
const makeEvent = (id: string, type: string, object: object) => ({
  id,
  object: "event",
  type,
  data: { object },
});
let t: Bookings;
let stripe: StripeBookings["stripe"];
let at: StripeBookings;
beforeAll(async () => {
  at = await startStripeBookings();
  ({ t, stripe } = at);
});
afterAll(() => at.close());

describe("a booking", () => {
  test("is held, authorised, charged and refunded at Stripe through its webhooks", async () => {
    const booking = await at.begin();
    expect(booking.url).toBe(stripe.account.findSession(booking.session_id).url);
    expect(stripe.account.findSession(booking.session_id)).toMatchObject({
      amount_total: 20_099,
      currency: "usd",
      client_reference_id: booking.booking_id,
      expires_at: Date.parse(booking.expires_at) / 1000,
    });
    stripe.account.pay(booking.session_id);
    const news = at.listEvents(booking.booking_id);
    expect(news.map((event) => event.type)).toEqual([
      "payment_intent.amount_capturable_updated",
      "checkout.session.completed",
    ]);
    for (const event of news) expect((await at.deliver(event)).status).toBe(200);
    await at.settled(booking, { status: "approved", payment_status: "paid" });
    expect(at.countCaptures(booking.session_id)).toBe(1);

    const cancelled = await t.decide(booking.booking_id, "cancel", booking.renter);
    expect(cancelled.body).toMatchObject({
      status: "cancelled",
      payment_status: "refunded",
      refund_pending: false,
    });
    expect(
      stripe.account.findSession(booking.session_id).payment_intent?.latest_charge,
    ).toMatchObject({
      amount_captured: 20_099,
      amount_refunded: 20_099,
    });
    const movements = (await t.readLedger(booking.booking_id)).map(
      ({ kind, account, amount_cents }) => [kind, account, amount_cents],
    );
    expect(movements).toContainEqual(["captured", "card_clearing", 20_099]);
    expect(movements).toContainEqual(["refunded", "card_clearing", -20_099]);
    // Every event once more.
    for (const event of at.listEvents(booking.booking_id))
      expect((await at.deliver(event)).status).toBe(200);
    await settle(t.app.ctx, booking.booking_id);
    expect(await t.readLedger(booking.booking_id)).toHaveLength(movements.length);
    expect(await at.listIncidents("booking_id", booking.booking_id)).toEqual([]);
  });

  test("is charged when the host approves, and released when the host rejects", async () => {
    const [yes, no] = [await at.begin("approval"), await at.begin("approval")];
    for (const booking of [yes, no]) {
      stripe.account.pay(booking.session_id);
      expect((await t.verify(booking.session_id, booking.renter)).body).toMatchObject({
        payment_status: "authorized",
      });
      expect(at.countCaptures(booking.session_id)).toBe(0);
    }
    const approved = await t.decide(yes.booking_id, "approve", t.host);
    expect(approved.body).toMatchObject({ status: "approved", payment_status: "paid" });
    const rejected = await t.decide(no.booking_id, "reject", t.host, {
      reason: "It is in the workshop.",
    });
    expect(rejected.body).toMatchObject({ status: "rejected", payment_status: "voided" });
    expect(stripe.account.findSession(no.session_id).payment_intent?.status).toBe("canceled");
  });

  test("is charged once when the answer to the capture is lost and one event arrives twice at the same time", async () => {
    const booking = await at.begin();
    stripe.account.pay(booking.session_id);
    stripe.goWrong("capture", "lost after");
    const [event] = at.listEvents(booking.booking_id);
    await Promise.all([
      at.deliver(event ?? {}),
      at.deliver(event ?? {}),
      t.verify(booking.session_id, booking.renter),
    ]);
    await at.settled(booking, { status: "approved", payment_status: "paid" });
    const kinds = (await t.readLedger(booking.booking_id)).map((row) => row.kind);
    expect(kinds.filter((kind) => kind === "captured")).toHaveLength(2);
    const stored = t.app.ctx.db
      .selectFrom("payment_events")
      .select("payload")
      .where("event_id", "=", event?.id ?? "");
    expect(await stored.execute()).toEqual([{ payload: JSON.stringify(event) }]);
  });

  test("stays a hold after a declined card, and ends with the session", async () => {
    const booking = await at.begin();
    expect(stripe.account.pay(booking.session_id, "4000000000000002")).toBe("declined");
    const [failed] = at.listEvents(booking.booking_id);
    expect(failed?.type).toBe("payment_intent.payment_failed");
    await at.deliver(failed ?? {});
    await settle(t.app.ctx, booking.booking_id);
    const payment = { state: "open", intent_id: expect.stringMatching(/^pi_/) };
    expect(await getPayment(t.app.ctx, booking.booking_id)).toMatchObject(payment);
    expect(await t.read(booking.booking_id, booking.renter)).toMatchObject({
      payment_status: "unpaid",
    });
    t.app.clock.advance(31 * MINUTE);
    stripe.account.findSession(booking.session_id);
    await at.deliver(at.listEvents(booking.booking_id).at(-1) ?? {});
    await at.settled(booking, { status: "cancelled", payment_status: "expired" });
    expect(await t.occupied(booking.car)).toEqual([]);
  });
});

describe("what was lost while a checkout was opened", () => {
  const lost = async (how: Parameters<StripeBookings["stripe"]["goWrong"]>[1]) => {
    const renter = await t.newRenter();
    const car = await t.newCar();
    stripe.goWrong("open", how, how);
    expect((await t.checkout(car, renter)).body).toMatchObject({ code: "payment_provider_failed" });
    const { id } = await t.app.ctx.db
      .selectFrom("bookings")
      .select("id")
      .where("car_id", "=", car)
      .executeTakeFirstOrThrow();
    return { booking_id: id, car, renter };
  };

  test("finds an existing session by its key and ends it", async () => {
    const booking = await lost("lost after");
    expect(await t.occupied(booking.car)).toEqual([]); // nobody received its URL
    t.app.clock.advance(MINUTE);
    await sweep(t.app.ctx);
    const payment = await getPayment(t.app.ctx, booking.booking_id);
    expect(payment).toMatchObject({ state: "expired", wanted: null });
    expect(stripe.account.findSession(payment.session_id ?? "").status).toBe("expired");
  });

  test("finds a session whose key has expired by its own event", async () => {
    const booking = await lost("error after");
    t.app.clock.advance(31 * MINUTE);
    const session = [...stripe.account.sessions.values()].find(
      (each) => each.client_reference_id === booking.booking_id,
    );
    expect(stripe.account.findSession(session?.id ?? "").status).toBe("expired");
    await at.deliver(at.listEvents(booking.booking_id).at(-1) ?? {});
    await eventually(async () =>
      expect(await getPayment(t.app.ctx, booking.booking_id)).toMatchObject({
        session_id: session?.id,
        state: "expired",
      }),
    );
  });

  test("ends the hold and informs an admin when there is no session and Stripe will no longer open one", async () => {
    const booking = await lost("lost before");
    t.app.clock.advance(5 * MINUTE);
    await sweep(t.app.ctx);
    expect(await t.read(booking.booking_id, booking.renter)).toMatchObject({
      payment_status: "expired",
    });
    expect(await t.occupied(booking.car)).toEqual([]);
    expect(await getPayment(t.app.ctx, booking.booking_id)).toMatchObject({
      state: "failed",
      wanted: null,
    });
    expect(await at.listIncidents("booking_id", booking.booking_id)).toMatchObject([
      { kind: "checkout_refused", times: 1 },
    ]);
    await settle(t.app.ctx, booking.booking_id);
    expect(
      [...stripe.account.sessions.values()].some(
        (each) => each.client_reference_id === booking.booking_id,
      ),
    ).toBe(false);
  });
});

describe("set aside for an admin, and never booked", () => {
  test.each<[string, { amount?: number; currency?: string }]>([
    ["another amount", { amount: 100 }],
    ["another currency", { currency: "bsd" }],
  ])("a payment of %s", async (_, { amount, currency }) => {
    const booking = await at.begin();
    const session = stripe.account.findSession(booking.session_id);
    Object.assign(session, {
      amount_total: amount ?? session.amount_total,
      currency: currency ?? session.currency,
    });
    stripe.account.pay(booking.session_id);
    for (const event of at.listEvents(booking.booking_id))
      expect((await at.deliver(event)).status).toBe(200);
    await eventually(async () =>
      expect(await at.listIncidents("booking_id", booking.booking_id)).toMatchObject([
        {
          kind: "record_differs",
          details: {
            ours: { amount_cents: 20_099, currency: "usd" },
            provider: { amount_cents: amount ?? 20_099, currency: currency ?? "usd" },
          },
        },
      ]),
    );
    expect(await t.read(booking.booking_id, booking.renter)).toMatchObject({
      status: "pending",
      payment_status: "unpaid",
    });
    expect(await t.readLedger(booking.booking_id)).toEqual([]);
    expect(at.countCaptures(booking.session_id)).toBe(0);
  });

  test("an event that names one of our bookings with a session that is not its own", async () => {
    const booking = await at.begin();
    const stranger = {
      id: "cs_test_ofAnother",
      object: "checkout.session",
      payment_intent: "pi_ofAnother",
    };
    const claims = [
      { ...stranger, client_reference_id: booking.booking_id },
      // A booking that is missing after a backup was restored.
      { ...stranger, metadata: { booking_id: randomUUID(), renter_id: booking.renter.id } },
    ];
    for (const [n, object] of claims.entries()) {
      const event = makeEvent(`evt_claim${n}`, "checkout.session.completed", object);
      expect((await at.deliver(event)).status).toBe(200);
      expect((await at.deliver(event)).status).toBe(200);
      expect(await at.listIncidents("key", `event:${event.id}`)).toMatchObject([
        { kind: "event_unknown", times: 1, booking_id: null },
      ]);
    }
    expect(await t.read(booking.booking_id, booking.renter)).toMatchObject({
      payment_status: "unpaid",
    });
  });
});

describe("stored and ignored", () => {
  const incidents = () => t.app.ctx.db.selectFrom("payment_incidents").select("key").execute();
  const dispute = {
    id: "dp_ofAnother",
    object: "dispute",
    payment_intent: "pi_ofAnother",
    amount: 100,
  };
  test.each<[string, object]>([
    [
      "a customer, which each payment creates",
      { type: "customer.created", data: { object: { id: "cus_1", object: "customer" } } },
    ],
    [
      "a payout to our bank",
      { type: "payout.paid", data: { object: { id: "po_1", object: "payout" } } },
    ],
    [
      "the balance, which has no id",
      { type: "balance.available", data: { object: { object: "balance" } } },
    ],
    [
      "a plan whose id is a name",
      { type: "plan.created", data: { object: { id: "Gold plan!", object: "plan" } } },
    ],
    [
      "another shop's checkout",
      {
        type: "checkout.session.completed",
        data: {
          object: { id: "cs_shop", object: "checkout.session", client_reference_id: randomUUID() },
        },
      },
    ],
    [
      "another rental shop's checkout",
      {
        type: "checkout.session.completed",
        data: {
          object: {
            id: "cs_shop",
            object: "checkout.session",
            metadata: { booking_id: randomUUID(), renter_id: randomUUID() },
          },
        },
      },
    ],
    [
      "another shop's payment",
      {
        type: "payment_intent.succeeded",
        data: { object: { id: "pi_shop", object: "payment_intent", metadata: { order: "17" } } },
      },
    ],
    ["another shop's dispute", { type: "charge.dispute.created", data: { object: dispute } }],
    [
      "a thin event, which contains only a reference",
      {
        object: "v2.core.event",
        type: "v1.billing.meter.error_report_triggered",
        related_object: { id: "mtr_1" },
      },
    ],
  ])("%s", async (_, given) => {
    const before = await incidents();
    const event = { id: `evt_${randomUUID()}`, object: "event", ...given };
    for (let n = 0; n < 2; n++) expect((await at.deliver(event)).status).toBe(200);
    const stored = t.app.ctx.db
      .selectFrom("payment_events")
      .select("handled_at")
      .where("event_id", "=", event.id);
    expect(await stored.execute()).toEqual([{ handled_at: t.app.clock.now().toISOString() }]);
    expect(await incidents()).toEqual(before);
  });

  test("another shop's dispute that reconciliation finds", async () => {
    const before = await incidents();
    const word = {
      id: "dp_shop",
      intentId: "pi_shop",
      amountCents: 100,
      currency: "usd",
      reason: "fraudulent",
      respondBy: null,
    };
    expect(await bookDispute(t.app.ctx, { ...word, state: "open", feeCents: 1500 })).toBe(false);
    expect(await incidents()).toEqual(before);
  });
});

test("the sandbox is not available with Stripe", async () => {
  expect((await t.app.call("GET", "/api/sandbox/checkout/cs_test_anyOfThem12")).status).toBe(404);
  expect((await t.app.call("GET", "/api/instance")).body.stand_ins).not.toContain("sandbox");
});
