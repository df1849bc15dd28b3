// The changes to a listing since its last approval.
import type { CalendarDate } from "../../../../domain/calendar/dates.ts";
import type { AdminListing } from "../../../../contract/admin/admin-listings.ts";
import {
  DOCUMENT_KINDS,
  DOCUMENT_NAMES,
  type DocumentKind,
} from "../../../../domain/listing/car-documents.ts";
import { islandName, type IslandId } from "../../../../domain/place/islands.ts";
import { DISCOUNT_FIELDS, PRICE_FIELDS } from "../../../../domain/listing/prices.ts";
import type { ReviewField } from "../../../../domain/listing/listing-review.ts";
import { formatInstant, formatMonthDayYear, formatUsd } from "../../../../domain/text/format.ts";
import { dollarsToCents } from "../../../../domain/money/money.ts";
import { labelField, formatAuditValue, type AuditChange } from "../audit/audit-text.ts";

const documentKind = (field: string): DocumentKind | undefined =>
  DOCUMENT_KINDS.find((kind) => kind === field);

const isPrice = (field: string): boolean => PRICE_FIELDS.some((price) => price === field);
const isDiscount = (field: string): boolean => DISCOUNT_FIELDS.some((each) => each === field);

export interface ChangedPhoto {
  url: string;
  /** The other row does not contain it. */
  differs: boolean;
}

/** The approved and the current photos, unless they are the same in the same order. */
export function photoChanges({
  changes,
}: AdminListing): { before: ChangedPhoto[]; after: ChangedPhoto[] } | undefined {
  const change = changes?.find(({ field }) => field === "images");
  if (!change || !Array.isArray(change.before) || !Array.isArray(change.after)) return undefined;
  const [before, after] = [change.before as string[], change.after as string[]];
  const row = (urls: string[], others: string[]) =>
    urls.map((url) => ({ url, differs: !others.includes(url) }));
  return { before: row(before, after), after: row(after, before) };
}

/** The change that the two photo counts do not show: how many are new, or a new order. */
function describePhotos(listing: AdminListing): string {
  const photos = photoChanges(listing);
  if (!photos) return "";
  const added = photos.after.filter(({ differs }) => differs).length;
  if (added > 0) return `, ${added} new`;
  return photos.before.some(({ differs }) => differs) ? "" : ", reordered";
}

/** Fields whose changes are shown as texts beside each other. */
export const TEXT_FIELDS: ReadonlySet<string> = new Set<ReviewField>([
  "title",
  "description",
  "location",
  "pickup_instructions",
]);

/**
 * Photos appear as a count, prices in dollars, a document with its dates. Empty for a listing
 * that was never approved. Without texts, `TextChanges` shows them.
 */
export function listingChanges(listing: AdminListing, { withTexts = true } = {}): AuditChange[] {
  const formatField = (field: string, value: unknown): string => {
    if (isPrice(field) && typeof value === "number") return formatUsd(dollarsToCents(value));
    if (field === "price_per_mile_cents" && typeof value === "number") return formatUsd(value);
    if (field === "island" && typeof value === "string") return islandName(value as IslandId);
    if (isDiscount(field) && typeof value === "number") return value > 0 ? `${value}%` : "none";
    if (field === "images" && Array.isArray(value))
      return value.length === 1 ? "1 photo" : `${value.length} photos`;
    if (documentKind(field) && Array.isArray(value)) {
      const [uploaded, expires] = value as [string, CalendarDate?];
      return `${expires ? `valid until ${formatMonthDayYear(expires)}, ` : ""}uploaded ${formatInstant(new Date(uploaded))}`;
    }
    return formatAuditValue(value);
  };
  const name = (field: string): string => {
    const kind = documentKind(field);
    return kind ? DOCUMENT_NAMES[kind] : labelField(field);
  };
  const changes = (listing.changes ?? []).filter(
    ({ field }) => withTexts || !TEXT_FIELDS.has(field),
  );
  return changes.map(({ field, before, after }) => ({
    field: name(field),
    before: formatField(field, before),
    after: formatField(field, after) + (field === "images" ? describePhotos(listing) : ""),
  }));
}
