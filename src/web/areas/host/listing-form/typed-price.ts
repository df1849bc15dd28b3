// Prices and discounts as hosts type them.
import type { DiscountField } from "../../../../domain/listing/prices.ts";
import { centsToDollars } from "../../../../domain/money/money.ts";
import { readCents } from "../../../forms/read-cents.ts";

/** Like readCents, for a price that may be left empty, which means none. */
export const readOptionalCents = (typed: string): number | undefined =>
  typed.trim() === "" ? 0 : readCents(typed);

/** An optional price in the form: empty for none. */
export const formatOptional = (cents: number): string =>
  cents === 0 ? "" : centsToDollars(cents).toFixed(2);

/** Whether an optional price was typed, from $0 to `mostCents`. */
export function isOptionalPrice(typed: string, mostCents: number): boolean {
  const cents = readOptionalCents(typed);
  return cents !== undefined && cents >= 0 && cents <= mostCents;
}

/** A discount as typed: "10" or "10 %"; NaN for anything else, 0 for nothing. */
export const readPercent = (typed: string): number => {
  const [, digits] = /^\s*(\d{0,3})\s*%?\s*$/.exec(typed) ?? [];
  return digits === undefined ? Number.NaN : Number(digits);
};

/** A discount in the form; empty for none. */
export const formatPercent = (percent: number): string => (percent === 0 ? "" : String(percent));

/** The discounts of a listing as typed, in percent. */
export const readDiscounts = (
  values: Record<DiscountField, string>,
): Record<DiscountField, number> => ({
  discount_3_days: readPercent(values.discount_3_days),
  discount_7_days: readPercent(values.discount_7_days),
  discount_28_days: readPercent(values.discount_28_days),
});
