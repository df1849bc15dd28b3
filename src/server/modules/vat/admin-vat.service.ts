// VAT for admins: numbers, totals by month, and the export of a month's documents.
import {
  VAT_MONTHS,
  type AdminVat,
  type listVatMonths,
} from "../../../contract/admin/admin-vat.ts";
import type { Output } from "../../../contract/endpoint.ts";
import { formatBookingNumber } from "../../../domain/booking/booking-number.ts";
import { addDays, firstOfMonth, startOfDayInNassau } from "../../../domain/calendar/dates.ts";
import { formatVatDocumentNumber } from "../../../domain/money/vat/vat.ts";
import type { DataCtx, DbCtx, User } from "../../platform/context.ts";
import { CSV_PAGE, nextPosition, toCsv, type Columns } from "../../platform/csv.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import { findVatLines, sumMonths, type VatLineRow } from "./vat-reports.repository.ts";
import { findNumbers, findNumbersForAdmins } from "./vat-numbers.repository.ts";
import { toCheckedAt } from "./vat-numbers.service.ts";

const MOST_NUMBERS = 200;

export async function readAdminVat(ctx: DbCtx): Promise<AdminVat> {
  const [[current], pending, checked] = await Promise.all([
    findNumbers(ctx.db, null),
    findNumbersForAdmins(ctx.db, "pending", MOST_NUMBERS),
    findNumbersForAdmins(ctx.db, "checked", MOST_NUMBERS),
  ]);
  return {
    platform: current
      ? {
          vat_number: current.vat_number,
          legal_name: current.legal_name,
          since: toCheckedAt(current),
        }
      : null,
    numbers: [...pending, ...checked].map(({ user_id, first_name, last_name, email, ...row }) => ({
      id: row.id,
      host: { id: user_id, name: `${first_name} ${last_name}`, email },
      vat_number: row.vat_number,
      legal_name: row.legal_name,
      state: row.state === "checked" ? "checked" : "pending",
      submitted_at: row.submitted_at,
      checked_at: row.checked_at,
    })),
  };
}

/** The VAT of the latest months with tax documents, newest first. */
export const readVatMonths = async (ctx: DbCtx): Promise<Output<typeof listVatMonths>> => ({
  months: await sumMonths(ctx.db, VAT_MONTHS),
});

const COLUMNS: Columns<VatLineRow> = {
  issuer_vat_number: (line) => line.issuer_number,
  issuer: (line) => line.issuer_name,
  issued_by: (line) => (line.issuer_id === null ? "platform" : "host"),
  kind: (line) => line.kind,
  number: (line) => formatVatDocumentNumber(line.kind, line.sequence),
  invoice_number: (line) =>
    line.invoice_sequence === null
      ? null
      : formatVatDocumentNumber("invoice", line.invoice_sequence),
  date: (line) => line.day,
  booking_number: (line) => formatBookingNumber(line.booking_number),
  recipient: (line) => line.recipient_name,
  line: (line) => line.label,
  net: (line) => ({ cents: line.gross_cents - line.vat_cents }),
  rate_percent: (line) => line.rate_basis_points / 100,
  vat: (line) => ({ cents: line.vat_cents }),
  gross: (line) => ({ cents: line.gross_cents }),
  supply: (line) => line.supply,
  line_code: (line) => line.code,
  recipient_vat_number: (line) => line.recipient_number,
};

/** The lines of the documents that were issued in a month (yyyy-MM, Nassau), oldest first. */
export async function exportMonth(
  ctx: DataCtx,
  admin: User,
  month: string,
): Promise<AsyncIterable<string>> {
  await recordAudit(ctx, {
    actorKind: "admin",
    actorId: admin.id,
    action: "export.vat",
    subjectType: "account",
    subjectId: admin.id,
    after: { month },
  });
  const first = firstOfMonth(month);
  const range = {
    from: startOfDayInNassau(first).toISOString(),
    to: startOfDayInNassau(firstOfMonth(addDays(first, 31))).toISOString(),
  };
  return toCsv(COLUMNS, async (after: VatLineRow | undefined) => {
    const rows = await findVatLines(ctx.db, range, { after, limit: CSV_PAGE });
    return { rows, next: nextPosition(rows) };
  });
}
