// The card provider's payouts to our bank, read from Stripe's test server: booked by state, and
// compared with our books line by line.
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sql } from "kysely";
import { makePerson, type Person } from "../../../../../test/factories.ts";
import { reconcile } from "../../../../../test/payments.ts";
import { startStripeBookings, type StripeBookings } from "../../../../../test/stripe-bookings.ts";
import { checkLedger } from "../../ledger/ledger-check.service.ts";

let at: StripeBookings;
let admin: Person;
beforeEach(async () => {
  at = await startStripeBookings();
  admin = await makePerson(at.t.app, { roles: ["renter", "admin"] });
});
afterEach(() => at.close());

const NET = 20_099 - 613;
const get = async <const P extends string>(path: P) =>
  (await at.t.app.call("GET", path, { as: admin.token })).body;
const list = async () => (await get("/api/admin/provider-payouts")).payouts;
/** The accounts on the way from the provider to the bank, and whether the ledger is right. */
async function readAccounts(): Promise<Record<string, number>> {
  await reconcile(at.t.app.ctx);
  expect((await checkLedger(at.t.app.ctx)).discrepancies).toEqual([]);
  const { rows } = await sql<{ account: string; cents: number }>`
    select account, sum(amount_cents)::bigint as cents from ledger_entries
    where account in ('card_clearing', 'bank_clearing', 'bank') group by account`.execute(
    at.t.app.ctx.db,
  );
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
}

test("follows a payout from the provider to the bank, and back when the bank returns it", async () => {
  await at.beginPaid();
  expect(await readAccounts()).toEqual({ card_clearing: NET });
  const payout = at.stripe.account.balance.payOut();
  payout.reconciliation_status = "in_progress";
  expect(await readAccounts()).toEqual({ card_clearing: 0, bank_clearing: NET });
  expect(await list()).toMatchObject([{ id: payout.id, lines: 0, state: "waiting" }]);
  payout.reconciliation_status = "completed";
  await Promise.all([reconcile(at.t.app.ctx), reconcile(at.t.app.ctx)]);
  at.stripe.account.balance.endPayout(payout, "paid");
  expect(await readAccounts()).toEqual({ card_clearing: 0, bank_clearing: 0, bank: NET });
  expect(await list()).toMatchObject([
    { id: payout.id, amount_cents: NET, status: "paid", lines: 1, state: "matched" },
  ]);
  at.stripe.account.balance.endPayout(payout, "failed");
  expect(await readAccounts()).toEqual({ card_clearing: NET, bank_clearing: 0, bank: 0 });
  expect(await readAccounts()).toEqual({ card_clearing: NET, bank_clearing: 0, bank: 0 });
});

test("a payout that failed before we saw it moves nothing", async () => {
  await at.beginPaid();
  at.stripe.account.balance.endPayout(at.stripe.account.balance.payOut(), "failed");
  expect(await readAccounts()).toEqual({ card_clearing: NET });
});

test("matches charges, refunds and disputes, and names what our books do not contain", async () => {
  const [refunded, disputed] = [await at.beginPaid(), await at.beginPaid()];
  const body = { id: randomUUID(), amount: 50, borne_by: "platform", reason: "Late." };
  await at.t.app.call("POST", `/api/admin/bookings/${refunded.booking_id}/refunds`, {
    as: admin.token,
    body,
  });
  at.stripe.account.dispute(disputed.session_id);
  await reconcile(at.t.app.ctx);
  at.stripe.account.balance.chargeAccount(200);
  const { id } = at.stripe.account.balance.payOut();
  await reconcile(at.t.app.ctx);
  expect(await list()).toMatchObject([
    { id, lines: 5, unmatched: 1, difference_cents: 0, state: "unmatched" },
  ]);
  const { lines } = await get(`/api/admin/provider-payouts/${id}`);
  expect(
    lines.map((line) => [line.type, line.amount_cents, line.fee_cents, line.is_matched]),
  ).toEqual(
    expect.arrayContaining([
      ["fee", -200, 0, false],
      ["charge", 20_099, 613, true],
      ["refund", -5_000, 0, true],
      ["adjustment", -20_099, 1_500, true],
    ]),
  );
  expect(lines[0]).toMatchObject({ type: "fee", booking_id: null });
  expect(lines.filter((line) => line.booking_id === refunded.booking_id)).toHaveLength(2);
  expect(
    (await at.t.app.call("GET", `/api/admin/provider-payouts/${id}`, { as: at.t.host.token }))
      .status,
  ).toBe(403);
});

test("a refund made by hand at the provider stands out until a decision explains it", async () => {
  const { session_id } = await at.beginPaid();
  at.stripe.account.refund(at.findIntent(session_id).id, { amount: 700, metadata: {} });
  at.stripe.account.balance.payOut();
  await reconcile(at.t.app.ctx);
  expect(await list()).toMatchObject([{ lines: 2, unmatched: 1, state: "unmatched" }]);
});

test("a refund that the provider made twice stands out once", async () => {
  const { booking_id, session_id } = await at.beginPaid();
  const body = { id: randomUUID(), amount: 50, borne_by: "platform", reason: "Late." };
  await at.t.app.call("POST", `/api/admin/bookings/${booking_id}/refunds`, {
    as: admin.token,
    body,
  });
  await reconcile(at.t.app.ctx);
  at.stripe.account.balance.payOut();
  at.t.app.clock.advance(60_000); // Lines of one second have no order.
  at.stripe.account.refund(at.findIntent(session_id).id, { amount: 5000, metadata: {} });
  at.stripe.account.balance.payOut();
  await reconcile(at.t.app.ctx);
  const payouts = await list();
  expect(payouts.map(({ lines, unmatched }) => ({ lines, unmatched }))).toEqual(
    expect.arrayContaining([
      { lines: 2, unmatched: 0 },
      { lines: 1, unmatched: 1 },
    ]),
  );
});
