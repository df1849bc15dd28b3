// What a listing says otherwise than when it was last approved.
import type { AdminListing } from "../../../contract/admin-listings.ts";
import { DOCUMENT_KINDS, DOCUMENT_NAMES, type DocumentKind } from "../../../domain/car-documents.ts";
import { formatInstantInNassau, formatMonthDayYear } from "../../../domain/dates.ts";
import { dollarsToCents, formatUsd } from "../../../domain/money.ts";
import { fieldWords, valueWords, type Change } from "../../lib/audit-words.ts";

const documentKind = (field: string): DocumentKind | undefined => DOCUMENT_KINDS.find((kind) => kind === field);

/** The photos are counted, the price has its sign, a document its dates. None for a listing that never was approved. */
export function listingChanges({ changes }: AdminListing): Change[] {
  const words = (field: string, value: unknown): string => {
    if (field === "price_per_day" && typeof value === "number") return formatUsd(dollarsToCents(value));
    if (field === "images" && Array.isArray(value)) return value.length === 1 ? "1 photo" : `${value.length} photos`;
    if (documentKind(field) && Array.isArray(value)) {
      const [uploaded, expires] = value as [string, string?];
      return `${expires ? `valid until ${formatMonthDayYear(expires)}, ` : ""}uploaded ${formatInstantInNassau(new Date(uploaded))}`;
    }
    return valueWords(value);
  };
  const name = (field: string): string => {
    const kind = documentKind(field);
    return kind ? DOCUMENT_NAMES[kind] : field === "images" ? "photos" : fieldWords(field);
  };
  return (changes ?? []).map(({ field, before, after }) => ({
    field: name(field),
    before: words(field, before),
    after: words(field, after),
  }));
}
