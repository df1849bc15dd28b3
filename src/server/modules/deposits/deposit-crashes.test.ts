// Kills the process, or loses a response of the card provider, at each point of a deposit. The
// sweep completes whatever is left: one card is held, and money is taken once.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  DECLINED_LATER,
  ENDS_EARLY,
  HOLD_AT,
  startDeposits,
  type Deposits,
} from "../../../../test/deposits.ts";
import { failAt, type Fate } from "../../../../test/failure-points.ts";
import { toUser } from "../../../../test/holds.ts";
import { PICKUP_AT, RETURN_AT } from "../../../../test/trips.ts";
import { inTransaction, type Ctx, type User } from "../../platform/context.ts";
import { payInSandbox } from "../../platform/payments/sandbox-page.ts";
import { PaymentRefused, type PaymentProvider } from "../../platform/payments/provider.ts";
import { checkLedger } from "../ledger/ledger-check.service.ts";
import { deposits } from "./deposit-comparison.service.ts";
import { settleDeposit, sweepDeposits } from "./deposit-settlement.service.ts";
import {
  captureFromDeposit,
  confirmCard,
  holdDepositFor,
  provideCard,
} from "./deposits.service.ts";

let t: Deposits;
let renter: User;
beforeAll(async () => {
  t = await startDeposits();
  renter = toUser(t.renter);
});
afterAll(() => t.app.close());

/** Each step runs in its own process. */
type Step = (ctx: Ctx, id: string) => Promise<unknown>;
const sweep: Step = (ctx) => sweepDeposits(ctx);
/** Settles only this deposit. Those of earlier tests are due, too. */
const settle: Step = (ctx, id) => settleDeposit(ctx, id);
const payOnPage: Step = async (_, id) => {
  const page = (await t.findHolds(id)).find(({ state }) => state === "page");
  if (!page?.session_id) return;
  const card = { number: "4242424242424242", confirmed: true, webhooks: "never" as const };
  await payInSandbox(t.app.ctx, page.session_id, card).catch(() => undefined);
};
const openPage: Step = (ctx, id) => provideCard(ctx, renter, id);

const comeBack: Step = async (_, id) => {
  t.app.clock.set(PICKUP_AT);
  await t.confirm(id, "pickup", 100);
  t.app.clock.set(RETURN_AT);
  await t.confirm(id, "return", 200);
};
const decide: Step = async (_, id) => {
  const caseId = randomUUID();
  await inTransaction(t.app.ctx, (tx) => holdDepositFor(tx, id, caseId));
  await inTransaction(t.app.ctx, (tx) => captureFromDeposit(tx, id, { caseId, cents: 4_000 }));
  t.app.clock.set("2026-12-10T16:00:00.000Z");
};

const SCENARIOS: Record<string, { card: object; ready: Step[]; steps: Step[]; state: string }> = {
  "held on the saved card": { card: {}, ready: [], steps: [sweep], state: "held" },
  "held on another card": {
    card: { number: DECLINED_LATER },
    ready: [sweep],
    steps: [openPage, payOnPage, (ctx, id) => confirmCard(ctx, renter, id)],
    state: "held",
  },
  "taken by a case": {
    card: {},
    ready: [sweep, comeBack, decide],
    steps: [settle],
    state: "captured",
  },
  "made again after it ended early": {
    card: { number: ENDS_EARLY },
    ready: [sweep, async () => t.app.clock.advance(2 * 3_600_000)],
    steps: [(ctx, id) => deposits.compare(ctx, id)],
    state: "held",
  },
};

/** Receives the provider's event that a hold has ended, while we still count it as active. */
async function receiveEnds(id: string): Promise<void> {
  const { ctx } = t.app;
  for (const { state, intent_id } of await t.findHolds(id)) {
    if (state !== "active" || intent_id === null) continue;
    if ((await ctx.payments.getHold(intent_id))?.outcome === "ended")
      await deposits.settle(ctx, id);
  }
}

/** A returned trip whose deposit is held, and a case that has just been decided. */
async function bookDecided(): Promise<string> {
  const id = await t.bookWith();
  t.app.clock.set(HOLD_AT);
  for (const step of [sweep, comeBack, decide]) await step(t.app.ctx, id);
  return id;
}

/** Runs a scenario with one failure, at one point. @returns the points that it reached */
async function runScenario(name: string, at: number, fate: Fate): Promise<string[]> {
  const { card, ready, steps, state } = SCENARIOS[name]!;
  const id = await t.bookWith(card);
  t.app.clock.set(HOLD_AT);
  for (const step of ready) await step(t.app.ctx, id);
  const { points, run: runFailing } = failAt(at, fate);
  for (const step of steps) await runFailing(t.app.ctx, (ctx) => step(ctx, id));
  // The renter tries again, and later processes continue.
  if (steps.includes(openPage) && (await t.readDeposit(id))?.may.includes("provide_card")) {
    await openPage(t.app.ctx, id).catch(() => undefined);
    await payOnPage(t.app.ctx, id);
  }
  await receiveEnds(id);
  for (let run = 0; run < 3; run++) {
    t.app.clock.advance(10 * 60_000);
    await sweep(t.app.ctx, id);
  }
  const where = `${fate} at ${points[at]}`;
  expect((await t.readDeposit(id))?.state, where).toBe(state);
  const sandbox = await t.readSandbox(id);
  const captured = sandbox.reduce((sum, { captured_cents }) => sum + captured_cents, 0);
  expect(captured, where).toBe(state === "captured" ? 4_000 : 0);
  const held = sandbox.filter(({ intent_status }) => intent_status === "requires_capture");
  expect(held, where).toHaveLength(state === "held" ? 1 : 0);
  expect(await t.readIncidents(id), where).toEqual([]);
  return points;
}

describe.each(Object.keys(SCENARIOS))("%s", (name) => {
  test.each(["die", "lost"] as const)("%s, at each point", async (fate) => {
    const points = await runScenario(name, -1, "go on");
    for (let at = 0; at < points.length; at++) await runScenario(name, at, fate);
    expect((await checkLedger(t.app.ctx)).discrepancies).toEqual([]);
  });
});

describe("the provider's answers", () => {
  /** Also of a cancelled booking, whose trip nobody can read. */
  const readState = async (id: string) => {
    const { db } = t.app.ctx;
    const found = db.selectFrom("deposits").select("state").where("booking_id", "=", id);
    return (await found.executeTakeFirstOrThrow()).state;
  };
  const refundByHand = (intentId: string, amountCents: number) =>
    t.app.ctx.payments.refundLaterCharge({
      intentId,
      amountCents,
      idempotencyKey: `by-hand-${intentId}`,
      refusals: 0,
      takesOverManual: false,
    });
  const answering = (answers: (real: PaymentProvider) => Partial<PaymentProvider>): Ctx => {
    const { payments } = t.app.ctx;
    return { ...t.app.ctx, payments: { ...payments, ...answers(payments) } };
  };

  test("reports and retries a hold that is refused for a reason other than the card", async () => {
    const id = await t.bookWith();
    t.app.clock.set(HOLD_AT);
    const ctx = answering(() => ({
      holdCard: () => Promise.reject(new PaymentRefused("Your account can't make charges.")),
    }));
    await sweepDeposits(ctx);
    expect(await t.readDeposit(id)).toMatchObject({ state: "authorising", act_by: null });
    t.app.clock.advance(2 * 3_600_000);
    await expect(deposits.compare(ctx, id)).rejects.toBeInstanceOf(Error);
    expect(await t.readIncidents(id)).toEqual(["deposit_refused", "deposit_stuck"]);
    await settleDeposit(t.app.ctx, id, { asksAll: true });
    expect((await t.readDeposit(id))?.state).toBe("held");
  });

  test("a hold that ended before its capture is made again, or lapses if it can't be", async () => {
    const id = await bookDecided();
    const refusing = answering(({ captureHold, releaseHold }) => ({
      async captureHold(intentId, cents) {
        await releaseHold(intentId);
        return captureHold(intentId, cents);
      },
      holdCard: () => Promise.resolve({ outcome: "no_card" }),
    }));
    await sweepDeposits(refusing);
    expect((await t.readDeposit(id))?.state).toBe("declined");
    t.app.clock.advance(12 * 3_600_000);
    await sweepDeposits(refusing);
    await sweepDeposits(refusing);
    expect((await t.readDeposit(id))?.state).toBe("lapsed");
  });

  test.each([0, 4_000])(
    "books a dashboard capture beyond the %i that cases decided to the platform",
    async (decided) => {
      const id = await t.bookWith();
      t.app.clock.set(HOLD_AT);
      await t.sweep();
      await comeBack(t.app.ctx, id);
      await inTransaction(t.app.ctx, (tx) => holdDepositFor(tx, id, randomUUID()));
      if (decided > 0) await decide(t.app.ctx, id);
      const before = await t.readBalances(id);
      const intentId = (await t.findHolds(id))[0]?.intent_id ?? "";
      await t.app.ctx.payments.captureHold(intentId, 15_000);
      await deposits.compare(t.app.ctx, id);
      const after = await t.readBalances(id);
      expect((after["host_payable"] ?? 0) - (before["host_payable"] ?? 0)).toBe(0 - decided);
      expect((after["platform_fees"] ?? 0) - (before["platform_fees"] ?? 0)).toBe(decided - 15_000);
      expect((await checkLedger(t.app.ctx)).discrepancies).toMatchObject([
        { what: "decided by cases", expected: decided, found: 15_000 },
      ]);
      await refundByHand(intentId, 15_000 - decided);
      await deposits.compare(t.app.ctx, id);
      expect((await t.readBalances(id))["platform_fees"]).toBe(before["platform_fees"]);
      expect(await t.readIncidents(id)).toEqual(["deposit_captured_elsewhere", "deposit_refunded"]);
      expect((await checkLedger(t.app.ctx)).discrepancies).toEqual([]);
    },
  );

  test("a hold that was never requested is not made for a cancelled booking", async () => {
    const id = await t.bookWith();
    t.app.clock.set(HOLD_AT);
    await sweepDeposits(answering(() => ({ holdCard: () => Promise.reject(new Error("down")) })));
    await t.decide(id, "cancel", t.host, { reason: "The car broke down." });
    await settleDeposit(t.app.ctx, id, { asksAll: true });
    expect(await readState(id)).toBe("lapsed");
    expect(await t.readSandbox(id)).toEqual([]);
  });

  test("counts the card as declined if our account can't hold cards", async () => {
    const id = await t.bookWith();
    t.app.clock.set(HOLD_AT);
    const ctx = answering(() => ({ holdCard: () => Promise.reject(new PaymentRefused("no")) }));
    await sweepDeposits(ctx);
    t.app.clock.advance(4 * 3_600_000);
    await settleDeposit(ctx, id, { asksAll: true });
    expect(await t.readDeposit(id)).toMatchObject({ state: "declined", may: ["provide_card"] });
  });

  test("counts a card that was authorised in time, even if its event was lost", async () => {
    const id = await t.hold({ number: DECLINED_LATER });
    await openPage(t.app.ctx, id);
    await payOnPage(t.app.ctx, id);
    t.app.clock.advance(12 * 3_600_000);
    await settleDeposit(t.app.ctx, id);
    expect((await t.readDeposit(id))?.state).toBe("held");
  });

  test("reports a hold at a provider that is no longer used, and ends it when its bank does", async () => {
    const id = await t.hold();
    await t.decide(id, "cancel", t.host, { reason: "The car broke down." });
    const elsewhere = answering(() => ({ name: "stripe" }));
    await settleDeposit(elsewhere, id);
    expect(await t.readIncidents(id)).toEqual(["deposit_stuck"]);
    expect(await readState(id)).toBe("releasing");
    t.app.clock.advance(8 * 86_400_000);
    await settleDeposit(elsewhere, id);
    expect(await readState(id)).toBe("lapsed");
  });

  test("books and reports a refund in the dashboard once", async () => {
    const id = await bookDecided();
    await t.sweep();
    const intent = (await t.findHolds(id))[0]?.intent_id ?? "";
    await refundByHand(intent, 1_000);
    for (let run = 0; run < 2; run++) await deposits.compare(t.app.ctx, id);
    expect(await t.readIncidents(id)).toEqual(["deposit_refunded"]);
    expect((await checkLedger(t.app.ctx)).discrepancies).toEqual([]);
  });
});
