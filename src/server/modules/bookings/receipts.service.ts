// Receipts: what a renter's card was charged for, what was refunded, and what remains paid. The
// receipt is read from the ledger each time, so it is never out of date.
import type { Receipt } from "../../../contract/bookings/receipts.ts";
import { formatBookingNumber } from "../../../domain/booking/booking-number.ts";
import { DomainError } from "../../../domain/errors.ts";
import { maskListing } from "../../../domain/listing/listing-masking.ts";
import { toLineDetails } from "../../../domain/money/charge-line.ts";
import { receiptNumber, remainingCents } from "../../../domain/money/books/receipt.ts";
import { BOOKING_POLICY, partiesToBooking } from "../../../domain/policies/booking.ts";
import { authorize } from "../../../domain/policies/policy.ts";
import type { DbCtx, User } from "../../platform/context.ts";
import { readMovements } from "../ledger/ledger.service.ts";
import { findPayment, findRefunds } from "../payments/payments.service.ts";
import { readRenterDocuments } from "../vat/vat-document-reads.service.ts";
import { toBookedDetails } from "../../../domain/tariff/usage-terms.ts";
import { toBookedPlace } from "./booked-place.ts";
import { findPaidLater, findTakenFromDeposit } from "./booking-money.repository.ts";
import { getDetails } from "./bookings.repository.ts";
import { CHARGE_NAMES } from "../../../domain/tariff/charge-names.ts";

/**
 * For the booking's renter and admins. @throws DomainError not_found, forbidden for the host,
 * not_charged
 */
export async function readReceipt(ctx: DbCtx, user: User, bookingId: string): Promise<Receipt> {
  const row = maskListing(await getDetails(ctx.db, bookingId));
  authorize(BOOKING_POLICY.read_receipt, partiesToBooking(row, user), "booking");
  const [movements, payment, refunds, vat_documents, later] = await Promise.all([
    readMovements(ctx, bookingId),
    findPayment(ctx, bookingId),
    findRefunds(ctx.db, bookingId),
    readRenterDocuments(ctx, bookingId),
    findPaidLater(ctx.db, bookingId),
  ]);
  const charge = movements.find(({ kind }) => kind === "captured");
  if (!charge) throw new DomainError("not_charged", { payment_status: row.payment_status });
  return {
    number: receiptNumber(row.id),
    booking_id: row.id,
    booking_number: formatBookingNumber(row.number),
    charged_at: charge.at,
    card_last4: payment?.card_last4 ?? null,
    renter: {
      first_name: row.renter_first_name,
      last_name: row.renter_last_name,
      email: row.renter_email,
    },
    host: { first_name: row.host_first_name, last_name: row.host_last_name },
    car: {
      title: row.title,
      make: row.make,
      model: row.model,
      year: row.year,
      location: row.location,
    },
    start_date: row.start_date,
    end_date: row.end_date,
    pickup_time: row.pickup_time,
    return_time: row.return_time,
    meeting_place: toBookedPlace(row),
    usage_terms: toBookedDetails(row),
    lines: toLineDetails(row.lines),
    charged_cents: row.amount_due_cents,
    dispute: row.dispute,
    refunds: refunds.map(({ amount_cents, created_at, made_at, made_by, reason }) => ({
      amount_cents,
      decided_at: created_at,
      made_at,
      made_by,
      reason,
    })),
    vat_documents,
    later_charges: [
      ...later.map(({ kind, ...paid }) => ({ ...paid, label: CHARGE_NAMES[kind] })),
      ...(await listTaken(ctx, bookingId)),
    ],
    bank_returned_cents: Math.max(0, row.lost_cents),
    remaining_cents: remainingCents({
      amountDueCents: row.amount_due_cents,
      madeCents: row.refunded_cents,
      lostCents: row.lost_cents,
    }),
  };
}

/** What was taken from the deposit, as a charge after the trip. */
async function listTaken({ db }: DbCtx, bookingId: string): Promise<Receipt["later_charges"]> {
  const taken = await findTakenFromDeposit(db, bookingId);
  if (!taken) return [];
  const { captured_cents, ...paid } = taken;
  return [
    {
      ...paid,
      label: "Taken from the deposit",
      explanation: "By the decision of a case",
      amount_cents: captured_cents,
    },
  ];
}
