// The SQL of car_listings. What the public may see stands here once, word for word as in the partial indexes of the table.
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { DateRange } from "../../../domain/calendar/dates.ts";
import type { IslandId } from "../../../domain/place/islands.ts";
import type { BookingMode, Feature, FuelType, Transmission } from "../../../domain/listing/listing.ts";
import type { Bounds } from "../../../domain/place/map-area.ts";
import type { Ctx } from "../../platform/context.ts";
import type { Position } from "../../platform/database/cursor.ts";

/** Of a `car`, word for word as in the indexes. */
export const IS_PUBLIC = sql<SqlBool>`(car.is_approved and car.is_available and car.deleted_at is null)`;

export const publicListings = (ctx: Ctx) => ctx.db.selectFrom("car_listings as car").where(IS_PUBLIC);

/** The columns of a card; of a car and its host. */
export const CARD = [
  "car.id",
  "car.title",
  "car.make",
  "car.model",
  "car.year",
  "car.location",
  "car.latitude",
  "car.longitude",
  "car.island",
  "car.price_per_day",
  "car.transmission",
  "car.fuel_type",
  "car.seats",
  "car.features",
  "car.images",
  "car.booking_mode",
  "car.created_at",
  "car.review_count",
  "car.star_sum",
  "host.first_name as host_first_name",
  "host.last_name as host_last_name",
] as const;

/** The page is cut before the hosts are joined, so that nothing but its rows is ever looked up. */
export const withHost = (ctx: Ctx) =>
  ctx.db.selectFrom("car_listings as car").leftJoin("profiles as host", "host.user_id", "car.host_id");

/** A public listing with the name of its host. */
export const findPublicListing = (ctx: Ctx, id: string) =>
  withHost(ctx)
    .where(IS_PUBLIC)
    .where("car.id", "=", id)
    .leftJoin("identity_states as identity", "identity.user_id", "car.host_id")
    .select([
      ...CARD,
      "car.host_id",
      "car.description",
      "car.color",
      "identity.state as host_identity",
      "host.photo_id as host_photo_id",
    ])
    .executeTakeFirst();
export type DetailRow = NonNullable<Awaited<ReturnType<typeof findPublicListing>>>;
export type CardRow = Omit<DetailRow, "host_id" | "description" | "color" | "host_identity" | "host_photo_id">;

/**
 * The public cars nearest to this one, itself left out; for a car that has no position, the newest at a location of the same name.
 * Degrees order them as well as kilometres do, for what is near.
 */
export function findNearest(
  ctx: Ctx,
  { id, latitude, longitude, location }: Pick<DetailRow, "id" | "latitude" | "longitude" | "location">,
  limit: number,
): Promise<CardRow[]> {
  const others = publicListings(ctx).where("car.id", "!=", id).select("car.id").limit(limit);
  const nearest =
    latitude === null || longitude === null
      ? others
          .where(sql<SqlBool>`lower(car.location) = lower(${location})`)
          .orderBy("car.created_at", "desc")
          .orderBy("car.id", "desc")
      : others
          .where("car.latitude", "is not", null)
          .orderBy(sql`point(car.longitude, car.latitude) <-> point(${longitude}, ${latitude})`);
  return ctx.db
    .with("nearest", () => nearest)
    .selectFrom("nearest")
    .innerJoin("car_listings as car", "car.id", "nearest.id")
    .leftJoin("profiles as host", "host.user_id", "car.host_id")
    .select(CARD)
    .orderBy("car.created_at", "desc")
    .orderBy("car.id", "desc")
    .execute();
}

/** A host's public cars, newest first. */
export const findPublicOf = (ctx: Ctx, hostId: string, limit: number): Promise<CardRow[]> =>
  withHost(ctx)
    .where(IS_PUBLIC)
    .where("car.host_id", "=", hostId)
    .select(CARD)
    .orderBy("car.created_at", "desc")
    .orderBy("car.id", "desc")
    .limit(limit)
    .execute();

export const isPublic = async (ctx: Ctx, id: string): Promise<boolean> =>
  (await publicListings(ctx).where("car.id", "=", id).select("car.id").executeTakeFirst()) !== undefined;

/** The columns that a booking is made of. With `lock` the row is locked against another booking and against changes. */
export const findBookable = (ctx: Ctx, id: string, lock: boolean) =>
  publicListings(ctx)
    .where("car.id", "=", id)
    .select(["car.id", "car.host_id", "car.title", "car.make", "car.model", "car.year", "car.location"])
    .select(["car.price_per_day", "car.booking_mode"])
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();

/** How each order reads: the column, its direction, and the key of a row as text, which is what a cursor holds. */
const ORDERS = {
  newest: {
    column: "car.created_at",
    direction: "desc",
    key: sql<string>`(car.created_at at time zone 'UTC')::text`,
    from: (key: string) => sql`${key}::timestamp at time zone 'UTC'`,
  },
  price: {
    column: "car.price_per_day",
    direction: "asc",
    key: sql<string>`car.price_per_day::text`,
    from: (key: string) => sql`${key}::numeric`,
  },
  rating: {
    column: "car.rating_rank",
    direction: "desc",
    key: sql<string>`car.rating_rank::text`,
    from: (key: string) => sql`${key}::integer`,
  },
} as const;
export type Sort = keyof typeof ORDERS;

export interface ListingSearch {
  /** Of locationHas. */
  location?: RawBuilder<SqlBool> | undefined;
  island?: IslandId | undefined;
  /** Dollars a day. */
  minPrice?: number | undefined;
  maxPrice?: number | undefined;
  minSeats?: number | undefined;
  transmission?: Transmission | undefined;
  /** Any of these. */
  fuelTypes?: readonly FuelType[] | undefined;
  /** All of these. */
  features?: readonly Feature[] | undefined;
  bookingMode?: BookingMode | undefined;
  /** Only cars that are free on all of these days. */
  free?: DateRange | undefined;
  /** Only cars that stand in this piece of the map. */
  bounds?: Bounds | undefined;
}

/** Public listings that fit, whatever their calendars say. */
export function matching(ctx: Ctx, search: ListingSearch) {
  const { location, island, minPrice, maxPrice, minSeats, transmission, fuelTypes, features, bookingMode } = search;
  const { bounds } = search;
  let cars = publicListings(ctx);
  if (location) cars = cars.where(location);
  if (island) cars = cars.where("car.island", "=", island);
  if (minPrice !== undefined) cars = cars.where(sql<SqlBool>`car.price_per_day >= ${String(minPrice)}::numeric`);
  if (maxPrice !== undefined) cars = cars.where(sql<SqlBool>`car.price_per_day <= ${String(maxPrice)}::numeric`);
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
 * The condition that `car` is free. Its ranges hardly ever overlap, so of those that end
 * after the first day only the next can be in the way: one look into
 * car_calendar_end_idx. The row comparison is what that index alone can answer; the index
 * of the exclusion constraint would do at four times the price. "offset 0" keeps the
 * planner from turning it into a join, for which it would read every calendar there is.
 */
export const isFree = (days: DateRange): RawBuilder<SqlBool> => sql`not exists (
  select from car_calendar as taken
  where (taken.car_id, upper(taken.during)) > (car.id, ${days.start}::date) and taken.car_id <= car.id
    and lower(taken.during) < ${days.end}::date offset 0)`;

/**
 * Behind a search whose cars are looked up in the calendar one after the other: it holds the two apart. Without it the price
 * of the look-ups leads the planner to a bad search, and cars that come after a full page would be looked up before the sort.
 */
export const CARS_FIRST = sql`offset 0`;

/** One page in order, beginning behind `after`. */
export async function findPage(
  ctx: Ctx,
  { free, ...search }: ListingSearch,
  { sort, after, limit }: { sort: Sort; after: Position | undefined; limit: number },
): Promise<(CardRow & { key: string })[]> {
  const { column, direction, key, from } = ORDERS[sort];
  const side = sql.raw(direction === "desc" ? "<" : ">");
  const behind = sql<SqlBool>`(${sql.ref(column)}, car.id) ${side} (${from(after?.key ?? "")}, ${after?.id}::uuid)`;
  const cars = matching(ctx, search)
    .$if(after !== undefined, (query) => query.where(behind))
    .select(["car.id", column])
    .orderBy(column, direction)
    .orderBy("car.id", direction);
  const page = free
    ? ctx.db
        .selectFrom(cars.modifyEnd(CARS_FIRST).as("car"))
        .where(isFree(free))
        .select("car.id")
        .orderBy(column, direction)
        .orderBy("car.id", direction)
    : cars.clearSelect().select("car.id");
  return ctx.db
    .with("page", () => page.limit(limit))
    .selectFrom("page")
    .innerJoin("car_listings as car", "car.id", "page.id")
    .leftJoin("profiles as host", "host.user_id", "car.host_id")
    .select([...CARD, key.as("key")])
    .orderBy(column, direction)
    .orderBy("car.id", direction)
    .execute();
}

/** Cars whose calendars are looked into for a count: some 10 ms, however many there are and however few of them are free. */
const LOOKED_INTO = 2000;

/** How many listings fit, counted no further than `limit`, and whether that is all that was looked for. */
export async function countUpTo(
  ctx: Ctx,
  { free, ...search }: ListingSearch,
  limit: number,
): Promise<{ count: number; isWhole: boolean }> {
  const { count, looked } = await ctx.db
    .with("cars", () =>
      matching(ctx, search)
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

/** Listings without an island, by id, behind `after`. */
export const findUnplaced = (ctx: Ctx, after: string, limit: number) =>
  ctx.db
    .selectFrom("car_listings")
    .where("island", "is", null)
    .where("deleted_at", "is", null)
    .where("id", ">", after)
    .select(["id", "location", "latitude", "longitude"])
    .orderBy("id")
    .limit(limit)
    .execute();

/** Only where there is none yet: a host may be writing the row. `updated_at` stays, since nobody changed what the listing says. */
export async function setIslands(ctx: Ctx, rows: readonly { id: string; island: IslandId }[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`update car_listings as car set island = given.island
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ island }) => island)}::text[]) as given (id, island)
    where car.id = given.id and car.island is null`.execute(ctx.db);
}
