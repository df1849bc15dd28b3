// The figures of a renter's receipt: its number, and what remains paid.

/** One receipt per booking, so its number is derived from the booking's id: "3F2A9C-1B77E0". */
export function receiptNumber(bookingId: string): string {
  const digits = bookingId.replaceAll("-", "").toUpperCase();
  return `${digits.slice(0, 6)}-${digits.slice(6, 12)}`;
}

/**
 * The first and the last booking id whose receipt has the number that the text names, such as
 * "3F2A9C-1B77E0" or its first half; undefined if the text is no receipt number. The first half
 * needs a digit, because "facade" is a word.
 */
export function readReceiptNumber(text: string): readonly [string, string] | undefined {
  const [, digits] =
    /^(?:receipt\s+)?([\da-f]{6}-?[\da-f]{6}|(?=[a-f]*\d)[\da-f]{6})-?$/i.exec(text.trim()) ?? [];
  if (digits === undefined) return undefined;
  const begin = digits.replace("-", "").toLowerCase();
  const toId = (fill: string): string =>
    begin.padEnd(32, fill).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  return [toId("0"), toId("f")];
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
