// SQL that searches public listings: filters, plans and counts. Each statement leaves the planner
// one way to run it, with statistics or without (decision 31).
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { rentalDays, type RentalPeriod } from "../../../../domain/booking/rental-period.ts";
import type { IslandId } from "../../../../domain/place/islands.ts";
import type {
  BodyType,
  BookingMode,
  Feature,
  FuelType,
  Transmission,
} from "../../../../domain/listing/listing.ts";
import type { Bounds } from "../../../../domain/place/map-area.ts";
import type { Db } from "../../../platform/database/database.ts";
import {
  bookingColumns,
  isBookableByColumns,
  type RequestedAt,
} from "./listing-availability.repository.ts";
import { distanceFrom, isNear, type Surroundings } from "./listing-distance.ts";
import { rentalTotal } from "./rental-total.ts";
import { publicListings } from "../listings.repository.ts";
import type { LocationCondition } from "../listing-text.repository.ts";

export interface ListingSearch {
  /** From locationHas. Cars match if they meet any of these three conditions. */
  location?: LocationCondition | undefined;
  namedIslands?: readonly IslandId[] | undefined;
  near?: Surroundings | undefined;
  island?: IslandId | undefined;
  /** A day; with `free`, of those days on average. */
  minPriceCents?: number | undefined;
  maxPriceCents?: number | undefined;
  /** Any of these. */
  bodyTypes?: readonly BodyType[] | undefined;
  minSeats?: number | undefined;
  transmission?: Transmission | undefined;
  /** Any of these. */
  fuelTypes?: readonly FuelType[] | undefined;
  /** All of these. */
  features?: readonly Feature[] | undefined;
  bookingMode?: BookingMode | undefined;
  /** Only cars that can be booked for this period. */
  free?: RequestedAt | undefined;
  /** Only cars in this area of the map. */
  bounds?: Bounds | undefined;
}

export type Condition = RawBuilder<SqlBool>;
const given = (conditions: (Condition | false | undefined)[]): Condition[] =>
  conditions.filter((each) => each !== undefined && each !== false);

export const priceConditions = ({
  minPriceCents: min,
  maxPriceCents: max,
}: ListingSearch): Condition[] =>
  given([
    min !== undefined && sql`car.price_per_day_cents >= ${min}`,
    max !== undefined && sql`car.price_per_day_cents <= ${max}`,
  ]);

/** The same for what the days really cost on average. */
function totalConditions(
  { minPriceCents: min, maxPriceCents: max }: ListingSearch,
  days: RentalPeriod,
): Condition[] {
  const total = rentalTotal(days);
  return given([
    min !== undefined && sql`${total} >= ${min * rentalDays(days)}`,
    max !== undefined && sql`${total} <= ${max * rentalDays(days)}`,
  ]);
}

const isOn = (island: IslandId): Condition => sql`car.island = ${island}`;

/** A car must meet one of these. */
const placeConditions = ({ location, namedIslands = [], near }: ListingSearch): Condition[] =>
  given([location?.condition, ...namedIslands.map(isOn), near && isNear(near)]);

const isWithin = ({ south, north, west, east }: Bounds): Condition =>
  sql`(car.latitude between ${south} and ${north} and car.longitude between ${west} and ${east})`;

/** What a matching `car` fulfils, regardless of its calendar. `priced`: see SearchPlan. */
const conditions = (search: ListingSearch, priced?: RentalPeriod): Condition[] => {
  const anyPlace = placeConditions(search);
  return given([
    anyPlace.length > 0 && sql`(${sql.join(anyPlace, sql` or `)})`,
    search.island && isOn(search.island),
    ...(priced ? totalConditions(search, priced) : priceConditions(search)),
    search.bodyTypes && sql`car.body_type = any(${[...search.bodyTypes]}::text[])`,
    search.minSeats !== undefined && sql`car.seats >= ${search.minSeats}`,
    search.transmission && sql`car.transmission = ${search.transmission}`,
    search.fuelTypes && sql`car.fuel_type = any(${[...search.fuelTypes]}::text[])`,
    search.features && sql`car.features @> ${[...search.features]}::text[]`,
    search.bookingMode && sql`car.booking_mode = ${search.bookingMode}`,
    search.bounds && isWithin(search.bounds),
  ]);
};

const publicWhere = (db: Db, all: readonly Condition[]) =>
  all.reduce((cars, each) => cars.where(each), publicListings(db));

/** Public listings that match, regardless of their calendars. */
export const matching = (db: Db, search: ListingSearch) => publicWhere(db, conditions(search));

/**
 * Ends a subquery whose cars are then checked one by one, so that the planner does not merge the
 * two. What is checked outside then has no influence on how the cars are read.
 */
export const KEEP_SUBQUERY = sql`offset 0`;

/** Public cars in the order of an index, for a subquery. */
export type Cars = ReturnType<typeof inOrder>;

export const inOrder = (db: Db, all: readonly Condition[], order: RawBuilder<unknown>) =>
  publicWhere(db, all).orderBy(order).selectAll("car");

export const NEWEST_FIRST = sql`car.created_at desc, car.id desc`;

/** The cars of each name in turn. Given all names at once, a generic plan may sort all cars. */
const inPlaces = (db: Db, names: readonly string[]): Cars => {
  const cars = inOrder(db, [sql`lower(car.location) = place.name`], NEWEST_FIRST);
  return db
    .selectFrom(sql<{ name: string }>`unnest(${[...names]}::text[])`.as<"place">(sql`place (name)`))
    .innerJoinLateral(cars.modifyEnd(KEEP_SUBQUERY).as("car"), (join) => join.onTrue())
    .selectAll("car");
};

export const onIsland = (db: Db, island: IslandId): Cars =>
  inOrder(db, [isOn(island)], sql`car.island, ${NEWEST_FIRST}`);

/** The cars of all these places, each once; undefined if one of them has no index. */
function inAnyPlace(db: Db, search: ListingSearch): Cars | undefined {
  const { location, namedIslands = [], near } = search;
  if (location && !location.names) return undefined;
  const found = [
    ...(location?.names ? [inPlaces(db, location.names)] : []),
    ...namedIslands.map((island) => onIsland(db, island)),
    ...(near ? [inOrder(db, [isNear(near)], distanceFrom(near.point))] : []),
  ];
  const [first, ...others] = found.map((cars) =>
    db.selectFrom(cars.modifyEnd(KEEP_SUBQUERY).as("car")).selectAll("car"),
  );
  if (!first || others.length === 0) return found[0];
  const all = placeConditions(search);
  const union = others.reduce((earlier, cars, index) => {
    const known = sql.join(all.slice(0, index + 1), sql` or `);
    return earlier.unionAll(cars.where(sql<SqlBool>`(${known}) is not true`));
  }, first);
  return db.selectFrom(union.as("car")).selectAll("car");
}

interface Candidates {
  cars: Cars;
  /** Found by the price per day, which says nothing certain about what some days cost. */
  isByPrice?: true;
}

/**
 * The cars that one condition finds through its index, for each condition that has an index. Of
 * equally many, the first are read.
 */
function candidates(db: Db, search: ListingSearch, needsTotals: boolean): Candidates[] {
  const { bounds, island } = search;
  const found: Candidates[] = [];
  if (bounds)
    found.push({ cars: inOrder(db, [isWithin(bounds)], sql`car.latitude, car.longitude`) });
  const prices = priceConditions(search);
  if (prices.length > 0)
    found.push({
      cars: inOrder(db, prices, sql`car.price_per_day_cents, car.id`),
      isByPrice: true,
    });
  const somewhere = inAnyPlace(db, search);
  if (somewhere) found.push({ cars: somewhere });
  if (island) found.push({ cars: onIsland(db, island) });
  // With dates, all cars are candidates too: there may be few enough to price each of them.
  if (search.free && needsTotals && found.every(({ isByPrice }) => isByPrice))
    found.push({ cars: inOrder(db, [], NEWEST_FIRST) });
  return found;
}

/** The most cars that a page sorts. If more match a condition, reading in order soon fills it. */
export const MAX_SORTED = 5000;

/** How to find the cars of a search. */
export interface SearchPlan {
  /** The smallest set of candidates; undefined if no condition has an index. */
  cars: Cars | undefined;
  /** Whether there are no more than MAX_SORTED of them. */
  isSmall: boolean;
  /**
   * The days that cars are priced for, one by one, to sort and filter by (decision 38). Undefined
   * without dates, and if that would be more than MAX_SORTED cars: the price per day counts then.
   */
  priced: RentalPeriod | undefined;
}

/** Without an index to begin with: cars are read in the requested order. */
export const NO_PLAN: SearchPlan = { cars: undefined, isSmall: false, priced: undefined };

/**
 * Decides how to find cars by counting up to MAX_SORTED in each index, not by statistics.
 * @param sort unless it is "price", only a price filter asks what the dates of each car cost
 * @param firstSort how the first page was sorted. By total, later ones price the first MAX_SORTED
 * cars too.
 */
export async function planSearch(
  db: Db,
  search: ListingSearch,
  { sort = "price", firstSort }: { sort?: string; firstSort?: string | undefined } = {},
): Promise<SearchPlan> {
  const needsTotals = sort === "price" || priceConditions(search).length > 0;
  const all = candidates(db, search, needsTotals);
  if (all.length === 0) return NO_PLAN;
  const counts = all.map(({ cars }) => {
    const some = cars
      .clearSelect()
      .select("car.id")
      .limit(sql.lit(MAX_SORTED + 1));
    return sql`(select count(*) from (${some}) as car)::integer`;
  });
  const { found } = await db
    .selectNoFrom(sql<number[]>`array[${sql.join(counts)}]`.as("found"))
    .executeTakeFirstOrThrow();
  const counted = all.map((each, index) => ({ ...each, count: found[index] ?? 0 }));
  const certain = counted.filter(({ isByPrice }) => !isByPrice);
  const fewestOf = (some: typeof counted): number => Math.min(...some.map(({ count }) => count));
  const isPriced =
    search.free !== undefined &&
    needsTotals &&
    (firstSort === "total" || fewestOf(certain) <= MAX_SORTED);
  const usable = isPriced ? certain : counted;
  const fewest = fewestOf(usable);
  const cars = usable.find(({ count }) => count === fewest)?.cars;
  return {
    cars: isPriced ? cars?.limit(sql.lit(MAX_SORTED)) : cars,
    isSmall: isPriced || fewest <= MAX_SORTED,
    priced: isPriced ? search.free?.period : undefined,
  };
}

/**
 * All conditions as one that the planner expects of every second car, whatever it knows about them.
 * It then reads cars in order until enough are found, instead of sorting all of them.
 */
export function matchesInOrder(search: ListingSearch, priced?: RentalPeriod): Condition {
  const all = conditions(search, priced);
  return all.length > 0
    ? sql`case when ${sql.join(all, sql` and `)} then true else false end`
    : sql`true`;
}

/** The most calendars that a count looks into, even when few of many cars are free. */
const MAX_CALENDARS = 2000;

/** The first `limit` matches and their number, as common table expressions. */
export const countMatches = (
  db: Db,
  { free, ...search }: ListingSearch,
  { cars = inOrder(db, [], NEWEST_FIRST), priced }: SearchPlan,
  limit: number,
) =>
  db
    .with("cars", (query) =>
      query
        .selectFrom(cars.modifyEnd(KEEP_SUBQUERY).as("car"))
        .where(matchesInOrder(search, priced))
        .select(["car.id", ...(free ? bookingColumns(free) : [])])
        .limit(sql.lit(free ? MAX_CALENDARS + 1 : limit)),
    )
    .with("matches", (query) =>
      query
        .selectFrom("cars as car")
        .where(free ? isBookableByColumns(free) : sql<SqlBool>`true`)
        .select("car.id")
        .limit(sql.lit(limit)),
    )
    .with("counted", (query) =>
      query.selectFrom("matches").select((row) => row.fn.countAll<number>().as("count")),
    );

/** How many cars a count below `limit` has looked at. */
export const lookedAt = (limit: number) =>
  sql<number>`case when count < ${sql.lit(limit)} then (select count(*) from cars) else 0 end`;

export const isExact = (found: { count: number; looked_at: number }, limit: number): boolean =>
  found.count < limit && found.looked_at <= MAX_CALENDARS;

/** The number of matching listings, counted up to `limit`, and whether it is exact. */
export async function countUpTo(db: Db, search: ListingSearch, plan: SearchPlan, limit: number) {
  const found = await countMatches(db, search, plan, limit)
    .selectFrom("counted")
    .select(["count", lookedAt(limit).as("looked_at")])
    .executeTakeFirstOrThrow();
  return { count: found.count, isExact: isExact(found, limit) };
}
