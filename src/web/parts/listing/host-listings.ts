// A host's own listings, page by page, and switching one on and off. Used by the list of cars and
// by the settings.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { HostListing } from "../../../contract/host/host-listings.ts";
import { toast } from "../../ui/overlay/toast.ts";
import { api, isSessionOver } from "../../api/api.ts";
import { usePages } from "../../api/use-pages.ts";
import { sentenceFor } from "../../api/problem-sentences.ts";
import { queryKeys, refreshListings, signedIn } from "../../api/query.tsx";

export const useHostListings = (search: string) =>
  usePages(queryKeys.hostListingList(search), (at, options) =>
    api("GET /api/host/listings", { query: { ...(search && { search }), ...at } }, options),
  );

/** Shows the specification's message, followed by the reason if it is known. */
export function sayFailure(failed: string, error: unknown): void {
  if (isSessionOver(error)) return;
  toast({ title: "Error", description: sentenceFor(error, failed), variant: "destructive" });
}

/** Takes a listing off the site or puts it back. */
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
