// VAT from the charge to the refund: numbers, invoices, credit notes, ledger, receipt and export.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { AdminVat, VatMonth } from "../../../contract/admin/admin-vat.ts";
import type { Receipt } from "../../../contract/bookings/receipts.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sweep } from "../bookings/settlement/sweep.service.ts";
import { checkLedger } from "../ledger/ledger-check.service.ts";
import { issueCreditNotes } from "./vat-documents.service.ts";
import { startBookings, type Bookings } from "../../../../test/booking.ts";
import { makePerson, type Person } from "../../../../test/factories.ts";

const HOST = { vat_number: "100 234 567", legal_name: "Rolle Rentals Ltd" };
const PLATFORM = { vat_number: "900111222", legal_name: "Caydrive Ltd" };

let t: Bookings;
let owner: Person;
beforeAll(async () => {
  t = await startBookings();
  owner = await makePerson(t.app, { roles: ["renter", "admin"], adminRole: "owner" });
});
afterAll(() => t.close());

const call = async (
  method: "GET" | "PUT" | "POST" | "DELETE",
  path: string,
  as: Person,
  body?: object,
) => t.app.call(method, path, { as: as.token, ...(body ? { body } : {}) });
const read = async <T>(path: string, as: Person): Promise<T> =>
  (await call("GET", path, as)).body as T;
const readMonths = async () =>
  (await read<{ months: VatMonth[] }>("/api/admin/vat/months", owner)).months;
const readAdmin = () => read<AdminVat>("/api/admin/vat", owner);
const pendingId = async (): Promise<string> =>
  (await readAdmin()).numbers.find(({ state }) => state === "pending")?.id ?? "none";
const setPlatform = (platform: object | null) => call("PUT", "/api/admin/vat", owner, { platform });
async function useNumbers(): Promise<void> {
  expect((await call("PUT", "/api/host/vat-number", t.host, HOST)).status).toBe(200);
  const id = await pendingId();
  expect((await call("POST", `/api/admin/vat/numbers/${id}/check`, owner)).status).toBe(200);
  expect((await setPlatform(PLATFORM)).status).toBe(200);
  t.app.clock.advance(1000);
}
async function dropNumbers(): Promise<void> {
  await call("DELETE", "/api/host/vat-number", t.host);
  await setPlatform(null);
}
const readReceipt = (id: string) => read<Receipt>(`/api/bookings/${id}/receipt`, t.renter);
const refund = (id: string, body: object) =>
  call("POST", `/api/admin/bookings/${id}/refunds`, owner, {
    id: randomUUID(),
    borne_by: "shared",
    reason: "Late.",
    ...body,
  });
const readDocuments = async (bookingId: string) => {
  const { rows } = await sql<{ document: string; gross_cents: number; vat_cents: number }>`
    select supply || ' ' || kind as document, gross_cents, vat_cents from vat_documents
    where booking_id = ${bookingId} order by issued_at, kind desc, supply`.execute(t.app.ctx.db);
  return rows.map(({ document, ...cents }) => [document, cents.gross_cents, cents.vat_cents]);
};

test("without numbers there are no documents, no VAT in the ledger and none on receipts", async () => {
  const { id } = await t.book();
  expect(await readReceipt(id)).toMatchObject({ vat_documents: [], charged_cents: 20_099 });
  await t.decide(id, "cancel", t.renter);
  expect(await readDocuments(id)).toEqual([]);
  expect((await t.readLedger(id)).map(({ account }) => account)).not.toContain("vat_payable");
  expect(await readMonths()).toEqual([]);
});

test("a new number replaces the old one once an admin has checked it", async () => {
  const put = (vat_number: string) =>
    call("PUT", "/api/host/vat-number", t.host, { ...HOST, vat_number });
  expect((await put("12345678")).body).toMatchObject({
    code: "invalid_request",
    errors: [{ field: "body.vat_number", message: "VAT number must be the 9 digits of your TIN." }],
  });
  expect((await put("100000001")).body).toMatchObject({
    current: null,
    pending: { vat_number: "100000001", legal_name: "Rolle Rentals Ltd" },
  });
  const rejected = await pendingId();
  const reject = (reason: string) =>
    call("POST", `/api/admin/vat/numbers/${rejected}/reject`, owner, { reason });
  expect((await reject("")).body.code).toBe("invalid_request");
  expect((await reject("The name differs.")).status).toBe(200);
  expect((await reject("Again.")).body.code).toBe("vat_number_decided");
  expect((await call("GET", "/api/host/vat-number", t.host)).body).toMatchObject({
    pending: null,
    rejected: { vat_number: "100000001", reason: "The name differs." },
  });

  t.app.clock.advance(1000);
  await put("100000002");
  await call("POST", `/api/admin/vat/numbers/${await pendingId()}/check`, owner);
  expect((await put("100000003")).body).toMatchObject({
    current: { vat_number: "100000002" },
    pending: { vat_number: "100000003" },
    rejected: null,
  });
  t.app.clock.advance(1000);
  await call("POST", `/api/admin/vat/numbers/${await pendingId()}/check`, owner);
  expect((await call("GET", "/api/host/vat-number", t.host)).body).toMatchObject({
    current: { vat_number: "100000003" },
    pending: null,
  });
  const { body } = await call("GET", "/api/notifications", t.host);
  expect(JSON.stringify(body)).toContain("We've confirmed your VAT number");
  expect(JSON.stringify(body)).toContain("We couldn't confirm your VAT number");
  expect((await call("DELETE", "/api/host/vat-number", t.host)).body).toEqual({
    current: null,
    pending: null,
    rejected: null,
  });
});

test("admins can't confirm their own number", async () => {
  await call("PUT", "/api/host/vat-number", owner, HOST);
  const id = await pendingId();
  expect((await call("POST", `/api/admin/vat/numbers/${id}/check`, owner)).body.code).toBe(
    "forbidden",
  );
  await call("DELETE", "/api/host/vat-number", owner);
});

test("a charge is invoiced by host and platform, and a cancellation credits everything", async () => {
  await useNumbers();
  const { id } = await t.book();
  const receipt = await readReceipt(id);
  expect(receipt.charged_cents).toBe(20_099);
  expect(receipt.vat_documents).toMatchObject([
    {
      number: "INV-000001",
      kind: "invoice",
      supply: "rental",
      issuer_name: "Rolle Rentals Ltd",
      issuer_vat_number: "100234567",
      rate_percent: 10,
      gross_cents: 18_000,
      vat_cents: 1_636,
      lines: [{ label: "3 days × $60.00", gross_cents: 18_000, vat_cents: 1_636 }],
    },
    {
      number: "INV-000001",
      supply: "fees",
      issuer_name: "Caydrive Ltd",
      vat_cents: 164 + 27,
      lines: [
        { code: "service_fee", vat_cents: 164 },
        { code: "processing_fee", vat_cents: 27 },
      ],
    },
  ]);
  expect(await readDocuments(id)).toEqual([
    ["commission invoice", 2_700, 245],
    ["fees invoice", 2_099, 191],
    ["rental invoice", 18_000, 1_636],
  ]);
  expect(await t.readBalances(id)).toMatchObject({ vat_payable: -436, vat_deferred: 436 });

  const readYear = async () =>
    (await read<{ vat: object }>("/api/host/yearly-statements/2026", t.host)).vat;
  expect(await readYear()).toEqual({ rentals_cents: 1_636, fee_cents: 245 });

  await dropNumbers(); // what is issued stays, and its credit notes name the same issuers
  t.app.clock.advance(60_000);
  await t.decide(id, "cancel", t.renter);
  expect((await readDocuments(id)).slice(3)).toEqual([
    ["commission credit_note", -2_700, -245],
    ["fees credit_note", -2_099, -191],
    ["rental credit_note", -18_000, -1_636],
  ]);
  expect((await readReceipt(id)).vat_documents.slice(2)).toMatchObject([
    { number: "CN-000001", invoice_number: "INV-000001", issuer_vat_number: "100234567" },
    { invoice_number: "INV-000001", issuer_vat_number: "900111222" },
  ]);
  expect(await t.readBalances(id)).not.toHaveProperty("vat_payable");
  expect(await t.readBalances(id)).not.toHaveProperty("vat_deferred");
  expect(await readYear()).toEqual({ rentals_cents: 0, fee_cents: 0 });
  const { id: later } = await t.book({
    dates: { start_date: "2026-12-10", end_date: "2026-12-13" },
  });
  expect(await readDocuments(later)).toEqual([]);
});

test("partial refunds return their part of every line, before and after the trip", async () => {
  await useNumbers();
  const { id } = await t.book({ dates: { start_date: "2026-12-10", end_date: "2026-12-13" } });
  expect((await refund(id, { days: 1 })).status).toBe(200);
  expect(await t.readBalances(id)).toMatchObject({ vat_payable: -290, vat_deferred: 290 });
  t.app.clock.advance(60_000);
  expect((await refund(id, { amount: 10 })).status).toBe(200);
  const before = t.app.clock.now();
  t.app.clock.set("2026-12-14T05:00:00Z");
  await sweep(t.app.ctx);
  t.app.clock.set(before);
  const earned = await t.readBalances(id);
  expect(earned).not.toHaveProperty("vat_deferred");
  await refund(id, { amount: 123.99 });
  const { vat_documents: documents } = await readReceipt(id);
  for (const of of ["gross_cents", "vat_cents"] as const)
    expect(documents.reduce((sum, each) => sum + each[of], 0)).toBe(0);
  expect(await t.readBalances(id)).not.toHaveProperty("vat_payable");
  await dropNumbers();
});

test("credits only what the side that bears a refund supplied", async () => {
  await useNumbers();
  const { id } = await t.book({ dates: { start_date: "2027-02-10", end_date: "2027-02-13" } });
  t.app.clock.advance(60_000);
  // The host's refund is no refund of the commission, and the platform's none of the rental.
  await refund(id, { amount: 50, borne_by: "host" });
  t.app.clock.advance(60_000);
  await refund(id, { amount: 30, borne_by: "platform" });
  expect((await readDocuments(id)).slice(3)).toEqual([
    ["rental credit_note", -5_000, -455],
    ["fees credit_note", -2_099, -191],
  ]);
  expect(await t.readBalances(id)).toMatchObject({ vat_payable: -245, vat_deferred: 245 });
  await dropNumbers();
});

test("two transactions that each cancel several bookings don't deadlock", async () => {
  await useNumbers();
  const dates = { start_date: "2027-03-10", end_date: "2027-03-13" };
  const renters = await Promise.all(Array.from({ length: 4 }, () => t.newRenter()));
  const ids = (await Promise.all(renters.map((by) => t.book({ by, dates })))).map(({ id }) => id);
  const cancel = (some: readonly string[]) =>
    t.app.ctx.db.transaction().execute(async (db) => {
      for (const id of some) {
        await sql`update bookings set status = 'cancelled' where id = ${id}`.execute(db);
        await issueCreditNotes({ ...t.app.ctx, db }, id, null);
      }
      throw new Error("rolled back");
    });
  const ended = await Promise.allSettled([cancel(ids.slice(0, 2)), cancel(ids.slice(2))]);
  expect(ended.map((each) => String((each as PromiseRejectedResult).reason))).toEqual([
    "Error: rolled back",
    "Error: rolled back",
  ]);
  await dropNumbers();
});

test("numbers have no gaps after parallel charges and rollbacks", async () => {
  await useNumbers();
  const rolledBack = new Error("rolled back");
  const { id } = await t.book({ dates: { start_date: "2026-12-15", end_date: "2026-12-18" } });
  await t.app.ctx.db
    .transaction()
    .execute(async (db) => {
      await sql`update bookings set status = 'cancelled' where id = ${id}`.execute(db);
      await issueCreditNotes({ ...t.app.ctx, db }, id, null);
      throw rolledBack;
    })
    .catch((error: unknown) => {
      if (error !== rolledBack) throw error;
    });
  const renters = await Promise.all(Array.from({ length: 5 }, () => t.newRenter()));
  const dates = { start_date: "2026-12-20", end_date: "2026-12-23" };
  const booked = await Promise.all(renters.map((by) => t.book({ by, dates })));
  await Promise.all(booked.map((each, index) => t.decide(each.id, "cancel", renters[index]!)));
  const { rows } = await sql<{ numbers: number; last: number; counter: number }>`
    select count(distinct sequence)::int as numbers, max(sequence) as last, max(c.last) as counter
    from vat_documents d join vat_counters c using (issuer_number, kind)
    group by issuer_number, kind`.execute(t.app.ctx.db);
  expect(rows).toHaveLength(4);
  for (const { numbers, last, counter } of rows)
    expect([last, counter]).toEqual([numbers, numbers]);
  await dropNumbers();
});

test("the database refuses changed documents, lines that don't add up, and excessive credit notes", async () => {
  const { db } = t.app.ctx;
  for (const statement of [
    "update vat_documents set vat_cents = 0",
    "delete from vat_document_lines",
    "truncate vat_documents cascade",
  ])
    await expect(sql.raw(statement).execute(db)).rejects.toThrow("append-only");
  const copy = (kind: string, cents: string) => `
    insert into vat_documents (booking_id, supply, kind, sequence, invoice_id, issuer_id, issuer_number, issuer_name,
      recipient_name, rate_basis_points, gross_cents, vat_cents, issued_at)
    select booking_id, supply, ${kind}, 999, id, issuer_id, issuer_number, issuer_name, recipient_name,
      rate_basis_points, ${cents}, 0, issued_at from vat_documents where kind = 'invoice' limit 1`;
  await expect(sql.raw(copy("'credit_note'", "-1")).execute(db)).rejects.toThrow("do not add up");
  await expect(
    sql
      .raw(
        `with note as (${copy("'credit_note'", "-99999999")} returning id)
         insert into vat_document_lines (document_id, position, code, label, gross_cents, vat_cents)
         select id, 1, 'rental', 'Rental', -99999999, 0 from note`,
      )
      .execute(db),
  ).rejects.toThrow("credit notes exceed");
});

test("the ledger check finds missing documents, gaps, wrong VAT and a wrong liability", async () => {
  await useNumbers();
  const { id } = await t.book({ dates: { start_date: "2027-01-05", end_date: "2027-01-08" } });
  const invoice = (supply: string) =>
    `(select id from vat_documents where booking_id = '${id}' and supply = '${supply}')`;
  /** What the check finds after these changes, which are rolled back. */
  const findAfter = async (...statements: string[]): Promise<string[]> => {
    const rolledBack = new Error("rolled back");
    let found: string[] = [];
    await t.app.ctx.db
      .transaction()
      .execute(async (db) => {
        await sql`set local session_replication_role = replica`.execute(db);
        for (const statement of statements) await sql.raw(statement).execute(db);
        found = (await checkLedger({ db })).discrepancies.map(
          ({ about, what }) => `${about}: ${what}`,
        );
        throw rolledBack;
      })
      .catch((error: unknown) => {
        if (error !== rolledBack) throw error;
      });
    return found.toSorted();
  };
  expect(await findAfter()).toEqual([]);
  expect(
    await findAfter(
      `delete from vat_document_lines where document_id = ${invoice("rental")}`,
      `delete from vat_documents where id = ${invoice("rental")}`,
    ),
  ).toEqual(["booking: rental invoiced", "issuer: invoice numbers"]);
  expect(
    await findAfter(
      `update vat_document_lines set vat_cents = 1 where document_id = ${invoice("commission")}`,
    ),
  ).toEqual(["tax document: VAT of lines"]);
  expect(
    await findAfter(
      `update vat_documents set rate_basis_points = 1200 where id = ${invoice("fees")}`,
    ),
  ).toEqual(["tax document: VAT by rate"]);
  expect(
    await findAfter(
      `update ledger_entries e set amount_cents = amount_cents - 1 from ledger_transactions t
       where t.id = e.transaction_id and t.booking_id = '${id}' and account = 'vat_payable'`,
    ),
  ).toContain("booking: vat_payable");
  await dropNumbers();
});

test("admins export a month, in which a formula is plain text", async () => {
  await call("PUT", "/api/host/vat-number", t.host, { ...HOST, legal_name: "=SUM(A1) Ltd" });
  await call("POST", `/api/admin/vat/numbers/${await pendingId()}/check`, owner);
  t.app.clock.advance(1000);
  const { id } = await t.book({ dates: { start_date: "2026-12-25", end_date: "2026-12-28" } });
  const month = t.app.clock.now().toISOString().slice(0, 7);
  const { body } = await call("GET", `/api/admin/vat.csv?month=${month}`, owner);
  const lines = String(body).trim().split("\r\n");
  expect(lines[0]).toBe(
    "issuer_vat_number,issuer,issued_by,kind,number,invoice_number,date,booking_number,recipient,line,net,rate_percent,vat,gross,supply,line_code,recipient_vat_number",
  );
  expect(lines.at(-1)).toContain("'=SUM(A1) Ltd,host,invoice,INV-");
  expect(lines.at(-1)).toContain("3 days × $60.00,163.64,10,16.36,180.00,rental,rental,");
  const months = await readMonths();
  expect(months[0]?.month).toBe(month);
  expect(months[0]?.host_vat_cents).toBeGreaterThanOrEqual(1_636);
  expect((await readReceipt(id)).vat_documents).toHaveLength(1);
  await dropNumbers();
});
