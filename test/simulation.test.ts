// After months of every possible failure, every cent is where it should be. "npm run simulate" runs
// a whole year with 10,000 bookings, or the number given.
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkLedger } from "../src/server/modules/ledger/ledger-check.service.ts";
import { startTestApp, type TestApp } from "./harness.ts";
import { INVARIANTS } from "./invariants.ts";
import { simulate } from "./simulation.ts";

const YEAR = process.env["SIMULATED_BOOKINGS"];
const BOOKINGS = Number(YEAR ?? 150);
const SPAN = YEAR ? { days: 365, ticks: 2 } : { days: 30, ticks: 2 };
const SEED = Number(process.env["SIMULATION_SEED"] ?? Math.floor(Math.random() * 1e9));

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: { unlimited: true } });
});
afterAll(() => app.close());

const one = async <T>(statement: string): Promise<T> =>
  (await app.pool.query(statement)).rows[0] as T;
const none = async (what: string, statement: string): Promise<void> =>
  expect((await app.pool.query(statement)).rows, what).toEqual([]);

test(
  `accounts for every cent after ${SPAN.days} days with ${BOOKINGS} bookings, seed ${SEED}`,
  { timeout: 3_600_000 },
  async () => {
    const began = Date.now();
    const { done, faults, surprises } = await simulate(app, {
      bookings: BOOKINGS,
      seed: SEED,
      ...SPAN,
    });
    expect(surprises.slice(0, 5)).toEqual([]);

    const check = await checkLedger(app.ctx);
    expect(check).toMatchObject({ discrepancyCount: 0, discrepancies: [] });
    expect(check.bookings).toBeGreaterThan(BOOKINGS * 0.5);

    // What the provider's own record holds for us, which our code never writes. One statement reads
    // both sides, because a job may book another payout at any time.
    const { held, ours } = await one<{ held: number; ours: number }>(
      `select coalesce(sum(captured_cents - refunded_cents - fee_cents - case when dispute_status = 'lost' then dispute_cents else 0 end
       - case when dispute_status is not null then 1500 else 0 end), 0)::int
       - (select coalesce(sum(amount_cents), 0)::int from provider_payouts) as held,
       (select coalesce(sum(amount_cents), 0)::int from ledger_entries where account = 'card_clearing') as ours
       from sandbox_checkouts`,
    );
    expect(ours).toBe(held);
    await none(
      "one charge or none, in the state that says so",
      `select b.id from bookings b left join sandbox_checkouts s on s.client_reference_id = b.id::text group by b.id
     having coalesce(sum(s.captured_cents), 0) <> case when b.payment_status in ('paid', 'partially_refunded', 'refunded') then b.amount_due_cents else 0 end
       or coalesce(sum(s.refunded_cents), 0) > coalesce(sum(s.captured_cents), 0)`,
    );
    await none(
      "a card that is still held",
      "select id from sandbox_checkouts where intent_status = 'requires_capture'",
    );
    await none(
      "something left to do",
      "select booking_id, wanted from payments where wanted is not null",
    );
    await none(
      "a booking without its end",
      "select id from bookings where status in ('pending', 'approved')",
    );
    for (const [what, statement] of Object.entries(INVARIANTS)) await none(what, statement);
    await none(
      "money between two accounts",
      "select account from ledger_entries where account in ('renter', 'refunds', 'disputes', 'vat_deferred') group by 1 having sum(amount_cents) <> 0",
    );
    await none(
      "what the provider says and we do not",
      "select booking_id, details from payment_incidents where kind = 'record_differs' limit 5",
    );
    // Everyone who can be paid has been. What is left is owed by hosts, or to those without bank
    // details.
    await none(
      "a host who waits",
      `select e.owner_id from ledger_entries e join payout_details d on d.host_id = e.owner_id where e.account = 'host_payable'
     group by 1 having sum(amount_cents) < 0`,
    );
    const counts = await one<Record<string, number>>(
      `select (select count(*) from bookings)::int as bookings, (select count(*) from refunds)::int as refunds, (select count(*) from disputes)::int as disputes,
       (select count(*) from payouts)::int as payouts, (select count(*) from payouts where state = 'failed')::int as failed_payouts,
       (select count(*) from ledger_entries)::int as entries`,
    );
    if (YEAR)
      process.stdout.write(
        `${JSON.stringify({ seconds: (Date.now() - began) / 1000, faults, ...counts, done })}\n`,
      );
  },
);
