// Tax documents of disputed charges, and of charges made at the moment when a VAT number ends.
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Receipt } from "../../../contract/bookings/receipts.ts";
import type { Bookings } from "../../../../test/booking.ts";
import { makePerson, signInAgain, type Person } from "../../../../test/factories.ts";
import { settleDispute } from "../../../../test/payments.ts";
import { startStripeBookings, type StripeBookings } from "../../../../test/stripe-bookings.ts";
import { checkLedger } from "../ledger/ledger-check.service.ts";

let at: StripeBookings;
let t: Bookings;
let owner: Person;
beforeAll(async () => {
  at = await startStripeBookings();
  t = at.t;
  owner = await makePerson(t.app, { roles: ["renter", "admin"], adminRole: "owner" });
});
afterAll(() => at.close());
beforeEach(async () => {
  await setPlatform({ vat_number: "900111222", legal_name: "Caydrive Ltd" });
  t.app.clock.advance(1000);
});

async function setPlatform(platform: object | null): Promise<void> {
  await signInAgain(t.app, owner);
  const body = { platform };
  const { status } = await t.app.call("PUT", "/api/admin/vat", { as: owner.token, body });
  if (status !== 200) throw new Error(`the platform's VAT number was refused: ${status}`);
}
const readDocuments = async (bookingId: string) => {
  const { rows } = await sql<{ document: string; vat_cents: number }>`
    select supply || ' ' || kind as document, vat_cents from vat_documents
    where booking_id = ${bookingId} order by issued_at, kind desc, supply`.execute(t.app.ctx.db);
  return rows.map(({ document, vat_cents }) => [document, vat_cents]);
};
const INVOICES = [
  ["commission invoice", 245],
  ["fees invoice", 191],
];
const NOTES = [
  ["commission credit_note", -245],
  ["fees credit_note", -191],
];

test("a trip cancelled by a lost dispute is credited once, even if an appeal is won", async () => {
  const { booking_id: id, session_id, renter } = await at.beginPaid();
  expect(await readDocuments(id)).toEqual(INVOICES);
  t.app.clock.advance(1000);
  const { dispute, close } = at.stripe.account.dispute(session_id);
  for (const outcome of ["lost", "won"] as const) {
    close(outcome);
    await settleDispute(t.app.ctx, dispute.id);
    expect(await t.read(id, renter)).toMatchObject({ status: "cancelled" });
    expect(await readDocuments(id)).toEqual([...INVOICES, ...NOTES]);
  }
  await at.later(2);
  expect(await t.read(id, renter)).toMatchObject({ payment_status: "refunded" });
  expect(await readDocuments(id)).toEqual([...INVOICES, ...NOTES]);
  expect(await t.readBalances(id)).not.toHaveProperty("vat_payable");
  expect((await checkLedger(t.app.ctx)).discrepancies).toEqual([]);
});

test("the email of a refund that a lost dispute settles lists its credit notes", async () => {
  const { booking_id: id, session_id, renter } = await at.beginPaid();
  t.app.clock.advance(1000);
  const { dispute, close } = at.stripe.account.dispute(session_id);
  await settleDispute(t.app.ctx, dispute.id);
  await t.decide(id, "cancel", renter);
  close("lost");
  await settleDispute(t.app.ctx, dispute.id);
  const { vat_documents: documents } = (
    await t.app.call("GET", `/api/bookings/${id}/receipt`, { as: renter.token })
  ).body as Receipt;
  const [invoice, note] = documents.map(({ number }) => number);
  const readMail = async () =>
    (await t.app.mails(renter.email)).find(({ subject }) => subject.startsWith("Refunded: "))?.text;
  await expect.poll(readMail).toContain(`Credit note ${note}`);
  expect(await readMail()).not.toContain(invoice);
});

test("invoices a charge completely or not at all if the VAT number ends at the same moment", async () => {
  const open = await Promise.all(Array.from({ length: 4 }, () => at.begin()));
  for (const { session_id } of open) at.stripe.account.pay(session_id);
  t.app.clock.advance(1000);
  await Promise.all([
    ...open.map(({ session_id, renter }) => t.verify(session_id, renter)),
    setPlatform(null),
  ]);
  for (const { booking_id: id } of open)
    expect([[], INVOICES]).toContainEqual(await readDocuments(id));
  expect((await checkLedger(t.app.ctx)).discrepancies).toEqual([]);
});
