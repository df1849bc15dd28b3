// SQL for the bookings that a storm affects, and for those that its batch of refunds may still end.
import { sql, type SqlBool } from "kysely";
import type { IslandId } from "../../../../domain/place/islands.ts";
import type { StormDays } from "../../../../domain/storm/storm.ts";
import type { Db } from "../../../platform/database/database.ts";
import { BOOKING_MONEY } from "../booking-money.repository.ts";
import { hasBegun } from "../booking-order.repository.ts";
import type { BookingRow } from "../bookings.repository.ts";
import type { StormRow } from "./storms.repository.ts";

interface StormArea extends StormDays {
  islands: readonly IslandId[];
}

/**
 * Requested and approved bookings that a storm affects, or whose return it delays. A request that
 * nobody answered in time is over, even if it has not lapsed yet.
 */
const affectedBookings = (db: Db, { islands, firstDay, lastDay }: StormArea, now: Date) =>
  db
    .selectFrom("bookings")
    .innerJoin("car_listings as car", "car.id", "bookings.car_id")
    .where(sql<SqlBool>`car.island = any(${islands}::text[])`)
    .where((row) =>
      row.or([
        row("bookings.start_date", "<=", lastDay),
        row("bookings.picked_up_at", "is not", null),
      ]),
    )
    .where("bookings.end_date", ">=", firstDay)
    .where("bookings.returned_at", "is", null)
    .where(
      sql<SqlBool>`(bookings.status = 'approved' or (bookings.status = 'pending' and bookings.payment_status = 'authorized'
        and (bookings.lapses_at > ${now.toISOString()} or bookings.approving_since is not null)))`,
    );

/** What an admin sees before declaring a storm. */
export const findAffected = (db: Db, area: StormArea, now: Date) =>
  affectedBookings(db, area, now)
    .selectAll("bookings")
    .select([...BOOKING_MONEY, sql<IslandId>`car.island`.as("island")])
    .execute();

export interface AffectedRenter {
  renter_id: string;
  booking_id: string;
  is_out: boolean;
}

/**
 * The renters of affected bookings. Each has one of those whose car is out, which come first, and
 * one of the others.
 */
export const findAffectedRenters = (
  db: Db,
  area: StormArea,
  now: Date,
): Promise<AffectedRenter[]> =>
  affectedBookings(db, area, now)
    .select([
      "bookings.renter_id",
      sql<string>`min(bookings.id::text)`.as("booking_id"),
      sql<boolean>`bookings.picked_up_at is not null`.as("is_out"),
    ])
    .groupBy(["bookings.renter_id", "is_out"])
    .orderBy("bookings.renter_id")
    .orderBy("is_out", "desc")
    .execute();

/** How often each renter was told that a storm no longer affects them. */
export async function countClearances(
  db: Db,
  stormId: string,
  renterIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("notifications")
    .select(["user_id", (row) => row.fn.countAll<number>().as("count")])
    .where(sql<SqlBool>`user_id = any(${renterIds}::uuid[])`)
    .where("event_key", "like", `storm:${stormId}:shortened:renter%`)
    .groupBy("user_id")
    .execute();
  return new Map(rows.map(({ user_id, count }) => [user_id, Number(count)]));
}

export const isNotified = async (db: Db, userId: string, key: string): Promise<boolean> =>
  (await db
    .selectFrom("notifications")
    .select("id")
    .where("user_id", "=", userId)
    .where("event_key", "=", key)
    .executeTakeFirst()) !== undefined;

/**
 * What the batch of a storm may still end: requests, and trips whose pickup lies ahead. An admin's
 * own trips are left out.
 */
const remainingBookings = (
  db: Db,
  { islands, first_day, last_day, refunds_by }: StormRow,
  now: Date,
) =>
  affectedBookings(db, { islands, firstDay: first_day, lastDay: last_day }, now)
    .where(sql<SqlBool>`not ${hasBegun(now)}`)
    .$if(refunds_by !== null, (query) =>
      query
        .where("bookings.renter_id", "!=", refunds_by ?? "")
        .where("bookings.host_id", "!=", refunds_by ?? ""),
    );

/** Locks the next booking of the batch. One that is being approved is left to its next run. */
export const lockNextRemaining = (
  db: Db,
  storm: StormRow,
  now: Date,
): Promise<BookingRow | undefined> =>
  remainingBookings(db, storm, now)
    .selectAll("bookings")
    .$if(storm.refunds_after !== null, (query) =>
      query.where("bookings.id", ">", storm.refunds_after ?? ""),
    )
    .where("bookings.approving_since", "is", null)
    .orderBy("bookings.id")
    .limit(1)
    .forUpdate("bookings")
    .executeTakeFirst();

export const countRemaining = async (db: Db, storm: StormRow, now: Date): Promise<number> =>
  Number(
    (
      await remainingBookings(db, storm, now)
        .select((row) => row.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow()
    ).count,
  );
