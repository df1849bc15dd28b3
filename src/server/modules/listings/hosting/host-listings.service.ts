// A host's actions on listings: create, change, switch on and off, delete. Hosts change only their
// own listings; admins may read all.
import { randomUUID } from "node:crypto";
import {
  HOST_LISTINGS_PER_PAGE,
  type createHostListing,
  type listHostListings as listEndpoint,
  type HostListing,
  type updateHostListing,
} from "../../../../contract/host/host-listings.ts";
import type { Input } from "../../../../contract/endpoint.ts";
import { EXPIRES_SOON_DAYS, insuranceExpiredOn } from "../../../../domain/listing/car-documents.ts";
import { addDays, todayInNassau } from "../../../../domain/calendar/dates.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { needsReview } from "../../../../domain/listing/listing.ts";
import { checkDateMinDays } from "../../../../domain/listing/date-settings.ts";
import { requireHost } from "../../../../domain/policies/host-area.ts";
import { partiesToListing } from "../../../../domain/policies/listing.ts";
import {
  inTransaction,
  type Ctx,
  type DataCtx,
  type DbCtx,
  type TransactionCtx,
  type User,
} from "../../../platform/context.ts";
import { toPage, readTimeCursor } from "../../../platform/database/cursor.ts";
import { notifyListingChanged } from "../../../platform/realtime/events.ts";
import { deleteDatesOf } from "../prices/price-calendar.repository.ts";
import { holdHost } from "../../accounts/accounts.service.ts";
import {
  clearCalendar,
  lastBookedDay,
  requireNoOpenBookings,
} from "../../calendar/calendar.service.ts";
import { dropDraft } from "../drafts/listing-drafts.service.ts";
import { deleteCarDocuments } from "../car-documents/car-documents.repository.ts";
import { toDocuments, removeCarDocumentFiles } from "../car-documents/car-documents.service.ts";
import { NO_STORED_ADD_ONS, readStoredAddOns, saveAddOns } from "../add-ons/add-ons.service.ts";
import { deleteLockbox } from "../lockbox/lockbox.repository.ts";
import { getListingFor } from "./host-access.ts";
import { checkListing, checkPhotos, toColumns } from "./listing-input.ts";
import { presented, presentedAll } from "./host-listings.records.ts";
import {
  countHostListings,
  findHostPage,
  findListingRow,
  insertListing,
  updateListingRow,
  type ListingRow,
} from "./host-listings.repository.ts";
import { findHighestMinDays } from "../prices/date-settings.repository.ts";
import { auditListing, changedFields } from "../listing-audit.ts";
import { markUnreviewed } from "../review/unreviewed-changes.service.ts";

type NewListing = Input<typeof createHostListing>["body"];
type ChangedListing = Input<typeof updateHostListing>["body"];

const toHostActor = (user: User) => ({ kind: "host", id: user.id }) as const;

/** The number of a host's listings, and how many of them are public. */
export const hostListingFigures = (
  ctx: DbCtx,
  hostId: string,
): Promise<{ total: number; active: number }> => countHostListings(ctx.db, { hostId });

/** @throws DomainError forbidden, invalid_request for a cursor of another list */
export async function listHostListings(
  ctx: DataCtx,
  user: User,
  { search, filter, cursor }: Input<typeof listEndpoint>["query"],
) {
  requireHost(user);
  const dueBy = filter && addDays(todayInNassau(ctx.clock.now()), EXPIRES_SOON_DAYS);
  const query = { hostId: user.id, search, dueBy };
  const after = readTimeCursor(cursor);
  const [rows, figures] = await Promise.all([
    findHostPage(ctx.db, query, { after, limit: HOST_LISTINGS_PER_PAGE + 1 }),
    countHostListings(ctx.db, query),
  ]);
  const { shown, next_cursor } = toPage(rows, HOST_LISTINGS_PER_PAGE);
  return {
    listings: await presentedAll(ctx, shown),
    next_cursor,
    ...figures,
  };
}

/** @throws DomainError not_found, forbidden */
export async function readHostListing(ctx: DataCtx, user: User, id: string): Promise<HostListing> {
  const row = await getListingFor(ctx, user, "read", id);
  return presented(ctx, row, partiesToListing(row, user)[0]);
}

/**
 * Creates a listing that waits for an admin (specification section 4), and deletes its draft. If
 * its host sends it again with the same id because the answer was lost, the stored listing is
 * returned.
 * @throws DomainError forbidden, invalid_request, discount_too_high, listing_id_taken, and the
 * codes of saveAddOns
 */
export function createListing(
  ctx: Ctx,
  user: User,
  { id = randomUUID(), ...input }: NewListing,
): Promise<HostListing> {
  requireHost(user);
  checkListing(ctx, input);
  return inTransaction(ctx, async (tx) => {
    await holdHost(tx, user);
    const at = tx.clock.now().toISOString();
    await checkPhotos(tx, user.id, input.images, []);
    await dropDraft(tx, user, id);
    const row = await insertListing(tx.db, {
      ...toColumns(ctx, input),
      id,
      host_id: user.id,
      is_available: true,
      is_approved: false,
      created_at: at,
      updated_at: at,
    });
    if (!row) return presented(tx, await sentBefore(tx, user, id));
    const addOns = {
      before: NO_STORED_ADD_ONS,
      after: await saveAddOns(tx, id, input, NO_STORED_ADD_ONS),
    };
    await auditListing(tx, toHostActor(user), "create", { after: row, addOns });
    return presented(tx, row);
  });
}

/** The host's own listing with this id. @throws DomainError listing_id_taken */
async function sentBefore(ctx: DbCtx, user: User, id: string): Promise<ListingRow> {
  const row = await findListingRow(ctx.db, id);
  if (row?.host_id !== user.id) throw new DomainError("listing_id_taken");
  return row;
}

/**
 * Changes one of the host's own listings.
 * @throws DomainError not_found, forbidden, listing_changed, invalid_request, discount_too_high,
 * date_min_days_too_high, listing_island_booked, and the codes of saveAddOns
 */
export function updateListing(
  ctx: Ctx,
  user: User,
  id: string,
  { updated_at, ...input }: ChangedListing,
): Promise<HostListing> {
  checkListing(ctx, input);
  return inTransaction(ctx, async (tx) => {
    await holdHost(tx, user);
    const before = await getListingFor(tx, user, "edit", id, { forUpdate: true });
    if (before.updated_at !== updated_at) throw new DomainError("listing_changed");
    await checkPhotos(tx, user.id, input.images, before.images);
    const today = todayInNassau(tx.clock.now());
    checkDateMinDays(await findHighestMinDays(tx.db, id, today), input.max_days);
    const columns = toColumns(ctx, input);
    if (columns.island !== before.island) await requireNoOpenBookings(tx, id);
    const back = before.is_approved && needsReview(before, input);
    const changed = await updateListingRow(
      tx.db,
      id,
      {
        ...columns,
        ...(back ? { is_approved: false, unreviewed_since: null } : {}),
      },
      tx.clock.now(),
    );
    const addOnsBefore = await readStoredAddOns(tx, id);
    const addOnsAfter = await saveAddOns(tx, id, input, addOnsBefore);
    const addOns = { before: addOnsBefore, after: addOnsAfter };
    // Changing a rejected listing answers the rejection and submits it for review again.
    const answered =
      before.rejection_reason !== null && changedFields(before, changed, addOns).length > 0;
    const after = answered
      ? await updateListingRow(tx.db, id, { rejection_reason: null }, tx.clock.now())
      : await markUnreviewed(tx, before, changed, addOns);
    await auditListing(tx, toHostActor(user), "update", { before, after, addOns });
    await notifyListingChanged(tx, id);
    return presented(tx, after);
  });
}

/**
 * Takes a listing off the site or puts it back. @throws DomainError not_found, forbidden,
 * insurance_expired
 */
export function setAvailability(
  ctx: TransactionCtx,
  user: User,
  id: string,
  isAvailable: boolean,
): Promise<HostListing> {
  return inTransaction(ctx, async (tx) => {
    await holdHost(tx, user);
    const before = await getListingFor(tx, user, "set_availability", id, { forUpdate: true });
    if (before.is_available === isAvailable) return presented(tx, before);
    if (isAvailable) await requireInsurance(tx, id);
    const after = await updateListingRow(tx.db, id, { is_available: isAvailable }, tx.clock.now());
    await auditListing(tx, toHostActor(user), isAvailable ? "activate" : "deactivate", {
      before,
      after,
    });
    await notifyListingChanged(tx, id);
    return presented(tx, after);
  });
}

/**
 * A car with expired insurance needs a renewed one. A car without any insurance is left to the
 * admins. @throws DomainError insurance_expired
 */
async function requireInsurance(ctx: DataCtx, id: string): Promise<void> {
  const documents = (await toDocuments(ctx, [id])).get(id) ?? [];
  const expired_on = insuranceExpiredOn(documents, todayInNassau(ctx.clock.now()));
  if (expired_on) throw new DomainError("insurance_expired", { expired_on });
}

/**
 * Past bookings still name a deleted listing; its documents are deleted. @throws DomainError
 * not_found, forbidden, listing_has_bookings
 */
export async function deleteListing(
  ctx: Pick<Ctx, "db" | "clock" | "log" | "documents">,
  user: User,
  id: string,
): Promise<{ deleted: true }> {
  await removeCarDocumentFiles(ctx, await inTransaction(ctx, (tx) => retireListing(tx, user, id)));
  return { deleted: true };
}

/**
 * The part of deleteListing that runs in the caller's transaction.
 * @returns the documents whose files must be deleted afterwards
 * @throws DomainError like deleteListing
 */
export async function retireListing(
  ctx: DataCtx,
  user: User,
  id: string,
): Promise<{ id: string }[]> {
  const before = await getListingFor(ctx, user, "delete", id, { forUpdate: true });
  const lastDay = await lastBookedDay(ctx, id);
  if (lastDay) throw new DomainError("listing_has_bookings", { last_day: lastDay });
  await clearCalendar(ctx, id);
  await deleteLockbox(ctx.db, id);
  await deleteDatesOf(ctx.db, id);
  const now = ctx.clock.now();
  await updateListingRow(ctx.db, id, { deleted_at: now.toISOString(), is_available: false }, now);
  await auditListing(ctx, toHostActor(user), "delete", { before });
  await notifyListingChanged(ctx, id);
  return deleteCarDocuments(ctx.db, id);
}
