// The check finds discrepancies, and the database refuses what must never happen.
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
import { startBookings, type Bookings } from "../../../../test/booking.ts";
import { checkTampered } from "../../../../test/ledger.ts";
import { checkLedger, reportLedgerDiscrepancies } from "./ledger-check.service.ts";

let t: Bookings;
beforeAll(async () => {
  t = await startBookings();
});
afterAll(() => t.app.close());

const check = () => checkLedger(t.app.ctx);

test("finds nothing while everything agrees", async () => {
  await t.book();
  const { id } = await t.book();
  await t.decide(id, "cancel", t.renter);
  expect(await check()).toMatchObject({
    bookings: 2,
    entries: 12,
    discrepancyCount: 0,
    discrepancies: [],
  });
});

test.each([
  ["update ledger_entries set amount_cents = amount_cents + 1"],
  ["delete from ledger_entries"],
  ["truncate ledger_entries cascade"],
  ["update ledger_transactions set kind = 'captured'"],
  ["delete from ledger_transactions"],
  ["truncate ledger_transactions cascade"],
])("the database refuses: %s", async (statement) => {
  await expect(sql.raw(statement).execute(t.app.ctx.db)).rejects.toThrow("append-only");
});

test("the database refuses an unbalanced transaction and an entry without an owner", async () => {
  const write = (
    entries: {
      account: "card_clearing" | "renter";
      owner_id: string | null;
      amount_cents: number;
    }[],
  ) =>
    t.app.ctx.db.transaction().execute(async (db) => {
      const { id } = await db
        .insertInto("ledger_transactions")
        .values({
          key: `test:${Math.random()}`,
          kind: "captured",
          booking_id: null,
          at: t.app.clock.now().toISOString(),
          memo: null,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await db
        .insertInto("ledger_entries")
        .values(entries.map((entry) => ({ ...entry, transaction_id: id })))
        .execute();
    });
  const card = { account: "card_clearing", owner_id: null } as const;
  const renter = { account: "renter", owner_id: t.renter.id } as const;
  await expect(
    write([
      { ...card, amount_cents: 100 },
      { ...renter, amount_cents: -99 },
    ]),
  ).rejects.toThrow("off by 1");
  await expect(
    write([
      { ...card, amount_cents: 1 },
      { ...card, amount_cents: -1, account: "renter" },
    ]),
  ).rejects.toThrow("owner");
  await expect(write([{ ...card, amount_cents: 0 }])).rejects.toThrow("amount_cents");
});

test("the nightly check records each error as an incident once", async () => {
  const { id } = await t.book();
  const spoil = (cents: number) =>
    t.app.ctx.db
      .updateTable("payments")
      .set({ refunded_cents: cents })
      .where("booking_id", "=", id)
      .execute();
  await spoil(1);
  for (let night = 0; night < 2; night++) await reportLedgerDiscrepancies(t.app.ctx);
  await spoil(0);
  await reportLedgerDiscrepancies(t.app.ctx);
  const incidents = t.app.ctx.db
    .selectFrom("payment_incidents")
    .select(["kind", "booking_id", "times", "details"]);
  expect(await incidents.execute()).toMatchObject([
    {
      kind: "ledger_fault",
      booking_id: id,
      times: 2,
      details: { what: "refunded at the provider", expected: 0, found: 1 },
    },
  ]);
});

const tampered = (statement: string) => checkTampered(t.app.ctx, statement);

test("names each kind of discrepancy with the expected and the actual amount", async () => {
  const { id } = await t.book();
  const of = `where booking_id = '${id}'`;
  const entry = (account: string) =>
    `(select min(e.id) from ledger_entries e join ledger_transactions t on t.id = e.transaction_id ${of} and account = '${account}')`;
  const discrepancy = (what: string, expected: number, found: number) => ({
    about: "booking",
    id,
    what,
    expected,
    found,
  });

  expect(
    await tampered(
      `update ledger_entries set amount_cents = amount_cents + 1 where id = ${entry("card_clearing")}`,
    ),
  ).toEqual([
    expect.objectContaining({ about: "transaction", what: "sum", expected: 0, found: 1 }),
    discrepancy("card_clearing", 20_099 - 613, 20_099 - 612),
  ]);
  expect(await tampered(`update bookings set status = 'completed' where id = '${id}'`)).toEqual([
    discrepancy("host_payable", -15_300, 0),
    discrepancy("renter", 0, -20_099),
  ]);
  expect(
    await tampered(
      `update bookings set payment_status = 'voided', status = 'cancelled' where id = '${id}'`,
    ),
  ).toEqual([
    discrepancy("card_clearing", 0, 19_486),
    discrepancy("charged at the provider", 0, 1),
    discrepancy("provider_fees", 0, 613),
    discrepancy("renter", 0, -20_099),
  ]);
  expect(await tampered(`update payments set refunded_cents = 1 ${of}`)).toEqual([
    discrepancy("refunded at the provider", 0, 1),
  ]);
  expect(await tampered(`update payments set wanted = 'refund' ${of}`)).toEqual([
    discrepancy("refund wanted", 0, 1),
  ]);
  expect(
    await tampered(
      `update ledger_entries set owner_id = gen_random_uuid() where id = ${entry("renter")}`,
    ),
  ).toEqual([discrepancy("entries of others", 0, 1)]);
  expect(
    await tampered(
      `update ledger_entries set owner_id = '${t.host.id}' where id = ${entry("renter")}`,
    ),
  ).toEqual([discrepancy("entries of others", 0, 1)]);
});
