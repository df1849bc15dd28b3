// Prices and numbers as hosts and admins type them.
import { dollarsToCents } from "../../domain/money/money.ts";

/** "1,200" without its separator. A comma before anything but three digits stays. */
export const withoutSeparators = (typed: string): string =>
  typed.trim().replace(/,(?=\d{3}(?:\D|$))/g, "");

/** A price in the API's form: without spaces, "$" and thousands separators. */
export const plainPrice = (typed: string): string =>
  withoutSeparators(typed.trim().replace(/^\$\s*/, ""));

/** "48.50" or "1,200" in cents; undefined for anything but an amount in dollars and cents. */
export function readCents(typed: string): number | undefined {
  try {
    return dollarsToCents(plainPrice(typed));
  } catch {
    return undefined;
  }
}
