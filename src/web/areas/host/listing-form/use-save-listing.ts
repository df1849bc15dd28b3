// Sends the listing form: creates or changes the listing, and leaves the form.
import { useQueryClient } from "@tanstack/react-query";
import type { HostListing } from "../../../../contract/host/host-listings.ts";
import { ApiError, isCode } from "../../../api/api.ts";
import { invalidateEndpoints } from "../../../api/api-cache.ts";
import { apiAsUser } from "../../../api/as-user.ts";
import { HOST_LISTINGS } from "../../../api/endpoint-groups.ts";
import { paths } from "../../../paths.ts";
import { toast } from "../../../ui/overlay/toast.ts";
import { dropListingDraft, storeListingDraft } from "./drafts/listing-draft.ts";
import {
  holds,
  toListingBody,
  toVersion,
  type ListingValues,
  type ListingVersion,
} from "./listing-values.ts";

export const showNotFound = () =>
  toast({
    title: "Not Found",
    description: "Listing not found or you don't have permission to edit it",
    variant: "destructive",
  });

/** Stores the listing and leaves the form. */
export function useSave(
  userId: string,
  base: ListingVersion,
  leave: (path: string, replace?: boolean) => Promise<void>,
) {
  const client = useQueryClient();

  /**
   * An earlier attempt created the listing, but its response was lost. Later changes are stored as
   * the draft of that listing.
   */
  const goOn = async (stored: HostListing, values: ListingValues) => {
    storeListingDraft(userId, { base: toVersion(stored), values, version: 0 });
    toast({
      title: "This car is already listed",
      description: "Your first attempt went through. Save again to add later changes.",
    });
    void invalidateEndpoints(client, HOST_LISTINGS);
    await leave(paths.hostEditListing(stored.id), true);
  };

  return async (values: ListingValues) => {
    const isNew = base.updated_at === null;
    try {
      const stored = await store(base, values);
      dropListingDraft(userId, base);
      if (isNew && !holds(stored, values)) return await goOn(stored, values);
      toast({
        title: isNew
          ? "Your car listing has been created and is pending approval"
          : "Your car listing has been updated successfully",
      });
      void invalidateEndpoints(client, HOST_LISTINGS);
    } catch (error) {
      if (!isCode(error, "not_found")) throw error;
      showNotFound();
    }
    await leave(paths.hostListings());
  };
}

/** @throws ApiError not_found, also if the user may only read the listing, as an admin may */
export async function fetchListing(id: string, signal?: AbortSignal): Promise<HostListing> {
  const listing = await apiAsUser("GET /api/host/listings/{id}", { params: { id } }, signal);
  if (!listing.may.includes("edit")) throw new ApiError("not_found", 404);
  return listing;
}

/** Null if it cannot be loaded now: a toast has already said what happened. */
export async function readAgain(id: string): Promise<ListingVersion | null> {
  try {
    return toVersion(await fetchListing(id));
  } catch {
    return null;
  }
}

const store = ({ id, updated_at }: ListingVersion, values: ListingValues): Promise<HostListing> =>
  updated_at === null
    ? apiAsUser("POST /api/host/listings", { body: { ...toListingBody(values), id } })
    : apiAsUser("PUT /api/host/listings/{id}", {
        params: { id },
        body: { ...toListingBody(values), updated_at },
      });
