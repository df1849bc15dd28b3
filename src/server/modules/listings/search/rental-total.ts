// What a rental of `car` costs, in SQL: the total of domain/money/charge.ts, to sort and filter by.
import { sql, type RawBuilder } from "kysely";
import { toPricedDays, type RentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { addDays, inUtc } from "../../../../domain/calendar/dates.ts";
import { DISCOUNTS, WEEKDAYS } from "../../../../domain/listing/prices.ts";

/** The largest discount of `car` that the length reaches, in percent. */
function discountPercent(days: number): RawBuilder<number> {
  const fitting = DISCOUNTS.filter((each) => days >= each.days).map(({ field }) =>
    sql.ref(`car.${field}`),
  );
  return fitting.length > 0 ? sql`greatest(${sql.join(fitting)})` : sql`0`;
}

const WEEK_DAYS = WEEKDAYS.length;

/** What seven days without custom prices cost, in cents: each weekday once. */
export const WEEK_TOTAL = sql<number>`div((car.price_per_day_cents * ${sql.lit(WEEK_DAYS)}
    + coalesce(car.weekend_price_cents - car.price_per_day_cents, 0) * cardinality(car.weekend_days))
  * (100 - ${discountPercent(WEEK_DAYS)}) + 50, 100)::bigint`;

/**
 * The total in cents. It reads no more than the custom prices of the days, so that it costs one
 * lookup for each car.
 */
export function rentalTotal(period: RentalPeriod): RawBuilder<number> {
  const { start, end, days } = toPricedDays(period);
  const weekdays = Array.from(
    { length: days },
    (_, index) => WEEKDAYS[inUtc(addDays(start, index)).getUTCDay()] ?? "sunday",
  );
  const counts = WEEKDAYS.map((weekday) => weekdays.filter((each) => each === weekday).length);
  const weekendDays = sql<number>`(select coalesce(sum(times), 0)
    from unnest(${[...WEEKDAYS]}::text[], ${counts}::integer[]) as counted (weekday, times)
    where weekday = any(car.weekend_days))`;
  const standardPrice = sql<number>`case when to_char(priced.day, 'FMday') = any(car.weekend_days)
    then coalesce(car.weekend_price_cents, car.price_per_day_cents) else car.price_per_day_cents end`;
  const custom = sql<number>`coalesce((select sum(priced.price_cents - ${standardPrice})
    from car_dates as priced
    where priced.car_id = car.id and priced.day >= ${start}::date and priced.day < ${end}::date
      and priced.price_cents is not null), 0)`;
  const weekend = sql<number>`case when car.weekend_price_cents is null then 0
    else (car.weekend_price_cents - car.price_per_day_cents) * ${weekendDays} end`;
  return sql<number>`div((car.price_per_day_cents * ${days}::integer + ${weekend} + ${custom})
    * (100 - ${discountPercent(days)}) + 50, 100)::bigint`;
}
