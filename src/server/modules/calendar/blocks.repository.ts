// SQL over a host's blocks, and for the month view: every range of a fleet with its details.
import { sql, type SqlBool } from "kysely";
import type { CalendarRange } from "../../../contract/host/calendar.ts";
import type { BookedRange, DateRange } from "../../../domain/calendar/dates.ts";
import { wholeDays } from "../../../domain/calendar/taken-time.ts";
import type { Db } from "../../platform/database/database.ts";
import {
  daysAsInstants,
  endDate,
  firstDate,
  readDatemultirange,
  toInstants,
  touchedDays,
  toTstzrange,
} from "../../platform/database/date-ranges.ts";
import { RETURN } from "./calendar.repository.ts";

export interface BlockRow extends DateRange {
  id: string;
  note: string | null;
}

const DURING = sql.ref("during");
const start = firstDate(DURING).as("start");
const end = endDate(DURING).as("end");

/** A booking's dates, and the days of which it takes a part: its day of return is one of them. */
export interface BookedDaysRow extends BookedRange {
  touched: string;
}

/** The bookings and holds of cars on any part of `days`, in order. */
export const findBooked = (
  db: Db,
  carIds: readonly string[],
  days: DateRange,
): Promise<BookedDaysRow[]> =>
  db
    .selectFrom("car_calendar")
    .innerJoin("bookings as booking", "booking.id", "car_calendar.booking_id")
    .where("car_calendar.car_id", "in", carIds)
    .where(sql<SqlBool>`during && ${daysAsInstants(days)}`)
    .select([
      "car_calendar.car_id",
      "booking.id as booking_id",
      "booking.start_date",
      // Without the turnaround, which `during` includes.
      "booking.end_date",
      touchedDays(DURING).as("touched"),
    ])
    .orderBy("booking.start_date")
    .orderBy("car_calendar.car_id")
    .execute();

/** The blocks of a car that overlap `days` or touch them, in order. */
export const findBlocksAt = (db: Db, carId: string, days: DateRange): Promise<BlockRow[]> =>
  db
    .selectFrom("car_calendar")
    .where("car_id", "=", carId)
    .where("kind", "=", "block")
    .where(sql<SqlBool>`(during && ${daysAsInstants(days)} or during -|- ${daysAsInstants(days)})`)
    .select(["id", "note", start, end])
    .orderBy("start")
    .execute();

export async function findBlock(
  db: Db,
  id: string,
): Promise<(BlockRow & { carId: string }) | undefined> {
  return db
    .selectFrom("car_calendar")
    .where("id", "=", id)
    .where("kind", "=", "block")
    .select(["id", "note", "car_id as carId", start, end])
    .executeTakeFirst();
}

/**
 * Deletes the ranges of outages and imports that share a day with `days`. placeOutages() and
 * placeImports() restore them around it.
 */
export const deletePlacedAt = (db: Db, carId: string, days: DateRange): Promise<unknown> =>
  db
    .deleteFrom("car_calendar")
    .where("car_id", "=", carId)
    .where("kind", "in", ["import", "outage"])
    .where(sql<SqlBool>`during && ${daysAsInstants(days)}`)
    .execute();

export const deleteBlocks = (db: Db, blocks: readonly { id: string }[]): Promise<unknown> =>
  db
    .deleteFrom("car_calendar")
    .where("kind", "=", "block")
    .where(sql<SqlBool>`id = any(${blocks.map((each) => each.id)}::uuid[])`)
    .execute();

/** @param block without an id for a new one */
export async function insertBlock(
  db: Db,
  carId: string,
  block: Omit<BlockRow, "id"> & { id: string | undefined },
  now: Date,
): Promise<BlockRow> {
  const { id } = await db
    .insertInto("car_calendar")
    .values({
      ...(block.id ? { id: block.id } : {}),
      car_id: carId,
      kind: "block",
      during: toTstzrange(wholeDays(block)),
      note: block.note,
      created_at: now.toISOString(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { ...block, id };
}

export interface FleetRange {
  id: string;
  /** When it begins and ends, a booking without its turnaround: timestamps as text. */
  from: string;
  until: string;
  kind: "booking" | "block" | "import" | "outage";
  note: string | null;
  booking_id: string | null;
  /** For the days of an outage: all of it. */
  outage: CalendarRange["outage"];
  /** For a booking: whether it is not approved yet. */
  pending: boolean | null;
  /** The hours after a booking's return, and their end; null without any. */
  turnaround: { hours: number; until: string } | null;
}
/** A calendar of another site, and the days within the window that it occupies. */
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

/** One car (of any host if `owner` is undefined), or a host's whole fleet. */
export type CarSelection =
  { carId: string; owner: string | undefined } | { carId?: undefined; owner: string };

const selectFleet = (db: Db, { carId, owner }: CarSelection) =>
  db
    .selectFrom("car_listings as car")
    .where("car.deleted_at", "is", null)
    .$if(carId !== undefined, (query) => query.where("car.id", "=", carId ?? ""))
    .$if(owner !== undefined, (query) => query.where("car.host_id", "=", owner ?? ""));

/**
 * Every range of the fleet in order, with its instants as text for readDatesInNassau. The list of
 * the few pending bookings decides their status: looking up thousands takes three times as long.
 */
function findRanges(db: Db, selection: CarSelection, days: DateRange) {
  const { carId, owner } = selection;
  const pending = db
    .selectFrom("bookings")
    .where("status", "=", "pending")
    .$if(carId !== undefined, (query) => query.where("car_id", "=", carId ?? ""))
    .$if(carId === undefined, (query) => query.where("host_id", "=", owner ?? ""))
    .select("id");
  return selectFleet(db, selection)
    .innerJoin("car_calendar as taken", "taken.car_id", "car.id")
    .leftJoin("car_outages as outage", (join) =>
      join
        .on("taken.kind", "=", "outage")
        .onRef("outage.car_id", "=", "taken.car_id")
        .on(sql<SqlBool>`taken.during <@ ${toInstants(sql.ref("outage.during"))}`),
    )
    .where(sql<SqlBool>`taken.during && ${daysAsInstants(days)}`)
    .select((row) => [
      "taken.car_id",
      "taken.id",
      "taken.kind",
      row.fn.coalesce("taken.note", "outage.note").as("note"),
      sql<FleetRange["outage"]>`case when outage.id is not null then json_build_object(
        'id', outage.id, 'reason', outage.reason, 'start_date', lower(outage.during),
        'end_date', upper(outage.during)) end`.as("outage"),
      "taken.booking_id",
      row("taken.booking_id", "in", pending).$castTo<boolean | null>().as("pending"),
      sql<string>`lower(taken.during)::text`.as("from"),
      sql<string>`${RETURN}::text`.as("until"),
      // Null for most rows: reading thousands of instants takes a while.
      sql<FleetRange["turnaround"]>`case when taken.turnaround_hours > 0 then
        json_build_object('hours', taken.turnaround_hours, 'until',
          to_char(upper(taken.during) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end`.as(
        "turnaround",
      ),
    ])
    .orderBy(sql`lower(taken.during)`)
    .execute();
}

/**
 * Each car with its ranges that share a day with `days`, in order, and the days that its imported
 * calendars occupy. Other modules add the titles and people of bookings.
 */
export async function findFleet(
  db: Db,
  selection: CarSelection,
  days: DateRange,
): Promise<FleetRow[]> {
  const window = sql`daterange(${days.start}, ${days.end})`;
  const fleet = selectFleet(db, selection);
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
    findRanges(db, selection, days),
    fleet
      .innerJoin("calendar_feeds as feed", "feed.car_id", "car.id")
      .where(sql<SqlBool>`feed.days && ${window}`)
      .select([
        "feed.car_id",
        "feed.id",
        "feed.name",
        sql<string>`feed.days * datemultirange(${window})`.as("days"),
      ])
      .orderBy("feed.name")
      .execute(),
  ]);
  const rangesByCar = Map.groupBy(ranges, (range) => range.car_id);
  const feedsByCar = Map.groupBy(feeds, (feed) => feed.car_id);
  return cars.map(({ id, feedsStale }) => ({
    id,
    feedsStale,
    ranges: rangesByCar.get(id) ?? [],
    feeds: (feedsByCar.get(id) ?? []).map((feed) => ({
      id: feed.id,
      name: feed.name,
      days: readDatemultirange(feed.days),
    })),
  }));
}
