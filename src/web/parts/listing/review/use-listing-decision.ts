// An admin's decision about a listing.
import type { AdminListing } from "../../../../contract/admin/admin-listings.ts";
import { isCode } from "../../../api/api.ts";
import { apiAsUser } from "../../../api/as-user.ts";
import { ADMIN_LISTINGS } from "../../../api/endpoint-groups.ts";
import { showFailure } from "../../../api/show-failure.ts";
import { isSettled, useApiAction } from "../../../api/use-api.ts";
import { clearStoredText } from "../../../forms/stored-text.ts";
import { toast } from "../../../ui/overlay/toast.ts";

export type ListingDecision =
  /** `reason` says why in spite of what is missing. */
  | { kind: "approve"; reason?: string }
  /** The changes of an approved listing. */
  | { kind: "accept" }
  | { kind: "reject"; reason: string };

const DONE: Record<ListingDecision["kind"], string> = {
  approve: "Listing approved successfully",
  accept: "Changes accepted",
  reject: "Listing rejected successfully",
};

/** The key under which a typed reason is stored when its dialog closes. */
export const listingReasonKey = (listingId: string, kind: ListingDecision["kind"]): string =>
  `${kind}-listing.${listingId}`;

function decide(
  { id, updated_at }: AdminListing,
  decision: ListingDecision,
): Promise<AdminListing> {
  const params = { id };
  switch (decision.kind) {
    case "approve":
      return apiAsUser("POST /api/admin/listings/{id}/approve", {
        params,
        body: { updated_at, ...(decision.reason && { reason: decision.reason }) },
      });
    case "accept":
      return apiAsUser("POST /api/admin/listings/{id}/accept-changes", {
        params,
        body: { updated_at },
      });
    case "reject":
      return apiAsUser("POST /api/admin/listings/{id}/reject", {
        params,
        body: { updated_at, reason: decision.reason },
      });
  }
}

/** `onSettled` runs when the lists on screen are up to date, but not after a transient failure. */
export const useListingDecision = (listing: AdminListing, onSettled: () => void) =>
  useApiAction((decision: ListingDecision) => decide(listing, decision), {
    invalidates: [...ADMIN_LISTINGS, "GET /api/admin/audit"],
    onSuccess: (_after, { kind }) => {
      clearStoredText(listingReasonKey(listing.id, kind));
      toast({ title: DONE[kind] });
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
