// SQL for the admins' list of bookings: its conditions, its orders, its pages and its totals. Every
// statement reads a limited number of rows (docs/decisions/0011).
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
import type { Db } from "../../../platform/database/database.ts";
import { CAR_TEXT, personText, readText } from "../../../platform/database/text-search.ts";
import { IS_FLAGGED, IS_OPEN } from "../driver-flags/driver-flags.repository.ts";
import { findByIds, type BookingDetailsRow } from "../bookings.repository.ts";

/** Conditions that no index serves are applied to this many bookings at a time; the next page
 *  continues after them. */
const STRETCH = 20_000;
/** Trips that match this often or less are found by their days, and sorted. */
const FEW_TRIPS = 5000;
/** The totals look at this many bookings. */
const MOST_COUNTED = 5000;

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
  island: IslandId | undefined;
  match: BookingMatch;
}

const SORTS: Record<AdminBookingSort, { by: keyof typeof KEYS; descending: boolean }> = {
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
const KEYS = {
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

const yes = sql<SqlBool>`true`;

function matches(match: BookingMatch): RawBuilder<SqlBool> {
  if (match && "id" in match) return sql<SqlBool>`${match.id} in (id, car_id, renter_id, host_id)`;
  if (match && "cars" in match)
    return sql<SqlBool>`(id = any(${match.bookings}::uuid[]) or car_id = any(${match.cars}::uuid[]) or renter_id = any(${match.people}::uuid[]) or host_id = any(${match.people}::uuid[]))`;
  return yes;
}

/** The days that a search asks for, as bookings_days_idx holds those of trips. */
function tripDays({ from, to, handover }: AdminBookingSearch): RawBuilder<SqlBool> | undefined {
  if (handover !== undefined)
    return sql`${touches(handover, handover)} and ${handover}::date in (start_date, end_date)`;
  return from === undefined && to === undefined ? undefined : touches(from, to);
}
const touches = (from: CalendarDate | undefined, to: CalendarDate | undefined) =>
  sql<SqlBool>`daterange(start_date, end_date, '[]') && daterange(${from ?? null}::date, ${to ?? null}::date, '[]')`;

/**
 * Keeps a walk along the days of trips within those asked for. The index of the order holds both
 * days, and no trip has more nights than MAX_RENTAL_NIGHTS.
 */
function keyBounds({ sort, from, to, handover }: AdminBookingSearch): RawBuilder<SqlBool> {
  const { by } = SORTS[sort];
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

/** The conditions on the car and the people, for bookings that are read anyway. */
function fits({ match, island, isFlagged }: AdminBookingSearch): RawBuilder<SqlBool> {
  const onIsland =
    island === undefined
      ? yes
      : sql<SqlBool>`(select car.island from car_listings car where car.id = bookings.car_id) = ${island}`;
  const shown = isFlagged ? sql<SqlBool>`${onIsland} and ${IS_FLAGGED}` : onIsland;
  if (!match || !("text" in match)) return shown;
  const { text, bookings } = match;
  return sql<SqlBool>`${shown} and (bookings.id = any(${bookings}::uuid[])
    or ${readText(CAR_TEXT, text)} or ${readText(RENTER, text)} or ${readText(HOST, text)})`;
}

/** With a text, `fits` reads the car and both people. */
const withTexts = (bookings: RawBuilder<unknown>, { match }: AdminBookingSearch) =>
  match && "text" in match
    ? sql`${bookings} join car_listings car on car.id = bookings.car_id
        join profiles renter on renter.user_id = bookings.renter_id
        join profiles host on host.user_id = bookings.host_id`
    : bookings;

const COLUMNS = sql`id, status, counts, created_at, start_date, end_date, pickup_at, return_at,
  amount_due_cents, car_id, renter_id, host_id`;

function listed({ status, isFlagged }: AdminBookingSearch): RawBuilder<SqlBool> {
  if (isFlagged) return sql`counts and ${IS_OPEN}`;
  return status === undefined ? sql`counts` : sql`counts and status = ${status}`;
}

const order = (sort: AdminBookingSort) => {
  const { by, descending } = SORTS[sort];
  const direction = descending ? sql`desc` : sql`asc`;
  return sql`order by ${KEYS[by].column} ${direction}, bookings.id ${direction}`;
};

function follows(sort: AdminBookingSort, after: Position | undefined): RawBuilder<SqlBool> {
  if (after === undefined) return yes;
  const { by, descending } = SORTS[sort];
  const { column, read: readKey } = KEYS[by];
  return sql`(${column}, bookings.id) ${descending ? sql`<` : sql`>`} (${readKey(after.key)}, ${after.id}::uuid)`;
}

/**
 * How a search reads bookings.
 * - found: by the ids of the cars and people that match, or along the index of its order
 * - sorted: all that its days or its status find, because they are few
 * - walk: along the index of its order, a limited number at a time, because of other conditions
 */
type Plan = "found" | "sorted" | "walk";

const few = (search: AdminBookingSearch) =>
  sql`select ${COLUMNS} from bookings where ${listed(search)} and ${tripDays(search) ?? yes}`;

async function planSearch(db: Db, search: AdminBookingSearch): Promise<Plan> {
  const { match, status, sort, island, isFlagged } = search;
  if (match && !("text" in match)) return "found";
  const hasDays = tripDays(search) !== undefined;
  const hasIndex = status === undefined || SORTS[sort].by !== "amount";
  if (hasDays || !hasIndex) {
    const { rows } = await sql<{ count: number }>`
      select count(*) from (${few(search)} limit ${sql.lit(FEW_TRIPS + 1)}) few`.execute(db);
    if ((rows[0]?.count ?? 0) <= FEW_TRIPS) return "sorted";
  }
  const hasMore = match !== undefined || island !== undefined || isFlagged;
  return hasDays || !hasIndex || hasMore ? "walk" : "found";
}

/** The next `length` bookings of a walk, whether or not they meet its other conditions. */
const stretch = (search: AdminBookingSearch, after: Position | undefined, length: number) => sql`
  select ${COLUMNS} from bookings
  where ${listed(search)} and ${keyBounds(search)} and ${follows(search.sort, after)}
  ${order(search.sort)} limit ${sql.lit(length)}`;

/** The bookings that a plan reads, called `bookings`, and the conditions that remain to be met. */
function read(
  plan: Plan,
  search: AdminBookingSearch,
  { after, length }: { after?: Position | undefined; length: number },
): { source: RawBuilder<unknown>; conditions: RawBuilder<SqlBool> } {
  const days = tripDays(search) ?? yes;
  const own = sql<SqlBool>`${fits(search)} and ${matches(search.match)}`;
  const further = follows(search.sort, after);
  switch (plan) {
    case "found":
      return {
        source: sql`bookings`,
        conditions: sql`${listed(search)} and ${days} and ${own} and ${further}`,
      };
    case "sorted":
      return {
        source: withTexts(sql`(${few(search)} offset 0) bookings`, search),
        conditions: sql`${own} and ${further}`,
      };
    case "walk":
      return {
        source: withTexts(sql`(${stretch(search, after, length)}) bookings`, search),
        conditions: sql`${days} and ${own}`,
      };
  }
}

/**
 * One page, starting after `after`. `next` is where the list continues; a walk can continue after a
 * page that is not full.
 */
export async function findAdminPage(
  db: Db,
  search: AdminBookingSearch,
  { after, limit }: { after: Position | undefined; limit: number },
): Promise<{ rows: BookingDetailsRow[]; next: Position | undefined }> {
  const plan = await planSearch(db, search);
  const key = KEYS[SORTS[search.sort].by].text;
  const { source, conditions } = read(plan, search, { after, length: STRETCH });
  const { rows: found } = await sql<Position>`
    select bookings.id, ${key} as key from ${source} where ${conditions}
    ${order(search.sort)} limit ${limit + 1}`.execute(db);
  const isFull = found.length > limit;
  const shown = found.slice(0, limit);
  const { rows: beyond } =
    plan === "walk" && !isFull
      ? await sql<Position>`
          select bookings.id, ${key} as key from (${stretch(search, after, STRETCH)}) bookings
          ${order(search.sort)} offset ${sql.lit(STRETCH - 1)}`.execute(db)
      : { rows: [] };
  const rows = await findByIds(
    db,
    shown.map((row) => row.id),
  );
  return { rows, next: isFull ? shown.at(-1) : beyond[0] };
}

export interface AdminBookingTotal {
  count: number;
  /** The sum of what the cards are charged. */
  amountCents: number;
  /** False if there are more. */
  isExact: boolean;
}

/** How many bookings a search finds, and what they amount to, among the first MOST_COUNTED. */
export async function countFound(db: Db, search: AdminBookingSearch): Promise<AdminBookingTotal> {
  const plan = await planSearch(db, search);
  const { source, conditions } = read(plan, search, { length: MOST_COUNTED + 1 });
  const { rows } = await sql<{ read: number; count: number; amount: number }>`
    select count(*) as read, count(*) filter (where fits) as count,
      coalesce(sum(amount_due_cents) filter (where fits), 0)::bigint as amount
    from (
      select amount_due_cents, ${plan === "walk" ? conditions : yes} as fits from ${source}
      where ${plan === "walk" ? yes : conditions} limit ${sql.lit(MOST_COUNTED + 1)}
    ) found`.execute(db);
  const { read: examined = 0, count = 0, amount = 0 } = rows[0] ?? {};
  const isExact = examined <= MOST_COUNTED;
  return { count: isExact ? count : Math.min(count, MOST_COUNTED), amountCents: amount, isExact };
}
