// Opaque cursors: the sort values of the last row seen, as base64url.

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

/** Part of a LIKE pattern that stands for itself. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
