// Amounts as visitors type them.

/** The most that a car may cost a day (contract/host/host-listings.ts). */
const MAX_PRICE = 100_000;

/** A comma before anything but three digits stands for the decimal point, as many visitors write it. */
const DECIMAL_COMMA = /^\d{1,6},\d{0,2}$/;

/** Dollars as a person writes them: "150", "$1,200.50", "48,50". Null for what is no amount, and for one that no car costs. */
export function readPrice(text: string | null): number | null {
  const typed = (text ?? "").replace(/[$\s]/g, "");
  const plain = DECIMAL_COMMA.test(typed) ? typed.replace(",", ".") : typed.replace(/,(?=\d{3}(?!\d))/g, "");
  if (!/^\d{1,6}(\.\d{0,2})?$/.test(plain)) return null;
  const price = Number(plain);
  return price <= MAX_PRICE ? price : null;
}
