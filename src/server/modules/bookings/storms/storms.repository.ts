// SQL for storms and their cars. The bookings that they affect are in affected-bookings.
import { sql, type Selectable, type SqlBool } from "kysely";
import { daysBefore } from "../../../../domain/calendar/dates.ts";
import type { IslandId } from "../../../../domain/place/islands.ts";
import { SUMMARY_SHOWN_DAYS, type StormTimes } from "../../../../domain/storm/storm.ts";
import type { Db } from "../../../platform/database/database.ts";
import type { StormsTable } from "../../../platform/database/schema.ts";
import { CURRENT_STORM, type BookedStorm } from "./current-storm.ts";

export type StormRow = Omit<Selectable<StormsTable>, "islands"> & { islands: IslandId[] };

const STORM_COLUMNS = [
  "id",
  "name",
  sql<IslandId[]>`islands`.as("islands"),
  "first_day",
  "last_day",
  "message",
  "declared_by",
  "declared_at",
  "ended_by",
  "ended_at",
  "summary",
  "refunds",
  "refunds_by",
  "refunds_after",
  "refunds_failed",
] as const;

const storms = (db: Db) => db.selectFrom("storms").select(STORM_COLUMNS);

/** The newest first. */
export const findStorms = (db: Db): Promise<StormRow[]> =>
  storms(db).orderBy("declared_at", "desc").limit(100).execute();

/** Those that are on, and those that ended a short time ago. */
export const findShownStorms = (db: Db, now: Date): Promise<StormRow[]> =>
  storms(db)
    .where((row) =>
      row.or([
        row("ended_at", "is", null),
        row("ended_at", ">", daysBefore(now, SUMMARY_SHOWN_DAYS)),
      ]),
    )
    .orderBy("declared_at", "desc")
    .execute();

export const findStorm = (db: Db, id: string): Promise<StormRow | undefined> =>
  storms(db).where("id", "=", id).executeTakeFirst();

export const findStormNames = async (
  db: Db,
  ids: readonly string[],
): Promise<Map<string, string>> =>
  new Map(
    (
      await db
        .selectFrom("storms")
        .select(["id", "name"])
        .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
        .execute()
    ).map(({ id, name }) => [id, name]),
  );

export const lockStorm = (db: Db, id: string): Promise<StormRow | undefined> =>
  storms(db).where("id", "=", id).forNoKeyUpdate().executeTakeFirst();

/** Locks a storm whose refunds are running, unless another process has locked it. */
export const lockRunning = (db: Db, id: string): Promise<StormRow | undefined> =>
  storms(db)
    .where("id", "=", id)
    .where("refunds", "=", "running")
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();

export const findRunningIds = async (db: Db): Promise<string[]> =>
  (
    await db
      .selectFrom("storms")
      .select("id")
      .where("refunds", "=", "running")
      .orderBy("declared_at")
      .execute()
  ).map(({ id }) => id);

/** Lets only one declaration run at a time, so that each sees the ones before it. */
export async function lockDeclarations(db: Db): Promise<void> {
  await sql`lock table storms in share row exclusive mode`.execute(db);
}

/** The islands among these where a storm is on. */
export async function findIslandsInStorm(
  db: Db,
  islands: readonly IslandId[],
): Promise<IslandId[]> {
  const { rows } = await sql<{ island: IslandId }>`
    select distinct unnest(islands) as island from storms where ended_at is null`.execute(db);
  return islands.filter((island) => rows.some((row) => row.island === island));
}

export async function insertStorm(
  db: Db,
  storm: Pick<
    StormRow,
    "id" | "name" | "islands" | "first_day" | "last_day" | "message" | "declared_by"
  >,
  now: Date,
): Promise<void> {
  await db
    .insertInto("storms")
    .values({ ...storm, declared_at: now.toISOString() })
    .execute();
  await sql`insert into storm_cars (storm_id, car_id)
    select ${storm.id}, id from car_listings
    where island = any(${storm.islands}::text[]) and deleted_at is null`.execute(db);
}

export const updateStorm = (
  db: Db,
  id: string,
  change: Partial<
    Pick<
      StormRow,
      | "last_day"
      | "ended_by"
      | "ended_at"
      | "summary"
      | "refunds"
      | "refunds_by"
      | "refunds_after"
      | "refunds_failed"
    >
  >,
): Promise<unknown> => db.updateTable("storms").set(change).where("id", "=", id).execute();

/** The storm that affects a booking; null if none does. */
export async function findCurrentStorm(db: Db, bookingId: string): Promise<BookedStorm | null> {
  const row = await db
    .selectFrom("bookings")
    .innerJoin("car_listings as car", "car.id", "bookings.car_id")
    .select(CURRENT_STORM.as("storm"))
    .where("bookings.id", "=", bookingId)
    .executeTakeFirst();
  return row?.storm ?? null;
}

/** All storms that were ever on where a car is. */
export async function findStormsAt(db: Db, carId: string): Promise<StormTimes[]> {
  const rows = await db
    .selectFrom("storms")
    .innerJoin("car_listings as car", (join) =>
      join.on(sql<SqlBool>`car.island = any(storms.islands)`),
    )
    .select(["first_day", "last_day", "ended_at"])
    .where("car.id", "=", carId)
    .execute();
  return rows.map(({ first_day, last_day, ended_at }) => ({
    firstDay: first_day,
    lastDay: last_day,
    endedAt: ended_at === null ? null : new Date(ended_at),
  }));
}

/** The number of cars on each island. */
export async function countCars(
  db: Db,
  islands: readonly IslandId[],
): Promise<Map<IslandId, number>> {
  const rows = await db
    .selectFrom("car_listings")
    .select([sql<IslandId>`island`.as("island"), (row) => row.fn.countAll<number>().as("count")])
    .where(sql<SqlBool>`island = any(${islands}::text[])`)
    .where("deleted_at", "is", null)
    .groupBy("island")
    .execute();
  return new Map(rows.map(({ island, count }) => [island, Number(count)]));
}

export interface StormFigures {
  cancelled_by_admins: number;
  cancelled_by_renters: number;
  cancelled_by_hosts: number;
  declined: number;
  moved: number;
  refund_cents: number;
  cars: number;
  inspected: number;
}

/** What has happened in a storm so far. */
export async function readFigures(db: Db, stormId: string): Promise<StormFigures> {
  const { rows } = await sql<StormFigures>`
    with ended as (select * from bookings where storm_id = ${stormId})
    select count(*) filter (where status = 'cancelled' and cancelled_by = 'admin')::int as cancelled_by_admins,
      count(*) filter (where status = 'cancelled' and cancelled_by = 'renter' and payment_status <> 'voided')::int as cancelled_by_renters,
      count(*) filter (where status = 'cancelled' and cancelled_by = 'host')::int as cancelled_by_hosts,
      count(*) filter (where status = 'rejected')::int as declined,
      (select count(*)::int from booking_changes where state = 'accepted' and request ->> 'storm_id' = ${stormId}) as moved,
      (select coalesce(sum(refunds.amount_cents), 0)::bigint from refunds join ended on ended.id = refunds.booking_id) as refund_cents,
      (select count(*)::int from storm_cars where storm_id = ${stormId}) as cars,
      (select count(*)::int from storm_cars where storm_id = ${stormId} and inspected_at is not null) as inspected
    from ended`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("an aggregate has one row");
  return { ...row, refund_cents: Number(row.refund_cents) };
}
