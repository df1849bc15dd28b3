// SQL that reads search results page by page, in each order. Each statement leaves the planner one
// way to run it (decision 31).
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { toPricedDays, type RentalPeriod } from "../../../../domain/booking/rental-period.ts";
import type { CustomPrices } from "../../../../domain/listing/prices.ts";
import type { Point } from "../../../../domain/place/bahamas.ts";
import type { Db } from "../../../platform/database/database.ts";
import { isBookable } from "./listing-availability.repository.ts";
import { distanceFrom } from "./listing-distance.ts";
import {
  countMatches,
  countUpTo,
  inOrder,
  isExact,
  KEEP_SUBQUERY,
  lookedAt,
  matchesInOrder,
  MAX_SORTED,
  NEWEST_FIRST,
  NO_PLAN,
  priceConditions,
  type Cars,
  type Condition,
  type ListingSearch,
  type SearchPlan,
} from "./listing-search.repository.ts";
import { rentalTotal } from "./rental-total.ts";
import { CARD_COLUMNS, type CardRow } from "../listings.repository.ts";

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
/** total: what the requested days cost, for a plan that prices each car. */
export type SearchOrder = keyof typeof ORDERS | "total" | "distance";

/** The most cars that a page in order of distance reads, from the nearest on. */
const MAX_NEAREST = 20_000;

/** Where a page begins: after a car or, in order of distance, at a distance. */
export type PageStart =
  /** The sort value of the last car, as PostgreSQL writes it, and its id. */
  | { sort: Exclude<SearchOrder, "distance">; key: string; id: string }
  /** Many cars may share this distance: `seen` of them were on earlier pages. */
  | { sort: "distance"; key: string; seen: number };

export interface PageRequest {
  sort: SearchOrder;
  /** Distances are measured from here. Required for sort "distance". */
  from: Point | undefined;
  after: PageStart | undefined;
  limit: number;
  /** How far all matches are counted. */
  countLimit: number;
}

/** How to read a page in an order. */
interface Reading {
  order: RawBuilder<unknown>;
  /** All cars, or the nearest, in this order. */
  inOrder: Cars;
  isAfter: Condition;
  skip: number;
  /** The sort value of `car` as text, for the cursor. */
  key: RawBuilder<string>;
}

/** Sorts candidates by what the days cost; there is no index to read these in order. */
function readByTotal(db: Db, days: RentalPeriod, after: PageStart | undefined): Reading {
  const total = rentalTotal(days);
  return {
    order: sql`${total}, car.id`,
    inOrder: inOrder(db, [], NEWEST_FIRST),
    isAfter:
      after?.sort === "total"
        ? sql`(${total}, car.id) > (${after.key}::bigint, ${after.id}::uuid)`
        : sql`true`,
    skip: 0,
    key: sql<string>`(${total})::text`,
  };
}

function readByColumn(
  db: Db,
  search: ListingSearch,
  sort: keyof typeof ORDERS,
  after: PageStart | undefined,
): Reading {
  const { column, direction, key, from } = ORDERS[sort];
  const order = sql.raw(`${column} ${direction}, car.id ${direction}`);
  const side = sql.raw(direction === "desc" ? "<" : ">");
  const isAfter: Condition =
    after && after.sort !== "distance"
      ? sql`(${sql.ref(column)}, car.id) ${side} (${from(after.key)}, ${after.id}::uuid)`
      : sql`true`;
  const indexed = [isAfter, ...(sort === "price" ? priceConditions(search) : [])];
  return { order, inOrder: inOrder(db, indexed, order), isAfter, skip: 0, key };
}

/** The index can only be read from the nearest car on, so a page also reads those before it. */
function readByDistance(db: Db, from: Point, after: PageStart | undefined): Reading {
  const distance = sql`coalesce(${distanceFrom(from)}, 'Infinity')`;
  const isLater = after?.sort === "distance" ? after : undefined;
  const isAfter: Condition = isLater ? sql`${distance} >= ${isLater.key}::float8` : sql`true`;
  const nearest = inOrder(db, [], distanceFrom(from))
    .limit(sql.lit(MAX_NEAREST))
    .modifyEnd(KEEP_SUBQUERY);
  return {
    order: sql`${distance}, car.id`,
    inOrder: db.selectFrom(nearest.as("car")).where(isAfter).selectAll("car"),
    isAfter,
    skip: isLater?.seen ?? 0,
    key: sql<string>`(${distance})::text`,
  };
}

function chooseReading(
  db: Db,
  search: ListingSearch,
  { priced }: SearchPlan,
  { sort, from, after }: Pick<PageRequest, "sort" | "from" | "after">,
): Reading {
  if (sort === "distance")
    return from ? readByDistance(db, from, after) : readByColumn(db, search, "newest", after);
  if (sort === "total")
    return priced ? readByTotal(db, priced, after) : readByColumn(db, search, "price", after);
  return readByColumn(db, search, sort, after);
}

/** What the host charges on days of the period that have a price of their own; null for none. */
function customPrices(period: RentalPeriod): RawBuilder<CustomPrices | null> {
  const { start, end } = toPricedDays(period);
  return sql`(select json_object_agg(day, price_cents) from (
    select day, price_cents from car_dates
    where car_id = car.id and day >= ${start}::date and day < ${end}::date
      and price_cents is not null
    order by car_id, day offset 0) as priced)`;
}

/** The cards of the cars of `page`. Looks up each by its id, so that no table is read to join. */
const findCards = (
  db: Db,
  search: ListingSearch,
  key: RawBuilder<string>,
  from: Point | undefined,
) =>
  db
    .selectFrom("car_listings as car")
    .leftJoin("profiles as host", "host.user_id", "car.host_id")
    .where(sql<SqlBool>`car.id = page.id`)
    .select([
      ...CARD_COLUMNS,
      key.as("key"),
      (from ? distanceFrom(from) : sql<null>`null::float8`).as("distance"),
      (search.free ? customPrices(search.free.period) : sql<null>`null::json`).as("custom_prices"),
    ])
    .modifyEnd(KEEP_SUBQUERY);

/** One page in order. */
async function findPage(
  db: Db,
  search: ListingSearch,
  plan: SearchPlan,
  { sort, from, after, limit }: PageRequest,
): Promise<FoundRow[]> {
  const reading = chooseReading(db, search, plan, { sort, from, after });
  const cars =
    plan.cars && plan.isSmall
      ? db
          .selectFrom(plan.cars.limit(sql.lit(MAX_SORTED)).as("car"))
          .where(reading.isAfter)
          .orderBy(reading.order)
          .selectAll("car")
      : reading.inOrder;
  const page = db
    .selectFrom(cars.modifyEnd(KEEP_SUBQUERY).as("car"))
    .where(matchesInOrder(search, plan.priced))
    .where(search.free ? isBookable(search.free) : sql<SqlBool>`true`)
    .select("car.id")
    .limit(sql.lit(limit))
    .offset(sql.lit(reading.skip));
  const cards = findCards(db, search, reading.key, from);
  return db
    .with("page", () => page)
    .with("numbered", (query) =>
      query.selectFrom("page").select(["id", sql`row_number() over ()`.as("place")]),
    )
    .selectFrom("numbered as page")
    .innerJoinLateral(cards.as("car"), (join) => join.onTrue())
    .selectAll("car")
    .orderBy("page.place")
    .execute();
}

interface CountedPage {
  rows: FoundRow[];
  /** Of all matches, counted up to a limit. */
  count: number;
  isExact: boolean;
}

/**
 * The first page, newest first, with the count in one statement, as both read the same cars.
 * @returns undefined if the page is not full after as many calendars as a count looks into
 */
async function findNewest(
  db: Db,
  search: ListingSearch,
  { from, limit, countLimit }: Pick<PageRequest, "from" | "limit" | "countLimit">,
): Promise<CountedPage | undefined> {
  const cards = findCards(db, search, ORDERS.newest.key, from);
  const rows = await countMatches(db, search, NO_PLAN, countLimit)
    .with("page", (query) =>
      query
        .selectFrom("matches")
        .select(["id", sql`row_number() over ()`.as("place")])
        .limit(sql.lit(limit)),
    )
    .selectFrom("page")
    .innerJoinLateral(cards.as("car"), (join) => join.onTrue())
    .innerJoin("counted", (join) => join.onTrue())
    .selectAll("car")
    .select(["counted.count", lookedAt(countLimit).as("looked_at")])
    .orderBy("page.place")
    .execute();
  const [first] = rows;
  if (!first) return undefined;
  const found = { rows, count: first.count, isExact: isExact(first, countLimit) };
  return rows.length === limit || found.isExact ? found : undefined;
}

/** One page in order, and the number of all matches. */
export async function findCountedPage(
  db: Db,
  search: ListingSearch,
  plan: SearchPlan,
  page: PageRequest,
): Promise<CountedPage> {
  const isFirstOfAll = page.sort === "newest" && !page.after && !plan.cars;
  const newest = isFirstOfAll ? await findNewest(db, search, page) : undefined;
  if (newest) return newest;
  const rows = await findPage(db, search, plan, page);
  // If the first page is the only one, its length is the count.
  if (!page.after && rows.length < page.limit) return { rows, count: rows.length, isExact: true };
  return { rows, ...(await countUpTo(db, search, plan, page.countLimit)) };
}

/**
 * `distance` in degrees of latitude, null without a point to measure from. `custom_prices` of the
 * days of the search, in cents.
 */
export type FoundRow = CardRow & {
  key: string;
  distance: number | null;
  custom_prices: CustomPrices | null;
};
