// SQL over calendar_links, and the days that a link publishes.
import { sql, type SqlBool } from "kysely";
import { startOfDayInNassau, type CalendarDate } from "../../../domain/calendar/dates.ts";
import type { Db } from "../../platform/database/database.ts";
import { endDate, firstDate } from "../../platform/database/date-ranges.ts";

const DURING = sql.ref("during");

export const findToken = async (db: Db, carId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom("calendar_links")
      .where("car_id", "=", carId)
      .select("token")
      .executeTakeFirst()
  )?.token;

export const saveToken = (db: Db, carId: string, token: string, now: Date): Promise<unknown> =>
  db
    .insertInto("calendar_links")
    .values({ car_id: carId, token, created_at: now.toISOString() })
    .onConflict((conflict) =>
      conflict.column("car_id").doUpdateSet((row) => ({
        token: row.ref("excluded.token"),
        created_at: row.ref("excluded.created_at"),
      })),
    )
    .execute();

export const findCarOfToken = async (db: Db, token: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom("calendar_links as link")
      .innerJoin("car_listings as car", "car.id", "link.car_id")
      .where("link.token", "=", token)
      .where("car.deleted_at", "is", null)
      .select("car.id")
      .executeTakeFirst()
  )?.id;

/**
 * A car's own bookings, holds, blocks and outages that are not over, in order. Imported days are
 * not ours to publish.
 */
export const findOwnRanges = (db: Db, carId: string, today: CalendarDate) =>
  db
    .selectFrom("car_calendar")
    .leftJoin("bookings as booking", "booking.id", "car_calendar.booking_id")
    .where("car_calendar.car_id", "=", carId)
    .where("kind", "in", ["booking", "block", "outage"])
    .where(sql<SqlBool>`upper(during) > ${startOfDayInNassau(today).toISOString()}`)
    // What is left of a day before a pickup is not a day.
    .where(sql<SqlBool>`${firstDate(DURING)} < ${endDate(DURING)}`)
    .select([
      "car_calendar.id",
      "car_calendar.kind",
      "car_calendar.created_at",
      sql<string>`lower(during)`.as("from"),
      // A booking's return, without the turnaround.
      sql<string>`coalesce(booking.return_at, upper(during))`.as("until"),
      firstDate(DURING).as("start"),
      sql<CalendarDate>`coalesce(booking.end_date, ${endDate(DURING)})`.as("end"),
    ])
    .orderBy("start")
    .execute();
export type OwnRange = Awaited<ReturnType<typeof findOwnRanges>>[number];
