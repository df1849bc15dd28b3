// A host's own listings, page by page, and switching one on and off. Used by the list of cars,
// the fleet's calendar and a car's documents.
import type { HostListing } from "../../../contract/host/host-listings.ts";
import type { DOCUMENTS_DUE } from "../../../domain/listing/car-documents.ts";
import { HOST_LISTINGS } from "../../api/endpoint-groups.ts";
import { useApiMutation, useApiPages } from "../../api/use-api.ts";
import { toast } from "../../ui/overlay/toast.ts";

export const useHostListings = (search: string, filter?: typeof DOCUMENTS_DUE) =>
  useApiPages("GET /api/host/listings", { query: { search, ...(filter && { filter }) } });

/** Loads the next page, and returns its first listing. */
export async function loadMoreListings(
  list: ReturnType<typeof useHostListings>,
): Promise<HostListing | undefined> {
  const { data } = await list.fetchNextPage();
  return data?.pages[list.data?.pages.length ?? 0]?.listings[0];
}

/** Takes a listing off the site or puts it back. */
export const useToggleListing = () =>
  useApiMutation("POST /api/host/listings/{id}/availability", {
    call: ({ id, is_available }: HostListing) => ({
      params: { id },
      body: { is_available: !is_available },
    }),
    invalidates: HOST_LISTINGS,
    failed: "Failed to update availability",
    onSuccess: ({ is_available }) =>
      toast({ title: `Listing ${is_available ? "activated" : "deactivated"} successfully` }),
  });
