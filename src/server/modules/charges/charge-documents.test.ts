// The tax documents, refunds and waivers of charges after a trip, to the cent.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LaterCharge } from "../../../contract/bookings/later-charges.ts";
import { parseCsv } from "../../../../test/csv.ts";
import { makePerson, signInAgain, type Person } from "../../../../test/factories.ts";
import {
  LATE_CENTS,
  LATE_HOST_CENTS,
  sandboxCharges,
  startLaterCharges,
  type LaterCharges,
} from "../../../../test/later-charges.ts";
import { reconcile } from "../../../../test/payments.ts";
import { mailsAbout } from "../../../../test/people.ts";
import { registerForVat } from "../../../../test/vat.ts";
import { payOut } from "../payouts/payouts.service.ts";
import { checkLedger } from "../ledger/ledger-check.service.ts";

let t: LaterCharges;
let owner: Person;
beforeAll(async () => {
  t = await startLaterCharges();
  owner = await makePerson(t.app, { roles: ["renter", "admin"], adminRole: "owner" });
  t.app.clock.set("2026-11-20T15:00:00.000Z");
  await signInAgain(t.app, owner, t.host);
  await registerForVat(t.app, owner, t.host);
});
afterAll(() => t.close());

interface Late {
  id: string;
  charge: LaterCharge;
}

/** What the endpoints of these tests answer. */
interface Body {
  code: string;
  details: object;
  charges: LaterCharge[];
  later_charges: object[];
  vat_documents: { kind: string; lines: { code: string }[] }[];
  months: { month: string }[];
  payouts: { id: string; amount_cents: number }[];
  lines: { booking_id: string }[];
  totals: Record<"host_share_cents" | "adjustments_cents", number>;
  items: { id: string }[];
  steps: object[];
}
const call = async (
  method: "GET" | "PUT" | "POST",
  path: string,
  as: Person,
  body?: object,
): Promise<{ status: number; body: Body }> =>
  (await t.app.call(method, path, {
    as: as.token,
    ...(body ? { body } : {}),
  })) as unknown as { status: number; body: Body };

const refund = async ({ id, charge }: Late, body: object) => {
  await signInAgain(t.app, owner);
  return call("POST", `/api/admin/bookings/${id}/charges/${charge.id}/refunds`, owner, {
    id: randomUUID(),
    borne_by: "shared",
    reason: "There was a hurricane.",
    ...body,
  });
};
const documentsOf = ({ charge }: Late) =>
  t.app.ctx.db
    .selectFrom("vat_documents")
    .select(["supply", "kind", "gross_cents", "vat_cents"])
    .where("later_charge_id", "=", charge.id)
    .orderBy("issued_at")
    .orderBy("kind", "desc")
    .orderBy("supply", "desc")
    .execute();
const entries = async ({ id }: Late, kind: string) =>
  (await t.readLedger(id))
    .filter((entry) => entry.kind === kind)
    .map(({ account, amount_cents }) => [account, amount_cents]);
const expectSoundLedger = async () =>
  expect((await checkLedger(t.app.ctx)).discrepancies).toEqual([]);
const mailsTo = (to: string, subject: RegExp) => mailsAbout(t.app, to, subject);

test("host and platform invoice a paid charge, and its refund has credit notes", async () => {
  const late = await t.returnLate();
  expect(await documentsOf(late)).toEqual([]);
  await t.payCharge(late);
  const commission = LATE_CENTS - LATE_HOST_CENTS;
  expect(await documentsOf(late)).toEqual([
    { supply: "rental", kind: "invoice", gross_cents: 2250, vat_cents: 205 },
    { supply: "commission", kind: "invoice", gross_cents: commission, vat_cents: 31 },
  ]);
  // The booking's own fees are invoiced too, but earned later.
  expect(await entries(late, "vat_invoiced")).toContainEqual(["platform_fees", 31]);
  await expectSoundLedger();
  const [mail] = await mailsTo(t.renter.email, /^You paid \$22\.50/);
  expect(mail?.text).toContain("$22.50 includes VAT $2.05");

  t.app.clock.advance(1000);
  expect((await refund(late, { amount_cents: 1000 })).status).toBe(200);
  t.app.clock.advance(1000);
  expect((await refund(late, { amount_cents: 1250 })).status).toBe(200);
  expect((await documentsOf(late)).slice(2)).toEqual([
    { supply: "rental", kind: "credit_note", gross_cents: -1000, vat_cents: -91 },
    { supply: "commission", kind: "credit_note", gross_cents: -150, vat_cents: -14 },
    { supply: "rental", kind: "credit_note", gross_cents: -1250, vat_cents: -114 },
    { supply: "commission", kind: "credit_note", gross_cents: -187, vat_cents: -17 },
  ]);
  await expectSoundLedger();
  const receipt = (await call("GET", `/api/bookings/${late.id}/receipt`, t.renter)).body;
  expect(receipt.later_charges).toMatchObject([{ returned_cents: 2250 }]);
  const ofCharge = receipt.vat_documents.filter(({ lines }) =>
    lines.some(({ code }) => code === "late_return"),
  );
  expect(ofCharge.map(({ kind }) => kind)).toEqual(["invoice", "credit_note", "credit_note"]);
  const months = (await call("GET", "/api/admin/vat/months", owner)).body.months;
  const csv = await call("GET", `/api/admin/vat.csv?month=${months[0]?.month}`, owner);
  expect(String(csv.body)).toContain("Late return");
});

test("a refund by the platform has no credit note, and one by the host leaves the commission", async () => {
  const late = await t.returnLate();
  await t.payCharge(late);
  t.app.clock.advance(1000);
  await refund(late, { amount_cents: 500, borne_by: "platform" });
  expect(await documentsOf(late)).toHaveLength(2);
  expect(await entries(late, "refund_decided")).toEqual([
    ["platform_fees", 500],
    ["refunds", -500],
  ]);
  t.app.clock.advance(1000);
  await refund(late, { amount_cents: 600, borne_by: "host" });
  expect((await documentsOf(late)).slice(2)).toEqual([
    { supply: "rental", kind: "credit_note", gross_cents: -600, vat_cents: -55 },
  ]);
  await expectSoundLedger();
});

test("an admin refunds a part of a charge once, and both sides are notified", async () => {
  const late = await t.returnLate();
  expect((await refund(late, { amount_cents: 100 })).body.code).toBe("later_charge_closed");
  await t.payCharge(late);
  const id = randomUUID();
  const first = await refund(late, { id, amount_cents: 1000 });
  expect(first.body.charges).toMatchObject([
    {
      refundable_cents: 1250,
      refunds: [{ amount_cents: 1000, borne_by_host_cents: 850, made_at: expect.any(String) }],
      may: ["refund"],
    },
  ]);
  expect((await refund(late, { id, amount_cents: 1000 })).status).toBe(200);
  expect((await refund(late, { id, amount_cents: 900 })).body.code).toBe("refund_id_taken");
  expect((await refund(late, { amount_cents: 1251 })).body).toMatchObject({
    code: "charge_refund_too_high",
    details: { refundable_cents: 1250 },
  });
  expect(await entries(late, "refund_decided")).toEqual([
    ["host_payable", 850],
    ["platform_fees", 150],
    ["refunds", -1000],
  ]);
  expect(await entries(late, "refunded")).toEqual([
    ["refunds", 1000],
    ["card_clearing", -1000],
  ]);
  const [toRenter] = await mailsTo(t.renter.email, /^We refunded \$10\.00/);
  expect(toRenter?.text).toContain("Reason: There was a hurricane.");
  const [toHost] = await mailsTo(t.host.email, /gets a refund of \$10\.00/);
  expect(toHost?.text).toContain("$8.50 of it comes out of your earnings.");
  expect(await t.readCharges(late.id)).toMatchObject([
    { refunds: [{ borne_by_host_cents: null, reason: "There was a hurricane." }], may: [] },
  ]);
  // Reconciliation recognises our own refund.
  t.app.clock.advance(2 * 86_400_000);
  await reconcile(t.app.ctx);
  expect(await t.readIncidents(late.id)).toEqual([]);
  await expectSoundLedger();
});

test("a refund in the dashboard leaves less to refund", async () => {
  const late = await t.returnLate();
  await t.payCharge(late);
  const [made] = await sandboxCharges(t, late.charge.id);
  await t.app.ctx.payments.refund(made?.id ?? "", 2000, "in_the_dashboard");
  expect((await refund(late, { amount_cents: 251 })).body).toMatchObject({
    code: "charge_refund_too_high",
    details: { refundable_cents: 250 },
  });
  expect((await refund(late, { amount_cents: 250 })).status).toBe(200);
  expect(await t.readIncidents(late.id)).toMatchObject([{ fault: "later_refunded" }]);
  await expectSoundLedger();
});

test("the statement and its export name the charge with its booking and its VAT", async () => {
  await signInAgain(t.app, t.host);
  const bank = {
    account_holder: "Tamika Rolle",
    bank: "rbc",
    transit: "05165",
    account_number: "0100023456",
    account_kind: "savings",
  };
  expect((await call("PUT", "/api/host/payout-details", t.host, bank)).status).toBe(200);
  const late = await t.returnLate();
  await t.payCharge(late);
  t.app.clock.advance(1000);
  await refund(late, { amount_cents: 1000 });
  t.app.clock.set("2026-12-14T11:15:00.000Z");
  await payOut(t.app.ctx);
  await signInAgain(t.app, owner, t.host);
  const [payout] = (await call("GET", "/api/host/payouts", t.host)).body.payouts;
  const statement = (await call("GET", `/api/host/payouts/${payout?.id}`, t.host)).body;
  const ofTrip = <L extends { booking_id: string }>(lines: L[]): L[] =>
    lines.filter(({ booking_id }) => booking_id === late.id);
  expect(ofTrip(statement.lines)).toMatchObject([
    {
      kind: "later_charge",
      charge_name: "Late return",
      later_charge_cents: 2250,
      amount_cents: 1913,
    },
    { kind: "adjustment", amount_cents: -850, reason: "There was a hurricane." },
    { kind: "rental" },
  ]);
  const { totals } = statement;
  expect(totals.host_share_cents + totals.adjustments_cents).toBe(payout?.amount_cents);
  const csv = await call("GET", `/api/host/payouts/${payout?.id}/statement.csv`, t.host);
  expect(
    ofTrip(parseCsv(String(csv.body)) as unknown as { booking_id: string }[]).slice(0, 2),
  ).toMatchObject([
    {
      kind: "later_charge",
      charge: "Late return",
      charge_after_trip: "22.50",
      platform_share: "3.37",
      amount: "19.13",
      vat_in_rental: "2.05",
      vat_in_platform_share: "0.31",
    },
    { kind: "adjustment", vat_in_rental: "-0.91", vat_in_platform_share: "-0.14" },
  ]);
  await expectSoundLedger();
});

test("an admin waives a contested charge with a reason that both sides read", async () => {
  const late = await t.returnLate();
  await t.act(late, "contest", t.renter, { words: "The bridge was closed." });
  await signInAgain(t.app, owner);
  const waive = (reason: string) =>
    call("POST", `/api/admin/bookings/${late.id}/charges/${late.charge.id}/waiver`, owner, {
      reason,
    });
  expect((await waive("")).body.code).toBe("invalid_request");
  const queue = async () =>
    (await call("GET", "/api/admin/queue?kind=contested_charge", owner)).body.items.map(
      ({ id }) => id,
    );
  expect(await queue()).toContain(late.id);
  expect((await waive("The bridge was closed.")).body.charges).toMatchObject([
    { state: "waived", waive_reason: "The bridge was closed.", may: [] },
  ]);
  expect(await queue()).not.toContain(late.id);
  for (const person of [t.renter, t.host]) {
    const [mail] = await mailsTo(person.email, /^We waived the late return charge/);
    expect(mail?.text).toContain("Reason: The bridge was closed.");
  }
  const steps = (await call("GET", `/api/admin/bookings/${late.id}`, owner)).body.steps;
  expect(steps).toContainEqual(
    expect.objectContaining({
      action: "later_charge.waive",
      actor_kind: "admin",
      reason: "The bridge was closed.",
    }),
  );
  expect((await waive("Again.")).body.code).toBe("later_charge_closed");
});
