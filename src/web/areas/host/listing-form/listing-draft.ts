// The draft of a listing: the unsaved values, and the version of the listing they started from.
import { dropDraft, storeDraft, readDraft } from "../../../forms/drafts.ts";
import {
  changedListingFields,
  FIELDS,
  type ListingValues,
  type ListingVersion,
} from "./listing-values.ts";

export interface ListingDraft {
  base: ListingVersion;
  values: ListingValues;
}

const draftName = ({ id, updated_at, copyOf }: ListingVersion): string =>
  `listing.${updated_at === null ? (copyOf ? `copy.${copyOf}` : "new") : id}`;

const hasFields = (stored: unknown, names: readonly string[]): stored is Record<string, unknown> =>
  typeof stored === "object" && stored !== null && names.every((name) => name in stored);

/** A draft from an older version of the page may lack fields or store them differently. */
const areValues = (stored: unknown, like: ListingValues): stored is ListingValues =>
  hasFields(stored, FIELDS) &&
  FIELDS.every((field) =>
    Array.isArray(like[field]) ? Array.isArray(stored[field]) : typeof stored[field] === "string",
  );

const isListingDraft = (stored: unknown, { values }: ListingVersion): stored is ListingDraft =>
  hasFields(stored, ["base", "values"]) &&
  areValues(stored.values, values) &&
  hasFields(stored.base, ["id", "updated_at", "values"]) &&
  areValues(stored.base.values, values);

/** @param now the current listing, or the defaults of a new one */
export function readListingDraft(userId: string, now: ListingVersion): ListingDraft | undefined {
  const stored = readDraft(userId, draftName(now));
  return isListingDraft(stored, now) ? stored : undefined;
}

/** @returns whether it could be stored */
export const storeListingDraft = (userId: string, { base, values }: ListingDraft): boolean =>
  storeDraft(userId, draftName(base), { base, values });

export const dropListingDraft = (userId: string, base: ListingVersion): void =>
  dropDraft(userId, draftName(base));

export interface FormStart extends ListingDraft {
  isRestored: boolean;
  /** The current listing, if its fields have changed since the draft was started. */
  conflict: ListingVersion | null;
}

/** The form's initial state: the current listing, or a draft, which survives changes to the
 *  listing. */
export function chooseStart(now: ListingVersion, draft: ListingDraft | undefined): FormStart {
  const fresh = { base: now, values: now.values, isRestored: false, conflict: null };
  if (!draft || changedListingFields(draft.values, now.values).length === 0) return fresh;
  const { base, values } = draft;
  // A new listing keeps its id, as an earlier attempt may have stored it.
  if (now.updated_at === null)
    return { ...fresh, base: { ...now, id: base.id }, values, isRestored: true };
  // Some changes, such as an approval, touch no field of the form.
  if (changedListingFields(base.values, now.values).length === 0)
    return { ...fresh, values, isRestored: true };
  return { base, values, isRestored: true, conflict: now };
}
