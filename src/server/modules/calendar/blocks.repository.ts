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

/** A calendar of another site that takes days of a range, with those days. */
export interface FeedAt {
  id: string;
  name: string;
  days: [start: string, end: string][];
}

/** Whose cars: one car, of that host alone unless `owner` is undefined, or a host's whole fleet. */
export type Fleet = { carId: string; owner: string | undefined } | { owner: string };

/**
 * The ranges of the cars that share a day with `days`, by car and in order; a car without any has one row of nulls. Of the bookings
 * only the state is asked, through the foreign key that the calendar has to them: titles and people are for others to tell.
 */
export const findFleetRanges = (ctx: Ctx, fleet: Fleet, days: DateRange) =>
  ctx.db
    .selectFrom("car_listings as car")
    // The two bounds are what car_calendar_end_idx answers.
    .leftJoin("car_calendar as taken", (join) =>
      join
        .onRef("taken.car_id", "=", "car.id")
        .on(sql<SqlBool>`upper(taken.during) > ${days.start} and lower(taken.during) < ${days.end}`),
    )
    .leftJoin("bookings as booking", "booking.id", "taken.booking_id")
    .where("car.deleted_at", "is", null)
    .$if("carId" in fleet, (query) => query.where("car.id", "=", "carId" in fleet ? fleet.carId : ""))
    .$if(fleet.owner !== undefined, (query) => query.where("car.host_id", "=", fleet.owner ?? ""))
    .select([
      "car.id as car_id",
      "taken.id",
      "taken.kind",
      "taken.note",
      "taken.booking_id",
      "booking.status",
      sql<string | null>`lower(taken.during)`.as("start"),
      sql<string | null>`upper(taken.during)`.as("end"),
      sql<FeedAt[] | null>`(
        select json_agg(json_build_object('id', feed.id, 'name', feed.name, 'days', (
          select json_agg(json_build_array(lower(part), upper(part)) order by part)
          from unnest(feed.days * datemultirange(taken.during)) as part)) order by feed.name)
        from calendar_feeds as feed where feed.car_id = taken.car_id and feed.days && taken.during)`.as("feeds"),
    ])
    .orderBy("car.created_at", "desc")
    .orderBy("car.id")
    .orderBy("start")
    .execute();
export type FleetRow = Awaited<ReturnType<typeof findFleetRanges>>[number];
