// Issues tax invoices when a card is charged, and credit notes when money is returned (decision
// 41). Call them in the transaction of the step, with the booking or the later charge locked.
import { todayInNassau } from "../../../domain/calendar/dates.ts";
import { vatCredited, vatInvoiced } from "../../../domain/money/ledger.ts";
import type { RefundBearer } from "../../../domain/money/refund.ts";
import {
  creditLines,
  invoiceLines,
  returnedBySupply,
  VAT_SUPPLIES,
  vatRateOn,
  type BorneRefunds,
} from "../../../domain/money/vat/vat.ts";
import type { DataCtx, DbCtx } from "../../platform/context.ts";
import { findUserNames } from "../accounts/accounts.service.ts";
import { book } from "../ledger/ledger.service.ts";
import {
  findPaidChanges,
  findRefundPart,
  findTaxedBooking,
  findTaxedChange,
  findTaxedLaterCharge,
  type TaxedSale,
} from "./taxed-sales.repository.ts";
import {
  findInvoices,
  insertDocument,
  lockCounters,
  sumDeferredVat,
  sumPlatformVat,
  type InvoiceRow,
  type NewVatDocument,
} from "./vat-documents.repository.ts";
import { findNumbersInUse, lockNumbers, type VatNumberRow } from "./vat-numbers.repository.ts";

/** Issues the invoices of a booking's charge, with the numbers in use when we learned of it. */
export async function issueInvoices(ctx: DataCtx, bookingId: string): Promise<void> {
  await lockNumbers(ctx.db, "shared");
  await issueInvoicesOf(ctx, await findTaxedBooking(ctx.db, bookingId), `booking:${bookingId}`);
}

/** Issues the invoices of a charge after the booking, as soon as its payment is booked. */
export async function issueLaterInvoices(ctx: DataCtx, chargeId: string): Promise<void> {
  await lockNumbers(ctx.db, "shared");
  const sale = await findTaxedLaterCharge(ctx.db, chargeId);
  await issueInvoicesOf(ctx, sale, `later_charge:${chargeId}`);
}

/** Issues the invoices of what a change costs, as soon as its payment is booked. */
export async function issueChangeInvoices(ctx: DataCtx, chargeId: string): Promise<void> {
  await lockNumbers(ctx.db, "shared");
  await issueInvoicesOf(ctx, await findTaxedChange(ctx.db, chargeId), `later_charge:${chargeId}`);
}

async function issueInvoicesOf(
  ctx: DataCtx,
  sale: TaxedSale | undefined,
  key: string,
): Promise<void> {
  if (!sale) throw new Error(`${key} is invoiced before it is charged`);
  const { bookingId, laterChargeId, chargedAt } = sale;
  const numbers = await findNumbersInUse(ctx.db, sale.hostId, chargedAt);
  if (numbers.length === 0) return;
  const ofHost = numbers.find(({ owner_id }) => owner_id !== null);
  const ofPlatform = numbers.find(({ owner_id }) => owner_id === null);
  const { renter, host } = await readRecipients(ctx, sale, ofHost);
  const rate = vatRateOn(todayInNassau(new Date(chargedAt)));
  await insertAll(
    ctx,
    VAT_SUPPLIES.flatMap((supply) => {
      const issuer = supply === "rental" ? ofHost : ofPlatform;
      if (!issuer) return [];
      return [
        {
          booking_id: bookingId,
          later_charge_id: laterChargeId,
          supply,
          kind: "invoice",
          invoice_id: null,
          refund_id: null,
          issuer_id: issuer.owner_id,
          issuer_number: issuer.vat_number,
          issuer_name: issuer.legal_name,
          ...(supply === "commission" ? host : renter),
          rate_basis_points: rate,
          issued_at: chargedAt,
          lines: invoiceLines(supply, sale, rate),
        },
      ];
    }),
  );
  const vatCents = await sumPlatformVat(ctx.db, sale);
  // The fees of a booking and its changes are earned when the trip is completed.
  const movement = vatInvoiced(vatCents, { isEarned: laterChargeId !== null && sale.isEarned });
  if (vatCents > 0) await book(ctx, `${key}:vat_invoiced`, movement, bookingId, chargedAt);
}

/** The recipients of documents. A host with a VAT number appears under the registered name. */
async function readRecipients(
  ctx: DbCtx,
  { hostId, renterId }: TaxedSale,
  ofHost: VatNumberRow | undefined,
) {
  const names = await findUserNames(ctx.db, [hostId, renterId]);
  const name = (id: string): string => {
    const found = names.get(id);
    if (found === undefined) throw new Error(`a tax document is for ${id}, who has no name`);
    return found;
  };
  return {
    renter: { recipient_name: name(renterId), recipient_number: null },
    host: {
      recipient_name: ofHost?.legal_name ?? name(hostId),
      recipient_number: ofHost?.vat_number ?? null,
    },
  };
}

const sumRefunds = (refunds: TaxedSale["refunds"], bearer: RefundBearer): BorneRefunds =>
  refunds
    .filter((each) => each.bearer === bearer)
    .reduce(
      (sum, each) => ({
        amountCents: sum.amountCents + each.amountCents,
        byHostCents: sum.byHostCents + each.byHostCents,
      }),
      { amountCents: 0, byHostCents: 0 },
    );

/**
 * How much of a supply has been returned: all of it for a cancelled trip, even if a bank took the
 * money back.
 */
const readReturned = (booking: TaxedSale, invoice: InvoiceRow): number => {
  if (booking.isCancelled) return invoice.gross_cents;
  const refunds = {
    shared: sumRefunds(booking.refunds, "shared"),
    host: sumRefunds(booking.refunds, "host"),
    platform: sumRefunds(booking.refunds, "platform"),
  };
  return Math.max(invoice.credited_cents, returnedBySupply(booking, refunds)[invoice.supply]);
};

/**
 * Issues credit notes for what was returned of a booking's charge and its changes since the last
 * ones, each for the payment that was returned.
 * @param refundId the refund that they are for; null for a cancellation that left none
 */
export async function issueCreditNotes(
  ctx: DataCtx,
  bookingId: string,
  refundId: string | null,
): Promise<void> {
  const sales = [await findTaxedBooking(ctx.db, bookingId)];
  for (const id of await findPaidChanges(ctx.db, bookingId))
    sales.push(await findTaxedChange(ctx.db, id));
  for (const sale of sales) {
    if (!sale) continue;
    const { laterChargeId } = sale;
    const partId =
      refundId === null ? null : ((await findRefundPart(ctx.db, refundId, laterChargeId)) ?? null);
    const whole = laterChargeId === null ? `booking:${bookingId}` : `later_charge:${laterChargeId}`;
    await issueNotesOf(ctx, sale, partId, partId === null ? whole : `refund:${partId}`);
  }
}

/** Issues the credit notes for a refund of a charge after the booking. */
export async function issueLaterCreditNotes(
  ctx: DataCtx,
  chargeId: string,
  refundId: string,
): Promise<void> {
  const sale = await findTaxedLaterCharge(ctx.db, chargeId);
  if (sale) await issueNotesOf(ctx, sale, refundId, `later_refund:${refundId}`);
}

async function issueNotesOf(
  ctx: DataCtx,
  sale: TaxedSale,
  refundId: string | null,
  key: string,
): Promise<void> {
  const invoices = await findInvoices(ctx.db, sale);
  const issued_at = ctx.clock.now().toISOString();
  const vatBefore = await sumPlatformVat(ctx.db, sale);
  await insertAll(
    ctx,
    invoices.map((invoice) => ({
      booking_id: sale.bookingId,
      later_charge_id: sale.laterChargeId,
      supply: invoice.supply,
      kind: "credit_note",
      invoice_id: invoice.id,
      refund_id: refundId,
      issuer_id: invoice.issuer_id,
      issuer_number: invoice.issuer_number,
      issuer_name: invoice.issuer_name,
      recipient_name: invoice.recipient_name,
      recipient_number: invoice.recipient_number,
      rate_basis_points: invoice.rate_basis_points,
      issued_at,
      lines: creditLines(invoice.supply, sale, invoice.rate_basis_points, {
        beforeCents: invoice.credited_cents,
        afterCents: readReturned(sale, invoice),
      }),
    })),
  );
  const vatCents = vatBefore - (await sumPlatformVat(ctx.db, sale));
  if (vatCents > 0)
    await book(ctx, `${key}:vat_credited`, vatCredited(vatCents, sale), sale.bookingId, issued_at);
}

/** Inserts documents with their numbers, but none without lines. */
async function insertAll(ctx: DbCtx, documents: readonly NewVatDocument[]): Promise<void> {
  const some = documents.filter(({ lines }) => lines.length > 0);
  if (some.length === 0) return;
  await lockCounters(ctx.db);
  for (const document of some) await insertDocument(ctx.db, document);
}

/** The platform's VAT in fees of a booking that it has not earned yet; integer cents. */
export const readDeferredVat = (ctx: DbCtx, bookingId: string): Promise<number> =>
  sumDeferredVat(ctx.db, bookingId);
