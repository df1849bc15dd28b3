// Access to the host area and to a host's listings.
import { DomainError } from "../../../../domain/errors.ts";
import { isAdmin, requireHost, type Ctx, type User } from "../../../platform/context.ts";
import { getListingRow, type ListingRow } from "./host-listings.repository.ts";

/**
 * The host's own listing. Another host's listing counts as not found.
 * @throws DomainError not_found, forbidden
 */
export async function ownListing(
  ctx: Ctx,
  user: User,
  id: string,
  options: { forUpdate?: boolean } = {},
): Promise<ListingRow> {
  requireHost(user);
  const row = await getListingRow(ctx.db, id, options);
  if (row.host_id !== user.id) throw new DomainError("not_found", { what: "listing" });
  return row;
}

/** The user's own listing, or any listing for an admin. @throws DomainError not_found, forbidden */
export const readableListing = (ctx: Ctx, user: User, id: string): Promise<ListingRow> =>
  isAdmin(user) ? getListingRow(ctx.db, id) : ownListing(ctx, user, id);
