// Disputes of charges after a trip, and the database's refusal of charges without an origin.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  LATE_CENTS,
  LATE_HOST_CENTS,
  sandboxCharges,
  startLaterCharges,
  type LaterCharges,
} from "../../../../test/later-charges.ts";
import { makePerson } from "../../../../test/factories.ts";
import { toUser } from "../../../../test/holds.ts";
import { reconcile, settleDispute } from "../../../../test/payments.ts";
import {
  closeDisputeInSandbox,
  disputeInSandbox,
} from "../../platform/payments/sandbox-disputes.ts";
import { toDisputeId } from "../../platform/payments/sandbox-states.ts";
import { laterCharges } from "./charge-comparison.service.ts";
import { decideLaterRefund } from "./charge-refunds.service.ts";
import { refundCharge, waiveChargeForReason } from "./charges.service.ts";
import { completeDue } from "../bookings/settlement/sweep.service.ts";
import { checkLedger } from "../ledger/ledger-check.service.ts";
import {
  findSavedCard,
  forgetCard,
  listProviderPayouts,
  readProviderPayout,
} from "../payments/payments.service.ts";
import { forgetCards } from "../trips/saved-cards.service.ts";

let t: LaterCharges;
beforeAll(async () => {
  t = await startLaterCharges();
});
afterAll(() => t.close());

describe("a disputed later charge", () => {
  test.each(["won", "lost"] as const)(
    "that is %s affects the platform, not the host",
    async (end) => {
      const late = await t.returnLate();
      const admin = await makePerson(t.app, { roles: ["renter", "admin"] });
      await t.payCharge(late);
      const [made] = await sandboxCharges(t, late.charge.id);
      if (!made) throw new Error("nothing was charged");
      const disputeId = toDisputeId(made);
      const before = await t.readBalances(late.id);
      await disputeInSandbox(t.app.ctx, made.id);
      await settleDispute(t.app.ctx, disputeId);
      expect((await t.readBalances(late.id))["disputes"]).toBe(LATE_CENTS);
      await closeDisputeInSandbox(t.app.ctx, made.id, end);
      await settleDispute(t.app.ctx, disputeId);
      const after = await t.readBalances(late.id);
      expect(after["disputes"]).toBeUndefined();
      expect(after["host_payable"]).toBe(-LATE_HOST_CENTS);
      const lost = end === "lost" ? LATE_CENTS : 0;
      expect((after["platform_fees"] ?? 0) - (before["platform_fees"] ?? 0)).toBe(lost);
      const booking = await t.read(late.id);
      expect(booking.dispute).toBeNull();
      expect(booking.status).toBe("approved");
      const [mail] = (await t.app.mails(admin.email)).filter(({ subject }) =>
        (end === "won" ? /^A dispute was won/ : /^Charged back/).test(subject),
      );
      expect(mail?.text).toContain("It's about a charge after the trip.");
      const receipt = await t.app.call("GET", `/api/bookings/${late.id}/receipt`, {
        as: t.renter.token,
      });
      expect(receipt.body.later_charges).toMatchObject([{ returned_cents: lost }]);
      await t.app.ctx.db.deleteFrom("booking_bans").where("renter_id", "=", t.renter.id).execute();
    },
  );
});

describe("a refund that is not made yet", () => {
  const admin = toUser({ id: randomUUID() }, { roles: ["admin"] });
  const expectSound = async () => expect((await checkLedger(t.app.ctx)).discrepancies).toEqual([]);
  const readRefund = async ({ id }: { id: string }) => (await t.readCharges(id))[0]?.refunds[0];
  const sweep = () => {
    t.app.clock.advance(3 * 3_600_000);
    return t.sweep();
  };
  /** A paid charge with a refund that was decided, but not requested from the provider. */
  async function decide(amountCents: number) {
    const late = await t.returnLate();
    await t.payCharge(late);
    const [made] = await sandboxCharges(t, late.charge.id);
    if (!made) throw new Error("nothing was charged");
    const refund = { id: randomUUID(), amountCents, bearer: "host", reason: "Rain." } as const;
    const ids = { id: late.id, charge_id: late.charge.id };
    await decideLaterRefund(t.app.ctx, admin, ids, refund);
    return { ...late, ids, made };
  }

  test("is settled by a lost dispute, and made after a won appeal", async () => {
    const late = await decide(500);
    const disputeId = toDisputeId(late.made);
    await disputeInSandbox(t.app.ctx, late.made.id);
    await settleDispute(t.app.ctx, disputeId);
    await sweep();
    expect(await t.readIncidents(late.id)).toContainEqual(
      expect.objectContaining({ fault: "later_refund_refused", why: "the charge is disputed" }),
    );
    expect((await readRefund(late))?.made_at).toBeNull();
    await closeDisputeInSandbox(t.app.ctx, late.made.id, "lost");
    await settleDispute(t.app.ctx, disputeId);
    expect((await readRefund(late))?.made_at).toBe(t.app.clock.now().toISOString());
    expect((await t.readBalances(late.id))["refunds"]).toBeUndefined();
    await expectSound();
    expect(await t.readCharges(late.id)).toMatchObject([{ refundable_cents: 0 }]);

    await t.app.ctx.db
      .updateTable("sandbox_checkouts")
      .set({ dispute_status: "won" })
      .where("id", "=", late.made.id)
      .execute();
    await settleDispute(t.app.ctx, disputeId);
    expect((await t.readBalances(late.id))["refunds"]).toBe(-500);
    await expectSound();
    await sweep();
    expect((await readRefund(late))?.made_at).not.toBeNull();
    expect((await t.readBalances(late.id))["refunds"]).toBeUndefined();
    expect(await t.readCharges(late.id)).toMatchObject([{ refundable_cents: LATE_CENTS - 500 }]);
    await expectSound();
    await t.app.ctx.db.deleteFrom("booking_bans").where("renter_id", "=", t.renter.id).execute();
  });

  test("is made if somebody has refunded the amount in the dashboard", async () => {
    const late = await decide(2000);
    await t.app.ctx.payments.refund(late.made.id, 2000, "in_the_dashboard");
    await sweep();
    expect((await readRefund(late))?.made_at).not.toBeNull();
    expect((await t.readBalances(late.id))["refunds"]).toBeUndefined();
    expect(await t.readIncidents(late.id)).toEqual([]);
    await expectSound();
  });

  test("is reported after an hour, whichever provider took the payment", async () => {
    const late = await decide(500);
    t.app.clock.advance(3_600_000);
    const stripe = { ...t.app.ctx, payments: { ...t.app.ctx.payments, name: "stripe" as const } };
    expect(await laterCharges.findToCompare(stripe, 1000)).toContain(late.charge.id);
    await laterCharges.compare(stripe, late.charge.id);
    expect(await t.readIncidents(late.id)).toMatchObject([
      { fault: "later_stuck", provider: "sandbox" },
    ]);
    const more = { id: randomUUID(), amountCents: 1, bearer: "host", reason: "Rain." } as const;
    await expect(refundCharge(stripe, admin, late.ids, more)).rejects.toMatchObject({
      code: "charge_elsewhere",
    });
  });

  test("is not decided if the provider is down, or by an admin who is a side of the booking", async () => {
    const late = await decide(500);
    const mute = {
      ...t.app.ctx,
      payments: { ...t.app.ctx.payments, getLaterCharge: () => Promise.reject(new Error("mute")) },
    };
    const more = { id: randomUUID(), amountCents: 1, bearer: "host", reason: "Rain." } as const;
    await expect(refundCharge(mute, admin, late.ids, more)).rejects.toMatchObject({
      code: "payment_provider_failed",
    });
    expect((await t.readCharges(late.id))[0]?.refunds).toHaveLength(1);
    const own = { ...admin, id: t.renter.id };
    const forbidden = { code: "forbidden" };
    await expect(refundCharge(t.app.ctx, own, late.ids, more)).rejects.toMatchObject(forbidden);
    const waiver = waiveChargeForReason(t.app.ctx, own, late.ids, "Rain.");
    await expect(waiver).rejects.toMatchObject(forbidden);
  });
});

describe("the database refuses", () => {
  const insert = (bookingId: string, row: object) =>
    t.app.ctx.db
      .insertInto("later_charges")
      .values({
        id: randomUUID(),
        booking_id: bookingId,
        kind: "late_return",
        origin: "return",
        quantity: 1,
        unit: "hour",
        explanation: "1 hour",
        amount_cents: 750,
        host_share_cents: 638,
        state: "announced",
        announced_at: t.app.clock.now().toISOString(),
        due_at: t.app.clock.now().toISOString(),
        ...row,
      } as never)
      .execute();
  const refusal = (constraint: string) => expect.objectContaining({ constraint });

  test("a charge without an origin, or with somebody else's", async () => {
    const id = await t.bookWith();
    await t.confirm(id, "pickup", 100);
    await expect(insert(id, {})).rejects.toEqual(refusal("later_charges_origin_exists"));
    const other = await t.returnLate();
    const { return_id } = await t.app.ctx.db
      .selectFrom("later_charges")
      .select("return_id")
      .where("id", "=", other.charge.id)
      .executeTakeFirstOrThrow();
    await expect(insert(id, { return_id })).rejects.toEqual(refusal("later_charges_origin_exists"));
    const distance = { kind: "distance", unit: "mile", return_id };
    await expect(insert(other.id, distance)).rejects.toEqual(
      refusal("later_charges_origin_of_kind"),
    );
  });

  test("a second charge of the same kind for one return, and a change of an announced one", async () => {
    const late = await t.returnLate();
    const { return_id } = await t.app.ctx.db
      .selectFrom("later_charges")
      .select("return_id")
      .where("id", "=", late.charge.id)
      .executeTakeFirstOrThrow();
    await expect(insert(late.id, { return_id })).rejects.toEqual(refusal("later_charges_once"));
    const raise = t.app.ctx.db
      .updateTable("later_charges")
      .set({ amount_cents: 5000 })
      .where("id", "=", late.charge.id);
    await expect(raise.execute()).rejects.toThrow(/was announced and can't change/);
  });

  test("a charge by a case, which nobody can decide yet", async () => {
    const late = await t.returnLate();
    const damage = { kind: "damage", origin: "case", unit: "charge", host_share_cents: 0 };
    await expect(insert(late.id, damage)).rejects.toMatchObject({ code: "23514" });
  });

  test("a step back, and the removal of a charge", async () => {
    const late = await t.returnLate();
    await t.act(late, "waiver", t.host);
    const set = (change: object) =>
      t.app.ctx.db.updateTable("later_charges").set(change).where("id", "=", late.charge.id);
    const back = { state: "announced", waived_at: null };
    await expect(set(back).execute()).rejects.toEqual(refusal("later_charges_step_known"));
    const later = { due_at: "2027-01-01T00:00:00.000Z" };
    await expect(set(later).execute()).rejects.toThrow(/was announced and can't change/);
    const removal = t.app.ctx.db.deleteFrom("later_charges").where("id", "=", late.charge.id);
    await expect(removal.execute()).rejects.toThrow(/was announced and can't change/);
  });
});

const readCard = async (bookingId: string): Promise<string | null> =>
  (
    await t.app.ctx.db
      .selectFrom("payments")
      .select("payment_method_id")
      .where("booking_id", "=", bookingId)
      .executeTakeFirstOrThrow()
  ).payment_method_id;

test("a saved card is deleted once the trip is closed and no charge can need it", async () => {
  const late = await t.returnLate();
  expect(await readCard(late.id)).toMatch(/^pm_/);
  t.app.clock.set("2026-12-11T12:00:00.000Z");
  await completeDue(t.app.ctx);
  await forgetCards(t.app.ctx);
  expect(await readCard(late.id)).not.toBeNull();
  await t.payCharge(late);
  await forgetCards(t.app.ctx);
  expect(await readCard(late.id)).toBeNull();
  const { saved: atProvider } = await t.app.ctx.db
    .selectFrom("sandbox_checkouts")
    .select((row) => row.fn.count<number>("payment_method_id").as("saved"))
    .where("client_reference_id", "=", late.id)
    .executeTakeFirstOrThrow();
  expect(atProvider).toBe(0);
});

test("a card is not deleted while a charge begins, and not charged once its deletion is due", async () => {
  const late = await t.returnLate();
  t.app.clock.set("2026-12-11T12:00:00.000Z");
  await completeDue(t.app.ctx);
  // The job chose this card before the charge was announced.
  await forgetCard(t.app.ctx, late.id);
  expect(await findSavedCard(t.app.ctx, late.id)).toBeDefined();
  await t.payCharge(late);
  const unreachable = {
    ...t.app.ctx,
    payments: { ...t.app.ctx.payments, forgetCard: () => Promise.reject(new Error("timed out")) },
  };
  await expect(forgetCard(unreachable, late.id)).rejects.toThrow("payment_provider_failed");
  expect(await findSavedCard(t.app.ctx, late.id)).toBeUndefined();
  await forgetCards(t.app.ctx);
  expect(await readCard(late.id)).toBeNull();
});

test("deletes the record of a card at a former provider, and notifies the admins", async () => {
  const late = await t.returnLate();
  await t.payCharge(late);
  t.app.clock.set("2026-12-11T12:00:00.000Z");
  await completeDue(t.app.ctx);
  await t.app.ctx.db
    .updateTable("payments")
    .set({ provider: "stripe" })
    .where("booking_id", "=", late.id)
    .execute();
  await forgetCards(t.app.ctx);
  expect(await readCard(late.id)).toBeNull();
  expect(await t.readIncidents(late.id)).toMatchObject([
    { fault: "card_left", provider: "stripe", customer: expect.stringMatching(/^cus_/) },
  ]);
});

test("notifies no admin about a card of the sandbox, which is nobody's", async () => {
  const late = await t.returnLate();
  await t.payCharge(late);
  t.app.clock.set("2026-12-11T12:00:00.000Z");
  await completeDue(t.app.ctx);
  const switched = { ...t.app.ctx, payments: { ...t.app.ctx.payments, name: "stripe" as const } };
  await forgetCards(switched);
  expect(await readCard(late.id)).toBeNull();
  expect(await t.readIncidents(late.id)).toEqual([]);
});

test("every line of the provider's payouts is explained by our records", async () => {
  const late = await t.returnLate();
  const admin = toUser({ id: randomUUID() }, { roles: ["admin"] });
  await t.payCharge(late);
  const [made] = await sandboxCharges(t, late.charge.id);
  if (!made) throw new Error("nothing was charged");
  await t.app.ctx.payments.refund(made.id, 1_000, "in_the_dashboard");
  const ids = { id: late.id, charge_id: late.charge.id };
  const ours = { id: randomUUID(), amountCents: 500, bearer: "platform", reason: "Rain." } as const;
  await decideLaterRefund(t.app.ctx, admin, ids, ours);
  t.app.clock.set("2026-12-28T15:00:00.000Z");
  await reconcile(t.app.ctx);
  expect(await t.readIncidents(late.id)).toMatchObject([
    { fault: "later_refunded", refunded_cents: 1_000 },
  ]);
  // The platform bears what somebody refunded there.
  const refunded = (await t.readLedger(late.id)).filter(({ kind }) => kind === "later_refunded");
  expect(refunded).toMatchObject([
    { account: "platform_fees", amount_cents: 1_000 },
    { account: "card_clearing", amount_cents: -1_000 },
  ]);
  const { payouts } = await listProviderPayouts(t.app.ctx, undefined);
  expect(payouts).not.toEqual([]);
  expect(payouts.filter(({ state }) => state !== "matched")).toEqual([]);
  const lines = await Promise.all(payouts.map(({ id }) => readProviderPayout(t.app.ctx, id)));
  const booking = await t.read(late.id);
  expect(lines.flatMap((payout) => payout.lines)).toContainEqual(
    expect.objectContaining({
      kind: "charge",
      amount_cents: LATE_CENTS,
      booking_number: booking.number,
      is_matched: true,
    }),
  );
});
