// Payouts from the rental to the bank: exact amounts, hosts carried over and why, repeated runs,
// and two processes.
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dollarsToCents } from "../../../domain/money/money.ts";
import { parseCsv } from "../../../../test/csv.ts";
import { getFirst } from "../../../../test/api-responses.ts";
import { onSeveralNodes } from "../../../../test/harness.ts";
import { mailsTo } from "../../../../test/people.ts";
import {
  A_WEEK_LATER,
  MONDAY,
  SHARE,
  startPayouts,
  type Payouts,
} from "../../../../test/payouts.ts";
import { suspend } from "../../../../test/suspensions.ts";
import { startInstance } from "../../instance.ts";
import { completeDue } from "../bookings/settlement/sweep.service.ts";
import { reencryptPayoutDetails } from "./payout-details.service.ts";
import { payOut } from "./payouts.service.ts";

let t: Payouts;
beforeEach(async () => {
  t = await startPayouts();
});
afterEach(() => t.app.close());

test("pays a rental on the following Monday, once however often the job runs, and the statement adds up", async () => {
  await t.saveBankDetails(t.host);
  const id = await t.rent();
  const dec14 = { pays_on: "2026-12-14", bookings: 1, amount_cents: SHARE };
  expect(await t.upcoming()).toMatchObject({
    balance_cents: 0,
    expected_cents: 0,
    carried: null,
    lines: [],
    later: [dec14],
  });
  await t.payOutOn("2026-12-07T11:15:00.000Z"); // the trip is in progress
  expect(await t.listPayouts()).toEqual([]);
  expect(await t.upcoming()).toMatchObject({
    pays_on: "2026-12-14",
    period_end: "2026-12-13",
    balance_cents: 0,
    expected_cents: SHARE,
    carried: null,
    bank: { account_last4: "3456" },
    expected: [
      {
        booking_id: id,
        kind: "rental",
        rental_cents: 18_000,
        later_charge_cents: null,
        charge_name: null,
        platform_share_cents: 2_700,
        amount_cents: SHARE,
      },
    ],
    later: [],
  });

  await t.payOutOn(MONDAY); // completes it first
  await payOut(t.app.ctx);
  t.app.clock.advance(6 * 86_400_000);
  await payOut(t.app.ctx); // on Sunday, which is not over
  const [payout, ...others] = await t.listPayouts();
  expect(others).toEqual([]);
  expect(payout).toMatchObject({
    period_end: "2026-12-13",
    amount_cents: SHARE,
    state: "pending",
    bank: "rbc",
    account_last4: "3456",
  });
  const statement = await t.get(`/api/host/payouts/${payout?.id}`, t.host);
  const { number } = await t.get(`/api/bookings/${id}`, t.host);
  expect(statement.is_own).toBe(true);
  expect(await t.get(`/api/host/payouts/${payout?.id}`, t.admin)).toMatchObject({ is_own: false });
  expect(statement.lines).toEqual([
    {
      booking_id: id,
      booking_number: number,
      kind: "rental",
      title: "Quiet RAV4 hybrid",
      year: 2020,
      make: "Toyota",
      model: "RAV4",
      start_date: "2026-12-05",
      end_date: "2026-12-08",
      pickup_time: "10:00",
      return_time: "10:00",
      rental_cents: 18_000,
      meeting_place_cents: 0,
      extras_cents: 0,
      later_charge_cents: null,
      charge_name: null,
      charge_lines: [expect.objectContaining({ label: "3 days × $60.00", amount_cents: 18_000 })],
      platform_share_cents: 2_700,
      amount_cents: SHARE,
      reason: null,
    },
  ]);
  expect(statement.totals).toEqual({
    rental_cents: 18_000,
    meeting_place_cents: 0,
    extras_cents: 0,
    later_charges_cents: 0,
    platform_share_cents: 2_700,
    host_share_cents: SHARE,
    adjustments_cents: 0,
  });
  expect(await t.get(`/api/host/payouts/${payout?.id}/statement.csv`, t.host)).toBe(
    `booking_number,booking_id,kind,car,title,start_date,end_date,pickup_time,return_time,rental,meeting_place_fee,extras,charge,charge_after_trip,platform_share,amount,reason,vat_in_rental,vat_in_platform_share\r\n${number},${id},rental,2020 Toyota RAV4,Quiet RAV4 hybrid,2026-12-05,2026-12-08,10:00,10:00,180.00,0.00,0.00,,,27.00,153.00,,,\r\n`,
  );
  expect([await t.held("host_payable", t.host.id), await t.held("payouts")]).toEqual([0, -SHARE]);
  expect(await t.upcoming()).toMatchObject({
    balance_cents: 0,
    lines: [],
    expected: [],
    later: [],
    carried: null,
  });
  await t.expectWhole();
});

test("includes rentals that end on Sunday, not on Monday, and makes up for a missed Monday", async () => {
  await t.saveBankDetails(t.host);
  await t.rent(t.host, { start_date: "2026-12-10", end_date: "2026-12-13" });
  await t.rent(t.host, { start_date: "2026-12-11", end_date: "2026-12-14" });
  t.app.clock.set("2026-12-16T15:15:00.000Z"); // a Wednesday
  expect(await t.upcoming()).toMatchObject({
    pays_on: "2026-12-16",
    period_end: "2026-12-13",
    expected_cents: SHARE,
  });
  await payOut(t.app.ctx);
  expect(await t.listPayouts()).toMatchObject([{ period_end: "2026-12-13", amount_cents: SHARE }]);
  expect(await t.upcoming()).toMatchObject({
    pays_on: "2026-12-21",
    balance_cents: SHARE,
    expected_cents: 0,
  });
});

test("deducts what the host bears, before and after the rental, with its reason, but not what the platform bears", async () => {
  await t.saveBankDetails(t.host);
  const [first, second] = [await t.rent(), await t.rent()];
  await t.giveBack(first, 10.01, "host", "No child seat.");
  await t.giveBack(first, 5, "host", "Late at the airport.");
  await t.giveBack(second, 20, "platform", "Goodwill.");
  t.app.clock.set("2026-12-07T17:00:00.000Z");
  await payOut(t.app.ctx);
  expect((await t.upcoming()).expected).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ booking_id: first, kind: "rental", amount_cents: SHARE }),
      expect.objectContaining({
        booking_id: first,
        kind: "adjustment",
        amount_cents: -1_501,
        reason: "No child seat.; Late at the airport.",
      }),
      expect.objectContaining({ booking_id: second, kind: "rental", amount_cents: SHARE }),
    ]),
  );
  t.app.clock.set("2026-12-10T17:00:00.000Z");
  await completeDue(t.app.ctx);
  await t.giveBack(second, 7.49, "host", "=The tank was half full.");
  await t.payOutOn(MONDAY);
  const payout = getFirst(await t.listPayouts());
  expect(payout.amount_cents).toBe(2 * SHARE - 1_501 - 749);
  const { lines, totals } = await t.get(`/api/host/payouts/${payout.id}`, t.host);
  expect(lines.filter((line) => line.kind === "adjustment")).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({
        booking_id: first,
        amount_cents: -1_501,
        reason: "No child seat.; Late at the airport.",
        rental_cents: null,
      }),
      expect.objectContaining({
        booking_id: second,
        amount_cents: -749,
        reason: "=The tank was half full.",
      }),
    ]),
  );
  expect(totals).toEqual({
    rental_cents: 36_000,
    meeting_place_cents: 0,
    extras_cents: 0,
    later_charges_cents: 0,
    platform_share_cents: 5_400,
    host_share_cents: 2 * SHARE,
    adjustments_cents: -2_250,
  });
  const rows = parseCsv(await t.get(`/api/host/payouts/${payout.id}/statement.csv`, t.host));
  expect(rows.map(({ amount = "" }) => Number(amount)).toSorted((a, b) => a - b)).toEqual([
    -15.01, -7.49, 153, 153,
  ]);
  const cents = rows.map(({ amount = "" }) => dollarsToCents(amount));
  expect(cents.reduce((sum, each) => sum + each, 0)).toBe(payout.amount_cents);
  expect(rows.map(({ reason }) => reason)).toContain("'=The tank was half full.");
  expect(await t.held("host_payable", t.host.id)).toBe(0);
  await t.expectWhole();
});

test("carries over a host without bank details, and pays once they are entered", async () => {
  await t.rent();
  await t.payOutOn(MONDAY);
  const batch = getFirst(await t.batches());
  expect(batch).toMatchObject({
    period_end: "2026-12-13",
    pending: { payouts: 0, amount_cents: 0 },
    carried: 1,
  });
  expect(await t.carried(batch.id)).toMatchObject([
    { host: { id: t.host.id }, amount_cents: SHARE, reason: "no_bank_details" },
  ]);
  expect(await t.upcoming()).toMatchObject({
    pays_on: "2026-12-21",
    balance_cents: SHARE,
    carried: "no_bank_details",
    bank: null,
  });
  const [mail] = (await mailsTo(t.app, t.host.email, 2)).filter(({ subject }) =>
    subject.includes("waiting"),
  );
  expect(mail?.subject).toBe("$153.00 is waiting for your bank details");
  expect(mail?.text).toContain("/host/settings#payouts");
  await t.saveBankDetails(t.host);
  expect(await t.upcoming()).toMatchObject({ carried: null });
  await t.payOutOn(A_WEEK_LATER);
  expect(await t.listPayouts()).toMatchObject([{ period_end: "2026-12-20", amount_cents: SHARE }]);
});

test("pays a former host too: the email leads to the bank details, and payout and statement are accessible", async () => {
  await t.rent();
  const takeRole = { role: "host", granted: false };
  expect((await t.post(`/api/admin/users/${t.host.id}/roles`, takeRole)).status).toBe(200);
  expect((await t.app.call("GET", "/api/host/settings", { as: t.host.token })).status).toBe(403);
  // The booking is still to come, so there will be something to pay.
  const details = () => t.get("/api/host/payout-details", t.host);
  expect(await details()).toEqual({ details: null, pending: null, is_payee: true });

  await t.payOutOn(MONDAY);
  const mails = await mailsTo(t.app, t.host.email, 3); // the booking, the role, the money
  const mail = mails.find(({ subject }) => subject === "$153.00 is waiting for your bank details");
  expect(mail?.text).toContain("/host/settings#payouts");
  expect(await t.upcoming()).toMatchObject({
    balance_cents: SHARE,
    carried: "no_bank_details",
    bank: null,
  });
  await t.saveBankDetails(t.host);
  expect(await details()).toMatchObject({ details: { account_last4: "3456" }, is_payee: true });

  await t.payOutOn(A_WEEK_LATER);
  const [payout, ...others] = await t.listPayouts();
  expect(others).toEqual([]);
  expect(payout).toMatchObject({ period_end: "2026-12-20", amount_cents: SHARE, state: "pending" });
  expect(await t.get(`/api/host/payouts/${payout?.id}`, t.host)).toMatchObject({
    is_own: true,
    lines: [{}],
  });
  expect(await t.get(`/api/host/payouts/${payout?.id}/statement.csv`, t.host)).toContain(
    ",153.00,",
  );
  // Nobody else sees any of it, and people who have never hosted have no payouts and no bank
  // details.
  const stranger = t.renter;
  expect(await t.listPayouts(stranger)).toEqual([]);
  expect(await t.upcoming(stranger)).toMatchObject({
    balance_cents: 0,
    lines: [],
    expected: [],
    later: [],
  });
  expect(await t.get(`/api/host/payouts/${payout?.id}`, stranger)).toMatchObject({
    code: "PGRST116",
  });
  // Paid, and still a payee: the bank may send it back.
  expect(await details()).toMatchObject({ is_payee: true });
  await t.expectWhole();
});

test("carries over a negative balance and deducts it from the next earnings", async () => {
  await t.saveBankDetails(t.host);
  const [first, second] = [await t.rent(), await t.rent()];
  await t.rent(t.host, { start_date: "2026-12-15", end_date: "2026-12-18" });
  await t.payOutOn(MONDAY);
  // The platform bears what exceeds the share.
  await t.giveBack(first, 160, "host", "The brakes were worn.");
  await t.giveBack(second, 7, "host", "A dirty seat.");
  expect(await t.upcoming()).toMatchObject({
    balance_cents: -16_000,
    expected_cents: SHARE,
    carried: "nothing_due",
  });
  await t.payOutOn(A_WEEK_LATER);
  const batch = getFirst(await t.batches());
  expect(await t.carried(batch.id)).toMatchObject([
    { host: { id: t.host.id }, amount_cents: SHARE - 16_000, reason: "nothing_due" },
  ]);
  expect(await t.listPayouts()).toHaveLength(1);
  await t.rent(t.host, { start_date: "2026-12-22", end_date: "2026-12-25" });
  await t.payOutOn("2026-12-28T11:15:00.000Z");
  expect((await t.listPayouts())[0]).toMatchObject({ amount_cents: 2 * SHARE - 16_000 });
  await t.expectWhole();
});

test("pays no suspended account until the suspension is lifted", async () => {
  await t.saveBankDetails(t.host);
  await t.rent();
  await suspend(t.app, t.admin, t.host.id);
  await t.payOutOn(MONDAY);
  const batch = getFirst(await t.batches());
  expect(await t.carried(batch.id)).toMatchObject([{ amount_cents: SHARE, reason: "suspended" }]);
  await t.post(`/api/admin/users/${t.host.id}/suspension`, { suspended: false });
  await t.payOutOn(A_WEEK_LATER);
  expect((await t.batches())[0]).toMatchObject({
    pending: { payouts: 1, amount_cents: SHARE },
    carried: 0,
  });
});

test("two simultaneous processes make one batch and pay once", async () => {
  const hosts = [t.host, await t.newHost(), await t.newHost()];
  for (const host of hosts) {
    await t.saveBankDetails(host);
    await t.rent(host);
  }
  const { app } = t;
  app.clock.set(MONDAY);
  const other = await startInstance({
    config: app.ctx.config,
    databaseUrl: app.databaseUrl,
    clock: app.clock,
    schedulesCronJobs: false,
    apiOnly: true,
    log: pino({ level: "silent" }),
  });
  try {
    await Promise.all([payOut(app.ctx), payOut(other.ctx), payOut(app.ctx), payOut(other.ctx)]);
  } finally {
    await other.stop();
  }
  expect(await t.batches()).toMatchObject([{ pending: { payouts: 3, amount_cents: 3 * SHARE } }]);
  for (const host of hosts) expect(await t.held("host_payable", host.id)).toBe(0);
  expect(await t.held("payouts")).toBe(-3 * SHARE);
  const mails = await mailsTo(app, t.admin.email);
  expect(mails.map((mail) => mail.subject)).toEqual(["Payouts for the bank: $459.00"]);
  await t.expectWhole();
});

test.skipIf(onSeveralNodes)(
  "the accounts of payouts can be opened after a key rotation",
  async () => {
    await t.saveBankDetails(t.host);
    await t.rent();
    await t.payOutOn(MONDAY);
    const { keys } = t.app.ctx;
    const young = { id: "00112233aabbccdd", key: Buffer.alloc(32, 7) };
    keys.sealing = { current: young, all: new Map([[young.id, young], ...keys.sealing.all]) };
    await reencryptPayoutDetails(t.app.ctx);
    keys.sealing = { current: young, all: new Map([[young.id, young]]) };
    expect(await t.listPayouts()).toMatchObject([{ bank: "rbc", account_last4: "3456" }]);
  },
);
