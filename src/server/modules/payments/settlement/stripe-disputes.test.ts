// Disputes as reported by Stripe.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Bookings } from "../../../../../test/booking.ts";
import { eventually } from "../../../../../test/eventually.ts";
import { makePerson } from "../../../../../test/factories.ts";
import { startStripeBookings, type StripeBookings } from "../../../../../test/stripe-bookings.ts";

import { findRefunds } from "../refunds.service.ts";
import { findDisputes, findOpenDisputes } from "../disputes.service.ts";
import { getPayment } from "../payments.service.ts";
import { bookDispute, settleDispute } from "../../../../../test/payments.ts";

let t: Bookings;
let stripe: StripeBookings["stripe"];
let at: StripeBookings;
beforeAll(async () => {
  at = await startStripeBookings();
  ({ t, stripe } = at);
});
afterAll(() => at.close());

test("sets aside a dispute of an amount higher than the charge", async () => {
  const booking = await at.begin();
  stripe.account.pay(booking.session_id);
  await t.verify(booking.session_id, booking.renter);
  const { dispute } = stripe.account.dispute(booking.session_id);
  const event = stripe.events.at(-1) ?? {};
  dispute.amount = 30_000;
  await at.deliver(event);
  await eventually(async () =>
    expect(await at.listIncidents("key", `differs:${dispute.id}`)).toMatchObject([
      { kind: "record_differs", booking_id: booking.booking_id },
    ]),
  );
  expect(await t.readBalances(booking.booking_id)).not.toHaveProperty("disputes");
});

test("an inquiry at Stripe moves no money, and a lost dispute is booked in the ledger", async () => {
  const booking = await at.begin();
  stripe.account.pay(booking.session_id);
  await t.verify(booking.session_id, booking.renter);
  const { dispute, takeBack, close } = stripe.account.dispute(booking.session_id, true);
  const expectState = async (state: string, balances: object) => {
    await at.deliver(stripe.events.at(-1) ?? {});
    await eventually(async () =>
      expect(await at.listIncidents("key", `dispute:${dispute.id}`)).toMatchObject([
        { kind: "dispute", details: { state } },
      ]),
    );
    expect(await t.readBalances(booking.booking_id)).toEqual(balances);
  };
  await expectState("inquiry", {
    card_clearing: 19_486,
    provider_fees: 613,
    renter: -20_099,
  });
  takeBack();
  await expectState("open", {
    card_clearing: -2113,
    provider_fees: 2113,
    disputes: 20_099,
    renter: -20_099,
  });
  close("lost");
  // The trip has not begun, so it is cancelled and the loss costs no more than the fees.
  await expectState("lost", { card_clearing: -2113, provider_fees: 2113 });
});

describe("a dispute", () => {
  /** Disputed in full, and cancelled by the renter in the meantime: the refund waits. */
  async function cancelledMeanwhile() {
    const booking = await at.beginPaid();
    const { dispute, close } = stripe.account.dispute(booking.session_id);
    const decided = async (outcome: "won" | "lost") => {
      close(outcome);
      await settleDispute(t.app.ctx, dispute.id);
    };
    await settleDispute(t.app.ctx, dispute.id);
    await t.decide(booking.booking_id, "cancel", booking.renter);
    return { ...booking, dispute, decided };
  }

  test("makes the provider refund after all when an appeal reverses a loss that had settled the refund", async () => {
    const { booking_id: id, session_id, renter, decided } = await cancelledMeanwhile();
    await decided("lost");
    expect(await t.read(id, renter)).toMatchObject({
      payment_status: "refunded",
      refund_pending: false,
    });
    await decided("won");
    expect(await t.read(id, renter)).toMatchObject({
      payment_status: "paid",
      refund_pending: true,
      refunded_cents: 0,
    });
    await at.later(2);
    expect(await t.read(id, renter)).toMatchObject({
      payment_status: "refunded",
      refund_pending: false,
    });
    expect(at.findIntent(session_id).latest_charge).toMatchObject({ amount_refunded: 20_099 });
    expect(await t.readBalances(id)).toEqual({ card_clearing: -2113, provider_fees: 2113 });
  });

  test("refunds the renter of a trip that its loss had cancelled, once an appeal is won", async () => {
    const { booking_id: id, session_id, renter } = await at.beginPaid();
    const { dispute, close } = stripe.account.dispute(session_id);
    for (const outcome of ["lost", "won"] as const) {
      close(outcome);
      await settleDispute(t.app.ctx, dispute.id);
      expect(await t.read(id, renter)).toMatchObject({ status: "cancelled" });
    }
    expect(await t.read(id, renter)).toMatchObject({
      payment_status: "paid",
      refund_pending: true,
    });
    await at.later(2);
    expect(await t.read(id, renter)).toMatchObject({
      payment_status: "refunded",
      refund_pending: false,
      refunded_cents: 20_099,
    });
    expect(at.findIntent(session_id).latest_charge).toMatchObject({ amount_refunded: 20_099 });
    expect(await t.readBalances(id)).toEqual({ card_clearing: -2113, provider_fees: 2113 });
    await eventually(async () =>
      expect((await t.app.mails(renter.email)).map(({ subject }) => subject)).toContainEqual(
        expect.stringMatching(/^\$200\.99 refund: /),
      ),
    );
  });

  test("refunds the part that a lost dispute had left out of a cancellation", async () => {
    const { booking_id: id, session_id, renter } = await at.beginPaid();
    const { dispute, takeBack, close } = stripe.account.dispute(session_id, true);
    dispute.amount = 5000;
    takeBack();
    close("lost");
    await settleDispute(t.app.ctx, dispute.id);
    // Stripe refunds nothing of a lost charge, so the appeal is won before we know of it.
    close("won");
    await t.decide(id, "cancel", renter);
    expect(await t.read(id, renter)).toMatchObject({
      payment_status: "refunded",
      refunded_cents: 15_099,
    });
    await settleDispute(t.app.ctx, dispute.id);
    await at.later(2);
    expect(await t.read(id, renter)).toMatchObject({
      payment_status: "refunded",
      refunded_cents: 20_099,
    });
    expect(await t.readBalances(id)).toEqual({ card_clearing: -2113, provider_fees: 2113 });
  });

  test("reduces the pending refund by a part that was lost, so that nothing is refunded twice", async () => {
    const { booking_id: id, session_id, renter } = await at.beginPaid();
    const { dispute, takeBack, close } = stripe.account.dispute(session_id, true);
    dispute.amount = 5000;
    takeBack();
    await settleDispute(t.app.ctx, dispute.id);
    await t.decide(id, "cancel", renter);
    close("lost");
    await settleDispute(t.app.ctx, dispute.id);
    await at.later(2);
    expect(await t.readBalances(id)).toEqual({
      card_clearing: 15_099 - 2113,
      provider_fees: 2113,
      refunds: -15_099,
    });
    expect(await t.read(id, renter)).toMatchObject({
      payment_status: "partially_refunded",
      refund_pending: true,
      refunded_cents: 5000,
    });
  });

  test("splits the host's share of a refund that it settles in part", async () => {
    const { booking_id: id, session_id } = await at.beginPaid();
    const { dispute, takeBack, close } = stripe.account.dispute(session_id, true);
    dispute.amount = 5000;
    takeBack();
    await settleDispute(t.app.ctx, dispute.id);
    const admin = await makePerson(t.app, { roles: ["renter", "admin"] });
    const body = {
      id: randomUUID(),
      amount: 170,
      borne_by: "host",
      reason: "The brakes were worn.",
    };
    await t.app.call("POST", `/api/admin/bookings/${id}/refunds`, { as: admin.token, body });
    close("lost");
    await settleDispute(t.app.ctx, dispute.id);
    expect(await findRefunds(t.app.ctx.db, id)).toMatchObject([
      // Its key may be known to Stripe, so what is pending keeps it.
      { id: body.id, amount_cents: 12_000, borne_by_host_cents: 10_300, made_by: null },
      { decision_id: body.id, amount_cents: 5000, borne_by_host_cents: 5000, made_by: "dispute" },
    ]);
    const path = `/api/admin/bookings/${id}/refunds`;
    expect((await t.app.call("POST", path, { as: admin.token, body })).status).toBe(200);
  });

  test("leaves no pending action when its loss has settled everything", async () => {
    const { booking_id: id, decided } = await cancelledMeanwhile();
    await decided("lost");
    expect(await getPayment(t.app.ctx, id)).toMatchObject({ wanted: null });
  });

  test("is set aside for an admin when its state cannot follow the booked one", async () => {
    const { booking_id: id, session_id } = await at.beginPaid();
    const { dispute, close } = stripe.account.dispute(session_id);
    for (const outcome of ["won", "lost"] as const) {
      close(outcome);
      await settleDispute(t.app.ctx, dispute.id);
    }
    expect(await at.listIncidents("key", `won-lost:${dispute.id}`)).toMatchObject([
      { kind: "record_differs", booking_id: id, details: { ours: "won", provider: "lost" } },
    ]);
  });

  test("reports no difference when an older state arrives after a later one", async () => {
    const { session_id } = await at.beginPaid();
    const { dispute, close } = stripe.account.dispute(session_id);
    const open = await t.app.ctx.payments.getDispute(dispute.id);
    close("lost");
    await settleDispute(t.app.ctx, dispute.id);
    expect(await bookDispute(t.app.ctx, open!)).toBe(false);
    expect(await at.listIncidents("key", `lost-open:${dispute.id}`)).toEqual([]);
  });

  test("books its fee when the money moves, later than the dispute itself", async () => {
    const { booking_id: id, session_id } = await at.beginPaid();
    const { dispute, takeBack } = stripe.account.dispute(session_id, true);
    dispute.status = "needs_response";
    for (const step of [() => {}, takeBack, () => {}]) {
      step();
      await settleDispute(t.app.ctx, dispute.id);
    }
    expect(await t.readBalances(id)).toMatchObject({ provider_fees: 2113, card_clearing: -2113 });
  });

  test("is no longer queried after an inquiry that the bank has dropped", async () => {
    const { booking_id: id, session_id } = await at.beginPaid();
    const { dispute } = stripe.account.dispute(session_id, true);
    await settleDispute(t.app.ctx, dispute.id);
    expect(await findOpenDisputes(t.app.ctx)).toContain(dispute.id);
    dispute.status = "warning_closed";
    await settleDispute(t.app.ctx, dispute.id);
    expect(await findOpenDisputes(t.app.ctx)).not.toContain(dispute.id);
    expect(await t.readBalances(id)).not.toHaveProperty("disputes");
  });

  test("is booked by the next reconciliation when it precedes the charge in our record", async () => {
    const { booking_id: id, session_id, renter } = await at.beginPaid();
    // As after a restored backup. We capture the payments that we know, so no other charge of ours
    // is unknown.
    await t.app.ctx.db
      .updateTable("payments")
      .set({ intent_id: null })
      .where("booking_id", "=", id)
      .execute();
    const { dispute } = stripe.account.dispute(session_id);
    expect((await at.deliver(stripe.events.at(-1) ?? {})).status).toBe(200);
    await at.later(0);
    expect(await findDisputes(t.app.ctx, id)).toEqual([]);
    await t.verify(session_id, renter);
    await at.later(0.25);
    expect(await findDisputes(t.app.ctx, id)).toMatchObject([{ id: dispute.id, state: "open" }]);
  });

  test("hides no other dispute when it cannot be booked, and is listed again", async () => {
    const [bad, good] = [await at.beginPaid(), await at.beginPaid()];
    const { dispute } = stripe.account.dispute(good.session_id);
    const broken = stripe.account.dispute(bad.session_id).dispute;
    broken.amount = 0;
    const began = t.app.clock.now();
    await at.later(1, 25, 25);
    expect(await findDisputes(t.app.ctx, good.booking_id)).toMatchObject([
      { id: dispute.id, state: "open" },
    ]);
    broken.amount = 20_099;
    await at.later(1);
    expect(await findDisputes(t.app.ctx, bad.booking_id)).toMatchObject([
      { id: broken.id, state: "open" },
    ]);
    t.app.clock.set(began);
  });
});
