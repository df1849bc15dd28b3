// Bringing our record and the card provider's into agreement: refusals, late answers, and events
// that happen at the same time.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { onSeveralNodes } from "../../../../test/harness.ts";
import { startBookings, type Bookings } from "../../../../test/booking.ts";
import { suspend } from "../../../../test/suspensions.ts";
import { makePerson } from "../../../../test/factories.ts";
import { sandboxTotals } from "../../../../test/sandbox.ts";
import { signEvent } from "../../platform/payments/signature.ts";
import { getPayment, requestExpiry } from "../payments/payments.service.ts";
import { settle } from "./settlement/booking-purchases.service.ts";
import { sweep } from "./settlement/sweep.service.ts";

let t: Bookings;
beforeEach(async () => {
  t = await startBookings();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await t.close();
});

const MINUTE = 60_000;
/** Changes the sandbox's own record, as if something had happened on the provider's side. */
const atProvider = (
  session: string,
  set: { intent_status?: "canceled"; captured_cents?: number },
) => t.app.ctx.db.updateTable("sandbox_checkouts").set(set).where("id", "=", session).execute();
const readPayment = (bookingId: string) => getPayment(t.app.ctx, bookingId);
const mailsNamed = async (to: string, subject: string): Promise<number> =>
  (await t.app.mails(to)).filter((mail) => mail.subject.startsWith(subject)).length;

test.skipIf(onSeveralNodes)(
  "charges a card that is authorised at the last moment: the expiry does not replace the capture",
  async () => {
    const { body } = await t.checkout(await t.newCar());
    await t.pay(body.session_id);
    t.app.clock.advance(31 * MINUTE);
    vi.spyOn(t.app.ctx.payments, "capture").mockRejectedValueOnce(new Error("timed out"));
    expect((await t.verify(body.session_id)).body).toMatchObject({
      code: "payment_provider_failed",
    });
    // A sweep that had found the checkout overdue just before.
    await requestExpiry(t.app.ctx, body.booking_id);
    expect(await readPayment(body.booking_id)).toMatchObject({ wanted: "capture" });
    t.app.clock.advance(MINUTE);
    await sweep(t.app.ctx);
    expect(await t.read(body.booking_id)).toMatchObject({
      status: "approved",
      payment_status: "paid",
    });
    expect(await sandboxTotals(t.app.ctx.db, body.booking_id)).toEqual({
      captured: 20_099,
      refunded: 0,
    });
  },
);

test.skipIf(onSeveralNodes)(
  "an approval whose pending capture is missing requests it again",
  async () => {
    const { id } = await t.book({ mode: "approval" });
    vi.spyOn(t.app.ctx.payments, "capture").mockRejectedValueOnce(new Error("timed out"));
    await t.decide(id, "approve", t.host);
    expect(await t.read(id)).toMatchObject({ status: "pending", approving: true });
    await t.app.ctx.db
      .updateTable("payments")
      .set({ wanted: null })
      .where("booking_id", "=", id)
      .execute();
    await settle(t.app.ctx, id);
    expect(await t.read(id)).toMatchObject({ status: "approved", payment_status: "paid" });
  },
);

test.skipIf(onSeveralNodes)(
  "retries a capture that times out; lapse, reject and cancel do not change the booking in the meantime",
  async () => {
    const { id } = await t.book({ mode: "approval" });
    const capture = vi
      .spyOn(t.app.ctx.payments, "capture")
      .mockRejectedValue(new Error("timed out"));
    expect((await t.decide(id, "approve", t.host)).body).toMatchObject({
      status: "pending",
      approving: true,
    });
    for (const [what, by] of [
      ["reject", t.host],
      ["cancel", t.renter],
    ] as const)
      expect((await t.decide(id, what, by, { reason: "No." })).body).toMatchObject({
        code: "transition_refused",
      });
    t.app.clock.advance(25 * 60 * MINUTE);
    await sweep(t.app.ctx);
    expect(await t.read(id)).toMatchObject({ status: "pending", approving: true });
    capture.mockRestore();
    t.app.clock.advance(2 * 60 * MINUTE);
    await sweep(t.app.ctx);
    expect(await t.read(id)).toMatchObject({
      status: "approved",
      payment_status: "paid",
      approving: false,
    });
  },
);

test.skipIf(onSeveralNodes)(
  "charges once when a capture times out after the provider has made it",
  async () => {
    const { id } = await t.book({ mode: "approval" });
    const { capture } = t.app.ctx.payments;
    vi.spyOn(t.app.ctx.payments, "capture").mockImplementationOnce(async (session) => {
      await capture(session);
      throw new Error("timed out");
    });
    await t.decide(id, "approve", t.host);
    t.app.clock.advance(MINUTE);
    await sweep(t.app.ctx);
    expect(await t.read(id)).toMatchObject({ status: "approved", payment_status: "paid" });
    expect(await sandboxTotals(t.app.ctx.db, id)).toEqual({ captured: 20_099, refunded: 0 });
    expect((await t.readLedger(id)).filter((row) => row.kind === "captured")).toHaveLength(2);
  },
);

test("cancels the booking and frees the dates when a capture is refused for good", async () => {
  const { id, car, session } = await t.book({ mode: "approval" });
  await atProvider(session, { intent_status: "canceled" });
  expect((await t.decide(id, "approve", t.host)).body).toMatchObject({
    status: "cancelled",
    payment_status: "failed",
  });
  expect(await t.occupied(car)).toEqual([]);
  expect(await readPayment(id)).toMatchObject({ state: "voided", wanted: null });
});

test("a refused refund stays pending, is retried at growing intervals, and is reported to the admins once", async () => {
  const admin = await makePerson(t.app, { roles: ["renter", "admin"] });
  const { id, session } = await t.book();
  await atProvider(session, { captured_cents: 0 });
  expect((await t.decide(id, "cancel", t.renter)).body).toMatchObject({
    status: "cancelled",
    payment_status: "paid",
    refund_pending: true,
  });
  const refund = vi.spyOn(t.app.ctx.payments, "refund");
  for (let minute = 0; minute < 10; minute++) {
    t.app.clock.advance(MINUTE);
    await sweep(t.app.ctx);
  }
  expect(refund.mock.calls.length).toBeGreaterThan(2);
  expect(refund.mock.calls.length).toBeLessThan(6);
  await eventually(async () =>
    expect(await mailsNamed(admin.email, "A refund was refused")).toBe(1),
  );
  expect((await t.app.mails(admin.email))[0]?.text).toContain(`${t.app.url}/admin/bookings/${id}`);
  await atProvider(session, { captured_cents: 20_099 });
  t.app.clock.advance(120 * MINUTE);
  await sweep(t.app.ctx);
  expect(await t.read(id)).toMatchObject({
    status: "cancelled",
    payment_status: "refunded",
    refund_pending: false,
  });
  expect(await mailsNamed(admin.email, "A refund was refused")).toBe(1);
});

test.skipIf(onSeveralNodes)(
  "requests to settle a payment that is being settled share one call to the provider",
  async () => {
    const { id } = await t.book();
    const { ctx } = t.app;
    const getCheckout = vi.spyOn(ctx.payments, "getCheckout");
    await Promise.all(Array.from({ length: 40 }, () => settle(ctx, id)));
    expect(getCheckout.mock.calls.length).toBeLessThan(20);
  },
);

test.skipIf(onSeveralNodes)("compares a finished payment again after a minute", async () => {
  const { id } = await t.book();
  const before = await readPayment(id);
  t.app.clock.advance(MINUTE / 2);
  await settle(t.app.ctx, id);
  expect(await readPayment(id)).toEqual(before);
  t.app.clock.advance(MINUTE / 2);
  await settle(t.app.ctx, id);
  expect((await readPayment(id)).compared_at).not.toBe(before.compared_at);
});

test("a late answer of the provider reverts nothing", async () => {
  const { body } = await t.checkout(await t.newCar());
  await t.pay(body.session_id);
  const early = await t.app.ctx.payments.getCheckout(body.session_id);
  await t.verify(body.session_id);
  const getCheckout = vi.spyOn(t.app.ctx.payments, "getCheckout").mockResolvedValueOnce(early);
  await settle(t.app.ctx, body.booking_id);
  expect(getCheckout).toHaveBeenCalledOnce();
  expect(await readPayment(body.booking_id)).toMatchObject({ state: "captured", wanted: null });
  expect(await t.read(body.booking_id)).toMatchObject({
    status: "approved",
    payment_status: "paid",
  });
});

test("a provider error for one payment does not delay the others", async () => {
  const stuck = await t.checkout(await t.newCar());
  const other = await t.checkout(await t.newCar(), await t.newRenter());
  const { expireCheckout } = t.app.ctx.payments;
  vi.spyOn(t.app.ctx.payments, "expireCheckout").mockImplementation((session) =>
    session === stuck.body.session_id
      ? Promise.reject(new Error("timed out"))
      : expireCheckout(session),
  );
  t.app.clock.advance(31 * MINUTE);
  await sweep(t.app.ctx);
  const states = await Promise.all([stuck, other].map(({ body }) => readPayment(body.booking_id)));
  expect(states.map((payment) => payment.state)).toEqual(["open", "expired"]);
});

test("events in any order, late and repeated, lead to the same state with one charge", async () => {
  const { body } = await t.checkout(await t.newCar());
  await t.pay(body.session_id);
  const { intent_id } = await readPayment(body.booking_id);
  const session = { id: body.session_id, object: "checkout.session", payment_intent: intent_id };
  const intent = {
    id: intent_id,
    object: "payment_intent",
    metadata: { checkout_session: body.session_id },
  };
  const events = [
    ["payment_intent.succeeded", intent],
    ["checkout.session.expired", session],
    ["checkout.session.completed", session],
    ["payment_intent.amount_capturable_updated", intent],
    ["checkout.session.completed", session],
  ] as const;
  for (const [n, [type, object]] of events.entries()) {
    const event = JSON.stringify({ id: `evt_${n}`, object: "event", type, data: { object } });
    const signature = signEvent(event, t.app.clock.now(), t.app.ctx.keys.webhookSecret);
    const sent = await t.app.call("POST", "/webhooks/stripe", {
      body: event,
      headers: { "stripe-signature": signature },
    });
    expect(sent.status).toBe(200);
  }
  await eventually(async () =>
    expect(await t.read(body.booking_id)).toMatchObject({ status: "approved" }),
  );
  const waiting = async () =>
    (
      await t.app.pool.query(
        "select from pgboss.job where name = 'settle-booking' and state in ('created', 'active', 'retry')",
      )
    ).rowCount;
  await eventually(async () => expect(await waiting()).toBe(0));
  expect(await t.read(body.booking_id)).toMatchObject({
    status: "approved",
    payment_status: "paid",
  });
  expect(await sandboxTotals(t.app.ctx.db, body.booking_id)).toEqual({
    captured: 20_099,
    refunded: 0,
  });
  expect(
    (await t.readLedger(body.booking_id)).filter((row) => row.kind === "captured"),
  ).toHaveLength(2);
});

test.each<[string, object]>([
  ["deactivated, as after a suspension or when insurance has expired", { is_available: false }],
  ["no longer approved", { is_approved: false }],
])(
  "a card authorised for a car that is %s is held for an answer and charged only after it",
  async (_, off) => {
    const car = await t.newCar();
    const { body } = await t.checkout(car);
    await t.app.ctx.db.updateTable("car_listings").set(off).where("id", "=", car).execute();
    await t.pay(body.session_id);
    const hold = {
      status: "pending",
      payment_status: "authorized",
      approving: false,
      booking_mode: "approval",
    };
    await t.verify(body.session_id);
    await sweep(t.app.ctx);
    expect(await t.read(body.booking_id)).toMatchObject(hold);
    expect(await sandboxTotals(t.app.ctx.db, body.booking_id)).toEqual({
      captured: 0,
      refunded: 0,
    });
    await eventually(async () => expect(await mailsNamed(t.host.email, "Request: ")).toBe(1));
    const request = (await t.app.mails(t.host.email)).find(({ subject }) =>
      subject.startsWith("Request: "),
    );
    expect(request?.text).toMatch(/Please answer by \w{3}, \w{3} \d+, 2026, /);
    expect((await t.decide(body.booking_id, "approve", t.host)).body).toMatchObject({
      status: "approved",
    });
    expect(await sandboxTotals(t.app.ctx.db, body.booking_id)).toEqual({
      captured: 20_099,
      refunded: 0,
    });
  },
);

test("a request for a car whose host was suspended during payment lapses after a day", async () => {
  const admin = await makePerson(t.app, { roles: ["renter", "admin"] });
  const { body } = await t.checkout(await t.newCar());
  const suspended = await suspend(t.app, admin, t.host.id);
  expect(suspended.status).toBe(200);
  await t.pay(body.session_id);
  await t.verify(body.session_id);
  expect(await t.read(body.booking_id)).toMatchObject({
    status: "pending",
    payment_status: "authorized",
  });
  t.app.clock.advance(24 * 60 * MINUTE);
  await sweep(t.app.ctx);
  expect(await t.read(body.booking_id)).toMatchObject({
    status: "cancelled",
    payment_status: "voided",
  });
});

test("limits a person to twelve payment checks a minute", async () => {
  const limited = await startBookings({ config: { unlimited: false } });
  const statuses: number[] = [];
  for (let n = 0; n < 13; n++)
    statuses.push((await limited.verify("cs_test_nobody_knows_it")).status);
  expect(statuses).toEqual([...Array<number>(12).fill(404), 429]);
  await limited.close();
});
