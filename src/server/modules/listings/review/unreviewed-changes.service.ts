// Marks approved listings with changes that no admin has reviewed.
import { needsLook, type ReviewedListing } from "../../../../domain/listing/listing-review.ts";
import type { DataCtx } from "../../../platform/context.ts";
import { toDocuments } from "../car-documents/car-documents.service.ts";
import { updateListingRow, type ListingRow } from "../hosting/host-listings.repository.ts";
import type { AddOnChange } from "../listing-audit.ts";
import { toReviewedListing } from "./listing-review.presenter.ts";

/**
 * Marks a listing that its host has just changed, or removes the mark once the host has undone the
 * changes. Further changes keep the time of the first.
 */
export async function markUnreviewed(
  ctx: DataCtx,
  before: ListingRow,
  changed: ListingRow,
  addOns: AddOnChange,
): Promise<ListingRow> {
  if (!changed.is_approved) return changed;
  const documents = (await toDocuments(ctx, [changed.id])).get(changed.id) ?? [];
  const approved =
    (before.approved_with as Partial<ReviewedListing> | null) ??
    toReviewedListing(before, documents, addOns.before);
  const now = ctx.clock.now();
  const since = needsLook(approved, toReviewedListing(changed, documents, addOns.after))
    ? (before.unreviewed_since ?? now.toISOString())
    : null;
  if (since === before.unreviewed_since) return changed;
  return updateListingRow(
    ctx.db,
    changed.id,
    { unreviewed_since: since, approved_with: JSON.stringify(approved) },
    now,
  );
}
