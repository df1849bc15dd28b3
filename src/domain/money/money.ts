// Money is integer US cents in all arithmetic and in the database. Dollars exist only on the wire,
// in exports and where people type them; only this file converts between the two, exactly.

/** The largest amount handled: 15 digits, as many as a JSON number represents exactly. */
const MAX_CENTS = 999_999_999_999_999;

/** The bounds of a price per day. */
export const MIN_PRICE_CENTS = 100;
export const MAX_PRICE_CENTS = 10_000_000;
/** The maximum of a single charge: Stripe accepts no more than $999,999.99. */
export const MAX_CHARGE_CENTS = 99_999_999;

/** @throws RangeError unless `cents` is a whole number of cents */
function assertCents(cents: number): void {
  if (!Number.isInteger(cents) || Math.abs(cents) > MAX_CENTS)
    throw new RangeError(`not an amount in cents: ${cents}`);
}

/**
 * Converts dollars, as text ("180.00") or a JSON number with at most two decimals, to integer
 * cents. An amount is never rounded on input.
 * @throws RangeError for anything else, including three decimals
 */
export function dollarsToCents(value: string | number): number {
  const match = /^(-?)(0|[1-9]\d*)(?:\.(\d{1,2}))?$/.exec(String(value));
  if (!match) throw new RangeError(`not an amount in dollars: ${value}`);
  const [, sign, whole, fraction = ""] = match;
  const cents = Number(`${whole}${fraction.padEnd(2, "0")}`);
  assertCents(cents);
  return sign === "-" ? 0 - cents : cents;
}

/** Dollars in cents, with fractions of a cent but without the noise of binary fractions. */
export const dollarsToFractionalCents = (dollars: number): number =>
  Number((dollars * 100).toFixed(3));

/**
 * Integer cents to dollars as a JSON number with at most two decimals.
 * @throws RangeError for a fraction of a cent
 */
export function centsToDollars(cents: number): number {
  assertCents(cents);
  return cents / 100;
}

/** Integer cents as a decimal number of dollars: 18000 is "180.00". */
export function centsToNumeric(cents: number): string {
  assertCents(cents);
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * A share of an amount, rounded half up to the cent (product.md, Money). 1000 basis points are 10
 * %.
 * @throws RangeError for a negative amount or a rate outside 0 to 10000
 */
export function percentOfCents(cents: number, basisPoints: number): number {
  assertCents(cents);
  if (cents < 0) throw new RangeError(`a share of a negative amount: ${cents}`);
  if (!Number.isInteger(basisPoints) || basisPoints < 0 || basisPoints > 10_000)
    throw new RangeError(`not a rate in basis points: ${basisPoints}`);
  // Calculated in two parts, so that no product exceeds the range of exact integers.
  const rest = cents % 10_000;
  return (
    ((cents - rest) / 10_000) * basisPoints + Math.floor((rest * basisPoints + 5_000) / 10_000)
  );
}
