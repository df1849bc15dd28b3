// SQL over car_outages, and their days in car_calendar.
import { sql, type SqlBool } from "kysely";
import type { CalendarDate, DateRange } from "../../../../domain/calendar/dates.ts";
import type { OutageReason } from "../../../../domain/calendar/host-calendar.ts";
import type { Db } from "../../../platform/database/database.ts";
import { toDaterange, toInstants } from "../../../platform/database/date-ranges.ts";
import { placeImports } from "../calendar.repository.ts";

export interface OutageRow extends DateRange {
  id: string;
  car_id: string;
  reason: OutageReason;
  note: string | null;
}

const COLUMNS = [
  "id",
  "car_id",
  "reason",
  "note",
  sql<CalendarDate>`lower(during)`.as("start"),
  sql<CalendarDate>`upper(during)`.as("end"),
] as const;

/** The outages of cars that end after `today`, in order. */
export const findOutages = (
  db: Db,
  carIds: readonly string[],
  today: CalendarDate,
): Promise<OutageRow[]> =>
  db
    .selectFrom("car_outages")
    .select(COLUMNS)
    .where(sql<SqlBool>`car_id = any(${carIds}::uuid[])`)
    .where(sql<SqlBool>`upper(during) > ${today}::date`)
    .orderBy("start")
    .execute();

export const findOutage = (db: Db, id: string): Promise<OutageRow | undefined> =>
  db.selectFrom("car_outages").select(COLUMNS).where("id", "=", id).executeTakeFirst();

/** Deletes the outages of a car that share a day with `days`, and returns them in order. */
export async function takeOutagesAt(db: Db, carId: string, days: DateRange): Promise<OutageRow[]> {
  const rows = await db
    .deleteFrom("car_outages")
    .where("car_id", "=", carId)
    .where(sql<SqlBool>`during && daterange(${days.start}, ${days.end})`)
    .returning(COLUMNS)
    .execute();
  return rows.toSorted((a, b) => (a.start < b.start ? -1 : 1));
}

export const deleteOutage = (db: Db, id: string): Promise<unknown> =>
  db.deleteFrom("car_outages").where("id", "=", id).execute();

export const insertOutage = (db: Db, outage: OutageRow, now: Date): Promise<unknown> =>
  db
    .insertInto("car_outages")
    .values({
      id: outage.id,
      car_id: outage.car_id,
      during: toDaterange(outage),
      reason: outage.reason,
      note: outage.note,
      created_at: now.toISOString(),
    })
    .execute();

/** Ends an outage before `end`, which is after its first day. */
export const shortenOutage = (db: Db, { id, start }: OutageRow, end: CalendarDate) =>
  db
    .updateTable("car_outages")
    .set({ during: toDaterange({ start, end }) })
    .where("id", "=", id)
    .execute();

/**
 * Sets a car's ranges of outages to their time that no booking or block occupies, and its imported
 * ranges to what is left for them. Call it with the car's row locked.
 */
export async function placeOutages(db: Db, carId: string, now: Date): Promise<void> {
  const requested = sql<string>`select unnest(
      tstzmultirange(${toInstants(sql.ref("outage.during"))}) -
      coalesce((select range_agg(during) from car_calendar where car_id = ${carId} and kind in ('booking', 'block')), '{}')) as during
    from car_outages as outage where outage.car_id = ${carId}`;
  await sql`delete from car_calendar where car_id = ${carId} and kind = 'outage' and during not in (${requested})`.execute(
    db,
  );
  await sql`delete from car_calendar as taken using (${requested}) as wanted
    where taken.car_id = ${carId} and taken.kind = 'import' and taken.during && wanted.during`.execute(
    db,
  );
  await sql`insert into car_calendar (car_id, kind, during, created_at)
    select ${carId}, 'outage', during, ${now.toISOString()} from (${requested}) as wanted
    where during not in (select during from car_calendar where car_id = ${carId} and kind = 'outage')`.execute(
    db,
  );
  await placeImports(db, carId, now);
}
