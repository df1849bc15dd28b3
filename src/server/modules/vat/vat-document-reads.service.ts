// Reads tax documents for receipts, statements and emails.
import type { VatDocument } from "../../../contract/bookings/vat-documents.ts";
import { formatBookingNumber } from "../../../domain/booking/booking-number.ts";
import { formatVatDocumentNumber, RENTER_SUPPLIES } from "../../../domain/money/vat/vat.ts";
import type { DbCtx } from "../../platform/context.ts";
import {
  findDocuments,
  sumHostVat,
  type HostVat,
  type ReadDocumentRow,
} from "./vat-documents.repository.ts";

export type { HostVat } from "./vat-documents.repository.ts";

/** The VAT of a host's rentals and commissions with a tax point in a range; integer cents. */
export const readHostVat = (
  ctx: DbCtx,
  hostId: string,
  range: { from: string; to: string },
): Promise<HostVat | null> => sumHostVat(ctx.db, hostId, range);

/** A document, with what a statement needs to find the line that it belongs to. */
export interface StatementDocument {
  document: VatDocument;
  /** The charge after the trip that it is about; null also for the payment of a change. */
  laterChargeId: string | null;
  /** The decision about a refund of the booking or of that charge. */
  decisionId: string | null;
  isAdjustment: boolean;
}

/** The documents of bookings about rental and commission, by booking and then oldest first. */
export async function readHostDocuments(
  ctx: DbCtx,
  bookingIds: readonly string[],
): Promise<StatementDocument[]> {
  const rows = await findDocuments(ctx.db, bookingIds, ["rental", "commission"]);
  return rows.map((row) => ({
    document: presentDocument(row),
    laterChargeId: row.is_of_change ? null : row.later_charge_id,
    decisionId: row.decision_id,
    isAdjustment: row.is_adjustment,
  }));
}

/** The documents of a booking to its renter, oldest first. */
export const readRenterDocuments = async (ctx: DbCtx, bookingId: string): Promise<VatDocument[]> =>
  (await findDocuments(ctx.db, [bookingId], RENTER_SUPPLIES)).map(presentDocument);

/**
 * The documents that the email about a booking's charge or its refunds lists.
 * @param refundIds null for the charge
 */
export async function readMailedDocuments(
  ctx: DbCtx,
  bookingId: string,
  refundIds: readonly string[] | null,
): Promise<VatDocument[]> {
  const rows = await findDocuments(ctx.db, [bookingId], RENTER_SUPPLIES);
  return rows
    .filter(({ kind, refund_id, later_charge_id }) =>
      refundIds === null
        ? kind === "invoice" && later_charge_id === null
        : refund_id !== null && refundIds.includes(refund_id),
    )
    .map(presentDocument);
}

/** The documents that the email about a charge after the booking or about its refund lists. */
export async function readMailedLaterDocuments(
  ctx: DbCtx,
  {
    bookingId,
    chargeId,
    refundId,
  }: { bookingId: string; chargeId: string; refundId: string | null },
): Promise<VatDocument[]> {
  const rows = await findDocuments(ctx.db, [bookingId], RENTER_SUPPLIES);
  return rows
    .filter((row) => row.later_charge_id === chargeId && row.refund_id === refundId)
    .map(presentDocument);
}

const presentDocument = (row: ReadDocumentRow): VatDocument => ({
  booking_id: row.booking_id,
  booking_number: formatBookingNumber(row.booking_number),
  number: formatVatDocumentNumber(row.kind, row.sequence),
  kind: row.kind,
  supply: row.supply,
  invoice_number:
    row.invoice_sequence === null ? null : formatVatDocumentNumber("invoice", row.invoice_sequence),
  issued_at: row.issued_at,
  issuer_name: row.issuer_name,
  issuer_vat_number: row.issuer_number,
  recipient_name: row.recipient_name,
  recipient_vat_number: row.recipient_number,
  rate_percent: row.rate_basis_points / 100,
  gross_cents: row.gross_cents,
  vat_cents: row.vat_cents,
  lines: row.lines,
});
