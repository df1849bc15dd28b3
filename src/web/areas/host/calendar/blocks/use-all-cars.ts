// All cars of a host, to choose from. The calendar's list has only those that are loaded or found.
import { useQuery } from "@tanstack/react-query";
import type { HostListing } from "../../../../../contract/host/host-listings.ts";
import { apiKey, type EndpointOutput } from "../../../../api/api-cache.ts";
import { apiAsUser } from "../../../../api/as-user.ts";

const LISTINGS = "GET /api/host/listings";

async function fetchAll(signal: AbortSignal): Promise<HostListing[]> {
  const all: HostListing[] = [];
  let cursor: string | null | undefined;
  do {
    const page: EndpointOutput<typeof LISTINGS> = await apiAsUser(
      LISTINGS,
      { query: cursor ? { cursor } : {} },
      signal,
    );
    all.push(...page.listings);
    cursor = page.next_cursor;
  } while (cursor);
  return all;
}

/** `cars` is undefined until they have loaded; `missing` is set if that failed. */
export function useAllCars({ enabled }: { enabled: boolean }) {
  const { data, errorUpdatedAt, isFetching, refetch } = useQuery({
    enabled,
    queryKey: [...apiKey(LISTINGS, { query: {} }), "all"],
    queryFn: ({ signal }) => fetchAll(signal),
  });
  // Another attempt resets the error; the message stays until it has succeeded.
  const failed = !data && errorUpdatedAt > 0;
  return {
    cars: data,
    missing: failed ? { busy: isFetching, onRetry: () => void refetch() } : undefined,
  };
}
