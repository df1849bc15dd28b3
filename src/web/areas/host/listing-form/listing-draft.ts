// The draft of a listing: what was typed and not saved, with the version of the listing that it was typed on.
import { dropDraft, keepDraft, readDraft } from "../../../forms/drafts.ts";
import { changedFields, FIELDS, type ListingValues, type ListingVersion } from "./listing-values.ts";

export interface ListingDraft {
  base: ListingVersion;
  values: ListingValues;
}

const nameOf = ({ id, updated_at }: ListingVersion): string => `listing.${updated_at === null ? "new" : id}`;

const hasFields = (kept: unknown, names: readonly string[]): kept is Record<string, unknown> =>
  typeof kept === "object" && kept !== null && names.every((name) => name in kept);

/** What an older page kept may lack fields of today's form, or hold them otherwise. */
const areValues = (kept: unknown, like: ListingValues): kept is ListingValues =>
  hasFields(kept, FIELDS) &&
  FIELDS.every((field) => (Array.isArray(like[field]) ? Array.isArray(kept[field]) : typeof kept[field] === "string"));

const isListingDraft = (kept: unknown, { values }: ListingVersion): kept is ListingDraft =>
  hasFields(kept, ["base", "values"]) &&
  areValues(kept.values, values) &&
  hasFields(kept.base, ["id", "updated_at", "values"]) &&
  areValues(kept.base.values, values);

/** @param now the listing as it is, or what a new one starts from */
export function readListingDraft(userId: string, now: ListingVersion): ListingDraft | undefined {
  const kept = readDraft(userId, nameOf(now));
  return isListingDraft(kept, now) ? kept : undefined;
}

/** @returns whether it could be kept */
export const keepListingDraft = (userId: string, { base, values }: ListingDraft): boolean =>
  keepDraft(userId, nameOf(base), { base, values });

export const dropListingDraft = (userId: string, base: ListingVersion): void => dropDraft(userId, nameOf(base));

export interface Start extends ListingDraft {
  isRestored: boolean;
  /** The listing as it is, where fields of it have changed since the draft was typed. */
  conflict: ListingVersion | null;
}

/** What the form begins with: the listing as it is, or a draft, which outlives a change of the listing. */
export function startOf(now: ListingVersion, draft: ListingDraft | undefined): Start {
  const fresh = { base: now, values: now.values, isRestored: false, conflict: null };
  if (!draft || changedFields(draft.values, now.values).length === 0) return fresh;
  const { base, values } = draft;
  // A new one keeps its id, under which it may have arrived already.
  if (now.updated_at === null) return { ...fresh, base: { ...now, id: base.id }, values, isRestored: true };
  // An approval, for one, changes nothing that is typed here.
  if (changedFields(base.values, now.values).length === 0) return { ...fresh, values, isRestored: true };
  return { base, values, isRestored: true, conflict: now };
}
