// The number that people quote for a booking. The database assigns it (migration 0048).

/** Differs from the prefix of support cases (message/support.ts). */
const PREFIX = "BK-";

/** A booking's number as people read it: "BK-4821-7390". */
export const formatBookingNumber = (number: number): string =>
  `${PREFIX}${String(number).replace(/(\d{4})$/, "-$1")}`;

/** The number in "BK-4821-7390", "bk48217390" or "4821 7390"; undefined if the text is none. */
export function readBookingNumber(text: string): number | undefined {
  const [, first, second] = /^(?:bk[\s-]*|#)?(\d{4})[\s-]?(\d{4})$/i.exec(text.trim()) ?? [];
  return first === undefined ? undefined : Number(`${first}${second}`);
}
