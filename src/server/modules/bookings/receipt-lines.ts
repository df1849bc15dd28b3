// The figures of a receipt, for its page and for the emails.
import { dollarsToCents } from "../../../domain/money/money.ts";
import { receiptLines, remainingCents, type ReceiptLine } from "../../../domain/money/receipt.ts";
import type { BookingDetails } from "./bookings.repository.ts";

/** The lines of a booking's charge, which add up to the amount due. */
export const linesOf = (booking: BookingDetails): ReceiptLine[] =>
  receiptLines({
    startDate: booking.start_date,
    endDate: booking.end_date,
    pricePerDayCents: dollarsToCents(booking.price_per_day),
    totalCents: dollarsToCents(booking.total_amount),
    serviceFeeCents: booking.service_fee_cents,
    processingFeeCents: booking.processing_fee_cents,
  });

/** What the renter has paid and not received back, in integer cents. */
export const remainingOf = (booking: BookingDetails): number =>
  remainingCents({
    amountDueCents: booking.amount_due_cents,
    madeCents: booking.refunded_cents,
    lostCents: booking.lost_cents,
  });
