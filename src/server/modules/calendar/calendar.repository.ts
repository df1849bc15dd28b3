// SQL over car_calendar. Ranges are half-open; the exclusion constraint car_calendar_no_overlap
// prevents double bookings.
import { sql } from "kysely";
import { takenTime, type RentalPeriod } from "../../../domain/booking/rental-period.ts";
import { startOfDayInNassau, type CalendarDate } from "../../../domain/calendar/dates.ts";
import type { TakenTime } from "../../../domain/calendar/taken-time.ts";
import { DomainError } from "../../../domain/errors.ts";
import type { Db } from "../../platform/database/database.ts";
import { sqlState } from "../../platform/database/database.ts";
import {
  endDate,
  toInstants,
  touchedDays,
  toTstzrange,
} from "../../platform/database/date-ranges.ts";

const EXCLUSION_VIOLATION = "23P01";

const DURING = sql.ref("during");

/** When a row of car_calendar, as `taken`, ends: a booking without its turnaround. */
export const RETURN = sql<string>`(upper(taken.during) - make_interval(hours => taken.turnaround_hours))`;
export const RETURN_DATE = sql<CalendarDate>`(${RETURN} at time zone 'America/Nassau')::date`;

/** When a car is taken within `window`, in order; ranges that touch are one. */
export async function findTaken(db: Db, carId: string, window: TakenTime): Promise<TakenTime[]> {
  const range = sql`${toTstzrange(window)}::tstzrange`;
  const { rows } = await sql<{ from: string; until: string }>`
    select lower(part) as from, upper(part) as until
    from (select unnest(range_agg(during * ${range})) as part from car_calendar
      where car_id = ${carId} and during && ${range}) as taken
    order by part`.execute(db);
  return rows.map(({ from, until }) => ({ from: new Date(from), until: new Date(until) }));
}

export interface BookedDays {
  carId: string;
  bookingId: string;
  period: RentalPeriod;
  /** The car's hours between a return and the next pickup. */
  turnaroundHours: number;
  /** The unpaid booking that this one replaces. The two may share days. */
  replaces?: string | undefined;
}

/**
 * @throws DomainError dates_taken without offers: the failed statement has aborted the transaction,
 * so it allows no further query
 */
export async function insertBookingRange(db: Db, days: BookedDays, now: Date): Promise<void> {
  await refuseOverlap(() =>
    db
      .insertInto("car_calendar")
      .values({
        car_id: days.carId,
        kind: "booking",
        booking_id: days.bookingId,
        during: toTstzrange(takenTime(days.period, days.turnaroundHours)),
        turnaround_hours: days.turnaroundHours,
        ...(days.replaces !== undefined && { hold_id: isHold(days.replaces) }),
        created_at: now.toISOString(),
      })
      .execute(),
  );
}

async function refuseOverlap(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const state = sqlState(error);
    if (state?.code === EXCLUSION_VIOLATION && state.constraint === "car_calendar_no_overlap")
      throw new DomainError("dates_taken", { nearest_free: [] });
    throw error;
  }
}

/** @throws DomainError dates_taken without offers, like insertBookingRange */
export const updateBookingRange = (db: Db, bookingId: string, time: TakenTime): Promise<void> =>
  refuseOverlap(() =>
    db
      .updateTable("car_calendar")
      .set({ during: toTstzrange(time) })
      .where("booking_id", "=", bookingId)
      .execute(),
  );

/** When a booking takes its car; undefined if it doesn't. */
export async function findBookedTime(
  db: Db,
  bookingId: string,
): Promise<(TakenTime & { turnaroundHours: number }) | undefined> {
  const row = await db
    .selectFrom("car_calendar")
    .select([
      "turnaround_hours",
      sql<string>`lower(during)`.as("from"),
      sql<string>`upper(during)`.as("until"),
    ])
    .where("booking_id", "=", bookingId)
    .executeTakeFirst();
  return (
    row && {
      from: new Date(row.from),
      until: new Date(row.until),
      turnaroundHours: row.turnaround_hours,
    }
  );
}

const isHold = (bookingId: string) =>
  sql<string>`(select coalesce(hold_id, id) from car_calendar where booking_id = ${bookingId})`;

/** Ends the sharing of days with a replaced hold: from now on only the booking occupies them. */
export async function detachFromHold(db: Db, bookingId: string): Promise<void> {
  await db
    .updateTable("car_calendar")
    .set({ hold_id: null })
    .where("booking_id", "=", bookingId)
    .execute();
}

/**
 * Locks the car whose days a booking occupies.
 * @returns its id; undefined when the booking occupies no days
 */
export async function lockBookedCar(db: Db, bookingId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("car_listings")
    .select("id")
    .where("id", "=", (query) =>
      query.selectFrom("car_calendar").select("car_id").where("booking_id", "=", bookingId),
    )
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.id;
}

/** @returns whether an outage or calendars of other sites claim the freed days */
export async function deleteBooking(db: Db, bookingId: string): Promise<boolean> {
  const row = await db
    .deleteFrom("car_calendar")
    .where("booking_id", "=", bookingId)
    .returning(
      sql<boolean>`exists (select from calendar_feeds as feed where feed.car_id = car_calendar.car_id and feed.days && ${touchedDays(sql.ref("car_calendar.during"))})
        or exists (select from car_outages as outage where outage.car_id = car_calendar.car_id and outage.during && ${touchedDays(sql.ref("car_calendar.during"))})`.as(
        "claimed",
      ),
    )
    .executeTakeFirst();
  return row?.claimed ?? false;
}

/**
 * Locks a car's row for the rest of the transaction, as checkouts do, so that changes to its
 * calendar run one after another.
 * @param owner the host who must own the car; undefined for any host
 * @returns whether there is such a car
 */
export async function lockCar(db: Db, carId: string, owner?: string): Promise<boolean> {
  const row = await db
    .selectFrom("car_listings")
    .select("id")
    .where("id", "=", carId)
    .where("deleted_at", "is", null)
    .$if(owner !== undefined, (query) => query.where("host_id", "=", owner ?? ""))
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Sets a car's imported ranges to the part of their days that only imported calendars occupy; a
 * range inserted concurrently stays, because of the exclusion constraint. Call it with the car's
 * row locked.
 */
export async function placeImports(db: Db, carId: string, now: Date): Promise<void> {
  const requested = sql<string>`select unnest(
      coalesce((select range_agg(${toInstants(sql`day`)}) from calendar_feeds, unnest(days) as day
        where car_id = ${carId}), '{}') -
      coalesce((select range_agg(during) from car_calendar where car_id = ${carId} and kind <> 'import'), '{}')) as during`;
  await sql`delete from car_calendar where car_id = ${carId} and kind = 'import' and during not in (${requested})`.execute(
    db,
  );
  await sql`insert into car_calendar (car_id, kind, during, created_at)
    select ${carId}, 'import', during, ${now.toISOString()} from (${requested}) as wanted
    where during not in (select during from car_calendar where car_id = ${carId} and kind = 'import')
    on conflict do nothing`.execute(db);
}

/** The last day, by its date in Nassau, of the bookings that end on `today` or later. */
export async function findLastBookedDay(
  db: Db,
  carId: string,
  today: CalendarDate,
): Promise<CalendarDate | undefined> {
  const row = await db
    .selectFrom("car_calendar")
    .select(sql<CalendarDate | null>`max(${endDate(DURING)})`.as("last"))
    .where("car_id", "=", carId)
    .where("kind", "=", "booking")
    .where(sql<boolean>`upper(during) >= ${startOfDayInNassau(today).toISOString()}`)
    .executeTakeFirst();
  return row?.last ?? undefined;
}

/** Whether a car is requested, booked or out: also after the day on which it was due back. */
export async function hasOpenBookings(db: Db, carId: string): Promise<boolean> {
  const row = await db
    .selectFrom("bookings")
    .select("id")
    .where("car_id", "=", carId)
    .where("status", "in", ["pending", "approved"])
    .where("returned_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes all ranges except bookings, and the outages and feeds they come from. */
export async function deleteRanges(db: Db, carId: string): Promise<void> {
  await db.deleteFrom("car_outages").where("car_id", "=", carId).execute();
  await db.deleteFrom("calendar_feeds").where("car_id", "=", carId).execute();
  await db
    .deleteFrom("car_calendar")
    .where("car_id", "=", carId)
    .where("kind", "!=", "booking")
    .execute();
}
