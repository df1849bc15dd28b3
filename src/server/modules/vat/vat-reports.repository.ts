// SQL for the VAT of a month: its sums, and the lines of its documents.
import { sql } from "kysely";
import type { VatMonth } from "../../../contract/admin/admin-vat.ts";
import type { CalendarDate } from "../../../domain/calendar/dates.ts";
import type { VatLine } from "../../../domain/money/vat/vat.ts";
import type { Db } from "../../platform/database/database.ts";
import type { VatDocumentRow } from "./vat-documents.repository.ts";

/** The months with documents, newest first. */
export async function sumMonths(db: Db, limit: number): Promise<VatMonth[]> {
  const { rows } = await sql<VatMonth>`
    select to_char(issued_at at time zone 'America/Nassau', 'YYYY-MM') as month, count(*)::int as documents,
      coalesce(sum(vat_cents) filter (where issuer_id is null), 0)::bigint as platform_vat_cents,
      coalesce(sum(vat_cents) filter (where issuer_id is not null), 0)::bigint as host_vat_cents
    from vat_documents group by 1 order by 1 desc limit ${limit}`.execute(db);
  return rows;
}

/** A line of a document, with its document. */
export interface VatLineRow extends Pick<
  VatDocumentRow,
  | "kind"
  | "sequence"
  | "issuer_id"
  | "issuer_number"
  | "issuer_name"
  | "supply"
  | "recipient_name"
  | "recipient_number"
  | "rate_basis_points"
> {
  day: CalendarDate;
  booking_number: number;
  invoice_sequence: number | null;
  code: VatLine["code"];
  label: string;
  gross_cents: number;
  vat_cents: number;
  document_id: string;
  position: number;
  /** The exact time, to continue after. */
  at: string;
}

/** The lines of the documents issued in a range, after a line. */
export async function findVatLines(
  db: Db,
  { from, to }: { from: string; to: string },
  { after, limit }: { after: VatLineRow | undefined; limit: number },
): Promise<VatLineRow[]> {
  const { rows } = await sql<VatLineRow>`
    select d.kind, d.sequence, d.issuer_id, d.issuer_number, d.issuer_name, d.supply, d.recipient_name, d.recipient_number, d.rate_basis_points,
      (d.issued_at at time zone 'America/Nassau')::date as day, b.number as booking_number,
      invoice.sequence as invoice_sequence, line.code, line.label, line.gross_cents, line.vat_cents,
      d.id as document_id, line.position, d.issued_at::text as at
    from vat_documents d
      join vat_document_lines line on line.document_id = d.id
      join bookings b on b.id = d.booking_id
      left join vat_documents invoice on invoice.id = d.invoice_id
    where d.issued_at >= ${from}::timestamptz and d.issued_at < ${to}::timestamptz
      and (d.issued_at, d.id, line.position) > (${after?.at ?? "-infinity"}::timestamptz,
        ${after?.document_id ?? "00000000-0000-0000-0000-000000000000"}::uuid, ${after?.position ?? 0}::smallint)
    order by d.issued_at, d.id, line.position
    limit ${limit}`.execute(db);
  return rows;
}
