// Tests what the product relies on from every card provider, for the sandbox and for Stripe over
// HTTP against the test server.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { randomUUID } from "node:crypto";
import {
  makeCheckoutRequest,
  PAYMENT_PROVIDERS,
  type PaymentSubject,
} from "../../../../test/payment-providers.ts";
import type { CheckoutRequest } from "./provider.ts";
import { signEvent } from "./signature.ts";

describe.each(PAYMENT_PROVIDERS)("%s", (_, start) => {
  let t: PaymentSubject;
  beforeAll(async () => {
    t = await start();
  });
  afterAll(() => t.close());

  const request = (given?: Partial<CheckoutRequest>) => makeCheckoutRequest(t.clock, given);
  const open = (given?: Partial<CheckoutRequest>) => t.provider.openCheckout(request(given));
  const authorised = async () => {
    const { sessionId } = await open();
    await t.pay(sessionId);
    return sessionId;
  };
  const charged = async () => {
    const sessionId = await authorised();
    await t.provider.capture(sessionId);
    return sessionId;
  };
  const hold = {
    session: "complete",
    intent: "requires_capture",
    amountCents: 20_099,
    capturedCents: 0,
  };

  test("opens a checkout once per key", async () => {
    const asked = request();
    const first = await t.provider.openCheckout(asked);
    expect(first).toMatchObject({
      bookingId: asked.bookingId,
      session: "open",
      intent: "requires_payment_method",
      amountCents: 20_099,
      currency: "usd",
      capturedCents: 0,
      refundedCents: 0,
      expiresAt: asked.expiresAt,
      url: expect.stringContaining(first.sessionId),
    });
    expect(await t.provider.openCheckout(asked)).toEqual(first);
    expect((await open()).sessionId).not.toBe(first.sessionId);
    expect(await t.provider.getCheckout("cs_test_nobodyKnowsThisOne")).toBeUndefined();
  });

  test("keeps the checkout open for another card after one is declined", async () => {
    const { sessionId } = await open();
    expect(await t.pay(sessionId, "4000000000000002")).toBe("declined");
    expect(await t.pay(sessionId, "4000000000009995")).toBe("declined");
    expect(await t.provider.getCheckout(sessionId)).toMatchObject({
      session: "open",
      intent: "requires_payment_method",
    });
    expect(await t.pay(sessionId, "4000002500003155")).toBe("needs_confirmation");
    expect(await t.provider.getCheckout(sessionId)).toMatchObject({
      session: "open",
      intent: "requires_action",
    });
    expect(await t.pay(sessionId, "4000002500003155", true)).toBe("paid");
    expect(await t.provider.getCheckout(sessionId)).toMatchObject({
      ...hold,
      intentId: expect.any(String),
    });
  });

  test("charges once, however often it is called", async () => {
    const sessionId = await authorised();
    const paid = {
      intent: "succeeded",
      amountCents: 20_099,
      capturedCents: 20_099,
      refundedCents: 0,
    };
    const both = await Promise.all([t.provider.capture(sessionId), t.provider.capture(sessionId)]);
    for (const state of [...both, await t.provider.capture(sessionId)])
      expect(state).toMatchObject(paid);
    await expect(t.provider.release(sessionId)).rejects.toMatchObject({ name: "PaymentRefused" });
  });

  test("releases an authorisation once, and then refuses to charge it", async () => {
    const sessionId = await authorised();
    const free = { intent: "canceled", capturedCents: 0, refundedCents: 0 };
    expect(await t.provider.release(sessionId)).toMatchObject(free);
    expect(await t.provider.release(sessionId)).toMatchObject(free);
    await expect(t.provider.capture(sessionId)).rejects.toMatchObject({ name: "PaymentRefused" });
    await expect(t.provider.refund(sessionId, 20_099, randomUUID())).rejects.toMatchObject({
      name: "PaymentRefused",
    });
    expect(await t.provider.getCheckout(sessionId)).toMatchObject(free);
  });

  test("refuses to refund or charge an unpaid checkout", async () => {
    const { sessionId } = await open();
    await expect(t.provider.capture(sessionId)).rejects.toMatchObject({ name: "PaymentRefused" });
    await expect(t.provider.refund(sessionId, 1, randomUUID())).rejects.toMatchObject({
      name: "PaymentRefused",
    });
    await expect(t.provider.capture("cs_test_nobodyKnowsThisOne")).rejects.toMatchObject({
      name: "PaymentRefused",
    });
  });

  test("expires an open checkout, and returns the state of a paid one", async () => {
    const { sessionId } = await open();
    const over = { session: "expired", intent: "canceled", amountCents: 20_099 };
    expect(await t.provider.expireCheckout(sessionId)).toMatchObject(over);
    expect(await t.provider.expireCheckout(sessionId)).toMatchObject(over);
    expect(await t.provider.expireCheckout(await authorised())).toMatchObject(hold);
  });

  test("expires a checkout by itself when its time is over", async () => {
    const { sessionId, expiresAt } = await open();
    t.clock.advance(expiresAt.getTime() - t.clock.now().getTime() - 1000);
    expect(await t.provider.getCheckout(sessionId)).toMatchObject({ session: "open" });
    t.clock.advance(1000);
    expect(await t.provider.getCheckout(sessionId)).toMatchObject({
      session: "expired",
      intent: "canceled",
    });
  });

  test("refunds in parts, once per key, and never more than was charged", async () => {
    const sessionId = await charged();
    const [first, second] = [randomUUID(), randomUUID()];
    expect(await t.provider.refund(sessionId, 5000, first)).toMatchObject({ refundedCents: 5000 });
    expect(await t.provider.refund(sessionId, 5000, first)).toMatchObject({ refundedCents: 5000 });
    expect(await t.provider.refund(sessionId, 5000, second)).toMatchObject({
      refundedCents: 10_000,
    });
    await expect(t.provider.refund(sessionId, 10_100, randomUUID())).rejects.toMatchObject({
      name: "PaymentRefused",
    });
    expect(await t.provider.refund(sessionId, 10_099, randomUUID())).toMatchObject({
      intent: "succeeded",
      capturedCents: 20_099,
      refundedCents: 20_099,
    });
    await expect(t.provider.refund(sessionId, 1, randomUUID())).rejects.toMatchObject({
      name: "PaymentRefused",
    });
  });

  test("reports its fee once there is a charge", async () => {
    const sessionId = await authorised();
    expect(await t.provider.getCheckout(sessionId)).toMatchObject({
      feeCents: null,
      cardLast4: "4242",
    });
    // 2.9 % and 30 cents.
    expect(await t.provider.capture(sessionId)).toMatchObject({ feeCents: 613, cardLast4: "4242" });
    expect(await t.provider.refund(sessionId, 5000, randomUUID())).toMatchObject({ feeCents: 613 });
  });

  test.each(["won", "lost"] as const)(
    "disputes what was not refunded, allows no refund meanwhile, and ends %s",
    async (outcome) => {
      const sessionId = await charged();
      await t.provider.refund(sessionId, 5000, randomUUID());
      const { intentId } = (await t.provider.getCheckout(sessionId)) ?? {};
      const began = t.clock.now();
      const known = new Set((await t.provider.listDisputes(began)).map((each) => each.id));
      const close = await t.dispute(sessionId);
      const [dispute, ...others] = (await t.provider.listDisputes(began)).filter(
        (each) => !known.has(each.id),
      );
      expect(others).toEqual([]);
      expect(dispute).toMatchObject({
        intentId,
        amountCents: 15_099,
        currency: "usd",
        state: "open",
        feeCents: 1500,
      });
      expect(await t.provider.getDispute(dispute?.id ?? "")).toEqual(dispute);
      await expect(t.provider.refund(sessionId, 1, randomUUID())).rejects.toMatchObject({
        name: "PaymentRefused",
      });
      await close(outcome);
      expect(await t.provider.getDispute(dispute?.id ?? "")).toEqual({
        ...dispute,
        state: outcome,
      });
      const refund = t.provider.refund(sessionId, 15_099, randomUUID());
      if (outcome === "won") expect(await refund).toMatchObject({ refundedCents: 20_099 });
      else await expect(refund).rejects.toMatchObject({ name: "PaymentRefused" });
      t.clock.advance(60_000);
      expect(await t.provider.listDisputes(t.clock.now())).toEqual([]);
      expect(await t.provider.getDispute("dp_nobodyKnowsThisOne")).toBeUndefined();
    },
  );

  test("pays out to the bank, and lists what a payout consists of", async () => {
    const before = t.clock.now();
    const sessionId = await charged();
    await t.provider.refund(sessionId, 5_000, randomUUID());
    const { intentId } = (await t.provider.getCheckout(sessionId)) ?? {};
    await t.payOut();
    const [payout, ...others] = await t.provider.listPayouts(before);
    expect(others).toEqual([]);
    expect(payout).toMatchObject({ currency: "usd", status: "in_transit" });
    const lines = await t.provider.listPayoutLines(payout?.id ?? "");
    expect(lines.filter((line) => line.intentId === intentId)).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ kind: "charge", amountCents: 20_099, feeCents: 613 }),
        expect.objectContaining({ kind: "refund", amountCents: -5_000, feeCents: 0 }),
      ]),
    );
    const sum = lines.reduce(
      (total, { amountCents, feeCents }) => total + amountCents - feeCents,
      0,
    );
    expect(payout?.amountCents).toBe(sum);
    expect(await t.provider.listPayoutLines("po_nobodyKnowsThisOne")).toEqual([]);
    t.clock.set(before);
  });

  test("reads what a signed event is about, and refuses unsigned or old ones", () => {
    const now = t.clock.now();
    const read = (object: object, at = now) => {
      const body = JSON.stringify({
        id: "evt_1",
        object: "event",
        type: "any.type",
        data: { object },
      });
      return t.provider.readEvent(body, signEvent(body, at, t.webhookSecret), now);
    };
    const session = {
      id: "cs_1",
      object: "checkout.session",
      payment_intent: null,
      client_reference_id: "b1",
    };
    expect(read(session)).toMatchObject({
      id: "evt_1",
      sessionId: "cs_1",
      intentId: null,
      bookingId: "b1",
    });
    const intent = {
      id: "pi_1",
      object: "payment_intent",
      metadata: { booking_id: "b1", note: { any: "thing" } },
    };
    expect(read(intent)).toMatchObject({
      sessionId: null,
      intentId: "pi_1",
      bookingId: "b1",
      disputeId: null,
    });
    expect(read({ ...intent, metadata: { later_charge_id: "c1" } })).toMatchObject({
      bookingId: "c1",
    });
    expect(read({ id: "ch_1", object: "charge", payment_intent: "pi_1" })).toMatchObject({
      intentId: "pi_1",
    });
    const dispute = {
      id: "dp_1",
      object: "dispute",
      payment_intent: "pi_1",
      amount: 20_099,
      status: "lost",
    };
    expect(read(dispute)).toMatchObject({ intentId: "pi_1", disputeId: "dp_1" });
    expect(read({ object: "balance" })).toMatchObject({
      sessionId: null,
      intentId: null,
      bookingId: null,
    });
    for (const seconds of [-301, 301])
      expect(() => read(session, new Date(now.getTime() + seconds * 1000))).toThrow(
        "webhook_signature_invalid",
      );
    expect(() => t.provider.readEvent("{}", undefined, now)).toThrow("webhook_signature_invalid");
    expect(() => t.provider.readEvent("{}", signEvent("{}", now, t.webhookSecret), now)).toThrow(
      "malformed_json",
    );
  });
});
