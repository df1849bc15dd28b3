// The SQL condition that a car can be booked for a period: its rules allow it and it is free. It
// says the same as domain/booking/booking-rules.ts; listing-availability.test.ts compares the two.
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { CHECKOUT_MINUTES } from "../../../../domain/booking/booking-deadlines.ts";
import {
  MAX_ADVANCE_NOTICE_HOURS,
  SUGGESTED_TIME,
} from "../../../../domain/booking/booking-rules.ts";
import {
  pickupAt,
  rentalDays,
  rentalPeriod,
  returnAt,
  type RentalPeriod,
} from "../../../../domain/booking/rental-period.ts";
import { inUtc } from "../../../../domain/calendar/dates.ts";
import { lastTime } from "../../../../domain/calendar/time-of-day.ts";
import type { Db } from "../../../platform/database/database.ts";
import { isLongEnough } from "./shortest-rental.ts";

/** A requested period; without times, each car suggests its own. */
export interface RequestedAt {
  period: RentalPeriod;
  now: Date;
}

const MAX_NOTICE_MS = MAX_ADVANCE_NOTICE_HOURS * 3_600_000;

const inNassau = (wall: RawBuilder<unknown>) => sql`(${wall} at time zone 'America/Nassau')`;

/** The earliest pickup at an instant, as earliestPickup has it. */
const earliestPickup = (now: Date): RawBuilder<unknown> =>
  sql`(${now.toISOString()}::timestamptz + greatest(car.advance_notice_hours * interval '1 hour',
    case when car.booking_mode = 'approval' then ${sql.lit(CHECKOUT_MINUTES)} else 0 end
      * interval '1 minute'))`;

/**
 * Whether a car's advance notice could rule out or move the pickup: not if the start date is
 * further away than the longest notice. Days begin later in Nassau than in UTC, so UTC is safe.
 */
const canBeTooSoon = ({ period, now }: RequestedAt): boolean =>
  inUtc(period.start).getTime() <= now.getTime() + MAX_NOTICE_MS;

/** The suggested time of the start date by `car`'s hours, as suggestTime has it. */
function suggestedTime({ period, now }: RequestedAt): RawBuilder<unknown> {
  const last = sql`least(car.pickup_until, ${lastTime("24:00")}::time)`;
  const usual = sql`greatest(car.pickup_from, least(${SUGGESTED_TIME}::time, ${last}))`;
  if (!canBeTooSoon({ period, now })) return usual;
  const earliest = inNassau(earliestPickup(now));
  const next = sql`date_bin('30 minutes', ${earliest} + interval '30 minutes'
    - interval '1 microsecond', timestamp '2000-01-01')`;
  return sql`(case when (${next})::date = ${period.start}::date and (${next})::time > ${usual}
    and (${next})::time <= ${last} then (${next})::time else ${usual} end)`;
}

interface Handovers {
  pickup: RawBuilder<unknown>;
  return: RawBuilder<unknown>;
}

const instantsOf = (period: RentalPeriod): Handovers => ({
  pickup: sql`${pickupAt(period).toISOString()}::timestamptz`,
  return: sql`${returnAt(period).toISOString()}::timestamptz`,
});

/** When `car` is picked up and returned. */
function handovers(requested: RequestedAt): Handovers {
  const { start, end, pickupTime } = requested.period;
  if (pickupTime !== null) return instantsOf(requested.period);
  const time = suggestedTime(requested);
  const own = {
    pickup: inNassau(sql`(${start}::date + ${time})`),
    return: inNassau(sql`(${end}::date + ${time})`),
  };
  if (canBeTooSoon(requested)) return own;
  // Most cars suggest the same time. Their instants are calculated once, not per car.
  const times = { pickupTime: SUGGESTED_TIME, returnTime: SUGGESTED_TIME };
  const usual = instantsOf(rentalPeriod(start, end, times));
  const isUsual = sql`${SUGGESTED_TIME}::time between car.pickup_from and car.pickup_until`;
  return {
    pickup: sql`(case when ${isUsual} then ${usual.pickup} else ${own.pickup} end)`,
    return: sql`(case when ${isUsual} then ${usual.return} else ${own.return} end)`,
  };
}

function meetsRules(requested: RequestedAt, at: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const { period } = requested;
  const days = rentalDays(period);
  const times = [period.pickupTime, period.returnTime].filter((time) => time !== null);
  return sql.join(
    [
      sql`${days}::integer between car.min_days and car.max_days`,
      ...times.map((time) => sql`${time}::time between car.pickup_from and car.pickup_until`),
      ...(canBeTooSoon(requested) ? [sql`${at} >= ${earliestPickup(requested.now)}`] : []),
    ],
    sql` and `,
  ) as RawBuilder<SqlBool>;
}

/** Until when `car` must be free: the return and the turnaround. */
const readyAt = (back: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${back} + car.turnaround_hours * interval '1 hour'`;

/**
 * Whether `car` is free and its dates allow the length. Its ranges hardly ever overlap, so of those
 * that end after the pickup only the next can conflict: one lookup in car_calendar_end_idx. Only
 * that index serves the row comparison, and the order keeps the planner from reading the whole
 * table. "offset 0" keeps it from a join, which would read every calendar.
 */
const isFree = (
  period: RentalPeriod,
  pickup: RawBuilder<unknown>,
  ready: RawBuilder<unknown>,
): RawBuilder<SqlBool> => sql`not exists (
    select from car_calendar as taken
    where (taken.car_id, upper(taken.during)) > (car.id, ${pickup}) and taken.car_id <= car.id
      and lower(taken.during) < ${ready}
    order by taken.car_id, upper(taken.during) offset 0)
    and ${isLongEnough(period)}`;

/** The condition that `car` (with BOOKABLE_COLUMNS) can be booked for a period. */
export function isBookable(requested: RequestedAt): RawBuilder<SqlBool> {
  const { pickup, return: back } = handovers(requested);
  return sql`case when ${meetsRules(requested, pickup)}
    then ${isFree(requested.period, pickup, readyAt(back))} else false end`;
}

/**
 * Columns of `car` for isBookableByColumns. Thousands of ranges are compared with these instants,
 * which are so calculated once for each car. There is no pickup if the car's rules refuse it.
 */
export function bookingColumns(requested: RequestedAt) {
  const { pickup, return: back } = handovers(requested);
  return [
    sql`case when ${meetsRules(requested, pickup)} then ${pickup} end`.as("pickup"),
    sql`${readyAt(back)}`.as("ready"),
  ] as const;
}

/** The same as isBookable, for a `car` with bookingColumns. */
export const isBookableByColumns = ({ period }: RequestedAt): RawBuilder<SqlBool> =>
  sql`case when car.pickup is not null
    then ${isFree(period, sql`car.pickup`, sql`car.ready`)} else false end`;

/**
 * The condition that a row of `storms` keeps `car` from being booked: the storm is on where the car
 * is, or the car still has to be inspected after it.
 */
export const CLOSES_CAR = sql<SqlBool>`(storms.ended_at is null and car.island = any(storms.islands) or exists (
  select from storm_cars where storm_id = storms.id and car_id = car.id and inspected_at is null))`;

/** The storm that keeps a car from being booked. */
export const findAwaitedStorm = (db: Db, carId: string): Promise<{ name: string } | undefined> =>
  db
    .selectFrom("storms")
    .innerJoin("car_listings as car", (join) => join.on("car.id", "=", carId))
    .select("storms.name")
    .where(CLOSES_CAR)
    .orderBy("storms.declared_at")
    .limit(1)
    .executeTakeFirst();
