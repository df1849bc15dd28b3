// Opaque pagination cursors: the sort values of the last row on the page, as base64url.
import { isCalendarDate } from "../../../domain/calendar/dates.ts";
import { DomainError } from "../../../domain/errors.ts";

export const encodeCursor = (...values: string[]): string =>
  Buffer.from(JSON.stringify(values)).toString("base64url");

/** The values of a cursor, or undefined when it is malformed. */
export function decodeCursor(cursor: string | undefined, length: number): string[] | undefined {
  if (!cursor) return undefined;
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (
      Array.isArray(values) &&
      values.length === length &&
      values.every((value) => typeof value === "string")
    )
      return values;
  } catch {
    // Malformed: the caller decides what to do.
  }
  return undefined;
}

/** Cursors come from outside: only values of these shapes reach the database. */
export const isUuid = (text: string): boolean =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
/** A UTC timestamp as PostgreSQL writes it, with up to six decimals. PostgreSQL has no year 0. */
export const isTimestampText = (text: string): boolean =>
  isCalendarDate(text.slice(0, 10)) &&
  /^(?!0000)\d{4}-\d\d-\d\d ([01]\d|2[0-3])(:[0-5]\d){2}(\.\d{1,6})?(\+00)?$/.test(text);

/** The error for a cursor that was not issued for this list. */
export const foreignCursor = (): DomainError =>
  new DomainError("invalid_request", {
    errors: [{ field: "query.cursor", message: "The cursor does not come from this list." }],
  });

/**
 * The last row of a page, after which the next page continues: its sort value (as PostgreSQL writes
 * it, to the microsecond) and its id.
 */
export interface Position {
  key: string;
  id: string;
}

/**
 * Reads the position from a cursor of a list ordered by time and id.
 * @throws DomainError invalid_request for a cursor of another list
 */
export function readTimeCursor(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const [key = "", id = ""] = decodeCursor(cursor, 2) ?? [];
  if (isTimestampText(key) && isUuid(id)) return { key, id };
  throw foreignCursor();
}

/**
 * Cuts `rows`, fetched with a limit of `size + 1`, to one page, and returns the cursor of the next
 * page.
 */
export function toPage<R extends Position>(
  rows: readonly R[],
  size: number,
): { shown: R[]; next_cursor: string | null } {
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  return { shown, next_cursor: last ? encodeCursor(last.key, last.id) : null };
}

/** Escapes text so that LIKE matches it literally. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
