// All listings page by page, a single listing, and the decision about it.
import type { AdminListing } from "../../../../contract/admin/admin-listings.ts";
import type { EndpointCall } from "../../../api/api-cache.ts";
import { isCode } from "../../../api/api.ts";
import { apiAsUser } from "../../../api/as-user.ts";
import { ADMIN_LISTINGS } from "../../../api/endpoint-groups.ts";
import { showFailure } from "../../../api/show-failure.ts";
import { isSettled, useApi, useApiAction, useApiPages } from "../../../api/use-api.ts";
import { clearStoredText } from "../../../forms/stored-text.ts";
import { toast } from "../../../ui/overlay/toast.ts";

export const useAdminListings = (query: EndpointCall<"GET /api/admin/listings">["query"]) =>
  useApiPages("GET /api/admin/listings", { query });

export const useAdminListing = (id: string) =>
  useApi("GET /api/admin/listings/{id}", { params: { id } });

export type ListingDecision =
  /** `reason` says why in spite of what is missing. */
  { kind: "approve"; reason?: string } | { kind: "reject"; reason: string };

/** The key under which a typed reason is stored when its dialog closes. */
export const listingReasonKey = (listingId: string, kind: ListingDecision["kind"]): string =>
  `${kind}-listing.${listingId}`;

function decide(
  { id, updated_at }: AdminListing,
  decision: ListingDecision,
): Promise<AdminListing> {
  const params = { id };
  return decision.kind === "approve"
    ? apiAsUser("POST /api/admin/listings/{id}/approve", {
        params,
        body: { updated_at, ...(decision.reason && { reason: decision.reason }) },
      })
    : apiAsUser("POST /api/admin/listings/{id}/reject", {
        params,
        body: { updated_at, reason: decision.reason },
      });
}

/** `onSettled` runs when the lists on screen are up to date, but not after a transient failure. */
export const useListingDecision = (listing: AdminListing, onSettled: () => void) =>
  useApiAction((decision: ListingDecision) => decide(listing, decision), {
    invalidates: [...ADMIN_LISTINGS, "GET /api/admin/audit"],
    onSuccess: (_after, { kind }) => {
      clearStoredText(listingReasonKey(listing.id, kind));
      toast({ title: `Listing ${kind === "approve" ? "approved" : "rejected"} successfully` });
    },
    onError: (error) => {
      if (!isCode(error, "listing_changed"))
        return showFailure(error, "Failed to update listing status");
      const description =
        "The listing has changed in the meantime. Please review it again as it is now.";
      toast({ title: "Error", description, variant: "destructive" });
    },
    onSettled: (_after, error) => {
      if (isSettled(error)) onSettled();
    },
  });
