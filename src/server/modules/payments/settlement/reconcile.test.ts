// Reconciliation finds what webhooks and sweep missed. What cannot be repaired is reported once.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startBookings, type Bookings } from "../../../../../test/booking.ts";
import { makePerson } from "../../../../../test/factories.ts";
import { mailsTo } from "../../../../../test/people.ts";
import {
  closeDisputeInSandbox,
  disputeInSandbox,
} from "../../../platform/payments/sandbox-disputes.ts";
import { sandboxTotals } from "../../../../../test/sandbox.ts";
import { findLastReconciliation } from "../reconciliation.service.ts";
import { reconcile } from "../../../../../test/payments.ts";

let t: Bookings;
beforeEach(async () => {
  t = await startBookings();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await t.close();
});

const MINUTE = 60_000;
const QUIET = { repaired: 0, reported: 0, unanswered: 0 };
const incidents = () =>
  t.app.ctx.db
    .selectFrom("payment_incidents")
    .select(["kind", "booking_id", "times", "details"])
    .execute();
/** Changes the sandbox's own record, as if someone had worked in the provider's dashboard. */
const atProvider = (
  session: string,
  set: { refunded_cents?: number; intent_status?: "succeeded"; captured_cents?: number },
) => t.app.ctx.db.updateTable("sandbox_checkouts").set(set).where("id", "=", session).execute();

test("finds nothing when nothing is open, and records when it ran", async () => {
  // The provider's list of disputes.
  expect(await reconcile(t.app.ctx)).toEqual({ ...QUIET, compared: 1 });
  await t.book();
  expect(await reconcile(t.app.ctx)).toMatchObject(QUIET);
  expect(await findLastReconciliation(t.app.ctx)).toMatchObject({
    ...QUIET,
    started_at: t.app.clock.now().toISOString(),
    finished_at: t.app.clock.now().toISOString(),
  });
});

test("books a payment whose webhook never came", async () => {
  const { body } = await t.checkout(await t.newCar());
  await t.pay(body.session_id);
  expect(await t.read(body.booking_id)).toMatchObject({
    status: "pending",
    payment_status: "unpaid",
  });
  expect(await reconcile(t.app.ctx)).toMatchObject({ ...QUIET, repaired: 1 });
  expect(await t.read(body.booking_id)).toMatchObject({
    status: "approved",
    payment_status: "paid",
  });
  expect(await sandboxTotals(t.app.ctx.db, body.booking_id)).toEqual({
    captured: 20_099,
    refunded: 0,
  });
  expect(await reconcile(t.app.ctx)).toMatchObject(QUIET);
});

test("counts a missing answer of the provider and asks again in the next run", async () => {
  const { body } = await t.checkout(await t.newCar());
  await t.pay(body.session_id);
  const ask = vi.spyOn(t.app.ctx.payments, "getCheckout").mockRejectedValue(new Error("timed out"));
  vi.spyOn(t.app.ctx.payments, "listDisputes").mockRejectedValueOnce(new Error("timed out"));
  expect(await reconcile(t.app.ctx)).toEqual({
    compared: 0,
    repaired: 0,
    reported: 0,
    unanswered: 2,
  });
  ask.mockRestore();
  expect(await reconcile(t.app.ctx)).toMatchObject({ ...QUIET, repaired: 1 });
});

test("books a dispute whose event never came, and its end", async () => {
  const { id, session } = await t.book();
  t.app.clock.advance(20 * MINUTE);
  await reconcile(t.app.ctx);
  await disputeInSandbox(t.app.ctx, session);
  expect(await reconcile(t.app.ctx)).toMatchObject({ repaired: 1, reported: 1 });
  expect(await t.readBalances(id)).toMatchObject({ disputes: 20_099 });
  await closeDisputeInSandbox(t.app.ctx, session, "lost");
  t.app.clock.advance(40 * 24 * 60 * MINUTE); // too late for any list of new disputes
  expect(await reconcile(t.app.ctx)).toMatchObject({ repaired: 1 });
  expect(await t.readBalances(id)).toMatchObject({ platform_fees: 20_099 });
});

test("compares a charge for a future trip once a day and reports a manual refund at the provider once", async () => {
  const admin = await makePerson(t.app, { roles: ["renter", "admin"] });
  const { id, session } = await t.book({
    dates: { start_date: "2027-01-05", end_date: "2027-01-08" },
  });
  await atProvider(session, { refunded_cents: 5000 });
  expect(await reconcile(t.app.ctx)).toMatchObject(QUIET);
  t.app.clock.advance(24 * 60 * MINUTE + 1);
  expect(await reconcile(t.app.ctx)).toMatchObject({ reported: 1 });
  expect(await incidents()).toMatchObject([
    {
      kind: "record_differs",
      booking_id: id,
      details: {
        fault: "refunded",
        ours: { refunded_cents: 0 },
        provider: { refunded_cents: 5000 },
      },
    },
  ]);
  const [mail] = await mailsTo(t.app, admin.email);
  expect(mail).toMatchObject({ subject: "A payment does not match our records" });
  t.app.clock.advance(24 * 60 * MINUTE + 1);
  expect(await reconcile(t.app.ctx)).toMatchObject(QUIET);
  expect(await incidents()).toMatchObject([{ times: 2 }]);
  expect(await t.read(id)).toMatchObject({ payment_status: "paid" });
  // Makes the ledger agree again.
  await atProvider(session, { refunded_cents: 0 });
  await t.app.ctx.db
    .updateTable("payments")
    .set({ refunded_cents: 0 })
    .where("booking_id", "=", id)
    .execute();
});

test("reports a refund that the bank sent back", async () => {
  const { id, session } = await t.book();
  await t.decide(id, "cancel", t.renter);
  await atProvider(session, { refunded_cents: 0 });
  await t.app.ctx.db
    .updateTable("payments")
    .set({ wanted: null })
    .where("booking_id", "=", id)
    .execute();
  await t.verify(session);
  expect(await incidents()).toMatchObject([
    { booking_id: id, details: { fault: "refund_returned" } },
  ]);
});

test("reports a charge that nobody approved", async () => {
  const { id, session } = await t.book({ mode: "approval" });
  await atProvider(session, { intent_status: "succeeded", captured_cents: 20_099 });
  expect(await reconcile(t.app.ctx)).toMatchObject({ reported: 1 });
  expect(await incidents()).toMatchObject([{ booking_id: id, details: { fault: "charged" } }]);
  expect(await t.read(id)).toMatchObject({ status: "pending", payment_status: "authorized" });
  await t.app.ctx.db
    .updateTable("payments")
    .set({ state: "authorized" })
    .where("booking_id", "=", id)
    .execute();
});

test("books one payment once when several runs overlap", async () => {
  const bookings = [];
  for (let n = 0; n < 5; n++) {
    const renter = await t.newRenter();
    const { body } = await t.checkout(await t.newCar(), renter);
    await t.pay(body.session_id);
    bookings.push({ id: body.booking_id, renter });
  }
  await Promise.all([reconcile(t.app.ctx), reconcile(t.app.ctx), reconcile(t.app.ctx)]);
  for (const { id, renter } of bookings) {
    expect(await t.read(id, renter)).toMatchObject({ status: "approved", payment_status: "paid" });
    expect((await t.readLedger(id)).filter((row) => row.kind === "captured")).toHaveLength(2);
  }
});
