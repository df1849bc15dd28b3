// The conditions and orders of the admins' list of bookings, as SQL.
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { AdminBookingSort } from "../../../../domain/booking/admin/admin-booking-lists.ts";
import type { BookingStatus } from "../../../../domain/booking/booking.ts";
import { MAX_RENTAL_NIGHTS } from "../../../../domain/booking/rental-period.ts";
import { addDays, isCalendarDate, type CalendarDate } from "../../../../domain/calendar/dates.ts";
import type { IslandId } from "../../../../domain/place/islands.ts";
import {
  decodeCursor,
  foreignCursor,
  isTimestampText,
  isUuid,
  type Position,
} from "../../../platform/database/cursor.ts";
import { CAR_TEXT, personText, readText } from "../../../platform/database/text-search.ts";
import { IS_FLAGGED, IS_OPEN } from "../driver-flags/driver-flags.repository.ts";

const RENTER = personText("renter");
const HOST = personText("host");

/**
 * One booking, or the bookings of a person or car, by `id`; the bookings of the few cars and people
 * that match a text; or a text with too many matches to list. With a text, also the `bookings` that
 * carry it as their number.
 */
export type BookingMatch =
  | { id: string }
  | { cars: readonly string[]; people: readonly string[]; bookings: readonly string[] }
  | { text: string; bookings: readonly string[] }
  | undefined;

export interface AdminBookingSearch {
  sort: AdminBookingSort;
  status: BookingStatus | undefined;
  /** Only requested and approved trips of drivers with a flag. */
  isFlagged: boolean;
  /** Only trips with a day from `from` to `to`, both included. */
  from: CalendarDate | undefined;
  to: CalendarDate | undefined;
  /** Only trips that begin or end on this day. */
  handover: CalendarDate | undefined;
  /** Only trips that are under way on this day, overdue ones included. */
  underWay: CalendarDate | undefined;
  island: IslandId | undefined;
  match: BookingMatch;
}

export const SORTS: Record<AdminBookingSort, { by: keyof typeof KEYS; descending: boolean }> = {
  newest: { by: "made", descending: true },
  oldest: { by: "made", descending: false },
  first_pickup: { by: "start", descending: false },
  last_pickup: { by: "start", descending: true },
  first_return: { by: "end", descending: false },
  last_return: { by: "end", descending: true },
  highest: { by: "amount", descending: true },
  lowest: { by: "amount", descending: false },
};

/** What a list is sorted by, as a cursor holds it, and the type that the cursor's text has. */
export const KEYS = {
  made: {
    column: sql`bookings.created_at`,
    text: sql<string>`(bookings.created_at at time zone 'UTC')::text`,
    read: (key: string) => sql`${key}::timestamp at time zone 'UTC'`,
    fits: isTimestampText,
  },
  start: {
    column: sql`bookings.start_date`,
    text: sql<string>`bookings.start_date::text`,
    read: (key: string) => sql`${key}::date`,
    fits: isCalendarDate,
  },
  end: {
    column: sql`bookings.end_date`,
    text: sql<string>`bookings.end_date::text`,
    read: (key: string) => sql`${key}::date`,
    fits: isCalendarDate,
  },
  amount: {
    column: sql`bookings.amount_due_cents`,
    text: sql<string>`bookings.amount_due_cents::text`,
    read: (key: string) => sql`${key}::bigint`,
    fits: (key: string) => /^\d{1,15}$/.test(key),
  },
} as const;

/** @throws DomainError invalid_request for a cursor of another order */
export function readBookingCursor(
  cursor: string | undefined,
  sort: AdminBookingSort,
): Position | undefined {
  if (cursor === undefined) return undefined;
  const [key = "", id = ""] = decodeCursor(cursor, 2) ?? [];
  if (KEYS[SORTS[sort].by].fits(key) && isUuid(id)) return { key, id };
  throw foreignCursor();
}

export const yes = sql<SqlBool>`true`;

/** A match by ids, for bookings that are read anyway. */
export function matches(match: BookingMatch): RawBuilder<SqlBool> {
  if (match && "id" in match) return sql<SqlBool>`${match.id} in (id, car_id, renter_id, host_id)`;
  if (match && "cars" in match)
    return sql<SqlBool>`(id = any(${match.bookings}::uuid[]) or car_id = any(${match.cars}::uuid[]) or renter_id = any(${match.people}::uuid[]) or host_id = any(${match.people}::uuid[]))`;
  return yes;
}

/** The days that a search asks for: trips with a day from `from` to `to`, or a handover. */
export function tripDays({
  from,
  to,
  handover,
  underWay,
}: AdminBookingSearch): RawBuilder<SqlBool> | undefined {
  if (underWay !== undefined)
    return sql`(${IS_OUT} or (${touches(underWay, underWay)} and returned_at is null))`;
  if (handover !== undefined)
    return sql`${touches(handover, handover)} and ${handover}::date in (start_date, end_date)`;
  return from === undefined && to === undefined ? undefined : touches(from, to);
}

/** The index of cars that are out serves this, and finds the day on which the first one began. */
export const IS_OUT = sql<SqlBool>`(picked_up_at is not null and returned_at is null)`;

/** The end is bounded too, because an index holds it and no trip exceeds MAX_RENTAL_NIGHTS. */
export function touches(from: CalendarDate | undefined, to: CalendarDate | undefined) {
  const bounds = [
    ...(from ? [sql`end_date >= ${from}::date`] : []),
    ...(to ? [sql`start_date <= ${to}::date`] : []),
    ...(from && to ? [sql`end_date <= ${addDays(to, MAX_RENTAL_NIGHTS)}::date`] : []),
  ];
  return sql<SqlBool>`${sql.join(bounds, sql` and `)}`;
}

/**
 * Keeps the scan of an index of days within those asked for. The index of the order holds both
 * days, and no trip has more nights than MAX_RENTAL_NIGHTS.
 */
export function keyBounds(search: AdminBookingSearch): RawBuilder<SqlBool> {
  const { sort, from, to, handover, underWay } = search;
  const { by } = SORTS[sort];
  if (underWay !== undefined && (by === "start" || by === "end"))
    return boundsUnderWay(by, underWay);
  const first = handover ?? from;
  const last = handover ?? to;
  const bounds = [yes];
  if (first && (by === "start" || by === "end")) bounds.push(sql`end_date >= ${first}::date`);
  if (last && (by === "start" || by === "end")) bounds.push(sql`start_date <= ${last}::date`);
  if (first && by === "start")
    bounds.push(sql`start_date >= ${addDays(first, -MAX_RENTAL_NIGHTS)}::date`);
  if (last && by === "end") bounds.push(sql`end_date <= ${addDays(last, MAX_RENTAL_NIGHTS)}::date`);
  return sql<SqlBool>`${sql.join(bounds, sql` and `)}`;
}

/**
 * The same for trips that are under way. An overdue car may have been due any time ago, so the
 * first day is that of the car that is out longest. A pickup can be recorded a day early.
 */
function boundsUnderWay(by: "start" | "end", day: CalendarDate): RawBuilder<SqlBool> {
  const column = by === "start" ? sql`start_date` : sql`end_date`;
  const first = by === "start" ? addDays(day, -MAX_RENTAL_NIGHTS) : day;
  const last = addDays(day, by === "start" ? 1 : MAX_RENTAL_NIGHTS + 1);
  return sql<SqlBool>`${column} <= ${last}::date and ${column} >= least(${first}::date,
    (select min(out.${column}) from bookings out where out.picked_up_at is not null and out.returned_at is null))`;
}

export const onIsland = (island: IslandId | undefined) =>
  island === undefined
    ? yes
    : sql<SqlBool>`bookings.car_id in (select id from car_listings where lower(island) = ${island})`;

/** The conditions on the car and the people, for bookings that are read anyway. */
export function fits({ match, island, isFlagged }: AdminBookingSearch): RawBuilder<SqlBool> {
  const shown = isFlagged ? sql<SqlBool>`${onIsland(island)} and ${IS_FLAGGED}` : onIsland(island);
  if (!match || !("text" in match)) return shown;
  const { text, bookings } = match;
  return sql<SqlBool>`${shown} and (bookings.id = any(${bookings}::uuid[])
    or ${readText(CAR_TEXT, text)} or ${readText(RENTER, text)} or ${readText(HOST, text)})`;
}

/** With a text, `fits` reads the car and both people. */
export const withTexts = (bookings: RawBuilder<unknown>, { match }: AdminBookingSearch) =>
  match && "text" in match
    ? sql`${bookings} join car_listings car on car.id = bookings.car_id
        join profiles renter on renter.user_id = bookings.renter_id
        join profiles host on host.user_id = bookings.host_id`
    : bookings;

export const COLUMNS = sql`id, status, counts, created_at, start_date, end_date, pickup_at, return_at,
  picked_up_at, returned_at, amount_due_cents, car_id, renter_id, host_id`;

export function listed({ status, isFlagged }: AdminBookingSearch): RawBuilder<SqlBool> {
  if (isFlagged) return sql`counts and ${IS_OPEN}`;
  return status === undefined ? sql`counts` : sql`counts and status = ${status}`;
}

export const order = (sort: AdminBookingSort) => {
  const { by, descending } = SORTS[sort];
  const direction = descending ? sql`desc` : sql`asc`;
  return sql`order by ${KEYS[by].column} ${direction}, bookings.id ${direction}`;
};

export function follows(sort: AdminBookingSort, after: Position | undefined): RawBuilder<SqlBool> {
  if (after === undefined) return yes;
  const { by, descending } = SORTS[sort];
  const { column, read: readKey } = KEYS[by];
  return sql`(${column}, bookings.id) ${descending ? sql`<` : sql`>`} (${readKey(after.key)}, ${after.id}::uuid)`;
}
