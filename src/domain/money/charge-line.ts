// One line of a charge (product.md, Prices), and a charge as sent over the wire.

export const CHARGE_CODES = [
  "rental",
  "discount",
  "meeting_place",
  "extra",
  "service_fee",
  "processing_fee",
  "credit",
] as const;
export type ChargeCode = (typeof CHARGE_CODES)[number];

/** The unit of a line: a day of the rental, or the booking as a whole. */
export const CHARGE_UNITS = ["day", "booking"] as const;

/**
 * Who earns a line. The host gets the host's share of the host's lines. Nobody earns credit: it is
 * the renter's, and reduces what the card is charged.
 */
export const LINE_EARNERS = ["host", "platform", "renter"] as const;

/** A booking stores its lines, labels included, so that later changes never affect them. */
export interface ChargeLine {
  code: ChargeCode;
  /** Shown to people: "3 days × $60.00". */
  label: string;
  quantity: number;
  unit: (typeof CHARGE_UNITS)[number];
  /** Negative for a discount and for credit. */
  amountCents: number;
  earner: (typeof LINE_EARNERS)[number];
}

/** A line as sent over the wire. */
export type ChargeLineDetails = Omit<ChargeLine, "amountCents"> & { amount_cents: number };

/** The price of a rental as the server calculates it, in dollars with two decimals. */
export interface QuoteDetails {
  days: number;
  price_per_day: number;
  total_amount: number;
  service_fee: number;
  processing_fee: number;
  amount_due: number;
}

/** A price with the lines it consists of. */
export interface ChargeDetails extends QuoteDetails {
  lines: ChargeLineDetails[];
}

/** The sum of all lines, or of those with a given code or earner. */
export function sumLines(
  lines: readonly (Pick<ChargeLine, "amountCents" | "earner"> & { code: string })[],
  which: { code?: ChargeCode; earner?: ChargeLine["earner"] } = {},
): number {
  return lines
    .filter(({ code }) => which.code === undefined || code === which.code)
    .filter(({ earner }) => which.earner === undefined || earner === which.earner)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** The lines as sent over the wire. */
export const toLineDetails = (lines: readonly ChargeLine[]): ChargeLineDetails[] =>
  lines.map(({ amountCents, ...line }) => ({ ...line, amount_cents: amountCents }));

/** The lines of a charge, and the ids of its extras in the order of their lines. */
interface LinesWithExtras {
  lines: readonly ChargeLineDetails[];
  extraIds: readonly string[];
}

/** Each line under what it is for: an extra's id, else its code. */
function nameLines({ lines, extraIds }: LinesWithExtras): [string, ChargeLineDetails][] {
  const ids = extraIds.values();
  return lines.map((line) => [
    line.code === "extra" ? `extra ${ids.next().value}` : line.code,
    line,
  ]);
}

/** The lines of a charge whose amount differs from the former charge, with the former cents. */
export function findFormerAmounts(
  former: LinesWithExtras,
  now: LinesWithExtras,
): Map<ChargeLineDetails, number> {
  const before = new Map(nameLines(former));
  const changed = new Map<ChargeLineDetails, number>();
  for (const [name, line] of nameLines(now)) {
    const cents = before.get(name)?.amount_cents;
    if (cents !== undefined && cents !== line.amount_cents) changed.set(line, cents);
  }
  return changed;
}
