// SQL that counts what other searches would find: on each island, and on other dates. Every count
// has a limit, so that its cost does not depend on the number of cars.
import { sql, type RawBuilder } from "kysely";
import { BOOKABLE_COLUMNS, PRICES } from "../listings.repository.ts";
import { isBookable, type RequestedAt } from "./listing-availability.repository.ts";
import type { IslandId } from "../../../../domain/place/islands.ts";
import type { Db } from "../../../platform/database/database.ts";
import {
  inOrder,
  KEEP_SUBQUERY,
  matchesInOrder,
  MAX_SORTED,
  NEWEST_FIRST,
  onIsland,
  type Cars,
  type Condition,
  type ListingSearch,
  type SearchPlan,
} from "./listing-search.repository.ts";

/** How many calendars one count reads at most. */
const CALENDARS_PER_COUNT = 300;

export interface BoundedCount {
  count: number;
  isExact: boolean;
}

/** The first cars that match, regardless of their calendars. */
const firstMatches = (db: Db, cars: Cars, matches: Condition, limit: number) =>
  db
    .selectFrom(cars.modifyEnd(KEEP_SUBQUERY).as("car"))
    .where(matches)
    .select(["car.id", ...BOOKABLE_COLUMNS, ...PRICES])
    .limit(sql.lit(limit));

const toCount = (free: number, seen: number, limit: number, most: number): BoundedCount => ({
  count: Math.min(free, limit),
  isExact: free <= limit && seen <= most,
});

/** How many matching cars each island has, counted up to `limit`, whatever place was searched. */
export async function countOnIslands(
  db: Db,
  given: ListingSearch,
  islands: readonly IslandId[],
  limit: number,
): Promise<BoundedCount[]> {
  const {
    free,
    location: _location,
    namedIslands: _named,
    near: _near,
    island: _island,
    bounds: _bounds,
    ...search
  } = given;
  const most = free ? CALENDARS_PER_COUNT : limit;
  const hasPrice = search.minPriceCents !== undefined || search.maxPriceCents !== undefined;
  const priced = free && hasPrice ? await findPriced(db, islands) : [];
  const counts = islands.map((island) => {
    const period = priced.includes(island) ? free?.period : undefined;
    const seen = firstMatches(db, onIsland(db, island), matchesInOrder(search, period), most + 1);
    const isCounted = free ? isBookable(free) : sql`true`;
    return sql`(select array[count(*) filter (where ${isCounted}), count(*)]
      from (${seen}) as car)`;
  });
  const found = await readCounts(db, counts);
  return found.map(([matches = 0, seen = 0]) => toCount(matches, seen, limit, most));
}

/** The islands on which a search filters by what the dates cost: those with few enough cars. */
async function findPriced(db: Db, islands: readonly IslandId[]): Promise<IslandId[]> {
  const counts = islands.map((island) => {
    const cars = onIsland(db, island)
      .select("car.id")
      .limit(sql.lit(MAX_SORTED + 1));
    return sql`(select array[count(*)] from (${cars}) as car)`;
  });
  const found = await readCounts(db, counts);
  return islands.filter((_, index) => (found[index]?.[0] ?? 0) <= MAX_SORTED);
}

/** How many matching cars are bookable in each of these periods, counted up to `limit`. */
export async function countOnDates(
  db: Db,
  { free: _free, ...search }: ListingSearch,
  { cars = inOrder(db, [], NEWEST_FIRST), priced }: SearchPlan,
  periods: readonly RequestedAt[],
  limit: number,
): Promise<BoundedCount[]> {
  // Each period has its own total, so a car is read if its price fits any of them.
  const { minPriceCents, maxPriceCents, ...others } = search;
  const fits = ({ period }: RequestedAt): Condition =>
    priced ? matchesInOrder({ minPriceCents, maxPriceCents }, period) : sql`true`;
  const condition: Condition = priced
    ? sql`${matchesInOrder(others)} and (${sql.join(periods.map(fits), sql` or `)})`
    : matchesInOrder(search);
  const seen = firstMatches(db, cars, condition, CALENDARS_PER_COUNT + 1);
  const counts = periods.map(
    (each) => sql`array[count(*) filter (where ${fits(each)} and ${isBookable(each)}), count(*)]`,
  );
  const { found } = await db
    .with("car", () => seen)
    .selectFrom("car")
    .select(sql<string[][]>`array[${sql.join(counts)}]`.as("found"))
    .executeTakeFirstOrThrow();
  return found.map(([matches, all]) =>
    toCount(Number(matches), Number(all), limit, CALENDARS_PER_COUNT),
  );
}

async function readCounts(db: Db, counts: readonly RawBuilder<unknown>[]): Promise<number[][]> {
  const { found } = await db
    .selectNoFrom(sql<string[][]>`array[${sql.join(counts)}]`.as("found"))
    .executeTakeFirstOrThrow();
  return found.map((pair) => pair.map(Number));
}
