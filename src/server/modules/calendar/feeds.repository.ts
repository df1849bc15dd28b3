// SQL over calendar_feeds: a car's other calendars and their last responses.
import { sql, type Selectable, type SqlBool } from "kysely";
import type { FeedFailure } from "../../../domain/calendar/calendar-feed.ts";
import type { DateRange, CalendarDate, WireRange } from "../../../domain/calendar/dates.ts";
import { DomainError } from "../../../domain/errors.ts";
import type { Db } from "../../platform/database/database.ts";
import { sqlState } from "../../platform/database/database.ts";
import { firstDate, toDatemultirange } from "../../platform/database/date-ranges.ts";
import type { CalendarFeedsTable } from "../../platform/database/schema.ts";
import { RETURN_DATE } from "./calendar.repository.ts";

export type FeedRow = Omit<Selectable<CalendarFeedsTable>, "days">;

const COLUMNS = [
  "id",
  "car_id",
  "name",
  "url",
  "etag",
  "last_modified",
  "read_at",
  "answered_at",
  "failing_since",
  "failures",
  "last_error",
  "last_error_details",
  "next_fetch_at",
  "created_at",
] as const;

/** Whether the car exists and, if `owner` is given, belongs to that host. */
export const hasCar = async (db: Db, carId: string, owner?: string): Promise<boolean> =>
  (await db
    .selectFrom("car_listings")
    .where("id", "=", carId)
    .where("deleted_at", "is", null)
    .$if(owner !== undefined, (query) => query.where("host_id", "=", owner ?? ""))
    .select("id")
    .executeTakeFirst()) !== undefined;

/** The other calendars of a car, oldest first, with the days that each occupies from `today` on. */
export const findFeeds = (
  db: Db,
  carId: string,
  today: CalendarDate,
): Promise<(FeedRow & { days_ahead: number })[]> =>
  db
    .selectFrom("calendar_feeds")
    .select(COLUMNS)
    .select(
      sql<number>`(select coalesce(sum(upper(part) - lower(part)), 0)::int
        from unnest(days * datemultirange(daterange(${today}, null))) as part)`.as("days_ahead"),
    )
    .where("car_id", "=", carId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();

/** @throws DomainError not_found */
export async function getFeed(db: Db, carId: string, id: string): Promise<FeedRow> {
  const row = await db
    .selectFrom("calendar_feeds")
    .select(COLUMNS)
    .where("id", "=", id)
    .where("car_id", "=", carId)
    .executeTakeFirst();
  if (!row) throw new DomainError("not_found", { what: "calendar" });
  return row;
}

export type DueFeed = FeedRow & { host_id: string };

/**
 * Claims due feeds, at most `perHost` of each host, by postponing them to `until`. No other process
 * takes them meanwhile, and an unfinished fetch is retried.
 */
export function claimDue(
  db: Db,
  { until, perHost, limit }: { until: Date; perHost: number; limit: number },
  now: Date,
): Promise<DueFeed[]> {
  const due = db
    .selectFrom("calendar_feeds as feed")
    .innerJoin("car_listings as car", (join) =>
      join.onRef("car.id", "=", "feed.car_id").on("car.deleted_at", "is", null),
    )
    .where("feed.next_fetch_at", "<=", now.toISOString())
    .select(["feed.id", "feed.next_fetch_at"])
    .select(
      sql<number>`row_number() over (partition by car.host_id order by feed.next_fetch_at, feed.id)`.as(
        "of_host",
      ),
    );
  const chosen = db
    .selectFrom(due.as("due"))
    .where("of_host", "<=", perHost)
    .orderBy("next_fetch_at")
    .limit(limit)
    .select("id");
  return db
    .updateTable("calendar_feeds as feed")
    .from("car_listings as car")
    .whereRef("car.id", "=", "feed.car_id")
    .set({ next_fetch_at: until.toISOString() })
    .where("feed.id", "in", (query) =>
      query
        .selectFrom("calendar_feeds as free")
        .where("free.id", "in", chosen)
        // Skips those that another process has just claimed.
        .where("free.next_fetch_at", "<=", now.toISOString())
        .select("free.id")
        .forUpdate()
        .skipLocked(),
    )
    .returning([...COLUMNS.map((column) => `feed.${column}` as const), "car.host_id"])
    .execute();
}

/** A successful response; `days` null leaves the stored days unchanged. */
export interface FetchResult {
  days: DateRange[] | null;
  etag: string | null;
  lastModified: string | null;
  next: Date;
}

const toColumns = ({ days, etag, lastModified, next }: FetchResult, now: Date) => {
  const answeredAt = now.toISOString();
  return {
    answered_at: answeredAt,
    // Longer values are not legitimate. Without a validator the full text is requested each time.
    etag: etag !== null && etag.length <= 500 ? etag : null,
    last_modified: lastModified !== null && lastModified.length <= 100 ? lastModified : null,
    failing_since: null,
    failures: 0,
    last_error: null,
    last_error_details: null,
    next_fetch_at: next.toISOString(),
    ...(days ? { days: toDatemultirange(days), read_at: answeredAt } : {}),
  };
};

/** @throws DomainError feed_known, which ends the transaction */
export async function insertFeed(
  db: Db,
  feed: { carId: string; name: string; url: string },
  result: FetchResult,
  now: Date,
): Promise<FeedRow> {
  try {
    return await db
      .insertInto("calendar_feeds")
      .values({
        car_id: feed.carId,
        name: feed.name,
        url: feed.url,
        created_at: now.toISOString(),
        days: "{}",
        read_at: now.toISOString(),
        ...toColumns(result, now),
      })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
  } catch (error) {
    if (sqlState(error)?.constraint === "calendar_feeds_car_id_url_key")
      throw new DomainError("feed_known");
    throw error;
  }
}

/** Does nothing for a feed that was deleted meanwhile. */
export const saveFetchResult = (
  db: Db,
  id: string,
  result: FetchResult,
  now: Date,
): Promise<unknown> =>
  db.updateTable("calendar_feeds").set(toColumns(result, now)).where("id", "=", id).execute();

export const saveFailure = (
  db: Db,
  id: string,
  { code, details, next }: { code: FeedFailure; details: object; next: Date },
  now: Date,
): Promise<unknown> =>
  db
    .updateTable("calendar_feeds")
    .set((row) => ({
      failing_since: sql<string>`coalesce(failing_since, ${now.toISOString()})`,
      failures: row("failures", "+", 1),
      last_error: code,
      last_error_details: JSON.stringify(details),
      next_fetch_at: next.toISOString(),
    }))
    .where("id", "=", id)
    .execute();

export async function countFeeds(db: Db, carId: string): Promise<number> {
  const { count } = await db
    .selectFrom("calendar_feeds")
    .where("car_id", "=", carId)
    .select((row) => row.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export const deleteFeedRow = (db: Db, id: string): Promise<unknown> =>
  db.deleteFrom("calendar_feeds").where("id", "=", id).execute();

export interface FeedConflict extends WireRange {
  feed_id: string;
  kind: "booking" | "block";
  booking_id: string | null;
}

const TAKEN_DAYS = sql`daterange(${firstDate(sql.ref("taken.during"))}, ${RETURN_DATE})`;

/** Days from today on that an imported calendar and our booking or block both occupy, in order. */
export const findConflicts = (
  db: Db,
  carId: string,
  today: CalendarDate,
): Promise<FeedConflict[]> =>
  db
    .selectFrom("calendar_feeds as feed")
    .innerJoin("car_calendar as taken", (join) =>
      join.onRef("taken.car_id", "=", "feed.car_id").on(sql<SqlBool>`feed.days && ${TAKEN_DAYS}`),
    )
    .innerJoin(
      sql<{ part: string }>`lateral unnest(feed.days * datemultirange(${TAKEN_DAYS}))`.as<"part">(
        sql`part(part)`,
      ),
      (join) => join.onTrue(),
    )
    .where("feed.car_id", "=", carId)
    .where("taken.kind", "in", ["booking", "block"])
    .where(sql<SqlBool>`upper(part.part) > ${today}`)
    .select([
      "feed.id as feed_id",
      sql<CalendarDate>`lower(part.part)`.as("start_date"),
      sql<CalendarDate>`upper(part.part)`.as("end_date"),
      sql<"booking" | "block">`taken.kind`.as("kind"),
      "taken.booking_id",
    ])
    .orderBy("start_date")
    .execute();
