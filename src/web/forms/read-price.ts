// Parses prices as visitors type them.
import { centsToDollars, MAX_PRICE_CENTS } from "../../domain/money/money.ts";

/** A comma followed by anything but three digits is a decimal comma, as many visitors write it. */
const DECIMAL_COMMA = /^\d{1,6},\d{0,2}$/;

/** Parses dollars such as "150", "$1,200.50" or "48,50". Null for anything else, and for prices
 *  above the limit. */
export function readPrice(text: string | null): number | null {
  const typed = (text ?? "").replace(/[$\s]/g, "");
  const plain = DECIMAL_COMMA.test(typed)
    ? typed.replace(",", ".")
    : typed.replace(/,(?=\d{3}(?!\d))/g, "");
  if (!/^\d{1,6}(\.\d{0,2})?$/.test(plain)) return null;
  const price = Number(plain);
  return price <= centsToDollars(MAX_PRICE_CENTS) ? price : null;
}
