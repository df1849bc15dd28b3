// Messages between the nodes of an installation, by PostgreSQL's NOTIFY: ids only, delivered when
// the transaction commits.
import { sql } from "kysely";
import type { DbCtx } from "../context.ts";

/** Carries the id of a listing whose public page has changed, or "all". */
export const LISTING_CHANNEL = "caydrive_listing";

/**
 * Notifies every node that a listing changed, so that it drops its cached pages. Call it in the
 * transaction of the change.
 */
export async function notifyListingChanged(ctx: DbCtx, listingId: string): Promise<void> {
  await sql`select pg_notify(${LISTING_CHANNEL}, ${listingId})`.execute(ctx.db);
}

/**
 * Notifies of every approved listing of a host whose name, photo or verification changed, because
 * the pages show them.
 */
export async function notifyHostChanged(ctx: DbCtx, hostId: string): Promise<void> {
  await sql`
    select pg_notify(${LISTING_CHANNEL}, id::text) from car_listings
    where host_id = ${hostId} and is_approved and deleted_at is null`.execute(ctx.db);
}
