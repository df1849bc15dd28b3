// The admin's money page over HTTP: exact figures, month boundaries in Nassau, incidents, disputes,
// reconciliations.
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getFirst, readPages, assertDefined } from "../../../../test/api-responses.ts";
import { onSeveralNodes } from "../../../../test/harness.ts";
import { MONDAY, SHARE, startPayouts, type Payouts } from "../../../../test/payouts.ts";
import { disputeInSandbox } from "../../platform/payments/sandbox-disputes.ts";
import { sandboxFee } from "../../platform/payments/sandbox-states.ts";
import { reconcile } from "../../../../test/payments.ts";
import { checkLedger } from "../ledger/ledger-check.service.ts";
import { recordIncident } from "../incidents/incidents.service.ts";

let t: Payouts;
beforeEach(async () => {
  t = await startPayouts();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await t.close();
});

const DUE = 20_099;
const FEE = sandboxFee(DUE);
const money = () => t.get("/api/admin/money");
const ofMonth = async (month: string) =>
  (await money()).months.find((each) => each.month === month);
const findSession = async (booking: string): Promise<string> =>
  (
    await t.app.ctx.db
      .selectFrom("payments")
      .select("session_id")
      .where("booking_id", "=", booking)
      .executeTakeFirstOrThrow()
  ).session_id ?? "";
const keptDays = async (): Promise<string[]> =>
  (
    await t.app.ctx.db.selectFrom("ledger_days").select("day").distinct().orderBy("day").execute()
  ).map(({ day }) => day);

test("shows twelve months of zeros without any data", async () => {
  const body = await money();
  expect(body.months).toHaveLength(12);
  expect([body.months[0]?.month, body.months[11]?.month]).toEqual(["2025-12", "2026-11"]);
  expect(new Set(Object.values(body.balances))).toEqual(new Set([0]));
  expect(body).toMatchObject({
    authorizations: { count: 0, cents: 0 },
    refunds: { count: 0, cents: 0, refused: 0 },
    disputes: { count: 0, cents: 0, inquiries: 0 },
    later_charges: { count: 0, cents: 0, contested: 0 },
    incidents: 0,
    reconciliation: null,
  });
});

test.skipIf(onSeveralNodes)(
  "accounts for every cent after bookings, refunds, disputes and a payout",
  async () => {
    await t.saveBankDetails(t.host);
    const paid = await t.rent(); // completed, then paid out
    const disputed = await t.rent();
    const cancelled = await t.rent();
    const partly = await t.rent();
    await t.book({ mode: "approval" }); // held, not charged
    expect((await t.decide(cancelled, "cancel", t.renter)).status).toBe(200);
    vi.spyOn(t.app.ctx.payments, "refund").mockRejectedValue(new Error("timed out"));
    await t.giveBack(partly, 12.34, "platform", "A part that waits.");
    await disputeInSandbox(t.app.ctx, await findSession(disputed));
    await reconcile(t.app.ctx);

    const troubles = { incidents: 0, refused_refunds: 0, disputes: 1, inquiries: 0 };
    expect((await t.get("/api/admin/figures")).money_troubles).toEqual(troubles);
    expect(await money()).toMatchObject({
      authorizations: { count: 1, cents: DUE },
      refunds: { count: 1, cents: 1234, refused: 0 },
      disputes: { count: 1, cents: DUE, inquiries: 0 },
      incidents: 0,
      reconciliation: { state: "finished", repaired: 1, unanswered: 1 },
      balances: {
        card_clearing: 4 * DUE - 4 * FEE - DUE - DUE - 1500,
        renter: 3 * DUE - 1234,
        host_payable: 0,
        platform_fees: 0,
        provider_fees: 4 * FEE + 1500,
        refunds: 1234,
        disputes: DUE,
        payouts: 0,
      },
    });
    expect(await ofMonth("2026-11")).toEqual({
      month: "2026-11",
      charged_cents: 4 * DUE,
      refunded_cents: DUE,
      platform_fees_cents: 0,
      vat_cents: 0,
      provider_fees_cents: 4 * FEE + 1500,
      paid_out_cents: 0,
    });

    vi.restoreAllMocks();
    await t.payOutOn(MONDAY);
    const { balances } = await money();
    expect(balances).toMatchObject({ host_payable: 0, renter: 0, payouts: 3 * SHARE });
    expect(balances.card_clearing + balances.disputes - balances.payouts).toBe(
      balances.refunds + balances.platform_fees - balances.provider_fees,
    );
    expect(await ofMonth("2026-12")).toMatchObject({
      charged_cents: 0,
      platform_fees_cents: 3 * (DUE - SHARE) - 1234,
      paid_out_cents: 3 * SHARE,
    });
    expect(await t.read(paid)).toMatchObject({ status: "completed" });
  },
);

test("ends a month at midnight in Nassau, stores past days once, and counts nothing twice", async () => {
  t.app.clock.set("2026-12-01T04:59:59.000Z"); // a second before midnight in winter
  await t.rent();
  t.app.clock.set("2026-12-01T05:00:00.000Z");
  await t.rent();
  const november = { charged_cents: DUE, provider_fees_cents: FEE };
  expect([await ofMonth("2026-11"), await ofMonth("2026-12")]).toMatchObject([november, november]);
  expect(await keptDays()).toEqual([]);

  t.app.clock.set("2026-12-02T05:00:00.000Z"); // the last day of November ended a day ago
  await Promise.all([money(), money(), money()]);
  expect(await keptDays()).toEqual(["2026-11-30"]);
  expect([await ofMonth("2026-11"), await ofMonth("2026-12")]).toMatchObject([november, november]);

  t.app.clock.set("2026-12-04T17:00:00.000Z");
  await t.rent();
  const december = { charged_cents: 2 * DUE, provider_fees_cents: 2 * FEE };
  expect([await ofMonth("2026-11"), await ofMonth("2026-12")]).toMatchObject([november, december]);
  expect(await keptDays()).toEqual(["2026-11-30", "2026-12-01"]);
  expect((await money()).balances).toMatchObject({ renter: 3 * DUE, provider_fees: 3 * FEE });

  // Figures older than a year are in no month, but still in the balances.
  t.app.clock.set("2027-12-15T17:00:00.000Z");
  await t.decide(
    (await t.book({ dates: { start_date: "2027-12-20", end_date: "2027-12-23" } })).id,
    "cancel",
    t.renter,
  );
  const { months, balances } = await money();
  expect([months[0]?.month, months[11]]).toMatchObject([
    "2027-01",
    { charged_cents: DUE, refunded_cents: DUE },
  ]);
  expect(balances).toMatchObject({ provider_fees: 4 * FEE });
});

test("the ledger check finds a stored sum that differs from its entries, and a late entry", async () => {
  await t.rent();
  t.app.clock.advance(3 * 86_400_000);
  await money();
  const { db } = t.app.ctx;
  expect((await checkLedger(t.app.ctx)).discrepancies).toEqual([]);
  const sumOfFees = db
    .updateTable("ledger_days")
    .where("kind", "=", "provider_fee")
    .where("account", "=", "provider_fees");
  await sumOfFees.set((row) => ({ cents: row("cents", "+", 1) })).execute();
  expect((await checkLedger(t.app.ctx)).discrepancies).toEqual([
    {
      about: "day",
      id: "2026-11-21",
      what: "provider_fee provider_fees",
      expected: FEE,
      found: FEE + 1,
    },
  ]);
  await db.deleteFrom("ledger_days").where("account", "=", "provider_fees").execute();
  expect((await checkLedger(t.app.ctx)).discrepancies).toMatchObject([
    { about: "day", expected: FEE, found: 0 },
  ]);
  await db.deleteFrom("ledger_days").execute();
  expect((await money()).balances).toMatchObject({ provider_fees: FEE });
});

const WRONG = { kind: "webhook_refused", details: { reason: "wrong", day: "2026-11-21" } } as const;

test("lists an incident, closes it with an audit record, and reopens it when it recurs", async () => {
  const knock = () => recordIncident(t.app.ctx, { key: "webhook:events_missing", ...WRONG });
  const close = (id: string, times: number) =>
    t.post(`/api/admin/incidents/${id}/close`, { times });
  await knock();
  const booking = await t.rent();
  t.app.clock.advance(60_000);
  const details = { dispute: "dp_1", amount_cents: DUE, reason: "fraudulent", state: "lost" };
  await recordIncident(t.app.ctx, {
    key: "dispute:dp_1",
    kind: "dispute",
    bookingId: booking,
    details,
  });
  const { incidents } = await t.get("/api/admin/incidents");
  expect(incidents).toMatchObject([
    {
      kind: "dispute",
      booking: {
        id: booking,
        label: expect.stringMatching(/^BK-[\d-]{9}, Quiet RAV4 hybrid, Dec 05, 2026$/),
      },
      details,
      times: 1,
    },
    { kind: "webhook_refused", booking: null, times: 1, closed_at: null, closed_by: null },
  ]);
  const { id } = assertDefined(incidents[1]);
  t.app.clock.advance(1000);
  await knock();
  const late = await close(id, 1);
  expect(late).toMatchObject({
    status: 409,
    body: { code: "incident_changed", details: { times: 2 } },
  });
  expect((await money()).incidents).toBe(2);
  const nothing = { incidents: 0, refused_refunds: 0, disputes: 0, inquiries: 0 };
  expect((await t.get("/api/admin/figures")).money_troubles).toEqual({ ...nothing, incidents: 2 });

  for (let click = 0; click < 2; click++)
    expect(await close(id, 2)).toMatchObject({
      status: 200,
      body: { id, times: 2, closed_by: "Andre Rolle" },
    });
  expect((await t.get("/api/admin/incidents?filter=open")).incidents).toMatchObject([
    { kind: "dispute" },
  ]);
  expect((await t.get("/api/admin/incidents?filter=all")).incidents).toMatchObject([
    { kind: "webhook_refused", closed_at: t.app.clock.now().toISOString() },
    { kind: "dispute", closed_at: null },
  ]);
  const { events } = await t.get(`/api/admin/audit?about=${id}`);
  expect(events).toMatchObject([
    {
      action: "incident.close",
      actor: { id: t.admin.id },
      subject: "messages from the card provider can't be verified",
    },
  ]);

  t.app.clock.advance(60_000);
  await knock();
  expect((await t.get("/api/admin/incidents")).incidents[0]).toMatchObject({
    id,
    times: 3,
    closed_at: null,
  });
  expect(await close(t.renter.id, 1)).toMatchObject({ status: 404, body: { code: "PGRST116" } });
  for (const times of [0, 1.5, "1"])
    expect(await t.post(`/api/admin/incidents/${id}/close`, { times })).toMatchObject({
      status: 400,
    });
});

test("pages through incidents and disputes, and refuses another list's cursor", async () => {
  for (let day = 10; day < 31; day++)
    // All in one moment.
    await recordIncident(t.app.ctx, { ...WRONG, key: `webhook:wrong:${day}`, details: { day } });
  const first = await t.get("/api/admin/incidents");
  const second = await t.get(`/api/admin/incidents?cursor=${first.next_cursor}`);
  expect([first.incidents.length, second.incidents.length, second.next_cursor]).toEqual([
    20,
    1,
    null,
  ]);
  const ids = [...first.incidents, ...second.incidents].map(({ id }) => id);
  expect(new Set(ids).size).toBe(21);

  const booking = await t.rent();
  await sql`
    insert into disputes (id, booking_id, amount_cents, reason, state, opened_at, asked_at, closed_at)
    select 'dp_' || n, ${booking}, 100, 'general', case when n % 2 = 0 then 'inquiry' else 'won' end,
      ${t.app.clock.now()}::timestamptz + make_interval(secs => n / 4), ${t.app.clock.now()}::timestamptz, case when n % 2 = 0 then null else ${t.app.clock.now()}::timestamptz end
    from generate_series(1, 41) n`.execute(t.app.ctx.db);
  const pages = await readPages((cursor) => t.get(`/api/admin/disputes?${cursor}`));
  const seen = pages.flatMap((page) => page.disputes);
  expect(seen.map(({ closed_at }) => closed_at !== null)).toEqual([
    ...Array(20).fill(false),
    ...Array(21).fill(true),
  ]);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(41);
  expect([seen[0]?.id, seen[20]?.id]).toEqual(["dp_40", "dp_41"]);
  for (const list of ["incidents", "disputes"])
    expect(
      await t.app.call("GET", `/api/admin/${list}?cursor=bm9uc2Vuc2U`, { as: t.admin.token }),
    ).toMatchObject({
      status: 400,
      body: { code: "invalid_request" },
    });
  await t.app.ctx.db.deleteFrom("disputes").execute();
});

test("runs a reconciliation on request; in the sandbox an admin decides the dispute", async () => {
  const booking = await t.rent();
  await disputeInSandbox(t.app.ctx, await findSession(booking));
  const runs = async () => (await t.get("/api/admin/reconciliations")).reconciliations;
  const compare = async () => {
    const { after } = (await t.post("/api/admin/reconciliations", {})).body;
    await expect
      .poll(async () => (await runs())[0])
      .toMatchObject({ id: after + 1, state: "finished" });
  };
  const disputes = async () => (await t.get("/api/admin/disputes")).disputes;
  await compare();
  expect(await runs()).toMatchObject([{ repaired: 1, reported: 1, unanswered: 0 }]);
  const dispute = getFirst(await disputes());
  expect(dispute).toMatchObject({
    booking: {
      id: booking,
      label: expect.stringMatching(/^BK-[\d-]{9}, Quiet RAV4 hybrid, Dec 05, 2026$/),
    },
    amount_cents: DUE,
    fee_cents: 1500,
    reason: "fraudulent",
    state: "open",
    opened_at: t.app.clock.now().toISOString(),
    closed_at: null,
  });

  const decide = (id: string, outcome: string) =>
    t.post(`/api/sandbox/disputes/${id}/decide`, { outcome });
  expect(await decide(dispute.id, "maybe")).toMatchObject({ status: 400 });
  expect(await decide(`${dispute.id}0`, "lost")).toMatchObject({
    status: 404,
    body: { code: "PGRST116" },
  });
  expect(await decide(dispute.id, "lost")).toMatchObject({ status: 200 });
  expect(await decide(dispute.id, "won")).toMatchObject({
    status: 409,
    body: { code: "dispute_decided" },
  });
  await compare(); // its webhooks never arrive
  expect(await disputes()).toMatchObject([{ id: dispute.id, state: "lost" }]);
  expect((await money()).balances).toMatchObject({ disputes: 0, platform_fees: 0 });
});

test("starts no second reconciliation during a run, and shows a dead run as stopped", async () => {
  const { db } = t.app.ctx;
  const { id } = await db
    .insertInto("reconciliations")
    .values({ started_at: t.app.clock.now().toISOString(), finished_at: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  expect((await t.post("/api/admin/reconciliations", {})).body).toEqual({ after: id - 1 });
  const newest = async () => (await t.get("/api/admin/reconciliations")).reconciliations[0];
  expect(await newest()).toMatchObject({ id, state: "running" });
  t.app.clock.advance(30 * 60_000);
  expect(await newest()).toMatchObject({ id, state: "stopped" });
  expect((await t.post("/api/admin/reconciliations", {})).body).toEqual({ after: id });
});
