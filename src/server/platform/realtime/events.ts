// News between the nodes of an installation, over PostgreSQL's NOTIFY: ids only, sent when the transaction commits.
import { sql } from "kysely";
import type { Ctx } from "../context.ts";

/** Carries the id of a listing whose public face has changed, or "all". */
export const LISTING_CHANNEL = "caydrive_listing";

/** Tells every node that a listing changed, so that it drops the pages it keeps. Call it in the transaction of the change. */
export async function notifyListingChanged(ctx: Ctx, listingId: string): Promise<void> {
  await sql`select pg_notify(${LISTING_CHANNEL}, ${listingId})`.execute(ctx.db);
}

/** The same of every approved listing of somebody whose name, photo or verification changed: pages show them. */
export async function notifyHostChanged(ctx: Ctx, hostId: string): Promise<void> {
  await sql`
    select pg_notify(${LISTING_CHANNEL}, id::text) from car_listings
    where host_id = ${hostId} and is_approved and deleted_at is null`.execute(ctx.db);
}
