// The SQL of a host's blocks, and of the month view: every range of a fleet with what is known of it, in one query.
import { sql, type SqlBool } from "kysely";
import type { DateRange } from "../../../domain/dates.ts";
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
  booking_status: string | null;
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

type RangeTuple = [string, FleetRange["kind"], string | null, string | null, string | null, string, string];

/**
 * Each car with the ranges that share a day with `days`, in order, and what its other calendars take of them. Of the bookings only the
 * status is asked, through the foreign key that the calendar has to them: titles and people are for others to tell. A year of a large
 * fleet is thousands of ranges, so they come as tuples, which PostgreSQL writes faster than rows or objects.
 */
export async function findFleet(ctx: Ctx, { carId, owner }: Fleet, days: DateRange): Promise<FleetRow[]> {
  const window = sql`daterange(${days.start}, ${days.end})`;
  const rows = await ctx.db
    .selectFrom("car_listings as car")
    .where("car.deleted_at", "is", null)
    .$if(carId !== undefined, (query) => query.where("car.id", "=", carId ?? ""))
    .$if(owner !== undefined, (query) => query.where("car.host_id", "=", owner ?? ""))
    .select([
      "car.id",
      sql<RangeTuple[] | null>`(
        select json_agg(json_build_array(taken.id, taken.kind, taken.note, taken.booking_id, booking.status,
          lower(taken.during), upper(taken.during)) order by taken.during)
        from car_calendar as taken left join bookings as booking on booking.id = taken.booking_id
        where taken.car_id = car.id and taken.during && ${window})`.as("ranges"),
      sql<[string, string, string][] | null>`(
        select json_agg(json_build_array(feed.id, feed.name, (feed.days * datemultirange(${window}))::text) order by feed.name)
        from calendar_feeds as feed where feed.car_id = car.id and feed.days && ${window})`.as("feeds"),
      sql<boolean>`exists (select from calendar_feeds as feed where feed.car_id = car.id and feed.failing_since is not null)`.as(
        "feedsStale",
      ),
    ])
    .orderBy("car.created_at", "desc")
    .orderBy("car.id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    feedsStale: row.feedsStale,
    ranges: (row.ranges ?? []).map(([id, kind, note, booking_id, booking_status, from, to]) => ({
      id,
      kind,
      note,
      booking_id,
      booking_status,
      start: from,
      end: to,
    })),
    feeds: (row.feeds ?? []).map(([id, name, text]) => ({ id, name, days: readMultirange(text) })),
  }));
}

/** "{[2026-12-05,2026-12-08),[2026-12-20,2026-12-21)}" */
const readMultirange = (text: string): DateRange[] =>
  [...text.matchAll(/\[([\d-]+),([\d-]+)\)/g)].map(([, from = "", to = ""]) => ({ start: from, end: to }));
