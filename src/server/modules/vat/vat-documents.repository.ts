// SQL for tax invoices and credit notes, their numbers and lines. taxed-sales.repository.ts has the
// SQL for the charges.
import { sql, type Selectable } from "kysely";
import type { VatDocumentKind, VatLine, VatSupply } from "../../../domain/money/vat/vat.ts";
import type { Db } from "../../platform/database/database.ts";
import type { VatDocumentLinesTable, VatDocumentsTable } from "../../platform/database/schema.ts";
import type { SaleIds } from "./taxed-sales.repository.ts";

export type VatDocumentRow = Selectable<VatDocumentsTable>;

/** A document with the number of its booking, as its readers see it. */
export type ReadDocumentRow = VatDocumentRow & {
  booking_number: number;
  /** That of the invoice which a credit note is for. */
  invoice_sequence: number | null;
  /** The decision that a credit note is for. */
  decision_id: string | null;
  /** Whether its refund deducted something from what the host had earned before. */
  is_adjustment: boolean;
  /** Whether it is about the payment of a change. */
  is_of_change: boolean;
  lines: Pick<Selectable<VatDocumentLinesTable>, "code" | "label" | "gross_cents" | "vat_cents">[];
};

/** The documents of bookings about certain supplies, by booking and then oldest first. */
export const findDocuments = (
  db: Db,
  bookingIds: readonly string[],
  supplies: readonly VatSupply[],
): Promise<ReadDocumentRow[]> =>
  db
    .selectFrom("vat_documents as document")
    .innerJoin("bookings as booking", "booking.id", "document.booking_id")
    .leftJoin("vat_documents as invoice", "invoice.id", "document.invoice_id")
    .leftJoin("refunds as refund", "refund.id", "document.refund_id")
    .where("document.booking_id", "=", sql<string>`any(${bookingIds}::uuid[])`)
    .where("document.supply", "in", supplies)
    .selectAll("document")
    .select([
      "booking.number as booking_number",
      "invoice.sequence as invoice_sequence",
      "refund.decision_id",
      sql<boolean>`exists (
        select from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        where t.key in ('refund:' || refund.decision_id || ':decided', 'later_refund:' || refund.decision_id || ':decided')
          and e.account = 'host_payable')`.as("is_adjustment"),
      sql<boolean>`exists (select from later_charges where id = document.later_charge_id and kind = 'change')`.as(
        "is_of_change",
      ),
      sql<ReadDocumentRow["lines"]>`(
        select json_agg(json_build_object('code', code, 'label', label, 'gross_cents', gross_cents,
          'vat_cents', vat_cents) order by position)
        from vat_document_lines where document_id = document.id)`.as("lines"),
    ])
    .orderBy("booking.end_date")
    .orderBy("booking.id")
    .orderBy("document.issued_at")
    .orderBy("document.kind", "desc")
    .orderBy("document.supply", "desc")
    .orderBy("document.sequence")
    .execute();

/** An invoice, and how much of it credit notes have returned so far; integer cents. */
export type InvoiceRow = VatDocumentRow & { credited_cents: number };

/** The invoices of what was charged. */
export const findInvoices = (
  db: Db,
  { bookingId, laterChargeId }: SaleIds,
): Promise<InvoiceRow[]> =>
  db
    .selectFrom("vat_documents as document")
    .selectAll()
    .select(
      sql<number>`(select coalesce(-sum(gross_cents), 0)::bigint from vat_documents
        where invoice_id = document.id)`.as("credited_cents"),
    )
    .where("booking_id", "=", bookingId)
    .where("later_charge_id", "is not distinct from", laterChargeId)
    .where("kind", "=", "invoice")
    .execute();

/** The VAT in a host's rentals and in the platform's commissions; integer cents. */
export interface HostVat {
  rentals_cents: number;
  fee_cents: number;
}

/** The VAT of a host's documents with a tax point in a range; null without documents. */
export async function sumHostVat(
  db: Db,
  hostId: string,
  { from, to }: { from: string; to: string },
): Promise<HostVat | null> {
  const { rows } = await sql<HostVat>`
    select coalesce(sum(d.vat_cents) filter (where d.supply = 'rental'), 0)::bigint as rentals_cents,
      coalesce(sum(d.vat_cents) filter (where d.supply = 'commission'), 0)::bigint as fee_cents
    from vat_documents d join bookings b on b.id = d.booking_id
    where b.host_id = ${hostId} and d.supply in ('rental', 'commission')
      and d.issued_at >= ${from}::timestamptz and d.issued_at < ${to}::timestamptz
    having count(*) > 0`.execute(db);
  return rows[0] ?? null;
}

/** The platform's VAT of what was charged, less what credit notes returned; integer cents. */
export async function sumPlatformVat(
  db: Db,
  { bookingId, laterChargeId }: SaleIds,
): Promise<number> {
  const { cents } = await db
    .selectFrom("vat_documents")
    .select(sql<number>`coalesce(sum(vat_cents), 0)::bigint`.as("cents"))
    .where("booking_id", "=", bookingId)
    .where("later_charge_id", "is not distinct from", laterChargeId)
    .where("issuer_id", "is", null)
    .executeTakeFirstOrThrow();
  return cents;
}

/**
 * The platform's VAT in fees of a booking and its changes that it has not earned yet, less what
 * credit notes returned; integer cents.
 */
export async function sumDeferredVat(db: Db, bookingId: string): Promise<number> {
  const { cents } = await db
    .selectFrom("vat_documents as document")
    .leftJoin("later_charges as charge", "charge.id", "document.later_charge_id")
    .select(sql<number>`coalesce(sum(document.vat_cents), 0)::bigint`.as("cents"))
    .where("document.booking_id", "=", bookingId)
    .where("document.issuer_id", "is", null)
    .where((row) => row.or([row("charge.id", "is", null), row("charge.applied", "=", true)]))
    .executeTakeFirstOrThrow();
  return cents;
}

/**
 * Lets only one transaction at a time take numbers. All counters share one lock, so that
 * transactions with several documents can't deadlock.
 */
export async function lockCounters(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('vat_counters', 0))`.execute(db);
}

/**
 * Takes the next number. The counter stays locked until the transaction ends, so that no number is
 * used twice and a rollback leaves no gap.
 */
async function takeSequence(db: Db, issuerNumber: string, kind: VatDocumentKind): Promise<number> {
  const { last } = await db
    .insertInto("vat_counters")
    .values({ issuer_number: issuerNumber, kind, last: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(["issuer_number", "kind"])
        .doUpdateSet((row) => ({ last: sql<number>`${row.ref("vat_counters.last")} + 1` })),
    )
    .returning("last")
    .executeTakeFirstOrThrow();
  return last;
}

/** A document without its number. */
export type NewVatDocument = Omit<
  VatDocumentRow,
  "id" | "sequence" | "gross_cents" | "vat_cents"
> & { supply: VatSupply; lines: readonly VatLine[] };

/** @returns the document's id */
export async function insertDocument(
  db: Db,
  { lines, ...document }: NewVatDocument,
): Promise<string> {
  const sum = (of: "grossCents" | "vatCents"): number =>
    lines.reduce((total, line) => total + line[of], 0);
  const { id } = await db
    .insertInto("vat_documents")
    .values({
      ...document,
      sequence: await takeSequence(db, document.issuer_number, document.kind),
      gross_cents: sum("grossCents"),
      vat_cents: sum("vatCents"),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("vat_document_lines")
    .values(
      lines.map(({ code, label, grossCents, vatCents }, index) => ({
        document_id: id,
        position: index + 1,
        code,
        label,
        gross_cents: grossCents,
        vat_cents: vatCents,
      })),
    )
    .execute();
  return id;
}
