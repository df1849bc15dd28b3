// Drafts of the listing form in this browser: the unsaved values, and the version they started
// from. Drafts of new listings are also on the server (draft-sync.ts).
import { draftNames, dropDraft, readDraft, storeDraft } from "../../../../forms/drafts.ts";
import {
  changedListingFields,
  FIELDS,
  type ListingField,
  type ListingValues,
  type ListingVersion,
} from "../listing-values.ts";

export interface ListingDraft {
  /** The listing; for a new one, the draft that the server has, or the defaults. */
  base: ListingVersion;
  values: ListingValues;
  /** The version of a new listing's draft on the server; 0 if it has none. */
  version: number;
}

const NEW = "listing.new.";

const draftName = ({ id, updated_at }: Pick<ListingVersion, "id" | "updated_at">): string =>
  updated_at === null ? NEW + id : `listing.${id}`;

const hasFields = (stored: unknown, names: readonly string[]): stored is Record<string, unknown> =>
  typeof stored === "object" && stored !== null && names.every((name) => name in stored);

const LISTS: readonly ListingField[] = [
  "weekend_days",
  "meeting_places",
  "extras",
  "features",
  "images",
];

/** A draft from an older version of the page may lack fields or store them differently. */
const areValues = (stored: unknown): stored is ListingValues =>
  hasFields(stored, FIELDS) &&
  FIELDS.every((field) =>
    LISTS.includes(field) ? Array.isArray(stored[field]) : typeof stored[field] === "string",
  );

const isListingDraft = (stored: unknown): stored is ListingDraft =>
  hasFields(stored, ["base", "values", "version"]) &&
  areValues(stored.values) &&
  hasFields(stored.base, ["id", "updated_at", "values"]) &&
  areValues(stored.base.values);

/** @param now the current listing, or the defaults of a new one with the id of the draft */
export function readListingDraft(userId: string, now: ListingVersion): ListingDraft | undefined {
  const stored = readDraft(userId, draftName(now));
  return isListingDraft(stored) ? stored : undefined;
}

/** @returns whether it could be stored */
export const storeListingDraft = (userId: string, draft: ListingDraft): boolean =>
  storeDraft(userId, draftName(draft.base), draft);

export const dropListingDraft = (
  userId: string,
  base: Pick<ListingVersion, "id" | "updated_at">,
): void => dropDraft(userId, draftName(base));

export const dropNewDraft = (userId: string, id: string): void =>
  dropDraft(userId, draftName({ id, updated_at: null }));

/** The drafts of new listings in this browser. */
export const localDrafts = (userId: string): ListingDraft[] =>
  draftNames(userId, NEW)
    .map((name) => readDraft(userId, name))
    .filter((stored) => isListingDraft(stored));

export interface FormStart {
  base: ListingVersion;
  values: ListingValues;
  isRestored: boolean;
  /** The current version of an existing listing whose fields have changed since the draft began. */
  conflict: ListingVersion | null;
}

/** The initial state of an existing listing's form: the listing, or a draft, which survives changes
 *  to the listing. */
export function chooseStart(
  now: ListingVersion,
  draft: Omit<ListingDraft, "version"> | undefined,
): FormStart {
  const fresh = { base: now, values: now.values, isRestored: false, conflict: null };
  if (!draft || changedListingFields(draft.values, now.values).length === 0) return fresh;
  const { base, values } = draft;
  // Some changes, such as an approval, touch no field of the form.
  if (changedListingFields(base.values, now.values).length === 0)
    return { ...fresh, values, isRestored: true };
  return { base, values, isRestored: true, conflict: now };
}

/** A draft on the server. */
export interface SavedDraft {
  version: number;
  values: ListingValues;
}

export interface NewStart extends FormStart {
  /** What the server had when the values were typed; null for nothing. */
  saved: SavedDraft | null;
  /** What another device has saved since then. */
  newer: SavedDraft | null;
}

/**
 * The initial state of a new listing's form.
 * @param defaults the values of a form without a draft
 * @param saved the draft on the server
 * @param here what this browser has not saved there yet
 */
export function chooseNewStart(
  defaults: ListingVersion,
  saved: SavedDraft | null = null,
  here?: ListingDraft,
): NewStart {
  const start = { base: defaults, conflict: null, saved, newer: null };
  if (!here) {
    const { values } = saved ?? defaults;
    return { ...start, values, isRestored: saved !== null };
  }
  const restored = { ...start, values: here.values, isRestored: true };
  // Without a saved one, another device has discarded the draft or made it a listing. What was
  // typed here begins a new draft.
  if (!saved || saved.version === here.version) return restored;
  if (changedListingFields(here.values, saved.values).length === 0) return restored;
  return {
    ...restored,
    saved: { version: here.version, values: here.base.values },
    newer: saved,
  };
}
