// All listings, page by page, one of them, and the decision about it.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { AdminListing } from "../../../../contract/admin/admin-listings.ts";
import { api, ApiError, isSessionOver } from "../../../api/api.ts";
import { dropKeptText } from "../../../forms/kept-text.ts";
import { usePages } from "../../../api/use-pages.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { isSettled, queryKeys, signedIn, type AdminListingFilter } from "../../../api/query.tsx";
import { toast } from "../../../ui/overlay/toast.ts";

/** The query parameters shared by the list and its export. */
export const queryOf = (filter: AdminListingFilter, search: string) => ({
  filter,
  ...(search && { search }),
});

export const useAdminListings = (filter: AdminListingFilter, search: string) =>
  usePages(queryKeys.adminListingList(filter, search), (at, options) =>
    api("GET /api/admin/listings", { query: { ...queryOf(filter, search), ...at } }, options),
  );

export const useAdminListing = (id: string) =>
  useQuery({
    queryKey: queryKeys.adminListing(id),
    queryFn: ({ signal }) =>
      signedIn(
        (options) => api("GET /api/admin/listings/{id}", { params: { id } }, options),
        signal,
      ),
  });

export type ListingDecision = { kind: "approve" } | { kind: "reject"; reason: string };

/** The key under which a typed reason is stored when its dialog closes. */
export const reasonKey = (listingId: string): string => `reject-listing.${listingId}`;

const decide = (
  { id, updated_at }: AdminListing,
  decision: ListingDecision,
): Promise<AdminListing> =>
  signedIn((options) => {
    const params = { id };
    return decision.kind === "approve"
      ? api("POST /api/admin/listings/{id}/approve", { params, body: { updated_at } }, options)
      : api(
          "POST /api/admin/listings/{id}/reject",
          { params, body: { updated_at, reason: decision.reason } },
          options,
        );
  });

/** `onSettled` runs when the lists on screen are up to date, but not after a transient failure. */
export function useListingDecision(listing: AdminListing, onSettled: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (decision: ListingDecision) => decide(listing, decision),
    onSuccess: (_after, { kind }) => {
      dropKeptText(reasonKey(listing.id));
      toast({ title: `Listing ${kind === "approve" ? "approved" : "rejected"} successfully` });
    },
    onError: (error) => {
      if (isSessionOver(error)) return;
      const description =
        error instanceof ApiError && error.code === "listing_changed"
          ? "The listing has changed in the meantime. Please review it again as it is now."
          : sentenceFor(error, "Failed to update listing status");
      toast({ title: "Error", description, variant: "destructive" });
    },
    onSettled: async (_after, error) => {
      await Promise.all(
        [queryKeys.adminListings, queryKeys.adminFigures, queryKeys.audits].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
      if (isSettled(error)) onSettled();
    },
  });
}
