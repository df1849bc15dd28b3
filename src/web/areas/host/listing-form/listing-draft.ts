// The draft of a listing: the unsaved values, and the version of the listing they started from.
import { dropDraft, keepDraft, readDraft } from "../../../forms/drafts.ts";
import {
  changedFields,
  FIELDS,
  type ListingValues,
  type ListingVersion,
} from "./listing-values.ts";

export interface ListingDraft {
  base: ListingVersion;
  values: ListingValues;
}

const nameOf = ({ id, updated_at }: ListingVersion): string =>
  `listing.${updated_at === null ? "new" : id}`;

const hasFields = (kept: unknown, names: readonly string[]): kept is Record<string, unknown> =>
  typeof kept === "object" && kept !== null && names.every((name) => name in kept);

/** A draft from an older version of the page may lack fields or store them differently. */
const areValues = (kept: unknown, like: ListingValues): kept is ListingValues =>
  hasFields(kept, FIELDS) &&
  FIELDS.every((field) =>
    Array.isArray(like[field]) ? Array.isArray(kept[field]) : typeof kept[field] === "string",
  );

const isListingDraft = (kept: unknown, { values }: ListingVersion): kept is ListingDraft =>
  hasFields(kept, ["base", "values"]) &&
  areValues(kept.values, values) &&
  hasFields(kept.base, ["id", "updated_at", "values"]) &&
  areValues(kept.base.values, values);

/** @param now the current listing, or the defaults of a new one */
export function readListingDraft(userId: string, now: ListingVersion): ListingDraft | undefined {
  const kept = readDraft(userId, nameOf(now));
  return isListingDraft(kept, now) ? kept : undefined;
}

/** @returns whether it could be stored */
export const keepListingDraft = (userId: string, { base, values }: ListingDraft): boolean =>
  keepDraft(userId, nameOf(base), { base, values });

export const dropListingDraft = (userId: string, base: ListingVersion): void =>
  dropDraft(userId, nameOf(base));

export interface Start extends ListingDraft {
  isRestored: boolean;
  /** The current listing, if its fields have changed since the draft was started. */
  conflict: ListingVersion | null;
}

/** The form's initial state: the current listing, or a draft, which survives changes to the
 *  listing. */
export function startOf(now: ListingVersion, draft: ListingDraft | undefined): Start {
  const fresh = { base: now, values: now.values, isRestored: false, conflict: null };
  if (!draft || changedFields(draft.values, now.values).length === 0) return fresh;
  const { base, values } = draft;
  // A new listing keeps its id, as an earlier attempt may have stored it.
  if (now.updated_at === null)
    return { ...fresh, base: { ...now, id: base.id }, values, isRestored: true };
  // Some changes, such as an approval, touch no field of the form.
  if (changedFields(base.values, now.values).length === 0)
    return { ...fresh, values, isRestored: true };
  return { base, values, isRestored: true, conflict: now };
}
