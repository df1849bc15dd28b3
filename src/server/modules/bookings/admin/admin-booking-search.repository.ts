// SQL for the admins' list of bookings: how it is read, its pages and its totals. Every statement
// reads a limited number of rows (docs/decisions/0011).
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Position } from "../../../platform/database/cursor.ts";
import type { Db } from "../../../platform/database/database.ts";
import { findByIds, type BookingDetailsRow } from "../bookings.repository.ts";
import {
  COLUMNS,
  fits,
  IS_OUT,
  follows,
  keyBounds,
  KEYS,
  listed,
  matches,
  onIsland,
  order,
  SORTS,
  touches,
  tripDays,
  withTexts,
  yes,
  type AdminBookingSearch,
  type BookingMatch,
} from "./admin-booking-conditions.ts";

/** Conditions that no index serves are applied to this many bookings at a time; the next page
 *  continues after them. */
const BATCH = 5000;
/** Up to this many bookings are found by their days, island, status, cars or people, and sorted. */
const FEW = 2000;
/** The trips on some days of which those of an island are found. */
const MOST_TRIPS = 50_000;
/** The totals look at this many bookings. */
const MOST_COUNTED = 5000;

/**
 * The ids of a match's bookings, up to FEW + 1 of each kind. Each kind has its own subquery, so
 * that PostgreSQL uses its index. With one condition for all, it reads the whole table.
 */
async function findMatched(db: Db, match: BookingMatch): Promise<string[] | undefined> {
  if (!match || "text" in match) return undefined;
  const { cars, people, bookings } =
    "id" in match ? { cars: [match.id], people: [match.id], bookings: [match.id] } : match;
  const most = sql.lit(FEW + 1);
  const { rows } = await sql<{ id: string }>`
    select unnest(${bookings}::uuid[]) as id
    union (select id from bookings where car_id = any(${cars}::uuid[]) limit ${most})
    union (select id from bookings where renter_id = any(${people}::uuid[]) limit ${most})
    union (select id from bookings where host_id = any(${people}::uuid[]) limit ${most})`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/**
 * The bookings with these ids. A join looks each up by its primary key. For a long list in a
 * condition, PostgreSQL may search a whole index of days instead, which took 240 ms for 1,500.
 */
const byIds = (ids: readonly string[]): RawBuilder<unknown> =>
  sql`unnest(${ids}::uuid[]) as planned (id) join bookings using (id)`;

/**
 * How a search reads bookings.
 * - ids: all that its days, island, status, cars and people find, because they are few
 * - batches: from the index of its order, BATCH at a time, because many do not meet its conditions
 * - in order: from the index of its order, which serves all its conditions
 */
export type BookingPlan = { ids: readonly string[] } | "batches" | "in order";

export async function planSearch(db: Db, search: AdminBookingSearch): Promise<BookingPlan> {
  const { match, status, sort, island, isFlagged } = search;
  const matched = await findMatched(db, match);
  if (matched && matched.length > FEW) return "batches";
  const isOrdered = status === undefined || SORTS[sort].by !== "amount";
  const days = tripDays(search);
  if (!matched && island === undefined && days === undefined && isOrdered)
    return match !== undefined || isFlagged ? "batches" : "in order";
  const isOfMany = island !== undefined && days !== undefined && !matched;
  const most = isOfMany ? MOST_TRIPS : FEW;
  const source = matched
    ? sql`select id, car_id from ${byIds(matched)}
        where ${listed(search)} and ${days ?? yes} and ${onIsland(island)}`
    : days === undefined
      ? sql`select id, car_id from bookings where ${listed(search)} and ${onIsland(island)}`
      : tripsOnDays(search, most + 1);
  // The cars of the island are read once, not for each booking.
  const { rows } = await sql<{ ids: string[]; read: number }>`
    with bookings as materialized (${source} limit ${sql.lit(most + 1)}),
      cars as materialized (select id from car_listings where lower(island) = ${island ?? null})
    select array(
        select id from bookings where ${isOfMany ? sql`car_id in (select id from cars)` : yes}
        limit ${sql.lit(FEW + 1)}) as ids,
      (select count(*) from bookings) as read`.execute(db);
  const { ids = [], read: examined = 0 } = rows[0] ?? {};
  return examined > most || ids.length > FEW ? "batches" : { ids };
}

/**
 * The trips on the days of a search, from the indexes of days alone. Their order makes the planner
 * read an index only as far as needed: it expects fewer trips than there are, because it does not
 * know that a trip's end follows its start.
 */
const tripsOnDays = (search: AdminBookingSearch, most: number): RawBuilder<unknown> => {
  const { handover, underWay } = search;
  const trips = (on: RawBuilder<SqlBool>) =>
    sql`select id, car_id from bookings where ${listed(search)} and ${on}`;
  const either = (one: RawBuilder<SqlBool>, other: RawBuilder<SqlBool>) =>
    sql`select id, car_id from ((${trips(one)} limit ${sql.lit(most)})
        union (${trips(other)} limit ${sql.lit(most)})) trips`;
  if (handover !== undefined)
    return either(sql`start_date = ${handover}::date`, sql`end_date = ${handover}::date`);
  if (underWay !== undefined)
    return either(IS_OUT, sql`${touches(underWay, underWay)} and returned_at is null`);
  return sql`${trips(tripDays(search) ?? yes)} order by end_date`;
};

/** The next `length` bookings in order, whether or not they meet the other conditions. */
const batch = (search: AdminBookingSearch, after: Position | undefined, length: number) => sql`
  select ${COLUMNS} from bookings
  where ${listed(search)} and ${keyBounds(search)} and ${follows(search.sort, after)}
  ${order(search.sort)} limit ${sql.lit(length)}`;

/** The bookings that a plan reads, called `bookings`, and the conditions that remain to be met. */
function read(
  plan: BookingPlan,
  search: AdminBookingSearch,
  { after, length }: { after?: Position | undefined; length: number },
): { source: RawBuilder<unknown>; conditions: RawBuilder<SqlBool> } {
  const own = fits(search);
  const further = follows(search.sort, after);
  if (plan === "in order")
    return { source: sql`bookings`, conditions: sql`${listed(search)} and ${further}` };
  if (plan !== "batches") {
    const planned = sql`(select ${COLUMNS} from ${byIds(plan.ids)}) bookings`;
    return { source: withTexts(planned, search), conditions: sql`${own} and ${further}` };
  }
  const days = tripDays(search) ?? yes;
  return {
    source: withTexts(sql`(${batch(search, after, length)}) bookings`, search),
    conditions: sql`${days} and ${own} and ${matches(search.match)}`,
  };
}

/**
 * One page, starting after `after`. `next` is where the list continues, which it can after a page
 * that is not full.
 * @param plan the search's plan
 */
export async function findAdminPage(
  db: Db,
  search: AdminBookingSearch,
  plan: BookingPlan,
  { after, limit }: { after: Position | undefined; limit: number },
): Promise<{ rows: BookingDetailsRow[]; next: Position | undefined }> {
  const key = KEYS[SORTS[search.sort].by].text;
  const { source, conditions } = read(plan, search, { after, length: BATCH });
  const { rows: found } = await sql<Position>`
    select bookings.id, ${key} as key from ${source} where ${conditions}
    ${order(search.sort)} limit ${limit + 1}`.execute(db);
  const isFull = found.length > limit;
  const shown = found.slice(0, limit);
  const { rows: beyond } =
    plan === "batches" && !isFull
      ? await sql<Position>`
          select bookings.id, ${key} as key from (${batch(search, after, BATCH)}) bookings
          ${order(search.sort)} offset ${sql.lit(BATCH - 1)}`.execute(db)
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

/**
 * How many bookings a search finds, and what they amount to, among the first MOST_COUNTED.
 * Undefined for a text that matches many cars or people, whose bookings are read one by one.
 */
export async function countFound(
  db: Db,
  search: AdminBookingSearch,
  plan: BookingPlan,
): Promise<AdminBookingTotal | undefined> {
  if (search.match && "text" in search.match) return undefined;
  const { source, conditions } = read(plan, search, { length: MOST_COUNTED + 1 });
  const { rows } = await sql<{ read: number; count: number; amount: number }>`
    select count(*) as read, count(*) filter (where fits) as count,
      coalesce(sum(amount_due_cents) filter (where fits), 0)::bigint as amount
    from (
      select amount_due_cents, ${plan === "batches" ? conditions : yes} as fits from ${source}
      where ${plan === "batches" ? yes : conditions} limit ${sql.lit(MOST_COUNTED + 1)}
    ) found`.execute(db);
  const { read: examined = 0, count = 0, amount = 0 } = rows[0] ?? {};
  const isExact = examined <= MOST_COUNTED;
  return { count: isExact ? count : Math.min(count, MOST_COUNTED), amountCents: amount, isExact };
}
