// What can be done with one of a host's listings from the list.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { HostListing } from "../../../contract/host-listings.ts";
import { api, ApiError, isSessionOver } from "../../lib/api.ts";
import { sentenceFor } from "../../lib/problem-sentences.ts";
import { refreshListings, signedIn } from "../../lib/query.tsx";
import { toast } from "../../ui/toast.ts";

/** The specification's words, and after them what is known about why. */
function sayFailure(failed: string, error: unknown): void {
  if (isSessionOver(error)) return;
  toast({ title: "Error", description: sentenceFor(error, failed), variant: "destructive" });
}

/** Takes a listing off the site, or puts it back. */
export function useToggleListing() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, is_available }: HostListing) =>
      signedIn((options) =>
        api(
          "POST /api/host/listings/{id}/availability",
          { params: { id }, body: { is_available: !is_available } },
          options,
        ),
      ),
    onSuccess: ({ is_available }) =>
      toast({ title: `Listing ${is_available ? "activated" : "deactivated"} successfully` }),
    onError: (error) => sayFailure("Failed to update availability", error),
    onSettled: () => refreshListings(client),
  });
}

/** `onDone` runs when the lists on the screen are up to date. One that is gone already counts as deleted. */
export function useDeleteListing(onDone: (listing: HostListing, deleted: boolean) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: HostListing) =>
      signedIn((options) => api("DELETE /api/host/listings/{id}", { params: { id } }, options)).catch(
        (error: unknown) => {
          if (!(error instanceof ApiError && error.code === "PGRST116")) throw error;
        },
      ),
    onSuccess: () => toast({ title: "Listing deleted successfully" }),
    onError: (error) => sayFailure("Failed to delete listing", error),
    onSettled: async (_answer, error, listing) => {
      await refreshListings(client);
      onDone(listing, error === null);
    },
  });
}
