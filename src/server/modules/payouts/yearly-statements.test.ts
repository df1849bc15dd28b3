// A host's year over HTTP: by month in Nassau, equal to the ledger's lines, also before it is over.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
import { parseCsv } from "../../../../test/csv.ts";
import { signInAgain } from "../../../../test/factories.ts";
import { MONDAY, SHARE, startPayouts, type Payouts } from "../../../../test/payouts.ts";
import { depositCaptured } from "../../../domain/money/ledger.ts";
import { inTransaction } from "../../platform/context.ts";
import { book } from "../ledger/ledger.service.ts";

let t: Payouts;
beforeAll(async () => {
  t = await startPayouts();
});
afterAll(() => t.close());

const readYear = (year: number, as = t.host) => t.get(`/api/host/yearly-statements/${year}`, as);

/** What a decided case took from the deposit of a booking. */
const takeDeposit = (booking_id: string, cents: number) =>
  inTransaction(t.app.ctx, async (tx) => {
    const at = tx.clock.now().toISOString();
    const hold = randomUUID();
    await tx.db
      .insertInto("deposits")
      .values({
        booking_id,
        amount_cents: cents,
        state: "captured",
        created_at: at,
        updated_at: at,
        ended_at: at,
      })
      .execute();
    await tx.db
      .insertInto("deposit_holds")
      .values({
        id: hold,
        booking_id,
        number: 1,
        amount_cents: cents,
        state: "captured",
        provider: "sandbox",
        intent_id: `pi_${hold}`,
        requested_at: at,
        held_at: at,
        ended_at: at,
        captured_cents: cents,
        fee_cents: 0,
      })
      .execute();
    await tx.db
      .insertInto("deposit_claims")
      .values({ case_id: randomUUID(), booking_id, opened_at: at, cents, decided_at: at })
      .execute();
    const captured = depositCaptured(t.host.id, { cents, decidedCents: cents });
    await book(tx, `deposit_hold:${hold}:captured`, captured, booking_id);
  });

test("adds up a year by month, and carries the balance into the next", async () => {
  expect(await t.get("/api/host/yearly-statements", t.host)).toEqual({ years: [] });
  await t.saveBankDetails(t.host);
  const [first] = [await t.rent(), await t.rent()];
  await t.giveBack(first, 20, "host", "The air conditioning failed.");
  await t.payOutOn(MONDAY); // both end in December
  await t.giveBack(first, 10, "host", "The tank was half empty.");
  await takeDeposit(first, 4_000);

  const december = {
    trips: 2,
    rentals_cents: 36_000,
    meeting_places_cents: 0,
    extras_cents: 0,
    fee_cents: -5_400,
    refunds_cents: -3_000,
    deposits_cents: 4_000,
    adjustments_cents: 0,
    net_cents: 2 * SHARE - 3_000 + 4_000,
    paid_cents: 2 * SHARE - 2_000,
  };
  expect(await readYear(2026)).toMatchObject({
    year: 2026,
    is_over: false,
    opening_balance_cents: 0,
    months: [{ month: "2026-12", ...december }],
    totals: december,
    closing_balance_cents: 3_000,
  });
  const { rows } = await sql<{ cents: number }>`
    select -sum(amount_cents)::bigint as cents from ledger_entries
    where account = 'host_payable' and owner_id = ${t.host.id}`.execute(t.app.ctx.db);
  expect(rows[0]?.cents).toBe(3_000);

  t.app.clock.set("2027-01-01T05:00:00.000Z"); // midnight in Nassau
  await signInAgain(t.app, t.host);
  expect(await t.get("/api/host/yearly-statements", t.host)).toEqual({ years: [2027, 2026] });
  expect(await readYear(2026)).toMatchObject({ is_over: true, closing_balance_cents: 3_000 });
  expect(await readYear(2027)).toMatchObject({
    is_over: false,
    opening_balance_cents: 3_000,
    months: [],
    closing_balance_cents: 3_000,
  });

  const { body } = await t.app.call("GET", "/api/host/yearly-statements/2026/statement.csv", {
    as: t.host.token,
  });
  const csv = parseCsv(body as string);
  const amounts = {
    trips: "2",
    rentals: "360.00",
    meeting_places: "0.00",
    extras: "0.00",
    platform_fee: "-54.00",
    refunds: "-30.00",
    deposits: "40.00",
    adjustments: "0.00",
    earned: "316.00",
    paid_out: "286.00",
  };
  expect(csv).toEqual([
    { month: "2026-12", ...amounts, vat_in_rentals: "", vat_in_platform_fee: "" },
    { month: "2026", ...amounts, vat_in_rentals: "", vat_in_platform_fee: "" },
  ]);
  // Nobody else's year contains it.
  expect(await readYear(2026, t.renter)).toMatchObject({ months: [], closing_balance_cents: 0 });
});

test("refuses what is not a year", async () => {
  const { status } = await t.app.call("GET", "/api/host/yearly-statements/26", {
    as: t.host.token,
  });
  expect(status).toBe(400);
});
