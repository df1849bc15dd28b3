// A host's own listings, page by page, newest first.
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { api } from "./api.ts";
import { queryKeys, signedIn } from "./query.tsx";

export function useHostListings(search: string) {
  return useInfiniteQuery({
    queryKey: queryKeys.hostListingList(search),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      signedIn(
        (options) =>
          api(
            "GET /api/host/listings",
            { query: { ...(search && { search }), ...(pageParam && { cursor: pageParam }) } },
            options,
          ),
        signal,
      ),
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
}
