// The money of changes when something goes wrong: processes that die, bookings that end while a
// change is paid, payments that come too late, and refunds and disputes by others.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startChanges, type Changes } from "../../../../../test/changes.ts";
import { dyingAt } from "../../../../../test/failure-points.ts";
import { makePerson, signInAgain, type Person } from "../../../../../test/factories.ts";
import { toUser } from "../../../../../test/holds.ts";
import { sandboxCharges } from "../../../../../test/later-charges.ts";
import { reconcile, settleDispute } from "../../../../../test/payments.ts";
import { registerForVat } from "../../../../../test/vat.ts";
import type { Ctx, User } from "../../../platform/context.ts";
import {
  closeDisputeInSandbox,
  disputeInSandbox,
} from "../../../platform/payments/sandbox-disputes.ts";
import { payInSandbox } from "../../../platform/payments/sandbox-page.ts";
import { toDisputeId } from "../../../platform/payments/sandbox-states.ts";
import { bookingPurchases } from "../../bookings/settlement/booking-purchases.service.ts";
import { settleUnsettled } from "../../payments/payments.service.ts";
import { readHostDocuments } from "../../vat/vat-document-reads.service.ts";
import { acceptChange } from "./changes.service.ts";

let t: Changes;
let owner: Person;
let host: User;
beforeAll(async () => {
  t = await startChanges();
  owner = await makePerson(t.app, { roles: ["renter", "admin"], adminRole: "owner" });
  host = toUser(t.host);
  // The ledger's check includes tax documents.
  t.app.clock.set("2026-11-20T15:00:00.000Z");
  await signInAgain(t.app, owner, t.host);
  await registerForVat(t.app, owner, t.host);
});
afterAll(() => t.close());

const LONGER = { end_date: "2026-12-09" };
const SHORTER = { end_date: "2026-12-07" };
const LONGER_CENTS = 6600;
const DECLINED = { number: "4000000000000341" };
const PAGE_CARD = { number: "4242424242424242", confirmed: false, webhooks: "never" as const };

/** A requested extension. */
async function askLonger(card: object = {}): Promise<{ id: string; change_id: string }> {
  const id = await t.bookChangeable(card);
  const { sent } = await t.ask(id, LONGER);
  return { id, change_id: sent.id };
}
/** A process in which the host accepts, and which dies. */
const acceptAndDie = (ctx: Ctx, ids: { id: string; change_id: string }) =>
  expect(acceptChange(ctx, host, ids)).rejects.toBeDefined();
const readChange = (id: string) =>
  t.app.ctx.db
    .selectFrom("booking_changes")
    .select("state")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
const readPayment = (id: string) =>
  t.app.ctx.db
    .selectFrom("later_charges")
    .select(["state", "applied", "refunded_cents"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
const refundsOf = (id: string) =>
  t.app.ctx.db
    .selectFrom("refunds")
    .select(["amount_cents", "later_charge_id"])
    .where("booking_id", "=", id)
    .orderBy("position")
    .execute();
/** What the sandbox charged and refunded for a change. */
const readSandbox = (change_id: string) =>
  t.app.ctx.db
    .selectFrom("sandbox_checkouts")
    .select(["captured_cents", "refunded_cents"])
    .where("client_reference_id", "=", change_id)
    .where("captured_cents", ">", 0)
    .execute();
async function sweepTwice(): Promise<void> {
  for (let run = 0; run < 2; run++) {
    t.app.clock.advance(2 * 60_000);
    await t.sweepAll();
  }
}
const cancel = async (id: string): Promise<void> => {
  const path = `/api/bookings/${id}/cancel`;
  expect((await t.app.call("POST", path, { as: t.renter.token, body: {} })).status).toBe(200);
  await settleUnsettled(t.app.ctx, bookingPurchases, []);
};
const refund = async (id: string, body: object) => {
  await signInAgain(t.app, owner);
  return t.app.call("POST", `/api/admin/bookings/${id}/refunds`, {
    as: owner.token,
    body: { id: randomUUID(), borne_by: "platform", reason: "Rain.", ...body },
  });
};

describe("a process that dies after the acceptance", () => {
  test.each(["chargeLater before", "chargeLater after"])(
    "at %s: the sweep charges the card once, and makes the change",
    async (point) => {
      const ids = await askLonger();
      await acceptAndDie(dyingAt(t.app.ctx, point), ids);
      await sweepTwice();
      expect(await readChange(ids.change_id)).toEqual({ state: "accepted" });
      expect(await readSandbox(ids.change_id)).toEqual([
        { captured_cents: LONGER_CENTS, refunded_cents: 0 },
      ]);
      expect(await t.ledgerFaults()).toEqual([]);
    },
  );

  test("before the request, and after the deadline: nobody is charged, and the change ends", async () => {
    const ids = await askLonger();
    await acceptAndDie(dyingAt(t.app.ctx, "chargeLater before"), ids);
    t.app.clock.set("2026-12-01T23:00:00.000Z");
    await t.expire();
    expect(await readChange(ids.change_id)).toEqual({ state: "expired" });
    expect(await readPayment(ids.change_id)).toMatchObject({ state: "waived", applied: false });
    expect(await readSandbox(ids.change_id)).toEqual([]);
    expect(await t.readDuring(ids.id)).not.toContain("2026-12-09");
  });

  test("after the request, and after the deadline: a payment in time still makes the change", async () => {
    const ids = await askLonger();
    await acceptAndDie(dyingAt(t.app.ctx, "chargeLater after"), ids);
    t.app.clock.set("2026-12-01T23:00:00.000Z");
    await t.expire();
    expect(await readChange(ids.change_id)).toEqual({ state: "accepted" });
    expect(await t.readDuring(ids.id)).toContain("2026-12-09");
  });
});

describe("a booking that is cancelled", () => {
  test("before the card is tried: nobody is charged", async () => {
    const ids = await askLonger();
    // The process dies once the acceptance is stored.
    await acceptAndDie(dyingAt(t.app.ctx, "commit after"), ids);
    await cancel(ids.id);
    await sweepTwice();
    await t.expire();
    expect(await readChange(ids.change_id)).toEqual({ state: "expired" });
    expect(await readSandbox(ids.change_id)).toEqual([]);
    await expect
      .poll(async () => (await t.app.mails(t.renter.email)).map(({ subject }) => subject))
      .toContainEqual(expect.stringMatching(/^The change to your trip has ended/));
    expect(await t.ledgerFaults()).toEqual([]);
  });

  test("while the card is charged: the payment is returned once", async () => {
    const ids = await askLonger();
    await acceptAndDie(dyingAt(t.app.ctx, "chargeLater after"), ids);
    await cancel(ids.id);
    await sweepTwice();
    await sweepTwice();
    expect(await readChange(ids.change_id)).toEqual({ state: "expired" });
    expect(await readPayment(ids.change_id)).toMatchObject({ state: "paid", applied: false });
    expect(await readSandbox(ids.change_id)).toEqual([
      { captured_cents: LONGER_CENTS, refunded_cents: LONGER_CENTS },
    ]);
    expect(await refundsOf(ids.id)).toEqual([{ amount_cents: 20_099, later_charge_id: null }]);
    expect(await t.ledgerFaults()).toEqual([]);
  });

  test("while the renter pays on the page: the payment is returned", async () => {
    const ids = await askLonger(DECLINED);
    await t.accept(ids.id, ids.change_id);
    const { body } = await t.payFor(ids.id, ids.change_id);
    const session = String(body.checkout_url).split("/").at(-1) ?? "";
    await payInSandbox(t.app.ctx, session, PAGE_CARD);
    await cancel(ids.id);
    t.app.clock.advance(6 * 60_000);
    await sweepTwice();
    await sweepTwice();
    expect(await readSandbox(ids.change_id)).toEqual([
      { captured_cents: LONGER_CENTS, refunded_cents: LONGER_CENTS },
    ]);
    expect(await t.ledgerFaults()).toEqual([]);
  });
});

test("a car that comes back while the card is charged: the payment is returned", async () => {
  const id = await t.bookChangeable();
  t.app.clock.set("2026-12-05T15:00:00.000Z");
  await t.confirm(id, "pickup", 12_000);
  const { sent } = await t.ask(id, LONGER);
  await acceptAndDie(dyingAt(t.app.ctx, "chargeLater after"), { id, change_id: sent.id });
  await t.confirm(id, "return", 12_010);
  await sweepTwice();
  await sweepTwice();
  expect(await readChange(sent.id)).toEqual({ state: "expired" });
  expect((await t.readBooking(id)).days).toBe(3);
  expect(await readSandbox(sent.id)).toEqual([
    { captured_cents: LONGER_CENTS, refunded_cents: LONGER_CENTS },
  ]);
  expect(await t.ledgerFaults()).toEqual([]);
});

test("a change can't be paid after its deadline, or accepted while a side is suspended", async () => {
  const late = await askLonger(DECLINED);
  await t.accept(late.id, late.change_id);
  t.app.clock.set("2026-12-01T23:00:00.000Z");
  expect((await t.payFor(late.id, late.change_id)).body).toMatchObject({
    code: "change_closed",
    details: { state: "expired" },
  });
  const ids = await askLonger();
  const suspended_at = t.app.clock.now().toISOString();
  const suspend = (at: string | null) =>
    t.app.ctx.db
      .updateTable("accounts")
      .set({ suspended_at: at })
      .where("id", "=", t.renter.id)
      .execute();
  await suspend(suspended_at);
  const refused = await t.accept(ids.id, ids.change_id);
  await suspend(null);
  expect(refused.body).toMatchObject({
    code: "change_not_possible",
    details: { status: "on_hold" },
  });
});

describe("money of a change that was returned elsewhere is not refunded again", () => {
  /** A booking with a paid extension, and its payment in the sandbox. */
  async function pay(): Promise<{ id: string; change_id: string; checkout: string }> {
    const ids = await askLonger();
    expect((await t.accept(ids.id, ids.change_id)).status).toBe(200);
    const [made] = await sandboxCharges(t, ids.change_id);
    if (!made) throw new Error("nothing was charged");
    return { ...ids, checkout: made.id };
  }

  test("a refund in the dashboard", async () => {
    const { id, change_id, checkout } = await pay();
    await t.app.ctx.payments.refund(checkout, 2000, "in_the_dashboard");
    t.app.clock.advance(25 * 3_600_000);
    await reconcile(t.app.ctx);
    expect(await readPayment(change_id)).toMatchObject({ refunded_cents: 2000 });
    await cancel(id);
    expect(await refundsOf(id)).toEqual([
      { amount_cents: 20_099, later_charge_id: null },
      { amount_cents: 4600, later_charge_id: change_id },
    ]);
    expect(await readSandbox(change_id)).toMatchObject([{ refunded_cents: LONGER_CENTS }]);
    expect(await t.ledgerFaults()).toEqual([]);
  });

  test("a refund in the dashboard that we learn of only after our decision", async () => {
    const { id, change_id, checkout } = await pay();
    await t.app.ctx.payments.refund(checkout, LONGER_CENTS, "in_the_dashboard");
    await cancel(id);
    expect(await t.readBooking(id)).toMatchObject({ payment_status: "refunded" });
    expect(await readSandbox(change_id)).toMatchObject([{ refunded_cents: LONGER_CENTS }]);
  });

  test("a lost dispute, which settles only refunds of this payment", async () => {
    const { id, checkout } = await pay();
    const made = await t.app.ctx.db
      .selectFrom("sandbox_checkouts")
      .select("intent_id")
      .where("id", "=", checkout)
      .executeTakeFirstOrThrow();
    const dispute = toDisputeId(made);
    await disputeInSandbox(t.app.ctx, checkout);
    await settleDispute(t.app.ctx, dispute);
    await closeDisputeInSandbox(t.app.ctx, checkout, "lost");
    await settleDispute(t.app.ctx, dispute);
    await cancel(id);
    expect(await refundsOf(id)).toEqual([{ amount_cents: 20_099, later_charge_id: null }]);
    expect(await t.ledgerFaults()).toEqual([]);
    await t.app.ctx.db.deleteFrom("booking_bans").where("renter_id", "=", t.renter.id).execute();
  });

  test("a refund by an admin leaves less to give back", async () => {
    const id = await t.bookChangeable();
    expect((await refund(id, { amount: 180 })).status).toBe(200);
    expect((await t.quote(id, SHORTER)).body).toMatchObject({
      // One cent stays: a full refund is a cancellation.
      refund_cents: 2098,
      agreed_refund_max_cents: 0,
      lines: expect.arrayContaining([
        expect.objectContaining({ label: "Refunded before", amount_cents: 4502 }),
      ]) as unknown,
    });
    const day = await t.bookChangeable();
    expect((await refund(day, { days: 1 })).status).toBe(200);
    expect((await t.quote(day, SHORTER)).body).toMatchObject({ refund_cents: 0, lines: [] });
  });
});

test("a refund of several payments is one decision: repeated, and in tax documents", async () => {
  const { id, change_id } = await askLonger();
  await t.accept(id, change_id);
  const sent = { id: randomUUID(), amount: 210, borne_by: "shared" };
  for (let time = 0; time < 2; time++) expect((await refund(id, sent)).status).toBe(200);
  expect(await refundsOf(id)).toEqual([
    { amount_cents: 20_099, later_charge_id: null },
    { amount_cents: 901, later_charge_id: change_id },
  ]);
  expect((await refund(id, { ...sent, amount: 200.99 })).body.code).toBe("refund_id_taken");
  const notes = (await readHostDocuments(t.app.ctx, [id])).filter(
    ({ document }) => document.kind === "credit_note",
  );
  expect(notes.map(({ decisionId }) => decisionId)).toEqual(Array(4).fill(sent.id));
});

test("a trip that moves pays its new day and gets its old one back, each with documents", async () => {
  const id = await t.bookChangeable();
  const moved = { start_date: "2026-12-06", end_date: "2026-12-09" };
  const { sent } = await t.ask(id, moved);
  expect(sent).toMatchObject({ amount_due_cents: LONGER_CENTS, refund_cents: LONGER_CENTS });
  expect((await t.accept(id, sent.id)).status).toBe(200);
  await settleUnsettled(t.app.ctx, bookingPurchases, []);
  expect(await t.readBooking(id)).toMatchObject({ ...moved, days: 3, given_back_days: 1 });
  expect(await refundsOf(id)).toEqual([{ amount_cents: LONGER_CENTS, later_charge_id: null }]);
  const documents = await t.app.ctx.db
    .selectFrom("vat_documents")
    .select(["supply", "kind", "gross_cents"])
    .where("later_charge_id", "=", sent.id)
    .orderBy("supply")
    .execute();
  expect(documents).toEqual([
    { supply: "commission", kind: "invoice", gross_cents: 900 },
    { supply: "fees", kind: "invoice", gross_cents: 600 },
    { supply: "rental", kind: "invoice", gross_cents: 6000 },
  ]);
  const receipts = (await t.app.mails(t.renter.email)).filter(({ subject }) =>
    subject.startsWith("Receipt: $66.00 for a change"),
  );
  expect(receipts).not.toEqual([]);
  expect(await t.ledgerFaults()).toEqual([]);
});

test("a day given back without a refund is not paid again", async () => {
  const id = await t.bookChangeable();
  t.app.clock.set("2026-12-06T16:00:00.000Z");
  const shorter = await t.ask(id, SHORTER);
  await t.accept(id, shorter.sent.id, { agreed_refund_cents: 0 });
  expect(await refundsOf(id)).toEqual([]);
  const again = await t.ask(id, { end_date: "2026-12-08" });
  expect(again.sent).toMatchObject({ amount_due_cents: 0 });
  expect((await t.accept(id, again.sent.id)).status).toBe(200);
  expect(await t.readBooking(id)).toMatchObject({ days: 3, given_back_days: 0 });
  expect(await t.ledgerFaults()).toEqual([]);
});

test("a host's request costs the renter nothing before the renter accepts it", async () => {
  const id = await t.bookChangeable();
  const { sent, body } = await t.ask(id, LONGER, t.host);
  expect(body).toMatchObject({ changes: [{ state: "requested", requested_by: "host" }] });
  expect(await readSandbox(sent.id)).toEqual([]);
  const accepted = await t.accept(id, sent.id, {}, t.renter);
  expect(accepted.body).toMatchObject({ changes: [{ state: "accepted", card_last4: "4242" }] });
  expect(await readSandbox(sent.id)).toMatchObject([{ captured_cents: LONGER_CENTS }]);
});

test("a request that needs no answer is refused if its quote said that it needs one", async () => {
  const id = await t.bookChangeable();
  const { body } = await t.quote(id, LONGER);
  const setting = `/api/host/listings/${await t.carOf(id)}/extensions`;
  await t.app.call("PUT", setting, { as: t.host.token, body: { is_preapproved: true } });
  const { amount_due_cents, refund_cents, agreed_refund_max_cents, is_auto_accepted } = body;
  const quoted = { amount_due_cents, refund_cents, agreed_refund_max_cents, is_auto_accepted };
  expect(
    await t.postChange(id, t.renter, { id: randomUUID(), ...LONGER, ...quoted }),
  ).toMatchObject({
    status: 409,
    body: {
      code: "change_price_changed",
      details: { quote: { is_auto_accepted: true } },
    },
  });
});

test("a booking without times keeps its time in the calendar when a request ends", async () => {
  const id = await t.bookChangeable();
  await t.app.ctx.db
    .updateTable("bookings")
    .set({ pickup_time: null, return_time: null })
    .where("id", "=", id)
    .execute();
  const asked = await t.ask(id, { end_date: "2026-12-10" });
  expect(asked.status).toBe(200);
  expect((await t.end(id, asked.sent.id, "refusal", t.host)).status).toBe(200);
  expect(await t.readDuring(id)).not.toContain("2026-12-10");
  expect(await t.readBooking(id)).toMatchObject({ pickup_time: null, return_time: null });
});
