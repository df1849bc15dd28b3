// SQL for what hosts have set for single dates of their cars.
import { sql } from "kysely";
import {
  addDays,
  daysBetween,
  type CalendarDate,
  type DateRange,
} from "../../../../domain/calendar/dates.ts";
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

/** The settings of a car's dates in order, in arrays of one length. */
interface CarDates {
  car_id: string;
  /** Days after the first day asked for. */
  offsets: number[];
  prices: (number | null)[];
  minimums: (number | null)[];
}

/**
 * Consecutive dates with the same settings as one range, in order. A row per car, because a year
 * of a large fleet has tens of thousands of dates.
 */
export async function findDateRanges(
  db: Db,
  carIds: readonly string[],
  { start, end }: DateRange,
): Promise<PricedRange[]> {
  const { rows } = await sql<CarDates>`
    select car_id, array_to_json(array_agg(day - ${start}::date order by day)) as offsets,
      array_to_json(array_agg(price_cents order by day)) as prices,
      array_to_json(array_agg(min_days order by day)) as minimums
    from car_dates
    where car_id = any(${[...carIds]}::uuid[]) and day >= ${start}::date and day < ${end}::date
    group by car_id`.execute(db);
  const days = Array.from({ length: daysBetween(start, end) + 1 }, (_, n) => addDays(start, n));
  return rows.flatMap((row) => joinDates(row, days));
}

function joinDates(
  { car_id, offsets, prices, minimums }: CarDates,
  days: readonly CalendarDate[],
): PricedRange[] {
  const ranges: PricedRange[] = [];
  let last: PricedRange | undefined;
  for (let index = 0; index < offsets.length; index++) {
    const offset = offsets[index]!;
    const [start_date, end_date] = [days[offset]!, days[offset + 1]!];
    const [price_cents, min_days] = [prices[index]!, minimums[index]!];
    const isSame = last?.price_cents === price_cents && last.min_days === min_days;
    if (last && isSame && last.end_date === start_date) last.end_date = end_date;
    else ranges.push((last = { car_id, start_date, end_date, price_cents, min_days }));
  }
  return ranges;
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
  { priceCents, minDays, now }: DateChange & { now: Date },
): Promise<void> {
  await db
    .updateTable("car_listings")
    .set({ price_calendar_changed_at: now.toISOString() })
    .where("id", "in", carIds)
    .execute();
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
