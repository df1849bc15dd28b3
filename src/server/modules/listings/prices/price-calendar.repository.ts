// SQL for what hosts have set for single dates of their cars.
import { sql } from "kysely";
import type { CalendarDate, DateRange } from "../../../../domain/calendar/dates.ts";
import { PRICE_COLUMNS } from "../../../../domain/listing/prices.ts";
import type { Db } from "../../../platform/database/database.ts";

/** The cars of a host, newest first, or one car: of any host without an owner. */
export const findPricedCars = (
  db: Db,
  { carId, owner }: { carId?: string; owner: string | undefined },
) =>
  db
    .selectFrom("car_listings")
    .where("deleted_at", "is", null)
    .$if(owner !== undefined, (cars) => cars.where("host_id", "=", owner ?? ""))
    .$if(carId !== undefined, (cars) => cars.where("id", "=", carId ?? ""))
    .select(["id", "title", "max_days", ...PRICE_COLUMNS])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();

export interface PricedRange {
  car_id: string;
  start_date: CalendarDate;
  end_date: CalendarDate;
  price_cents: number | null;
  min_days: number | null;
}

/** Consecutive dates with the same settings as one range, in order. */
export async function findDateRanges(
  db: Db,
  carIds: readonly string[],
  { start, end }: DateRange,
): Promise<PricedRange[]> {
  const { rows } = await sql<PricedRange>`
    select car_id, min(day) as start_date, max(day) + 1 as end_date, price_cents, min_days
    from (
      select *, day - (row_number() over (partition by car_id, price_cents, min_days order by day))::integer as run
      from car_dates where car_id = any(${[...carIds]}::uuid[]) and day >= ${start}::date and day < ${end}::date
    ) as dates
    group by car_id, price_cents, min_days, run order by car_id, start_date`.execute(db);
  return rows;
}

/** Locks cars that are not deleted, always in the same order. */
export const lockCars = (db: Db, carIds: readonly string[]) =>
  db
    .selectFrom("car_listings")
    .where("id", "in", carIds)
    .where("deleted_at", "is", null)
    .select(["id", "host_id", "max_days"])
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();

export const deleteDatesOf = (db: Db, carId: string): Promise<unknown> =>
  db.deleteFrom("car_dates").where("car_id", "=", carId).execute();

export const deleteDatesBefore = (db: Db, day: CalendarDate): Promise<unknown> =>
  db.deleteFrom("car_dates").where("day", "<", day).execute();

/** What to set for dates. Null removes a setting, undefined leaves it. */
export interface DateChange {
  priceCents?: number | null | undefined;
  minDays?: number | null | undefined;
}

/** Sets the same for each of these days of each of these cars. */
export async function setDates(
  db: Db,
  carIds: readonly string[],
  { start, end }: DateRange,
  { priceCents, minDays }: DateChange,
): Promise<void> {
  const price = priceCents === undefined ? sql`price_cents` : sql`${priceCents}::bigint`;
  const minimum = minDays === undefined ? sql`min_days` : sql`${minDays}::smallint`;
  const these = sql`car_id = any(${[...carIds]}::uuid[]) and day >= ${start}::date and day < ${end}::date`;
  // Delete rows that would have neither a price nor a minimum.
  await sql`delete from car_dates where ${these} and ${price} is null and ${minimum} is null`.execute(
    db,
  );
  await sql`update car_dates set price_cents = ${price}, min_days = ${minimum} where ${these}`.execute(
    db,
  );
  if ((priceCents ?? minDays ?? null) === null) return;
  await sql`insert into car_dates (car_id, day, price_cents, min_days)
    select car, day, ${priceCents ?? null}::bigint, ${minDays ?? null}::smallint
    from unnest(${[...carIds]}::uuid[]) as car,
      generate_series(${start}::date, ${end}::date - 1, interval '1 day') as day
    on conflict (car_id, day) do nothing`.execute(db);
}
