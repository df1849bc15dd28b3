// Deletes one of a host's own listings.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { HostListing } from "../../../../contract/host/host-listings.ts";
import { api, ApiError } from "../../../api/api.ts";
import { sayFailure } from "../../../parts/listing/host-listings.ts";
import { refreshListings, signedIn } from "../../../api/query.tsx";
import { toast } from "../../../ui/overlay/toast.ts";

/**
 * `onDone` runs when the lists on screen are up to date. A listing that no longer exists counts as
 * deleted.
 */
export function useDeleteListing(onDone: (listing: HostListing, deleted: boolean) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: HostListing) =>
      signedIn((options) =>
        api("DELETE /api/host/listings/{id}", { params: { id } }, options),
      ).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.code === "not_found")) throw error;
      }),
    onSuccess: () => toast({ title: "Listing deleted successfully" }),
    onError: (error) => sayFailure("Failed to delete listing", error),
    onSettled: async (_answer, error, listing) => {
      await refreshListings(client);
      onDone(listing, error === null);
    },
  });
}
