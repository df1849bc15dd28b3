// Deposits from the booking to their release: held, declined, renewed, taken and released.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  DECLINED_LATER,
  DEPOSIT_CENTS,
  ENDS_EARLY,
  HOLD_AT,
  startDeposits,
  type Deposits,
} from "../../../../test/deposits.ts";
import { makePerson } from "../../../../test/factories.ts";
import { reconcile, settleDispute } from "../../../../test/payments.ts";
import { mailsAbout } from "../../../../test/people.ts";
import { PICKUP_AT, RETURN_AT } from "../../../../test/trips.ts";
import { inTransaction } from "../../platform/context.ts";
import {
  closeDisputeInSandbox,
  disputeInSandbox,
} from "../../platform/payments/sandbox-disputes.ts";
import { toDisputeId } from "../../platform/payments/sandbox-states.ts";
import { checkLedger } from "../ledger/ledger-check.service.ts";
import { captureFromDeposit, holdDepositFor } from "./deposits.service.ts";

let t: Deposits;
beforeAll(async () => {
  t = await startDeposits();
});
afterAll(() => t.app.close());

const mailsTo = (to: string, subject: RegExp) => mailsAbout(t.app, to, subject);
const provide = async (id: string, number = "4242424242424242"): Promise<void> => {
  const opened = await t.openCardPage(id);
  expect(opened.status).toBe(200);
  const session = String(opened.body.checkout_url).split("/").at(-1) ?? "";
  expect((await t.pay(session, { number, confirmed: true })).status).toBe(200);
};
/** A trip with a held deposit, whose car came back. */
async function comeBack(card: object = {}): Promise<string> {
  const id = await t.hold(card);
  t.app.clock.set(PICKUP_AT);
  await t.confirm(id, "pickup", 100);
  t.app.clock.set(RETURN_AT);
  await t.confirm(id, "return", 200);
  return id;
}
/** A host's cancellation, with what the host decided about the deposit. */
const readCancellation = (id: string) =>
  t.app.ctx.db
    .selectFrom("host_cancellations")
    .innerJoin("deposits", "deposits.booking_id", "host_cancellations.booking_id")
    .select(["fee_cents", "host_decision"])
    .where("host_cancellations.booking_id", "=", id)
    .executeTakeFirst();
const readCommitment = async () =>
  (await t.app.call("GET", `/api/hosts/${t.host.id}`)).body.commitment;
/** Locks a booking, as a step of somebody else does. */
async function lockBooking(id: string) {
  const client = await t.app.pool.connect();
  await client.query("begin");
  const { rows } = await client.query(
    "select pg_backend_pid() as pid from bookings where id = $1 for no key update",
    [id],
  );
  const isWaitedFor = async (): Promise<boolean> => {
    const { rowCount } = await t.app.pool.query(
      "select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))",
      [rows[0]?.pid],
    );
    return rowCount === 1;
  };
  const unlock = async (): Promise<void> => {
    await client.query("commit");
    client.release();
  };
  return { isWaitedFor, unlock };
}
/** The texts of the alerts about a booking's deposit, oldest first. */
const readAlerts = async (id: string, { id: to }: { id: string }): Promise<string[]> => {
  const rows = await t.app.ctx.db
    .selectFrom("alerts")
    .select(["title", "body"])
    .where("booking_id", "=", id)
    .where("user_id", "=", to)
    .where("event_key", "like", "deposit:%")
    .orderBy("created_at")
    .execute();
  return rows.map(({ title, body }) => `${title}. ${body}`);
};
const hours = (from: string, count: number): string =>
  new Date(Date.parse(from) + count * 3_600_000).toISOString();

describe("holding", () => {
  test("holds the card 24 hours before the pickup, once, and tells both sides", async () => {
    const id = await t.bookWith();
    expect(await t.readDeposit(id)).toMatchObject({
      amount_cents: DEPOSIT_CENTS,
      state: "planned",
      hold_at: HOLD_AT,
    });
    t.app.clock.set(hours(HOLD_AT, -0.01));
    await t.sweep();
    expect(await t.findHolds(id)).toEqual([]);
    t.app.clock.set(HOLD_AT);
    await Promise.all([t.sweep(), t.sweep()]);
    await t.sweep();
    expect(await t.readDeposit(id)).toMatchObject({
      state: "held",
      held_at: HOLD_AT,
      card_last4: "4242",
      may: [],
    });
    expect(await t.readSandbox(id)).toMatchObject([
      { intent_status: "requires_capture", captured_cents: 0 },
    ]);
    await mailsTo(t.renter.email, /holding your \$150.00 deposit/);
    await mailsTo(t.host.email, /\$150.00 deposit is held/);
  });

  test("holds the card of a later booking right away, and nothing for a car without a deposit", async () => {
    const id = await t.bookWith({}, {}, "2026-12-05T12:00:00.000Z");
    await t.sweep();
    expect(await t.readDeposit(id)).toMatchObject({
      state: "held",
      held_at: "2026-12-05T12:00:00.000Z",
    });
    const without = await t.bookWith({}, { deposit_cents: 0 });
    t.app.clock.set(HOLD_AT);
    await t.sweep();
    expect(await t.readDeposit(without)).toBeNull();
  });

  test("keeps the amount that was booked when the host changes it", async () => {
    const id = await t.bookWith();
    const { car } = await t.read(id);
    await t.app.ctx.db
      .updateTable("car_listings")
      .set({ deposit_cents: 50_000 })
      .where("id", "=", car.id)
      .execute();
    expect((await t.readDeposit(id))?.amount_cents).toBe(DEPOSIT_CENTS);
    const changed = t.app.ctx.db
      .updateTable("bookings")
      .set({ deposit_cents: 100 })
      .where("id", "=", id)
      .execute();
    await expect(changed).rejects.toThrow(/frozen/);
  });

  test("releases the hold of a booking that is cancelled, at once", async () => {
    const id = await t.hold();
    const reason = "The car broke down.";
    expect((await t.decide(id, "cancel", t.host, { reason })).status).toBe(200);
    await t.sweep();
    expect(await t.readSandbox(id)).toMatchObject([{ intent_status: "canceled" }]);
    await mailsTo(t.renter.email, /released your \$150.00 deposit/);
  });
});

describe("a declined card", () => {
  test("gives the renter 12 hours to provide another, which is held and renewed", async () => {
    const id = await t.hold({ number: DECLINED_LATER });
    expect(await t.readDeposit(id)).toMatchObject({
      state: "declined",
      act_by: hours(HOLD_AT, 12),
      may: ["provide_card"],
    });
    expect((await t.readDeposit(id, t.host))?.may).toEqual(["hand_over"]);
    await mailsTo(t.renter.email, /couldn't hold your \$150.00 deposit/);
    expect(await readAlerts(id, t.renter)).toEqual([
      expect.stringMatching(/^We couldn't hold your .+ card by Fri, Dec 4, 10:00 PM\.$/),
    ]);
    expect(await readAlerts(id, t.host)).toEqual([]);
    await provide(id);
    const { body } = await t.act(id, "confirmation");
    expect(body.deposit).toMatchObject({ state: "held", card_last4: "4242", act_by: null });
    expect((await t.openCardPage(id)).body.code).toBe("deposit_closed");
    t.app.clock.set(PICKUP_AT);
    await t.confirm(id, "pickup", 100);
    t.app.clock.set(hours(HOLD_AT, 6.5 * 24));
    await t.sweep();
    expect((await t.findHolds(id)).map(({ state }) => state)).toEqual([
      "declined",
      "released",
      "active",
    ]);
  });

  test("leaves the decision to the host, who hands over without a deposit", async () => {
    const id = await t.hold({ number: DECLINED_LATER });
    expect((await t.act(id, "cancellation", t.host)).body.code).toBe("deposit_closed");
    const page = (await t.openCardPage(id)).body.checkout_url;
    t.app.clock.set(hours(HOLD_AT, 12));
    await t.sweep();
    expect((await t.readDeposit(id, t.host))?.may).toEqual(["hand_over", "cancel"]);
    await mailsTo(t.host.email, /Decide about/);
    expect(await readAlerts(id, t.host)).toEqual([expect.stringMatching(/^Decide about /)]);
    expect(await readAlerts(id, t.renter)).toHaveLength(1);
    expect((await t.act(id, "waiver", t.renter)).status).toBe(403);
    expect((await t.act(id, "waiver", t.host)).body.deposit).toMatchObject({ state: "waived" });
    const session = String(page).split("/").at(-1) ?? "";
    expect((await t.pay(session)).body.code).toBe("payment_session_closed");
    await mailsTo(t.renter.email, /goes ahead without a deposit/);
  });

  test("lets the host cancel without a fee, once, with a full refund", async () => {
    expect((await t.decide(await t.hold(), "cancel", t.host)).status).toBe(200);
    const id = await t.hold({ number: DECLINED_LATER });
    t.app.clock.set(hours(HOLD_AT, 12));
    await t.sweep();
    const kept = await readCommitment();
    const answers = await Promise.all([1, 2].map(() => t.act(id, "cancellation", t.host)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await t.read(id)).toMatchObject({ status: "cancelled", payment_status: "refunded" });
    expect(await readCancellation(id)).toEqual({ fee_cents: 0, host_decision: "cancel" });
    expect(await readCommitment()).toEqual(kept);
  });

  test("keeps the trip if a card is authorised while the host cancels", async () => {
    const id = await t.hold({ number: DECLINED_LATER });
    t.app.clock.set(hours(HOLD_AT, 12));
    await t.sweep();
    const { isWaitedFor, unlock } = await lockBooking(id);
    const cancelled = t.act(id, "cancellation", t.host);
    await expect.poll(isWaitedFor).toBe(true);
    await provide(id);
    expect((await t.act(id, "confirmation")).body.deposit).toMatchObject({ state: "held" });
    await unlock();
    expect((await cancelled).body.code).toBe("deposit_closed");
    expect(await t.read(id)).toMatchObject({ status: "approved" });
    expect(await readCancellation(id)).toBeUndefined();
  });

  test("is waived when the car is handed over", async () => {
    const id = await t.hold({ number: DECLINED_LATER });
    t.app.clock.set(PICKUP_AT);
    await t.sweep();
    await t.confirm(id, "pickup", 100);
    await t.sweep();
    expect((await t.readDeposit(id))?.state).toBe("waived");
  });
});

describe("a hold that ends", () => {
  test("is renewed a day before, with a new hold first", async () => {
    const id = await t.hold();
    t.app.clock.set(PICKUP_AT);
    await t.confirm(id, "pickup", 100);
    t.app.clock.set(hours(HOLD_AT, 6 * 24 + 1));
    await t.sweep();
    expect((await t.findHolds(id)).map(({ state }) => state)).toEqual(["released", "active"]);
    expect((await t.readDeposit(id))?.state).toBe("held");
  });

  test("is replaced once if it ends early, and needs another card the second time", async () => {
    const id = await t.hold({ number: ENDS_EARLY });
    for (let each = 1; each <= 2; each++) {
      t.app.clock.advance(2 * 3_600_000);
      await reconcile(t.app.ctx);
    }
    expect((await t.findHolds(id)).map(({ state }) => state)).toEqual(["ended", "ended"]);
    expect(await t.readDeposit(id)).toMatchObject({ state: "declined", may: ["provide_card"] });
  });
});

describe("after the return", () => {
  test("is released 48 hours later", async () => {
    const id = await comeBack();
    expect((await t.readDeposit(id))?.release_at).toBe(hours(RETURN_AT, 48));
    t.app.clock.set(hours(RETURN_AT, 47.99));
    await t.sweep();
    expect((await t.readDeposit(id))?.state).toBe("held");
    t.app.clock.set(hours(RETURN_AT, 48));
    await t.sweep();
    expect(await t.readDeposit(id)).toMatchObject({
      state: "released",
      ended_at: hours(RETURN_AT, 48),
    });
    expect(await t.readSandbox(id)).toMatchObject([{ intent_status: "canceled" }]);
  });

  test("is released at once when both sides report a clean return", async () => {
    const id = await comeBack();
    expect((await t.act(id, "clean-return", t.host)).body.deposit).toMatchObject({
      state: "held",
      host_clean_at: RETURN_AT,
    });
    expect((await t.act(id, "clean-return", t.host)).status).toBe(200);
    expect((await t.act(id, "clean-return")).body.deposit).toMatchObject({ state: "released" });
  });

  test("stays held while a case is open, and is captured for what the case decides", async () => {
    const id = await comeBack();
    const [first, second] = [randomUUID(), randomUUID()];
    const inTx = <T>(work: Parameters<typeof inTransaction<T, typeof t.app.ctx>>[1]) =>
      inTransaction(t.app.ctx, work);
    expect(await inTx((tx) => holdDepositFor(tx, id, first))).toBe(true);
    expect(await inTx((tx) => holdDepositFor(tx, id, second))).toBe(true);
    for (const by of [t.host, t.renter]) await t.act(id, "clean-return", by);
    t.app.clock.set(hours(RETURN_AT, 20 * 24));
    await t.sweep();
    expect(await t.readDeposit(id)).toMatchObject({ state: "held", has_open_case: true });
    const take = (caseId: string, cents: number) =>
      inTx((tx) => captureFromDeposit(tx, id, { caseId, cents }));
    expect(await take(first, 4_000)).toBe(4_000);
    expect(await take(first, 9_000)).toBe(4_000);
    await t.sweep();
    expect((await t.readDeposit(id))?.state).toBe("held");
    // More than is left.
    expect(await take(second, 20_000)).toBe(11_000);
    await Promise.all([t.sweep(), t.sweep()]);
    await t.sweep();
    expect(await t.readDeposit(id)).toMatchObject({
      state: "captured",
      taken_cents: 15_000,
      has_open_case: false,
    });
    expect(await take(first, 9_000)).toBe(4_000);
    const sandbox = await t.readSandbox(id);
    expect(sandbox.reduce((sum, { captured_cents }) => sum + captured_cents, 0)).toBe(15_000);
    const booked = await t.app.ctx.db
      .selectFrom("ledger_entries")
      .innerJoin("ledger_transactions as movement", "movement.id", "transaction_id")
      .select(["account", "amount_cents", "owner_id"])
      .where("booking_id", "=", id)
      .where("kind", "=", "deposit_captured")
      .execute();
    expect(booked).toMatchObject([
      { account: "card_clearing", amount_cents: 15_000 },
      { account: "host_payable", amount_cents: -15_000, owner_id: t.host.id },
    ]);
    expect((await checkLedger(t.app.ctx)).discrepancies).toEqual([]);
    const receipt = await t.app.call("GET", `/api/bookings/${id}/receipt`, { as: t.renter.token });
    expect(receipt.body.later_charges).toMatchObject([
      { label: "Taken from the deposit", amount_cents: 15_000 },
    ]);
    // A case can take nothing from a deposit that is over.
    expect(await inTx((tx) => holdDepositFor(tx, id, randomUUID()))).toBe(false);
    expect(await take(randomUUID(), 100)).toBe(0);
  });

  test("releases the deposit after a case that takes nothing", async () => {
    const id = await comeBack();
    const caseId = randomUUID();
    await inTransaction(t.app.ctx, (tx) => holdDepositFor(tx, id, caseId));
    t.app.clock.set(hours(RETURN_AT, 60));
    await inTransaction(t.app.ctx, (tx) => captureFromDeposit(tx, id, { caseId, cents: 0 }));
    await t.sweep();
    expect((await t.readDeposit(id))?.state).toBe("released");
    expect(await t.readIncidents(id)).toEqual([]);
  });
});

describe("a dispute of what was taken", () => {
  test.each(["won", "lost"] as const)(
    "that is %s is borne by the platform, not the host",
    async (end) => {
      const id = await comeBack();
      const admin = await makePerson(t.app, { roles: ["renter", "admin"] });
      const caseId = randomUUID();
      await inTransaction(t.app.ctx, async (tx) => {
        expect(await captureFromDeposit(tx, id, { caseId, cents: 4_000 })).toBe(0);
        await holdDepositFor(tx, id, caseId);
        expect(await captureFromDeposit(tx, id, { caseId, cents: 4_000 })).toBe(4_000);
      });
      t.app.clock.set(hours(RETURN_AT, 48));
      await t.sweep();
      const [hold] = await t.findHolds(id);
      expect((await t.readDeposit(id, t.host))?.card_last4).toBeNull();
      const { id: checkout, ...intent } = await t.app.ctx.db
        .selectFrom("sandbox_checkouts")
        .select(["id", "intent_id"])
        .where("intent_id", "=", hold?.intent_id ?? "")
        .executeTakeFirstOrThrow();
      const disputeId = toDisputeId(intent);
      const before = await t.readBalances(id);
      await disputeInSandbox(t.app.ctx, checkout);
      await settleDispute(t.app.ctx, disputeId);
      expect((await t.readBalances(id))["disputes"]).toBe(4_000);
      await closeDisputeInSandbox(t.app.ctx, checkout, end);
      for (let each = 0; each < 2; each++) await settleDispute(t.app.ctx, disputeId);
      const after = await t.readBalances(id);
      const lost = end === "lost" ? 4_000 : 0;
      expect(after["disputes"]).toBeUndefined();
      expect(after["host_payable"]).toBe(before["host_payable"]);
      expect((after["platform_fees"] ?? 0) - (before["platform_fees"] ?? 0)).toBe(lost);
      // The booking and its refunds stay as they are.
      expect(await t.read(id)).toMatchObject({ dispute: null, payment_status: "paid" });
      const mails = await mailsTo(admin.email, end === "won" ? /^A dispute was won/ : /^Charged/);
      expect(mails.at(0)?.text).toContain("It's about what was taken from the deposit.");
      const receipt = await t.app.call("GET", `/api/bookings/${id}/receipt`, {
        as: t.renter.token,
      });
      expect(receipt.body.later_charges).toMatchObject([{ returned_cents: lost }]);
      expect((await checkLedger(t.app.ctx)).discrepancies).toEqual([]);
      await t.app.ctx.db.deleteFrom("booking_bans").where("renter_id", "=", t.renter.id).execute();
    },
  );
});
