// The two sort orders of lists of bookings in SQL, and where the next page of each begins.
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { CalendarDate } from "../../../domain/calendar/dates.ts";
import {
  decodeCursor,
  foreignCursor,
  isTimestampText,
  isUuid,
} from "../../platform/database/cursor.ts";

/** Bookings are ordered by a group, then by a key within it, then by id, all in one direction. */
interface ListOrder {
  group: RawBuilder<number>;
  key: RawBuilder<string | number>;
  keyType: "timestamptz" | "integer";
  isKey: (text: string) => boolean;
  direction: "asc" | "desc";
}

/** Trips in progress first, then the newest bookings. */
export const newestFirst = (today: CalendarDate): ListOrder => ({
  group: sql`(bookings.status = 'approved' and bookings.start_date <= ${today} and bookings.end_date >= ${today})::int`,
  key: sql`bookings.created_at`,
  keyType: "timestamptz",
  isKey: isTimestampText,
  direction: "desc",
});

/**
 * Trips in progress first, then approved and requested trips by start date, then the rest, latest
 * end date first.
 */
export function nextTripFirst(today: CalendarDate): ListOrder {
  const isOpen = sql`bookings.status in ('approved', 'pending') and bookings.end_date >= ${today}`;
  return {
    group: sql`case when ${isOpen} and bookings.status = 'approved' and bookings.start_date <= ${today} then 0
      when ${isOpen} then 1 else 2 end`,
    key: sql`case when ${isOpen} then bookings.start_date - date '2000-01-01' else date '2000-01-01' - bookings.end_date end`,
    keyType: "integer",
    isKey: (text) => /^-?\d{1,6}$/.test(text),
    direction: "asc",
  };
}

/** @throws DomainError invalid_request for a cursor from another list. */
function readCursor(
  cursor: string,
  { isKey }: ListOrder,
): [group: string, key: string, id: string] {
  const [group = "", key = "", id = ""] = decodeCursor(cursor, 3) ?? [];
  if (/^[0-2]$/.test(group) && isKey(key) && isUuid(id)) return [group, key, id];
  throw foreignCursor();
}

/** The bookings that follow the cursor's in the list's order. */
export function follows(order: ListOrder, cursor: string): RawBuilder<SqlBool> {
  const [group, key, id] = readCursor(cursor, order);
  const operator = sql.raw(order.direction === "asc" ? ">" : "<");
  return sql`(${order.group}, ${order.key}, bookings.id) ${operator} (${group}::int, ${key}::${sql.raw(order.keyType)}, ${id}::uuid)`;
}
