// The draft of a listing: what was typed and not saved. One of a listing that exists counts only for the version that it was typed on.
import type { HostListing } from "../../../contract/host-listings.ts";
import { dropDraft, keepDraft, readDraft } from "../../lib/drafts.ts";
import { FIELDS, type ListingValues } from "./listing-values.ts";

interface ListingDraft {
  values: ListingValues;
  updated_at: string | null;
}

const nameOf = (listing: HostListing | null): string => `listing.${listing?.id ?? "new"}`;

/** What an older page kept may lack fields of today's form, or hold them otherwise. */
function isListingDraft(kept: unknown, like: ListingValues): kept is ListingDraft {
  if (typeof kept !== "object" || kept === null || !("values" in kept) || !("updated_at" in kept)) return false;
  const values = kept.values as Record<string, unknown> | null;
  return FIELDS.every((field) =>
    Array.isArray(like[field]) ? Array.isArray(values?.[field]) : typeof values?.[field] === "string",
  );
}

/** @param like values of the right shape */
export function readListingDraft(
  userId: string,
  listing: HostListing | null,
  like: ListingValues,
): ListingValues | undefined {
  const kept = readDraft(userId, nameOf(listing));
  if (!isListingDraft(kept, like) || kept.updated_at !== (listing?.updated_at ?? null)) return undefined;
  return kept.values;
}

/** @returns whether it could be kept */
export const keepListingDraft = (userId: string, listing: HostListing | null, values: ListingValues): boolean =>
  keepDraft(userId, nameOf(listing), { values, updated_at: listing?.updated_at ?? null } satisfies ListingDraft);

export const dropListingDraft = (userId: string, listing: HostListing | null): void =>
  dropDraft(userId, nameOf(listing));
