// The SQL of a host's blocks, and of the month view: every range of a fleet with what is known of it.
import { sql, type SqlBool } from "kysely";
import type { DateRange } from "../../../domain/calendar/dates.ts";
import type { BookedRange } from "../../../domain/errors.ts";
import type { Ctx } from "../../platform/context.ts";

export interface BlockRow extends DateRange {
  id: string;
  note: string | null;
}

const start = sql<string>`lower(during)`.as("start");
const end = sql<string>`upper(during)`.as("end");

/** The bookings and holds of a car that share a day with `days`, in order. */
export const findBooked = (ctx: Ctx, carId: string, days: DateRange): Promise<BookedRange[]> =>
  ctx.db
    .selectFrom("car_calendar")
    .where("car_id", "=", carId)
    .where("booking_id", "is not", null)
    .where(sql<SqlBool>`during && daterange(${days.start}, ${days.end})`)
    .select((row) => [
      row.ref("booking_id").$notNull().as("booking_id"),
      sql<string>`lower(during)`.as("start_date"),
      sql<string>`upper(during)`.as("end_date"),
    ])
    .orderBy("start_date")
    .execute();

/** The blocks of a car that overlap `days` or touch them, in order. */
export const findBlocksAt = (ctx: Ctx, carId: string, days: DateRange): Promise<BlockRow[]> =>
  ctx.db
    .selectFrom("car_calendar")
    .where("car_id", "=", carId)
    .where("kind", "=", "block")
    .where(
      sql<SqlBool>`(during && daterange(${days.start}, ${days.end}) or during -|- daterange(${days.start}, ${days.end}))`,
    )
    .select(["id", "note", start, end])
    .orderBy("start")
    .execute();

export async function findBlock(ctx: Ctx, id: string): Promise<(BlockRow & { carId: string }) | undefined> {
  return ctx.db
    .selectFrom("car_calendar")
    .where("id", "=", id)
    .where("kind", "=", "block")
    .select(["id", "note", "car_id as carId", start, end])
    .executeTakeFirst();
}

/** Takes the imported days away that share a day with `days`, to be placed again around what comes there. */
export const deleteImportsAt = (ctx: Ctx, carId: string, days: DateRange): Promise<unknown> =>
  ctx.db
    .deleteFrom("car_calendar")
    .where("car_id", "=", carId)
    .where("kind", "=", "import")
    .where(sql<SqlBool>`during && daterange(${days.start}, ${days.end})`)
    .execute();

export const deleteBlocks = (ctx: Ctx, blocks: readonly { id: string }[]): Promise<unknown> =>
  ctx.db
    .deleteFrom("car_calendar")
    .where("kind", "=", "block")
    .where(sql<SqlBool>`id = any(${blocks.map((each) => each.id)}::uuid[])`)
    .execute();

/** @param block without an id for a new one. */
export async function insertBlock(
  ctx: Ctx,
  carId: string,
  block: Omit<BlockRow, "id"> & { id: string | undefined },
): Promise<BlockRow> {
  const { id } = await ctx.db
    .insertInto("car_calendar")
    .values({
      ...(block.id ? { id: block.id } : {}),
      car_id: carId,
      kind: "block",
      during: `[${block.start},${block.end})`,
      note: block.note,
      created_at: ctx.clock.now().toISOString(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { ...block, id };
}

export interface FleetRange extends DateRange {
  id: string;
  kind: "booking" | "block" | "import";
  note: string | null;
  booking_id: string | null;
  /** Of a booking: whether it is not approved yet. */
  pending: boolean | null;
}
/** A calendar of another site, and the days within the window that it takes. */
export interface FleetFeed {
  id: string;
  name: string;
  days: DateRange[];
}
export interface FleetRow {
  id: string;
  ranges: FleetRange[];
  feeds: FleetFeed[];
  feedsStale: boolean;
}

/** Whose cars: one car, of that host alone unless `owner` is undefined, or a host's whole fleet. */
export type Fleet = { carId: string; owner: string | undefined } | { carId?: undefined; owner: string };

/**
 * Each car with the ranges that share a day with `days`, in order, and what its other calendars take of them. Of the bookings only
 * which are pending is asked: titles and people are for others to tell. A year of a large fleet is thousands of ranges; asked for
 * the few bookings that are pending, and not for each range's status, they cost a third.
 */
export async function findFleet(ctx: Ctx, { carId, owner }: Fleet, days: DateRange): Promise<FleetRow[]> {
  const window = sql`daterange(${days.start}, ${days.end})`;
  const fleet = ctx.db
    .selectFrom("car_listings as car")
    .where("car.deleted_at", "is", null)
    .$if(carId !== undefined, (query) => query.where("car.id", "=", carId ?? ""))
    .$if(owner !== undefined, (query) => query.where("car.host_id", "=", owner ?? ""));
  const pending = ctx.db
    .selectFrom("bookings")
    .where("status", "=", "pending")
    .$if(carId !== undefined, (query) => query.where("car_id", "=", carId ?? ""))
    .$if(carId === undefined, (query) => query.where("host_id", "=", owner ?? ""))
    .select("id");
  const [cars, ranges, feeds] = await Promise.all([
    fleet
      .select([
        "car.id",
        sql<boolean>`exists (select from calendar_feeds as feed where feed.car_id = car.id and feed.failing_since is not null)`.as(
          "feedsStale",
        ),
      ])
      .orderBy("car.created_at", "desc")
      .orderBy("car.id", "desc")
      .execute(),
    fleet
      .innerJoin("car_calendar as taken", "taken.car_id", "car.id")
      .where(sql<SqlBool>`taken.during && ${window}`)
      .select((row) => [
        "taken.car_id",
        "taken.id",
        "taken.kind",
        "taken.note",
        "taken.booking_id",
        row("taken.booking_id", "in", pending).$castTo<boolean | null>().as("pending"),
        sql<string>`lower(taken.during)`.as("start"),
        sql<string>`upper(taken.during)`.as("end"),
      ])
      .orderBy("start")
      .execute(),
    fleet
      .innerJoin("calendar_feeds as feed", "feed.car_id", "car.id")
      .where(sql<SqlBool>`feed.days && ${window}`)
      .select(["feed.car_id", "feed.id", "feed.name", sql<string>`feed.days * datemultirange(${window})`.as("days")])
      .orderBy("feed.name")
      .execute(),
  ]);
  const rangesOf = Map.groupBy(ranges, (range) => range.car_id);
  const feedsOf = Map.groupBy(feeds, (feed) => feed.car_id);
  return cars.map(({ id, feedsStale }) => ({
    id,
    feedsStale,
    ranges: rangesOf.get(id) ?? [],
    feeds: (feedsOf.get(id) ?? []).map((feed) => ({ id: feed.id, name: feed.name, days: readMultirange(feed.days) })),
  }));
}

/** "{[2026-12-05,2026-12-08),[2026-12-20,2026-12-21)}" */
const readMultirange = (text: string): DateRange[] =>
  [...text.matchAll(/\[([\d-]+),([\d-]+)\)/g)].map(([, from = "", to = ""]) => ({ start: from, end: to }));
