// The shortest rentals that hosts set for single dates, as a condition of a search.
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { toPricedDays, type RentalPeriod } from "../../../../domain/booking/rental-period.ts";

/** The condition that these days are enough for `car`: one lookup in car_dates_min_days_idx. */
export function isLongEnough(period: RentalPeriod): RawBuilder<SqlBool> {
  const { start, end, days } = toPricedDays(period);
  return sql`not exists (
    select from car_dates as rule
    where rule.car_id = car.id and rule.day >= ${start}::date and rule.day < ${end}::date
      and rule.min_days > ${days}::integer
    order by rule.car_id, rule.day offset 0)`;
}
