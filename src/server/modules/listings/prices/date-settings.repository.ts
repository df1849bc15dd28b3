// SQL for what hosts have set for single dates, as a charge and a booking need it.
import { sql, type Selectable } from "kysely";
import type { CalendarDate, DateRange } from "../../../../domain/calendar/dates.ts";
import { NO_DATE_SETTINGS, type DateSettings } from "../../../../domain/listing/date-settings.ts";
import type { Db } from "../../../platform/database/database.ts";
import type { CarDatesTable } from "../../../platform/database/schema.ts";

/**
 * The settings of these days, by car. Every car has an entry. @param days of a rental, those that
 * it pays for (toPricedDays): they may include the date of its return
 */
export async function findDateSettings(
  db: Db,
  carIds: readonly string[],
  { start, end }: DateRange,
): Promise<(carId: string) => DateSettings> {
  if (carIds.length === 0) return () => NO_DATE_SETTINGS;
  // Looks up each car by the index, as in every statement of a search (decision 31).
  const { rows } = await sql<Selectable<CarDatesTable>>`
    select dates.* from unnest(${[...carIds]}::uuid[]) as car (id) cross join lateral (
      select * from car_dates
      where car_id = car.id and day >= ${start}::date and day < ${end}::date
      order by car_id, day offset 0
    ) as dates`.execute(db);
  const byCar = Map.groupBy(rows, ({ car_id }) => car_id);
  return (carId) => {
    const dates = byCar.get(carId) ?? [];
    return {
      customPrices: Object.fromEntries(
        dates.flatMap(({ day, price_cents: cents }) => (cents === null ? [] : [[day, cents]])),
      ),
      dateMinDays: Object.fromEntries(
        dates.flatMap(({ day, min_days: minDays }) => (minDays === null ? [] : [[day, minDays]])),
      ),
    };
  };
}

/** The longest minimum of a car's dates from a day on; 1 without any. */
export async function findHighestMinDays(
  db: Db,
  carId: string,
  from: CalendarDate,
): Promise<number> {
  const { highest } = await db
    .selectFrom("car_dates")
    .where("car_id", "=", carId)
    .where("day", ">=", from)
    .select((row) => row.fn.max("min_days").as("highest"))
    .executeTakeFirstOrThrow();
  return highest ?? 1;
}
