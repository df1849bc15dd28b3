// Finds cars, and caches lists, so that going back restores a list with its scroll position.
import type { Api } from "../../../../contract/index.ts";
import { describeDistance } from "../../../../domain/place/distance.ts";
import { formatCount } from "../../../../domain/text/format.ts";
import { ApiError, type openApi } from "../../../api/api.ts";
import { isFiltered, writeSearch, type Search } from "./search.ts";

type Found = Api["GET /api/listings"]["output"];
type Card = Found["listings"][number];

/** What the results show of a car. Its images are URLs, or a `shortPhoto` of each. */
export type FoundCar = Omit<Card, "created_at" | "island" | "body_type" | "quote"> & {
  quote: Pick<NonNullable<Card["quote"]>, "days" | "amount_due"> | null;
  /** "0.4 mi from the airport". */
  distance: string | null;
};
/** Other dates and islands with matching cars, nearest first. Loaded if the search finds none. */
export interface OtherSearches {
  dates: Api["GET /api/listings/near-dates"]["output"]["dates"];
  islands: Api["GET /api/listings/islands"]["output"]["islands"];
}
export type FoundCars = Omit<Found, "listings"> & { listings: FoundCar[]; others?: OtherSearches };

/** "5 cars", "200+ cars". */
export function carsText({ count, count_is_exact }: Pick<Found, "count" | "count_is_exact">) {
  const figure = `${formatCount(count)}${count_is_exact ? "" : "+"}`;
  return `${figure} ${figure === "1" ? "car" : "cars"}`;
}

function withDistances(search: Search, found: Found): FoundCars {
  const place = search.place ?? found.place;
  const describe = (miles: number | null) =>
    place && miles !== null ? describeDistance(miles, place.name) : null;
  return {
    ...found,
    listings: found.listings.map((car) => ({ ...car, distance: describe(car.distance_miles) })),
  };
}

type Call = ReturnType<typeof openApi>;

/** One page of cars. A cursor of another search is ignored. @throws ApiError */
export async function fetchCars(
  call: Call,
  search: Search,
  cursor: string | null = null,
): Promise<FoundCars> {
  const { view: _view, place: _place, ...query } = writeSearch(search);
  if (cursor === null) return withDistances(search, await call("GET /api/listings", { query }));
  try {
    return withDistances(search, await call("GET /api/listings", { query: { ...query, cursor } }));
  } catch (error) {
    if (error instanceof ApiError && error.code === "invalid_request")
      return fetchCars(call, search);
    throw error;
  }
}

/** A page of cars; if none match, also other searches that find some. @throws ApiError */
export async function fetchResults(
  call: Call,
  search: Search,
  cursor: string | null,
): Promise<FoundCars> {
  const found = await fetchCars(call, search, cursor);
  if (found.count > 0 || !isFiltered(search)) return found;
  return { ...found, others: await fetchOthers(call, search) };
}

/** Empty if the calls fail: the page works without them. */
async function fetchOthers(call: Call, search: Search): Promise<OtherSearches> {
  const { view: _view, sort: _sort, place: _place, ...query } = writeSearch(search);
  const [dates, islands] = await Promise.all([
    search.dates &&
      call("GET /api/listings/near-dates", { query }).then(
        (found) => found.dates,
        () => null,
      ),
    call("GET /api/listings/islands", { query }).then(
      (found) => found.islands,
      () => null,
    ),
  ]);
  const hasCars = ({ count }: { count: number }) => count > 0;
  return { dates: dates?.filter(hasCars) ?? [], islands: islands?.filter(hasCars) ?? [] };
}

const MAX_CACHED_LISTS = 20;
/** Cached lists expire, because cars get booked. */
const CACHE_MS = 10 * 60_000;
const cache = new Map<string, { found: FoundCars; at: number }>();

/** Caches the list of a history entry with all its loaded pages. Browser only. */
export function cacheList(historyKey: string, found: FoundCars): void {
  cache.delete(historyKey);
  cache.set(historyKey, { found, at: Date.now() });
  const [oldest] = cache.keys();
  if (cache.size > MAX_CACHED_LISTS && oldest !== undefined) cache.delete(oldest);
}

export function readCachedList(historyKey: string): FoundCars | undefined {
  const list = cache.get(historyKey);
  return list && Date.now() - list.at < CACHE_MS ? list.found : undefined;
}
