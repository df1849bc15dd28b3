// Lists in the order of their time, either way, limited to some days and continued after a
// position.
import { sql, type RawBuilder, type SqlBool } from "kysely";
import {
  dayAfter,
  isBefore,
  startOfDayInNassau,
  type CalendarDate,
} from "../../../domain/calendar/dates.ts";
import { DomainError } from "../../../domain/errors.ts";
import type { Position } from "./cursor.ts";

export interface TimeOrder {
  sort?: "newest" | "oldest" | undefined;
  /** The first and the last day in Nassau, both included. */
  from?: CalendarDate | undefined;
  to?: CalendarDate | undefined;
}

/** @throws DomainError dates_reversed */
export function checkDays({ from, to }: Pick<TimeOrder, "from" | "to">): void {
  if (from && to && isBefore(to, from)) throw new DomainError("dates_reversed");
}

export const direction = ({ sort }: TimeOrder): "asc" | "desc" =>
  sort === "oldest" ? "asc" : "desc";

/** The rows of a list within its days. @param at the column of the time */
export function withinDays(at: string, { from, to }: TimeOrder): RawBuilder<SqlBool> {
  const column = sql.ref(at);
  const first = from ? sql`${column} >= ${startOfDayInNassau(from).toISOString()}` : sql`true`;
  const last = to ? sql`${column} < ${startOfDayInNassau(dayAfter(to)).toISOString()}` : sql`true`;
  return sql`(${first} and ${last})`;
}

/** The rows that follow `after`. @param id the column that orders rows of the same time */
export function followsInTime(
  at: string,
  id: string,
  order: TimeOrder,
  after: Position | undefined,
): RawBuilder<SqlBool> {
  if (after === undefined) return sql`true`;
  const beyond = direction(order) === "asc" ? sql`>` : sql`<`;
  return sql`(${sql.ref(at)}, ${sql.ref(id)}) ${beyond} (${after.key}::timestamp at time zone 'UTC', ${after.id})`;
}
