// The SQL of car_listings. What the public may see stands here once, word for word as in the partial indexes of the table.
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { DateRange } from "../../../domain/dates.ts";
import type { Ctx } from "../../platform/context.ts";
import { escapeLike } from "../../platform/cursor.ts";

const publicListings = (ctx: Ctx) =>
  ctx.db
    .selectFrom("car_listings as car")
    .where(sql<SqlBool>`car.is_approved and car.is_available and car.deleted_at is null`);

const CARD = [
  "car.id",
  "car.title",
  "car.make",
  "car.model",
  "car.year",
  "car.location",
  "car.latitude",
  "car.longitude",
  "car.price_per_day",
  "car.transmission",
  "car.fuel_type",
  "car.seats",
  "car.features",
  "car.images",
  "car.booking_mode",
  "car.created_at",
  "host.first_name as host_first_name",
  "host.last_name as host_last_name",
] as const;

/** The page is cut before the hosts are joined, so that nothing but its rows is ever looked up. */
const withHost = (ctx: Ctx) =>
  ctx.db.selectFrom("car_listings as car").leftJoin("profiles as host", "host.user_id", "car.host_id");

/** A public listing with the name of its host. */
export const findPublicListing = (ctx: Ctx, id: string) =>
  withHost(ctx)
    .where(sql<SqlBool>`car.is_approved and car.is_available and car.deleted_at is null`)
    .where("car.id", "=", id)
    .select([...CARD, "car.description", "car.color"])
    .executeTakeFirst();
export type DetailRow = NonNullable<Awaited<ReturnType<typeof findPublicListing>>>;
export type CardRow = Omit<DetailRow, "description" | "color">;

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

export type Sort = "newest" | "price";

export interface ListingSearch {
  location?: string | undefined;
  /** Dollars a day. */
  maxPrice?: number | undefined;
  /** Only cars that are free on all of these days. */
  free?: DateRange | undefined;
}

/** Sort value (as PostgreSQL writes it, to the microsecond) and id of the last row that was seen. */
export interface Position {
  key: string;
  id: string;
}

/** Public listings that fit. lower(location) is what the trigram index is on; it serves patterns of three letters and more. */
const matching = (ctx: Ctx, { location, maxPrice, free }: ListingSearch) =>
  publicListings(ctx)
    .$if(Boolean(location), (query) =>
      query.where(sql<SqlBool>`lower(car.location) like lower(${`%${escapeLike(location ?? "")}%`})`),
    )
    .$if(maxPrice !== undefined, (query) =>
      query.where(sql<SqlBool>`car.price_per_day <= ${String(maxPrice)}::numeric`),
    )
    .$if(free !== undefined, (query) => query.where(isFree(free)));

/**
 * "offset 0" keeps the planner from turning this into a join, for which it would read every calendar there is; so each
 * car on the way to a full page costs one look into the index of the exclusion constraint.
 */
function isFree(days: DateRange | undefined): RawBuilder<SqlBool> {
  return sql`not exists (
    select from car_calendar as taken where taken.car_id = car.id and taken.during && daterange(${days?.start}, ${days?.end}) offset 0)`;
}

/** One page in order, beginning behind `after`. */
export async function findPage(
  ctx: Ctx,
  search: ListingSearch,
  { sort, after, limit }: { sort: Sort; after: Position | undefined; limit: number },
): Promise<(CardRow & { key: string })[]> {
  const newest = sql<string>`(car.created_at at time zone 'UTC')::text`;
  const price = sql<string>`car.price_per_day::text`;
  const page =
    sort === "newest"
      ? matching(ctx, search)
          .$if(after !== undefined, (query) =>
            query.where(
              sql<SqlBool>`(car.created_at, car.id) < (${after?.key}::timestamp at time zone 'UTC', ${after?.id}::uuid)`,
            ),
          )
          .select(["car.id", newest.as("key")])
          .orderBy("car.created_at", "desc")
          .orderBy("car.id", "desc")
      : matching(ctx, search)
          .$if(after !== undefined, (query) =>
            query.where(sql<SqlBool>`(car.price_per_day, car.id) > (${after?.key}::numeric, ${after?.id}::uuid)`),
          )
          .select(["car.id", price.as("key")])
          .orderBy("car.price_per_day")
          .orderBy("car.id");
  return ctx.db
    .with("page", () => page.limit(limit))
    .selectFrom("page")
    .innerJoin("car_listings as car", "car.id", "page.id")
    .leftJoin("profiles as host", "host.user_id", "car.host_id")
    .select([...CARD, "page.key"])
    .orderBy(sort === "newest" ? "car.created_at" : "car.price_per_day", sort === "newest" ? "desc" : "asc")
    .orderBy("car.id", sort === "newest" ? "desc" : "asc")
    .execute();
}

/**
 * How many listings fit, counted no further than `limit`. With dates the cars are found first and looked up in the
 * calendar after; "offset 0" holds the two apart, or the price of the look-ups would lead the planner to a bad first half.
 */
export async function countUpTo(ctx: Ctx, { free, ...search }: ListingSearch, limit: number): Promise<number> {
  const cars = matching(ctx, search).select("car.id");
  const found = free
    ? ctx.db
        .selectFrom(cars.modifyEnd(sql`offset 0`).as("car"))
        .where(isFree(free))
        .select("car.id")
    : cars;
  const { count } = await ctx.db
    .selectFrom(found.limit(limit).as("found"))
    .select((row) => row.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
