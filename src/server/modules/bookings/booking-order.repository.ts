// The sort orders of lists of bookings in SQL, and where the next page of each begins.
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { HostBookingFilter } from "../../../domain/booking/booking-lists.ts";
import { addDays, todayInNassau, type CalendarDate } from "../../../domain/calendar/dates.ts";
import {
  decodeCursor,
  encodeCursor,
  foreignCursor,
  isUuid,
} from "../../platform/database/cursor.ts";

/** Bookings are ordered by a group, then by a key within it, then by id, all ascending. */
interface ListOrder {
  group: RawBuilder<number>;
  key: RawBuilder<number>;
  lastGroup: number;
}

/** When the pickup is expected, as expectedPickupAt says. */
export const EXPECTED_PICKUP = sql<string>`coalesce(bookings.delayed_pickup_at, bookings.pickup_at)`;
/** Whether the pickup is expected on a day in Nassau. A delay is shorter than a day. */
export const isExpectedOn = (day: CalendarDate) =>
  sql<SqlBool>`(bookings.start_date between ${addDays(day, -1)} and ${day}
    and (${EXPECTED_PICKUP} at time zone 'America/Nassau')::date = ${day})`;
/** In seconds. */
const pickup = sql<number>`extract(epoch from ${EXPECTED_PICKUP})::bigint`;
const dueBack = sql<number>`extract(epoch from bookings.return_at)::bigint`;
const latestEndFirst = sql<number>`-extract(epoch from coalesce(bookings.returned_at, bookings.return_at))::bigint`;
/** Whether the trip is over, as tripPhase says. */
export const isOver = (today: CalendarDate) =>
  sql<SqlBool>`(bookings.returned_at is not null or coalesce(bookings.ended_on < ${today}, false))`;
/** Whether the car was picked up, or is expected to be. */
export const hasBegun = (now: Date) =>
  sql<SqlBool>`(bookings.picked_up_at is not null or ${EXPECTED_PICKUP} <= ${now.toISOString()})`;
/** In microseconds, the precision of the database. */
const deadline = sql<number>`coalesce((extract(epoch from bookings.lapses_at) * 1000000)::bigint, 0)`;

/**
 * Trips in progress first, then approved and requested trips by pickup, then the rest, latest
 * return first.
 */
export function nextTripFirst(now: Date): ListOrder {
  const today = todayInNassau(now);
  const isOpen = sql`bookings.status in ('approved', 'pending') and not ${isOver(today)}`;
  return {
    group: sql`case when ${isOpen} and bookings.status = 'approved' and ${hasBegun(now)} then 0
      when ${isOpen} then 1 else 2 end`,
    key: sql`case when ${isOpen} then ${pickup} else ${latestEndFirst} end`,
    lastGroup: 2,
  };
}

const orderBy = (key: RawBuilder<number>): ListOrder => ({ group: sql`0::int`, key, lastGroup: 0 });

/**
 * A host's bookings: requests by deadline, trips in progress by return, upcoming trips by pickup,
 * the rest by their end, latest first. "All" shows them in this order.
 */
export function hostOrder(filter: HostBookingFilter, now: Date): ListOrder {
  switch (filter) {
    case "requests":
      return orderBy(deadline);
    case "in_progress":
      return orderBy(dueBack);
    case "upcoming":
      return orderBy(pickup);
    case "past":
    case "rejected":
    case "cancelled":
      return orderBy(latestEndFirst);
    case "all":
      return workFirst(now);
  }
}

function workFirst(now: Date): ListOrder {
  const today = todayInNassau(now);
  const group = sql<number>`case
    when bookings.status = 'pending' and bookings.payment_status = 'authorized'
      and bookings.approving_since is null then 0
    when bookings.status not in ('approved', 'pending') or ${isOver(today)} then 3
    when bookings.status = 'approved' and ${hasBegun(now)} then 1
    else 2 end`;
  return {
    group,
    key: sql`case ${group} when 0 then ${deadline} when 1 then ${dueBack} when 2 then ${pickup}
      else ${latestEndFirst} end`,
    lastGroup: 3,
  };
}

/** Where a page ends. Later pages keep the first one's time, so that a pickup moves nothing. */
interface PageEnd {
  now: Date;
  group: string;
  key: string;
  id: string;
}

export const writeCursor = ({ now, group, key, id }: PageEnd): string =>
  encodeCursor(String(now.getTime()), group, key, id);

/** @throws DomainError invalid_request for a cursor from another list. */
export function readCursor(cursor: string): PageEnd {
  const [now = "", group = "", key = "", id = ""] = decodeCursor(cursor, 4) ?? [];
  if (/^\d{12,13}$/.test(now) && /^\d$/.test(group) && /^-?\d{1,16}$/.test(key) && isUuid(id))
    return { now: new Date(Number(now)), group, key, id };
  throw foreignCursor();
}

/** The bookings that follow the end of a page in the list's order. */
export function follows(order: ListOrder, { group, key, id }: PageEnd): RawBuilder<SqlBool> {
  if (Number(group) > order.lastGroup) throw foreignCursor();
  return sql`(${order.group}, ${order.key}, bookings.id) > (${group}::int, ${key}::bigint, ${id}::uuid)`;
}
