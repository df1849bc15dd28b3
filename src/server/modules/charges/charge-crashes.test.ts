// Kills the process, or loses a response of the card provider, at each point of a charge after the
// trip. The sweep completes whatever is left, and the card is charged exactly once.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { doomed, failAt, type Fate } from "../../../../test/failure-points.ts";
import { toUser } from "../../../../test/holds.ts";
import {
  LATE_CENTS,
  sandboxCharges,
  startLaterCharges,
  type LaterCharges,
} from "../../../../test/later-charges.ts";
import type { Ctx, User } from "../../platform/context.ts";
import { payInSandbox } from "../../platform/payments/sandbox-page.ts";
import { PaymentRefused, type PaymentProvider } from "../../platform/payments/provider.ts";
import { laterCharges } from "./charge-comparison.service.ts";
import { settleCharge, settleEvent, sweepCharges } from "./charge-settlement.service.ts";
import { decideLaterRefund } from "./charge-refunds.service.ts";
import { payCharge, refundCharge } from "./charges.service.ts";

let t: LaterCharges;
let user: User;
beforeAll(async () => {
  t = await startLaterCharges();
  user = toUser(t.renter);
});
afterAll(() => t.close());

const DECLINED_CARD = "4000000000000341";
const PAGE_CARD = { number: "4242424242424242", confirmed: false, webhooks: "never" as const };

interface Late {
  id: string;
  charge: { id: string };
}
/** Each step runs in its own process. */
type Step = (ctx: Ctx, late: Late) => Promise<unknown>;

const tapPay: Step = (ctx, { id, charge }) => payCharge(ctx, user, { id, charge_id: charge.id });
const waitUntilDue: Step = (ctx) => {
  t.app.clock.set("2026-12-12T15:00:00.000Z");
  return sweepCharges(ctx);
};
/** The renter pays on the provider's page, if there is one. */
const payOnPage: Step = async (_, { charge }) => {
  const { session_id: session } = await t.app.ctx.db
    .selectFrom("later_charges")
    .select("session_id")
    .where("id", "=", charge.id)
    .executeTakeFirstOrThrow();
  if (session !== null) await payInSandbox(t.app.ctx, session, PAGE_CARD);
};
const settle: Step = (ctx, { charge }) => settleCharge(ctx, charge.id);

const SCENARIOS: Record<string, { card: object; steps: Step[] }> = {
  "paid with a tap": { card: {}, steps: [tapPay] },
  "charged when it is due": { card: {}, steps: [waitUntilDue] },
  "declined, and paid on a page": {
    card: { number: DECLINED_CARD },
    steps: [tapPay, payOnPage, settle],
  },
};

describe("a refund", () => {
  const admin = toUser({ id: randomUUID() }, { roles: ["admin"] });
  /** Decides a refund in a process that fails at one point. @returns the points that it reached */
  async function refundOnce(at: number, fate: Fate): Promise<string[]> {
    const late = await t.returnLate();
    await t.payCharge(late);
    const { points, run: runFailing } = failAt(at, fate);
    const ids = { id: late.id, charge_id: late.charge.id };
    const refund = {
      id: randomUUID(),
      amountCents: 1000,
      bearer: "host",
      reason: "Rain.",
    } as const;
    await runFailing(t.app.ctx, (ctx) => refundCharge(ctx, admin, ids, refund));
    // The admin sends it again, and the sweep makes it.
    await decideLaterRefund(t.app.ctx, admin, ids, refund);
    for (let run = 0; run < 3; run++) {
      t.app.clock.advance(3 * 3_600_000);
      await t.sweep();
    }
    const where = `${fate} at ${points[at]}`;
    const { refunded_cents: refunded } = await t.app.ctx.db
      .selectFrom("sandbox_checkouts")
      .select("refunded_cents")
      .where("client_reference_id", "=", late.charge.id)
      .executeTakeFirstOrThrow();
    expect(refunded, where).toBe(1000);
    const booked = (await t.readLedger(late.id)).filter(({ kind }) =>
      ["refund_decided", "refunded", "later_refunded"].includes(kind),
    );
    expect(
      booked.map(({ account, amount_cents }) => [account, amount_cents]),
      where,
    ).toEqual([
      ["host_payable", 1000],
      ["refunds", -1000],
      ["refunds", 1000],
      ["card_clearing", -1000],
    ]);
    expect(await t.readIncidents(late.id), where).toEqual([]);
    return points;
  }

  test.each(["die", "lost"] as const)("is made once if the process fails (%s)", async (fate) => {
    const points = await refundOnce(-1, "go on");
    expect(points).toContain("refundLaterCharge after");
    for (let at = 0; at < points.length; at++) await refundOnce(at, fate);
  });
});

/** Runs a scenario with one failure, at one point. @returns the points that it reached */
async function runScenario(name: string, at: number, fate: Fate): Promise<string[]> {
  const { card, steps } = SCENARIOS[name]!;
  const late = await t.returnLate(card);
  const { points, run: runFailing } = failAt(at, fate);
  for (const step of steps) await runFailing(t.app.ctx, (ctx) => step(ctx, late));
  // A later process continues, and the renter finds the page again.
  for (let run = 0; run < 3; run++) {
    t.app.clock.advance(3 * 3_600_000);
    if (t.app.clock.now() < new Date("2026-12-12T15:00:00.000Z"))
      t.app.clock.set("2026-12-12T15:00:00.000Z");
    await t.sweep();
  }
  if ((await t.readCharges(late.id))[0]?.state === "outstanding") {
    await tapPay(t.app.ctx, late);
    await payOnPage(t.app.ctx, late);
    await settle(t.app.ctx, late);
  }
  expect(await t.readCharges(late.id), `${fate} at ${points[at]}`).toMatchObject([
    { state: "paid" },
  ]);
  expect(await sandboxCharges(t, late.charge.id), `${fate} at ${points[at]}`).toMatchObject([
    { captured_cents: LATE_CENTS },
  ]);
  return points;
}

describe.each(Object.keys(SCENARIOS))("%s", (name) => {
  test.each(["die", "lost"] as const)("%s, at each point", async (fate) => {
    const points = await runScenario(name, -1, "go on");
    expect(points).toContain("chargeLater after");
    for (let at = 0; at < points.length; at++) await runScenario(name, at, fate);
  });
});

describe("the provider's answers", () => {
  /** A process whose provider answers some calls differently. */
  const answering = (answers: (real: PaymentProvider) => Partial<PaymentProvider>): Ctx => {
    const { payments } = t.app.ctx;
    return { ...t.app.ctx, payments: { ...payments, ...answers(payments) } };
  };
  const read = async ({ id }: Late) => (await t.readCharges(id))[0];
  const row = ({ charge }: Late) =>
    t.app.ctx.db
      .selectFrom("later_charges")
      .selectAll()
      .where("id", "=", charge.id)
      .executeTakeFirstOrThrow();
  /** The bank takes the failed charge of the card after all. */
  const succeedLate = async (late: Late) => {
    const intent_id = (await row(late)).declined_intent_id ?? "";
    const succeeded = { intent_status: "succeeded", captured_cents: LATE_CENTS } as const;
    await t.app.ctx.db
      .updateTable("sandbox_checkouts")
      .set({ ...succeeded, fee_cents: 95 })
      .where("intent_id", "=", intent_id)
      .execute();
    return intent_id;
  };
  const openPage = async (late: Late): Promise<string> => {
    await tapPay(t.app.ctx, late);
    const { session_id: session } = await row(late);
    if (session === null) throw new Error("no page is open");
    return session;
  };

  test("two processes charge a card once", async () => {
    const late = await t.returnLate();
    const processes = [1, 2, 3].map(() => doomed(t.app.ctx, () => "go on"));
    await Promise.all(processes.map((ctx) => tapPay(ctx, late).catch(() => undefined)));
    expect(await sandboxCharges(t, late.charge.id)).toHaveLength(1);
    expect(await read(late)).toMatchObject({ state: "paid" });
  });

  test("counts a failed charge as paid if its cancellation shows a payment", async () => {
    const late = await t.returnLate();
    const ctx = answering(({ chargeLater }) => ({
      chargeLater: async (request) => {
        const made = await chargeLater(request);
        return made.outcome === "paid" ? { ...made, outcome: "declined" } : made;
      },
    }));
    await tapPay(ctx, late);
    expect(await read(late)).toMatchObject({ state: "paid" });
  });

  test("cancels a failed charge, and checks it again before opening a page", async () => {
    const late = await t.returnLate({ number: DECLINED_CARD });
    await t.app.ctx.db
      .updateTable("later_charges")
      .set({ checkout_number: 0 })
      .where("id", "=", late.charge.id)
      .execute();
    const ctx = answering(() => ({
      openCheckout: () => Promise.reject(new Error("no answer")),
    }));
    await expect(tapPay(ctx, late)).rejects.toMatchObject({ code: "payment_provider_failed" });
    const failed = await t.app.ctx.payments.getLaterCharge(
      (await row(late)).declined_intent_id ?? "",
    );
    expect(failed).toMatchObject({ outcome: "declined" });
    await succeedLate(late);
    expect(
      await payCharge(t.app.ctx, user, { id: late.id, charge_id: late.charge.id }),
    ).toMatchObject({ checkout_url: null, charges: [{ state: "paid" }] });
  });

  test.each(["open", "authorised"])(
    "an %s page is closed when the charge is paid in another way",
    async (how) => {
      const late = await t.returnLate({ number: DECLINED_CARD });
      const session = await openPage(late);
      if (how === "authorised") await payInSandbox(t.app.ctx, session, PAGE_CARD);
      await succeedLate(late);
      await settle(t.app.ctx, late);
      expect(await row(late)).toMatchObject({ state: "paid", session_id: null });
      const page = await t.app.ctx.payments.getCheckout(session);
      expect(page).toMatchObject({ intent: "canceled", capturedCents: 0 });
      expect(await t.readIncidents(late.id)).toEqual([]);
    },
  );

  test("a second payment is reported with its own advice", async () => {
    const late = await t.returnLate({ number: DECLINED_CARD });
    const session = await openPage(late);
    await payInSandbox(t.app.ctx, session, PAGE_CARD);
    await settle(t.app.ctx, late);
    const second = await succeedLate(late);
    await settleEvent(t.app.ctx, late.charge.id, second);
    expect(await t.readIncidents(late.id)).toMatchObject([
      { fault: "later_not_owed", intent: second, amount_cents: LATE_CENTS },
    ]);
  });

  test("the page of a waived charge can't be paid", async () => {
    const late = await t.returnLate({ number: DECLINED_CARD });
    const session = await openPage(late);
    await t.app.call("POST", `/api/bookings/${late.id}/charges/${late.charge.id}/waiver`, {
      as: t.host.token,
    });
    expect(await row(late)).toMatchObject({ state: "waived", session_id: null });
    expect(await t.app.ctx.payments.getCheckout(session)).toMatchObject({ session: "expired" });
  });

  test("reports and retries a charge that is refused for a reason other than the card", async () => {
    const late = await t.returnLate();
    const ctx = answering(() => ({
      chargeLater: () => Promise.reject(new PaymentRefused("Your account can't make charges.")),
    }));
    await expect(tapPay(ctx, late)).rejects.toMatchObject({ code: "payment_provider_failed" });
    expect(await read(late)).toMatchObject({ state: "paying" });
    expect(await t.readIncidents(late.id)).toMatchObject([{ fault: "later_refused" }]);
    t.app.clock.advance(2 * 3_600_000);
    await expect(laterCharges.compare(ctx, late.charge.id)).rejects.toBeInstanceOf(Error);
    expect(await t.readIncidents(late.id)).toContainEqual(
      expect.objectContaining({ fault: "later_stuck" }),
    );
    await settle(t.app.ctx, late);
    expect(await read(late)).toMatchObject({ state: "paid" });
  });

  test("a card is charged once after a lost first attempt, even if it has been deleted since", async () => {
    const late = await t.returnLate();
    const lost = doomed(t.app.ctx, (point) => (point === "chargeLater after" ? "lost" : "go on"));
    await expect(tapPay(lost, late)).rejects.toBeInstanceOf(Error);
    await t.app.ctx.db
      .updateTable("payments")
      .set({ customer_id: null, payment_method_id: null })
      .where("booking_id", "=", late.id)
      .execute();
    await settle(t.app.ctx, late);
    expect(await read(late)).toMatchObject({ state: "paid" });
  });

  test("reports a payment that differs from our record or is unknown to the provider", async () => {
    const late = await t.returnLate();
    await tapPay(t.app.ctx, late);
    const cheaper = answering(({ getLaterCharge }) => ({
      getLaterCharge: async (id) => {
        const made = await getLaterCharge(id);
        return made && { ...made, amountCents: 1 };
      },
    }));
    await laterCharges.compare(cheaper, late.charge.id);
    const unknown = answering(() => ({ getLaterCharge: () => Promise.resolve(undefined) }));
    await laterCharges.compare(unknown, late.charge.id);
    expect((await t.readIncidents(late.id)).map(({ fault }) => fault)).toEqual([
      "later_differs",
      "later_unknown",
    ]);
  });

  test("neither asks about nor replaces a page of another provider", async () => {
    const late = await t.returnLate({ number: DECLINED_CARD });
    await openPage(late);
    const stripe = answering(() => ({ name: "stripe" }));
    await expect(tapPay(stripe, late)).rejects.toMatchObject({ code: "payment_provider_failed" });
    expect(await row(late)).toMatchObject({ checkout_number: 1, page_provider: "sandbox" });
  });
});
