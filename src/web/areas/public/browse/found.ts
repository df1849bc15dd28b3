// Finds cars, and caches lists, so that going back restores a list with its scroll position.
import type { Api } from "../../../../contract/index.ts";
import { ApiError, type openApi } from "../../../api/api.ts";
import { writeSearch, type Search } from "./search.ts";

export type Found = Api["GET /api/listings"]["output"];
type Call = ReturnType<typeof openApi>;

/** One page of cars. A cursor of another search is ignored. @throws ApiError */
export async function findCars(
  call: Call,
  search: Search,
  cursor: string | null = null,
): Promise<Found> {
  const { view: _, ...query } = writeSearch(search);
  if (cursor === null) return call("GET /api/listings", { query });
  try {
    return await call("GET /api/listings", { query: { ...query, cursor } });
  } catch (error) {
    if (error instanceof ApiError && error.code === "invalid_request")
      return findCars(call, search);
    throw error;
  }
}

const KEPT_LISTS = 20;
/** Cached lists expire, because cars get booked. */
const KEPT_MS = 10 * 60_000;
const kept = new Map<string, { found: Found; at: number }>();

/** Caches the list of a history entry with all its loaded pages. Browser only. */
export function keepList(historyKey: string, found: Found): void {
  kept.delete(historyKey);
  kept.set(historyKey, { found, at: Date.now() });
  const [oldest] = kept.keys();
  if (kept.size > KEPT_LISTS && oldest !== undefined) kept.delete(oldest);
}

export function keptList(historyKey: string): Found | undefined {
  const list = kept.get(historyKey);
  return list && Date.now() - list.at < KEPT_MS ? list.found : undefined;
}
