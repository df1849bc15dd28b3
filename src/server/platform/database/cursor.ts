// Opaque cursors: the sort values of the last row seen, as base64url.
import { isCalendarDate } from "../../../domain/calendar/dates.ts";
import { DomainError } from "../../../domain/errors.ts";

export const encodeCursor = (...values: string[]): string => Buffer.from(JSON.stringify(values)).toString("base64url");

/** The values of a cursor, or undefined for one that is not ours. */
export function decodeCursor(cursor: string | undefined, length: number): string[] | undefined {
  if (!cursor) return undefined;
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (Array.isArray(values) && values.length === length && values.every((value) => typeof value === "string"))
      return values;
  } catch {
    // Not ours: the list begins at its start.
  }
  return undefined;
}

/** Whatever is not of these shapes never reaches the database: cursors come from outside. */
export const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
/** A timestamp as PostgreSQL (which knows no year 0) writes it, with up to six decimals, in UTC. */
export const isTimestampText = (text: string): boolean =>
  isCalendarDate(text.slice(0, 10)) &&
  /^(?!0000)\d{4}-\d\d-\d\d ([01]\d|2[0-3])(:[0-5]\d){2}(\.\d{1,6})?(\+00)?$/.test(text);

/** The answer to a cursor that was not handed out for this list. */
export const foreignCursor = (): DomainError =>
  new DomainError("invalid_request", {
    errors: [{ field: "query.cursor", message: "The cursor does not come from this list." }],
  });

/** Where a list goes on: behind the row with this sort value (as PostgreSQL writes it, to the microsecond) and id. */
export interface Position {
  key: string;
  id: string;
}

/** The position in a list that is ordered by time and id. @throws DomainError invalid_request for a cursor of another list */
export function readTimeCursor(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const [key = "", id = ""] = decodeCursor(cursor, 2) ?? [];
  if (isTimestampText(key) && isUuid(id)) return { key, id };
  throw foreignCursor();
}

/** One page of rows that were asked for with one more than fits on it, and where the next begins. */
export function pageOf<R extends Position>(
  rows: readonly R[],
  size: number,
): { shown: R[]; next_cursor: string | null } {
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  return { shown, next_cursor: last ? encodeCursor(last.key, last.id) : null };
}

/** Part of a LIKE pattern that stands for itself. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
