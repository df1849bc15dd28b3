// Access to a listing through the host area.
import { requireHost } from "../../../../domain/policies/host-area.ts";
import {
  LISTING_POLICY,
  partiesToListing,
  type ListingAction,
} from "../../../../domain/policies/listing.ts";
import { authorize } from "../../../../domain/policies/policy.ts";
import type { DbCtx, User } from "../../../platform/context.ts";
import { getListingRow, type ListingRow } from "./host-listings.repository.ts";

/**
 * The listing on which a person wants to act. Another host's listing counts as not found.
 * @throws DomainError not_found, forbidden
 */
export async function getListingFor(
  ctx: DbCtx,
  user: User,
  action: ListingAction,
  id: string,
  options: { forUpdate?: boolean } = {},
): Promise<ListingRow> {
  requireHost(user);
  const row = await getListingRow(ctx.db, id, options);
  authorize(LISTING_POLICY[action], partiesToListing(row, user), "listing");
  return row;
}
