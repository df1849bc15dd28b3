// The figures of a renter's receipt: its number, its lines, and what remains paid.

import { daysBetween, type CalendarDate } from "../calendar/dates.ts";
import { formatUsd } from "./money.ts";

/** The charge of a booking, in integer cents, as it was made. */
export interface ChargedBooking {
  startDate: CalendarDate;
  endDate: CalendarDate;
  pricePerDayCents: number;
  totalCents: number;
  serviceFeeCents: number;
  processingFeeCents: number;
}

export interface ReceiptLine {
  label: string;
  amountCents: number;
}

/** One receipt per booking, so its number is derived from the booking's id: "3F2A9C-1B77E0". */
export function receiptNumber(bookingId: string): string {
  const digits = bookingId.replaceAll("-", "").toUpperCase();
  return `${digits.slice(0, 6)}-${digits.slice(6, 12)}`;
}

/** The lines of the charge; they add up to it. */
export function receiptLines(booking: ChargedBooking): ReceiptLine[] {
  const days = daysBetween(booking.startDate, booking.endDate);
  return [
    {
      label: `${formatUsd(booking.pricePerDayCents)} × ${days} ${days === 1 ? "day" : "days"}`,
      amountCents: booking.totalCents,
    },
    { label: "Service fee", amountCents: booking.serviceFeeCents },
    { label: "Processing fee", amountCents: booking.processingFeeCents },
  ];
}

/**
 * What the renter has paid, less what we or a bank have returned. Pending refunds are not deducted
 * yet.
 */
export const remainingCents = (money: {
  amountDueCents: number;
  madeCents: number;
  lostCents: number;
}): number => Math.max(0, money.amountDueCents - money.madeCents - money.lostCents);
