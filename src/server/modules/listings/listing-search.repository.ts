// SQL that searches public listings: filters, pages in order, and counts.
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { RentalPeriod } from "../../../domain/booking/rental-period.ts";
import type { IslandId } from "../../../domain/place/islands.ts";
import type {
  BookingMode,
  Feature,
  FuelType,
  Transmission,
} from "../../../domain/listing/listing.ts";
import type { Bounds } from "../../../domain/place/map-area.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Position } from "../../platform/database/cursor.ts";
import { CARD_COLUMNS, publicListings, type CardRow } from "./listings.repository.ts";

/** For each order: its column, its direction, and a row's key as text, for cursors. */
const ORDERS = {
  newest: {
    column: "car.created_at",
    direction: "desc",
    key: sql<string>`(car.created_at at time zone 'UTC')::text`,
    from: (key: string) => sql`${key}::timestamp at time zone 'UTC'`,
  },
  price: {
    column: "car.price_per_day_cents",
    direction: "asc",
    key: sql<string>`car.price_per_day_cents::text`,
    from: (key: string) => sql`${key}::bigint`,
  },
  rating: {
    column: "car.rating_rank",
    direction: "desc",
    key: sql<string>`car.rating_rank::text`,
    from: (key: string) => sql`${key}::integer`,
  },
} as const;
export type SearchOrder = keyof typeof ORDERS;

export interface ListingSearch {
  /** A condition from locationHas. */
  location?: RawBuilder<SqlBool> | undefined;
  island?: IslandId | undefined;
  /** A day. */
  minPriceCents?: number | undefined;
  maxPriceCents?: number | undefined;
  minSeats?: number | undefined;
  transmission?: Transmission | undefined;
  /** Any of these. */
  fuelTypes?: readonly FuelType[] | undefined;
  /** All of these. */
  features?: readonly Feature[] | undefined;
  bookingMode?: BookingMode | undefined;
  /** Only cars that are free on all of these days. */
  free?: RentalPeriod | undefined;
  /** Only cars in this area of the map. */
  bounds?: Bounds | undefined;
}

/** Public listings that match, regardless of their calendars. */
export function matching(db: Db, search: ListingSearch) {
  const {
    location,
    island,
    minPriceCents,
    maxPriceCents,
    minSeats,
    transmission,
    fuelTypes,
    features,
    bookingMode,
  } = search;
  const { bounds } = search;
  let cars = publicListings(db);
  if (location) cars = cars.where(location);
  if (island) cars = cars.where("car.island", "=", island);
  if (minPriceCents !== undefined)
    cars = cars.where("car.price_per_day_cents", ">=", minPriceCents);
  if (maxPriceCents !== undefined)
    cars = cars.where("car.price_per_day_cents", "<=", maxPriceCents);
  if (minSeats !== undefined) cars = cars.where("car.seats", ">=", minSeats);
  if (transmission) cars = cars.where("car.transmission", "=", transmission);
  if (fuelTypes) cars = cars.where("car.fuel_type", "in", fuelTypes);
  if (features) cars = cars.where(sql<SqlBool>`car.features @> ${[...features]}::text[]`);
  if (bookingMode) cars = cars.where("car.booking_mode", "=", bookingMode);
  if (bounds)
    cars = cars
      .where("car.latitude", ">=", bounds.south)
      .where("car.latitude", "<=", bounds.north)
      .where("car.longitude", ">=", bounds.west)
      .where("car.longitude", "<=", bounds.east);
  return cars;
}

/**
 * The condition that `car` is free. Its ranges hardly ever overlap, so of those that end after the
 * first day only the next can conflict: one lookup in car_calendar_end_idx. Only that index serves
 * the row comparison; the index of the exclusion constraint would cost four times as much.
 * "offset 0" keeps the planner from turning it into a join, which would read every calendar.
 */
export const isFree = (days: RentalPeriod): RawBuilder<SqlBool> => sql`not exists (
  select from car_calendar as taken
  where (taken.car_id, upper(taken.during)) > (car.id, ${days.start}::date) and taken.car_id <= car.id
    and lower(taken.during) < ${days.end}::date offset 0)`;

/**
 * Ends a subquery whose cars are then looked up in the calendar one by one, so that the planner
 * does not merge the two. Otherwise the cost of the lookups leads it to a bad plan, and cars beyond
 * a full page are looked up before the sort.
 */
export const CARS_FIRST = sql`offset 0`;

/** One page in order, starting after `after`. */
export async function findListingPage(
  db: Db,
  { free, ...search }: ListingSearch,
  { sort, after, limit }: { sort: SearchOrder; after: Position | undefined; limit: number },
): Promise<(CardRow & { key: string })[]> {
  const { column, direction, key, from } = ORDERS[sort];
  const side = sql.raw(direction === "desc" ? "<" : ">");
  const behind = sql<SqlBool>`(${sql.ref(column)}, car.id) ${side} (${from(after?.key ?? "")}, ${after?.id}::uuid)`;
  const cars = matching(db, search)
    .$if(after !== undefined, (query) => query.where(behind))
    .select(["car.id", column])
    .orderBy(column, direction)
    .orderBy("car.id", direction);
  const page = free
    ? db
        .selectFrom(cars.modifyEnd(CARS_FIRST).as("car"))
        .where(isFree(free))
        .select("car.id")
        .orderBy(column, direction)
        .orderBy("car.id", direction)
    : cars.clearSelect().select("car.id");
  return db
    .with("page", () => page.limit(limit))
    .selectFrom("page")
    .innerJoin("car_listings as car", "car.id", "page.id")
    .leftJoin("profiles as host", "host.user_id", "car.host_id")
    .select([...CARD_COLUMNS, key.as("key")])
    .orderBy(column, direction)
    .orderBy("car.id", direction)
    .execute();
}

/** The most calendars that a count checks: about 10 ms, even when few of many cars are free. */
const LOOKED_INTO = 2000;

/** The number of matching listings, counted up to `limit`, and whether it is exact. */
export async function countUpTo(
  db: Db,
  { free, ...search }: ListingSearch,
  limit: number,
): Promise<{ count: number; isWhole: boolean }> {
  const { count, looked } = await db
    .with("cars", () =>
      matching(db, search)
        .select("car.id")
        .limit(LOOKED_INTO + 1),
    )
    .with("fitting", (query) => {
      const cars = query.selectFrom("cars as car").select("car.id").limit(limit);
      return free ? cars.where(isFree(free)) : cars;
    })
    .selectNoFrom([
      sql<number>`(select count(*) from fitting)`.as("count"),
      sql<number>`(select count(*) from cars)`.as("looked"),
    ])
    .executeTakeFirstOrThrow();
  return { count, isWhole: count < limit && looked <= LOOKED_INTO };
}
