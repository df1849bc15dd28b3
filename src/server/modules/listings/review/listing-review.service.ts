// Admins' actions on listings: list, approve, reject, and take a host's listings off the site.
import { ADMIN_NEXT_PAGE, ADMIN_PAGE } from "../../../../contract/admin/admin.ts";
import type { AdminListing } from "../../../../contract/admin/admin-listings.ts";
import { DomainError } from "../../../../domain/errors.ts";
import type { IslandId } from "../../../../domain/place/islands.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { allowedOnListing, type ListingAction } from "../../../../domain/policies/listing.ts";
import {
  inTransaction,
  type DataCtx,
  type DbCtx,
  type NotifyCtx,
  type TransactionCtx,
  type User,
} from "../../../platform/context.ts";
import { encodeCursor } from "../../../platform/database/cursor.ts";
import { checkDays, type TimeOrder } from "../../../platform/database/time-order.ts";
import { notifyListingChanged } from "../../../platform/realtime/events.ts";
import { findPeople } from "../../accounts/accounts.service.ts";
import { notify } from "../../notifications/notifications.service.ts";
import { readStoredAddOns } from "../add-ons/add-ons.service.ts";
import { toDocuments } from "../car-documents/car-documents.service.ts";
import {
  acceptChangesRow,
  getListingRow,
  updateListingRow,
  type ListingRow,
} from "../hosting/host-listings.repository.ts";
import { auditListing } from "../listing-audit.ts";
import {
  countFiltered,
  findReviewPage,
  findReviewRow,
  lockListings,
  readPosition,
  type ListingFilter,
  type ListingReviewRow,
  type ReviewSearch,
} from "./listing-review.repository.ts";
import {
  findNeededDocuments,
  presentReviewRows,
  toReviewedListing,
  type ReviewCtx,
} from "./listing-review.presenter.ts";
import { toListingState } from "../listings.presenter.ts";
import { approvedMail, listingRejectedMail } from "../listings.mails.ts";

export { presentReviewRows } from "./listing-review.presenter.ts";
export type { ListingReviewRow };

export interface ReviewQuery extends TimeOrder {
  filter?: ListingFilter | undefined;
  search?: string | undefined;
  island?: IslandId | undefined;
}

/**
 * Resolves a query, including the people that its text may refer to.
 * @throws DomainError dates_reversed
 */
export async function reviewSearch(
  ctx: DataCtx,
  { filter = "all", search, ...more }: ReviewQuery,
): Promise<ReviewSearch> {
  checkDays(more);
  return {
    ...more,
    filter,
    today: todayInNassau(ctx.clock.now()),
    search: search ? { text: search, people: await findPeople(ctx.db, search) } : undefined,
  };
}

/** @throws DomainError dates_reversed; invalid_request for a cursor of another list */
export async function listForReview(
  ctx: ReviewCtx,
  page: ReviewQuery & { cursor?: string | undefined; limit?: number },
) {
  const { cursor, limit = cursor === undefined ? ADMIN_PAGE : ADMIN_NEXT_PAGE, ...query } = page;
  const after = readPosition(cursor);
  const search = await reviewSearch(ctx, query);
  // A search reads only as many rows as it shows.
  const isCounted = after === undefined && search.search === undefined;
  const [rows, total] = await Promise.all([
    findReviewPage(ctx.db, search, { after, limit: limit + 1 }),
    isCounted ? countFiltered(ctx.db, search) : undefined,
  ]);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    listings: await presentReviewRows(ctx, shown),
    next_cursor: last ? encodeCursor(String(last.isRejected), last.key, last.id) : null,
    ...(total !== undefined && { total }),
  };
}

/** @throws DomainError not_found */
export async function readForReview(ctx: ReviewCtx, id: string): Promise<AdminListing> {
  const row = await findReviewRow(ctx.db, id);
  const [listing] = row ? await presentReviewRows(ctx, [row]) : [];
  if (!listing) throw new DomainError("not_found", { what: "listing" });
  return listing;
}

/**
 * Approves a listing and notifies its host.
 * @param reason why in spite of what is missing, for the audit log
 * @throws DomainError not_found, listing_changed, documents_required
 */
export const approveListing = (
  ctx: ReviewCtx & NotifyCtx,
  admin: User,
  id: string,
  { updated_at, reason }: { updated_at: string; reason?: string | undefined },
): Promise<AdminListing> => decide(ctx, admin, id, { seen: updated_at, isApproval: true, reason });

/**
 * Rejects a listing, or takes an approved one off the site. The host receives the reason.
 * @throws DomainError not_found, listing_changed
 */
export const rejectListing = (
  ctx: ReviewCtx & NotifyCtx,
  admin: User,
  id: string,
  seen: string,
  reason: string,
): Promise<AdminListing> => decide(ctx, admin, id, { seen, isApproval: false, reason });

/**
 * Ends the wait of an approved listing whose host has changed it. The host is not notified, because
 * nothing changes for the car.
 * @throws DomainError not_found, listing_changed
 */
export async function acceptChanges(
  ctx: ReviewCtx & TransactionCtx,
  admin: User,
  id: string,
  seen: string,
): Promise<AdminListing> {
  await inTransaction(ctx, async (tx) => {
    const before = await lockSeen(tx, id, seen, "accept_changes");
    const after = await acceptChangesRow(tx.db, id, {
      approved_with: await readReviewed(tx, before),
      reviewed_at: tx.clock.now().toISOString(),
      reviewed_by: admin.id,
    });
    await auditListing(tx, { kind: "admin", id: admin.id }, "accept_changes", { before, after });
  });
  return readForReview(ctx, id);
}

/**
 * Locks a listing on which an admin decides. A decision that the listing does not allow was meant
 * for a state that no longer exists.
 * @throws DomainError not_found, listing_changed
 */
async function lockSeen(
  ctx: DbCtx,
  id: string,
  seen: string,
  action: ListingAction,
): Promise<ListingRow> {
  const row = await getListingRow(ctx.db, id, { forUpdate: true });
  if (row.updated_at !== seen || !allowedOnListing("admin", toListingState(row)).includes(action))
    throw new DomainError("listing_changed");
  return row;
}

interface Decision {
  /** The listing's updated_at as the admin read it. */
  seen: string;
  isApproval: boolean;
  reason: string | undefined;
}

async function decide(
  ctx: ReviewCtx & NotifyCtx,
  admin: User,
  id: string,
  { seen, isApproval, reason }: Decision,
): Promise<AdminListing> {
  await inTransaction(ctx, async (tx) => {
    const before = await lockSeen(tx, id, seen, isApproval ? "approve" : "reject");
    const needed = isApproval ? await findNeededDocuments(tx, id) : [];
    if (needed.length > 0) throw new DomainError("documents_required", { needed });
    const at = tx.clock.now().toISOString();
    const after = await updateListingRow(
      tx.db,
      id,
      {
        is_approved: isApproval,
        unreviewed_since: null,
        rejection_reason: isApproval ? null : (reason ?? null),
        reviewed_at: at,
        reviewed_by: admin.id,
        ...(isApproval ? { approved_with: await readReviewed(tx, before) } : {}),
      },
      tx.clock.now(),
    );
    const actor = { kind: "admin", id: admin.id } as const;
    await auditListing(tx, actor, isApproval ? "approve" : "reject", { before, after, reason });
    await notifyListingChanged(tx, id);
    const host = await findReviewRow(tx.db, id);
    if (!host) throw new DomainError("not_found", { what: "listing" });
    await notify(tx, {
      to: host.host_id,
      kind: "listing",
      key: `listing:${id}:${isApproval ? "approve" : "reject"}:${at}`,
      about: host.title,
      path: isApproval ? "/host/listings" : `/host/listings/${id}/edit`,
      mail: isApproval
        ? approvedMail(host, tx.publicUrl())
        : listingRejectedMail(host, reason ?? "", tx.publicUrl()),
    });
  });
  return readForReview(ctx, id);
}

/**
 * Takes all listings of a suspended or former host off the site; bookings stay. A former host's
 * listings need a new approval, even if the role returns.
 */
export async function unlistHostListings(
  ctx: DataCtx,
  admin: User,
  hostId: string,
  why: "suspended" | "no host any more",
): Promise<void> {
  const off = {
    is_available: false,
    ...(why === "suspended" ? {} : { is_approved: false, unreviewed_since: null }),
  };
  for (const before of await lockListings(ctx.db, hostId)) {
    const isOff = !before.is_available && (why === "suspended" || !before.is_approved);
    if (isOff) continue;
    const after = await updateListingRow(ctx.db, before.id, off, ctx.clock.now());
    await auditListing(ctx, { kind: "admin", id: admin.id }, "deactivate", {
      before,
      after,
      reason: why,
    });
    await notifyListingChanged(ctx, before.id);
  }
}

/** The reviewed fields of a listing as `approved_with` stores them. */
async function readReviewed(ctx: DbCtx, row: ListingRow): Promise<string> {
  const documents = await toDocuments(ctx, [row.id]);
  return JSON.stringify(
    toReviewedListing(row, documents.get(row.id) ?? [], await readStoredAddOns(ctx, row.id)),
  );
}
