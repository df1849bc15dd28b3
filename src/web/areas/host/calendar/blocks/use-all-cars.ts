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

/** Undefined until they have loaded. */
export const useAllCars = ({ enabled }: { enabled: boolean }): HostListing[] | undefined =>
  useQuery({
    enabled,
    queryKey: [...apiKey(LISTINGS, { query: {} }), "all"],
    queryFn: ({ signal }) => fetchAll(signal),
  }).data;
