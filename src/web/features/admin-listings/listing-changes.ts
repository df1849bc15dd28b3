// What a listing says otherwise than when it was last approved.
import type { AdminListing } from "../../../contract/admin-listings.ts";
import { dollarsToCents, formatUsd } from "../../../domain/money.ts";
import { fieldWords, valueWords, type Change } from "../../lib/audit-words.ts";

/** The photos are counted, the price has its sign. None for a listing that never was approved. */
export function listingChanges({ changes }: AdminListing): Change[] {
  const words = (field: string, value: unknown): string => {
    if (field === "price_per_day" && typeof value === "number") return formatUsd(dollarsToCents(value));
    if (field === "images" && Array.isArray(value)) return value.length === 1 ? "1 photo" : `${value.length} photos`;
    return valueWords(value);
  };
  return (changes ?? []).map(({ field, before, after }) => ({
    field: field === "images" ? "photos" : fieldWords(field),
    before: words(field, before),
    after: words(field, after),
  }));
}
