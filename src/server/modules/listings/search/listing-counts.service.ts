// How many cars a search finds, and how many it would find on other islands and dates. An empty
// result links to those.
import { COUNT_LIMIT } from "../../../../contract/listings/listings.ts";
import { nearestFreePeriods } from "../../../../domain/calendar/nearest-free.ts";
import { rentalPeriod, type RentalTimes } from "../../../../domain/booking/rental-period.ts";
import { toWireRange, type WireRange } from "../../../../domain/calendar/dates.ts";
import type { Point } from "../../../../domain/place/bahamas.ts";
import { islandsByDistance } from "../../../../domain/place/island-distance.ts";
import { ISLAND_IDS, type IslandId } from "../../../../domain/place/islands.ts";
import { findIsland } from "../../places/places.service.ts";
import { countOnDates, countOnIslands } from "./listing-counts.repository.ts";
import { countUpTo, planSearch } from "./listing-search.repository.ts";
import {
  toSearch,
  toShownCount,
  type SearchCtx,
  type SearchQuery,
  type ShownCount,
} from "../listings.service.ts";

/** How many other periods are counted: up to three days earlier and later. */
const NEAR_PERIODS = 6;

/** @throws DomainError the date errors of searchListings */
export async function countCars(ctx: SearchCtx, query: SearchQuery): Promise<ShownCount> {
  const { search } = await toSearch(ctx, query);
  const plan = await planSearch(ctx.db, search);
  return toShownCount(await countUpTo(ctx.db, search, plan, COUNT_LIMIT + 1));
}

/**
 * The matching cars of the islands that the search does not name, nearest first; without a known
 * place, of all islands, busiest first. @throws DomainError the date errors of searchListings
 */
export async function countByIsland(
  ctx: SearchCtx,
  query: SearchQuery,
): Promise<{ islands: ({ island: IslandId } & ShownCount)[] }> {
  const { search, from: point } = await toSearch(ctx, query);
  const islands = islandsFor(query, findIslandOf(ctx, query, point));
  const counts = await countOnIslands(ctx.db, search, islands, COUNT_LIMIT);
  return {
    islands: counts.flatMap((count, index) => {
      const id = islands[index];
      return id ? [{ island: id, ...toShownCount(count) }] : [];
    }),
  };
}

/** An island around a text, point or area may have cars that these leave out, so it comes first. */
function islandsFor({ island }: SearchQuery, around: IslandId | null): readonly IslandId[] {
  if (island) return islandsByDistance(island);
  return around ? [around, ...islandsByDistance(around)] : ISLAND_IDS;
}

/** The island of a searched text, point or area. */
function findIslandOf(
  ctx: SearchCtx,
  { location = "", bounds }: SearchQuery,
  point: Point | undefined,
): IslandId | null {
  const middle = bounds && {
    latitude: (bounds.south + bounds.north) / 2,
    longitude: (bounds.west + bounds.east) / 2,
  };
  const { latitude = null, longitude = null } = point ?? (location ? {} : (middle ?? {}));
  return findIsland(ctx, { location, latitude, longitude });
}

/**
 * The matching cars on the nearest other dates of the same length. @throws DomainError the date
 * errors of searchListings
 */
export async function countByNearDates(
  ctx: SearchCtx,
  query: SearchQuery,
): Promise<{ dates: (WireRange & ShownCount)[] }> {
  const { search } = await toSearch(ctx, query);
  if (!search.free) return { dates: [] };
  const { period: requested, now } = search.free;
  const times = requested.pickupTime && requested.returnTime ? requested : null;
  const periods = nearestFreePeriods({ taken: [], requested, now, limit: NEAR_PERIODS + 1 })
    .filter(({ start }) => start !== requested.start)
    .slice(0, NEAR_PERIODS)
    .map(({ start, end }) => rentalPeriod(start, end, times as RentalTimes | null));
  const plan = await planSearch(ctx.db, search);
  const requests = periods.map((period) => ({ period, now }));
  const counts = await countOnDates(ctx.db, search, plan, requests, COUNT_LIMIT);
  return {
    dates: counts.flatMap((count, index) => {
      const period = periods[index];
      return period ? [{ ...toWireRange(period), ...toShownCount(count) }] : [];
    }),
  };
}
