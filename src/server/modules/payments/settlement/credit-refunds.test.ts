// Refunds of bookings that were paid with credit: to the card first, and the rest as credit. Host
// and platform have VAT numbers, so that the check of the ledger covers credit notes, too.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBookings, type Bookings } from "../../../../../test/booking.ts";
import {
  bookWithCredit,
  CREDIT,
  makeCreditedRenter,
  openNext,
  PRICE,
  readCredit,
  useFreeCancellation,
} from "../../../../../test/credit.ts";
import { eventually } from "../../../../../test/eventually.ts";
import { makePerson, signInAgain, type Person } from "../../../../../test/factories.ts";
import { Died, dyingAt } from "../../../../../test/failure-points.ts";
import { settleDispute } from "../../../../../test/payments.ts";
import { sandboxTotals } from "../../../../../test/sandbox.ts";
import {
  closeDisputeInSandbox,
  disputeInSandbox,
} from "../../../platform/payments/sandbox-disputes.ts";
import { refundInPart } from "../../bookings/bookings.service.ts";
import { sweep } from "../../bookings/settlement/sweep.service.ts";
import { checkLedger } from "../../ledger/ledger-check.service.ts";

import { readOpenBookings } from "../../../../../test/suspensions.ts";
import { registerForVat } from "../../../../../test/vat.ts";

let t: Bookings;
let admin: Person;
const CARD = PRICE - CREDIT;
/** Two of three days of $200.99, and what the host earned by them. */
const TWO_DAYS = { cents: 13_399, byHost: 10_200 };
const AS_CREDIT = TWO_DAYS.cents - CARD;

beforeAll(async () => {
  t = await startBookings();
  admin = await makePerson(t.app, { roles: ["renter", "admin"], adminRole: "owner" });
  await registerForVat(t.app, admin, t.host);
  t.app.clock.advance(1_000);
  await useFreeCancellation(t);
});
afterAll(() => t.close());

/** A renter with an approved booking of $200.99, $90 of which were credit. */
async function bookedWithCredit() {
  const renter = await makeCreditedRenter(t, admin);
  return { renter, ...(await bookWithCredit(t, renter)) };
}
const refund = (id: string, part: object = { days: 2 }) =>
  t.app.call("POST", `/api/admin/bookings/${id}/refunds`, {
    as: admin.token,
    body: { id: randomUUID(), borne_by: "shared", reason: "The car broke down.", ...part },
  });
const readMails = async (renter: Person): Promise<string> =>
  (await t.app.mails(renter.email)).map(({ text }) => text).join("\n");
async function complete(renter: Person): Promise<void> {
  t.app.clock.set("2026-12-14T05:00:00.000Z");
  await sweep(t.app.ctx);
  await signInAgain(t.app, t.host, renter, admin);
}

test("the card gets back what it paid first, and the rest comes back as credit", async () => {
  const { id, renter } = await bookedWithCredit();
  expect((await refund(id)).body).toMatchObject({
    status: "approved",
    payment_status: "partially_refunded",
    refunded_cents: CARD,
    credit_returned_cents: AS_CREDIT,
    borne_by_host_cents: TWO_DAYS.byHost,
    refund_pending: false,
  });
  expect(await sandboxTotals(t.app.ctx.db, id)).toEqual({ captured: CARD, refunded: CARD });
  expect(await readCredit(t, renter)).toMatchObject({
    available_cents: AS_CREDIT,
    entries: [{ kind: "refund_decided", amount_cents: AS_CREDIT }, {}, {}],
  });
  expect(await t.readBalances(id)).toMatchObject({
    renter: TWO_DAYS.cents - PRICE,
    renter_credit: CREDIT - AS_CREDIT,
  });
  const { body: timeline } = await t.app.call("GET", `/api/bookings/${id}/timeline`, {
    as: renter.token,
  });
  expect(timeline.money).toContainEqual(
    expect.objectContaining({ kind: "credit_returned", amount_cents: AS_CREDIT }),
  );
  const { body: receipt } = await t.app.call("GET", `/api/bookings/${id}/receipt`, {
    as: renter.token,
  });
  expect(receipt).toMatchObject({
    refunds: [
      { amount_cents: CARD, made_by: "provider" },
      { amount_cents: AS_CREDIT, made_by: "credit" },
    ],
    remaining_cents: 0,
  });
  // An invoice and a credit note of the host, and of the platform.
  expect(receipt.vat_documents).toHaveLength(4);
  await eventually(async () => {
    expect(await readMails(renter)).toContain(
      "We're refunding $133.99 of the $200.99 you paid for 2 days. $110.99 goes to your card, which may take a few days, and $23.00 comes back as credit, which you can spend now.",
    );
  });
  // The cancellation returns the rest, which is credit only.
  expect(await t.read(id, renter)).toMatchObject({
    cancellation: { refund_cents: 0, credit_cents: CREDIT - AS_CREDIT },
  });
  expect((await t.decide(id, "cancel", renter)).body).toMatchObject({
    status: "cancelled",
    payment_status: "refunded",
    refunded_cents: CARD,
    credit_returned_cents: CREDIT,
    refund_pending: false,
  });
  expect(await readCredit(t, renter)).toMatchObject({ available_cents: CREDIT });
});

test("a cancellation gives back the card's part to the card and the credit as credit", async () => {
  const { id, renter } = await bookedWithCredit();
  const open = await readOpenBookings(t.app, admin, renter.id);
  expect(open).toMatchObject([
    { amount_due_cents: CARD, credit_cents: CREDIT, refund_cents: PRICE },
  ]);
  await refund(id, { days: 1 });
  expect((await t.decide(id, "cancel", renter)).body).toMatchObject({
    payment_status: "refunded",
    refunded_cents: CARD,
    credit_returned_cents: CREDIT,
  });
  expect(await sandboxTotals(t.app.ctx.db, id)).toEqual({ captured: CARD, refunded: CARD });
});

test("a completed trip is refunded once the card and the credit are back", async () => {
  const { id, renter } = await bookedWithCredit();
  await complete(renter);
  expect((await refund(id, { amount: CARD / 100 })).body).toMatchObject({
    payment_status: "partially_refunded",
    credit_returned_cents: 0,
  });
  expect((await refund(id, { amount: 50, borne_by: "host" })).body).toMatchObject({
    payment_status: "partially_refunded",
    refunded_cents: CARD,
    credit_returned_cents: 5_000,
    refund_pending: false,
  });
  expect((await refund(id, { amount: 40.01 })).body).toMatchObject({
    code: "refund_too_high",
    details: { refundable_cents: 4_000 },
  });
  expect((await refund(id, { amount: 40, borne_by: "platform" })).body).toMatchObject({
    payment_status: "refunded",
    credit_returned_cents: CREDIT,
  });
  expect(await readCredit(t, renter)).toMatchObject({ available_cents: CREDIT });
  await eventually(async () => {
    const mails = await readMails(renter);
    expect(mails).toContain("It comes back as credit, which you can spend now.");
    expect(mails).toContain("We've returned $40.00 as credit.");
  });
});

test("a shorter trip gives back what it was paid with", async () => {
  const { id, renter } = await bookedWithCredit();
  const as = renter.token;
  const readQuote = async (body: object) =>
    (await t.app.call("POST", `/api/bookings/${id}/changes/quote`, { as, body })).body;
  expect(await readQuote({ end_date: "2026-12-14" })).toMatchObject({ amount_due_cents: 6_600 });
  const wanted = { end_date: "2026-12-11" };
  const quote = await readQuote(wanted);
  // Without the processing fee.
  expect(quote).toMatchObject({ refund_cents: 13_200, is_auto_accepted: true });
  const { amount_due_cents, refund_cents, agreed_refund_max_cents, is_auto_accepted } = quote;
  const amounts = { amount_due_cents, refund_cents, agreed_refund_max_cents, is_auto_accepted };
  const body = { id: randomUUID(), ...wanted, ...amounts };
  await t.app.call("POST", `/api/bookings/${id}/changes`, { as, body });
  await sweep(t.app.ctx);
  expect(await t.read(id, renter)).toMatchObject({
    end_date: "2026-12-11",
    refunded_cents: CARD,
    credit_returned_cents: 13_200 - CARD,
  });
  await eventually(async () => {
    expect(await readMails(renter)).toContain(
      "$132.00 goes back to the renter: to the card first, and the rest as credit.",
    );
  });
});

test("refunds at once return the credit once, and checkouts at once spend it once", async () => {
  const { id, renter } = await bookedWithCredit();
  const same = { id: randomUUID(), days: 2 };
  const twice = await Promise.all([refund(id, same), refund(id, same)]);
  expect(twice.map(({ status }) => status)).toEqual([200, 200]);
  const part = { amount: 40 };
  const both = await Promise.all([refund(id, part), refund(id, part)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  const credit = AS_CREDIT + 4_000;
  expect(await readCredit(t, renter)).toMatchObject({ available_cents: credit });
  const later = { start_date: "2026-12-20", end_date: "2026-12-23" };
  const shown = { ...later, amount_due_cents: PRICE - credit, credit_cents: credit };
  const cars = [await t.newCar(), await t.newCar()];
  const [first, second] = await Promise.all([
    ...cars.map((car) => openNext(t, renter, shown, car)),
    refund(id, { amount: 10 }),
  ]);
  expect([first, second].filter((each) => each?.status === 200).length).toBeLessThan(2);
  const { available_cents, balance_cents } = await readCredit(t, renter);
  expect(balance_cents).toBe(credit + 1_000);
  expect(available_cents).toBeGreaterThanOrEqual(1_000);
});

test("a process that dies before the provider refunds the card has returned the credit once", async () => {
  const { id, renter } = await bookedWithCredit();
  const part = {
    id: randomUUID(),
    size: { days: 2 },
    bearer: "shared",
    reason: "Broken.",
  } as const;
  const as = { id: admin.id, sessionId: "", signedInAt: "", roles: ["admin" as const] };
  const dying = dyingAt(t.app.ctx, "refund before");
  await refundInPart(dying, as, id, part).catch((error: unknown) => {
    if (!(error instanceof Died)) throw error;
  });
  expect(await t.read(id, renter)).toMatchObject({
    refunded_cents: 0,
    refund_pending_cents: CARD,
    credit_returned_cents: AS_CREDIT,
  });
  await refundInPart(t.app.ctx, as, id, part);
  t.app.clock.advance(3_600_000);
  await sweep(t.app.ctx);
  expect(await t.read(id, renter)).toMatchObject({
    refunded_cents: CARD,
    refund_pending_cents: 0,
    credit_returned_cents: AS_CREDIT,
  });
  expect(await readCredit(t, renter)).toMatchObject({ balance_cents: AS_CREDIT });
  expect(await sandboxTotals(t.app.ctx.db, id)).toEqual({ captured: CARD, refunded: CARD });
});

test("a lost dispute before the trip returns the credit, and nothing to the card", async () => {
  const { id, session, renter } = await bookedWithCredit();
  await disputeInSandbox(t.app.ctx, session);
  const { intent_id } = await t.app.ctx.db
    .selectFrom("sandbox_checkouts")
    .select("intent_id")
    .where("id", "=", session)
    .executeTakeFirstOrThrow();
  const dispute = intent_id.replace("pi_", "dp_");
  await settleDispute(t.app.ctx, dispute);
  await closeDisputeInSandbox(t.app.ctx, session, "lost");
  await settleDispute(t.app.ctx, dispute);
  expect(await t.read(id, renter)).toMatchObject({
    status: "cancelled",
    dispute: "lost",
    refunded_cents: 0,
    credit_returned_cents: CREDIT,
  });
  expect(await readCredit(t, renter)).toMatchObject({ balance_cents: CREDIT });
});

test("the database refuses to return more credit than was paid, and the check finds what is missing", async () => {
  const { id, renter } = await bookedWithCredit();
  await refund(id);
  const insert = (cents: number) =>
    t.app.pool.query(
      `insert into refunds (id, decision_id, booking_id, amount_cents, actor_kind, actor_id, created_at, made_at, made_by)
      values ($1, $1, $2, $3, 'renter', $4, now(), now(), 'credit')`,
      [randomUUID(), id, cents, renter.id],
    );
  await expect(insert(CREDIT - AS_CREDIT + 1)).rejects.toThrow("returns more credit than was paid");
  await t.app.pool.query(
    "update renter_credits set balance_cents = balance_cents + 1 where renter_id = $1",
    [renter.id],
  );
  const { discrepancies } = await checkLedger(t.app.ctx);
  await t.app.pool.query(
    "update renter_credits set balance_cents = balance_cents - 1 where renter_id = $1",
    [renter.id],
  );
  expect(discrepancies).toEqual([
    { about: "renter", id: renter.id, what: "credit", expected: AS_CREDIT, found: AS_CREDIT + 1 },
  ]);
});
