// The SQL of car_listings. IS_PUBLIC is the one definition of a public listing.
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { DateRange } from "../../../domain/calendar/dates.ts";
import type { IslandId } from "../../../domain/place/islands.ts";
import type {
  BookingMode,
  Feature,
  FuelType,
  Transmission,
} from "../../../domain/listing/listing.ts";
import type { Bounds } from "../../../domain/place/map-area.ts";
import type { Ctx } from "../../platform/context.ts";
import type { Position } from "../../platform/database/cursor.ts";

/** A condition on `car`. Its text must match the partial indexes of the table exactly. */
export const IS_PUBLIC = sql<SqlBool>`(car.is_approved and car.is_available and car.deleted_at is null)`;

export const publicListings = (ctx: Ctx) =>
  ctx.db.selectFrom("car_listings as car").where(IS_PUBLIC);

/** The columns of a car's card, from `car` and `host`. */
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
  "car.price_per_day_cents",
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

/** Cars with their hosts. A search joins the hosts only after its limit (findPage). */
export const withHost = (ctx: Ctx) =>
  ctx.db
    .selectFrom("car_listings as car")
    .leftJoin("profiles as host", "host.user_id", "car.host_id");

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
export type CardRow = Omit<
  DetailRow,
  "host_id" | "description" | "color" | "host_identity" | "host_photo_id"
>;

/**
 * The other public cars nearest to this one. For a car without a position, the newest with the same
 * location name. At short distances, degrees order cars as well as kilometres do.
 */
export function findNearest(
  ctx: Ctx,
  {
    id,
    latitude,
    longitude,
    location,
  }: Pick<DetailRow, "id" | "latitude" | "longitude" | "location">,
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
  (await publicListings(ctx).where("car.id", "=", id).select("car.id").executeTakeFirst()) !==
  undefined;

/** The columns that a booking needs. `lock` locks the row against other bookings and changes. */
export const findBookable = (ctx: Ctx, id: string, lock: boolean) =>
  publicListings(ctx)
    .where("car.id", "=", id)
    .select([
      "car.id",
      "car.host_id",
      "car.title",
      "car.make",
      "car.model",
      "car.year",
      "car.location",
    ])
    .select(["car.price_per_day_cents", "car.booking_mode"])
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();

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
export type Sort = keyof typeof ORDERS;

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
  free?: DateRange | undefined;
  /** Only cars in this area of the map. */
  bounds?: Bounds | undefined;
}

/** Public listings that match, regardless of their calendars. */
export function matching(ctx: Ctx, search: ListingSearch) {
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
  let cars = publicListings(ctx);
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
export const isFree = (days: DateRange): RawBuilder<SqlBool> => sql`not exists (
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

/** The most calendars that a count checks: about 10 ms, even when few of many cars are free. */
const LOOKED_INTO = 2000;

/** The number of matching listings, counted up to `limit`, and whether it is exact. */
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

/** Listings without an island, ordered by id, starting after `after`. */
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

/**
 * Sets islands only where there is none yet, because a host may be changing the row. `updated_at`
 * stays, since the listing's own content has not changed.
 */
export async function setIslands(
  ctx: Ctx,
  rows: readonly { id: string; island: IslandId }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`update car_listings as car set island = given.island
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ island }) => island)}::text[]) as given (id, island)
    where car.id = given.id and car.island is null`.execute(ctx.db);
}
