// The SQL condition that a car can be booked for a period: its rules allow it and it is free. It
// says the same as domain/booking/booking-rules.ts; listing-availability.test.ts compares the two.
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { CHECKOUT_MINUTES } from "../../../../domain/booking/booking-deadlines.ts";
import { SUGGESTED_TIME } from "../../../../domain/booking/booking-rules.ts";
import {
  pickupAt,
  rentalDays,
  type RentalPeriod,
} from "../../../../domain/booking/rental-period.ts";
import { addDays, todayInNassau } from "../../../../domain/calendar/dates.ts";
import { lastTime } from "../../../../domain/calendar/time-of-day.ts";
import { isLongEnough } from "./shortest-rental.ts";

/** A requested period; without times, each car suggests its own. */
export interface RequestedAt {
  period: RentalPeriod;
  now: Date;
}

/** Notice can move the suggested time of a pickup within this many days. */
const DAYS_OF_NOTICE = 4;

const inNassau = (wall: RawBuilder<unknown>) => sql`(${wall} at time zone 'America/Nassau')`;

/** The earliest pickup at an instant, as earliestPickup has it. */
const earliestPickup = (now: Date): RawBuilder<unknown> =>
  sql`(${now.toISOString()}::timestamptz + greatest(car.advance_notice_hours * interval '1 hour',
    case when car.booking_mode = 'approval' then ${sql.lit(CHECKOUT_MINUTES)} else 0 end
      * interval '1 minute'))`;

/** The suggested time of the start date by `car`'s hours, as suggestTime has it. */
function suggestedTime({ period, now }: RequestedAt): RawBuilder<unknown> {
  const last = sql`least(car.pickup_until, ${lastTime("24:00")}::time)`;
  const usual = sql`greatest(car.pickup_from, least(${SUGGESTED_TIME}::time, ${last}))`;
  if (period.start > addDays(todayInNassau(now), DAYS_OF_NOTICE)) return usual;
  const earliest = inNassau(earliestPickup(now));
  const next = sql`date_bin('30 minutes', ${earliest} + interval '30 minutes'
    - interval '1 microsecond', timestamp '2000-01-01')`;
  return sql`(case when (${next})::date = ${period.start}::date and (${next})::time > ${usual}
    and (${next})::time <= ${last} then (${next})::time else ${usual} end)`;
}

function handovers(requested: RequestedAt) {
  const { start, end, pickupTime, returnTime } = requested.period;
  const pickup = pickupTime === null ? suggestedTime(requested) : sql`${pickupTime}::time`;
  const back = returnTime === null ? pickup : sql`${returnTime}::time`;
  return {
    pickupAt:
      pickupTime === null
        ? inNassau(sql`(${start}::date + ${pickup})`)
        : sql`${pickupAt(requested.period).toISOString()}::timestamptz`,
    freeFrom: sql`(${inNassau(sql`(${end}::date + ${back})`)}
      + car.turnaround_hours * interval '1 hour')`,
  };
}

function meetsRules({ period, now }: RequestedAt, at: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const days = rentalDays(period);
  const times = [period.pickupTime, period.returnTime].filter((time) => time !== null);
  return sql.join(
    [
      sql`${days}::integer between car.min_days and car.max_days`,
      ...times.map((time) => sql`${time}::time between car.pickup_from and car.pickup_until`),
      sql`${at} >= ${earliestPickup(now)}`,
    ],
    sql` and `,
  ) as RawBuilder<SqlBool>;
}

/**
 * The condition that `car` (with BOOKABLE_COLUMNS) can be booked for a period. Its ranges hardly
 * ever overlap, so of those that end after the pickup only the next can conflict: one lookup in
 * car_calendar_end_idx. Only that index serves the row comparison, and the order keeps the planner
 * from reading the whole table. "offset 0" keeps it from a join, which would read every calendar.
 */
export function isBookable(requested: RequestedAt): RawBuilder<SqlBool> {
  const { pickupAt: at, freeFrom } = handovers(requested);
  return sql`case when ${meetsRules(requested, at)} then not exists (
    select from car_calendar as taken
    where (taken.car_id, upper(taken.during)) > (car.id, ${at}) and taken.car_id <= car.id
      and lower(taken.during) < ${freeFrom}
    order by taken.car_id, upper(taken.during) offset 0)
    and ${isLongEnough(requested.period)} else false end`;
}
