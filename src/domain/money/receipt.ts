// The figures of a renter's receipt: its number, and what remains paid.

/** One receipt per booking, so its number is derived from the booking's id: "3F2A9C-1B77E0". */
export function receiptNumber(bookingId: string): string {
  const digits = bookingId.replaceAll("-", "").toUpperCase();
  return `${digits.slice(0, 6)}-${digits.slice(6, 12)}`;
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
