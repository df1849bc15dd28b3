// Searches for a substring among many rows: by an index when few rows match, row by row when many
// do.
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { escapeLike, isUuid } from "./cursor.ts";

/**
 * The searchable text of a person; must match the expression of profiles_text_idx exactly. `alias`
 * is the name of profiles in the query.
 */
export const personText = (alias: string): RawBuilder<string> =>
  sql`lower(' ' || ${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)} || ' ' || ${sql.ref(`${alias}.email`)})`;

/**
 * The searchable text of a car; must match the expression of car_listings_text_idx exactly.
 * car_listings must be called car in the query.
 */
export const CAR_TEXT: RawBuilder<string> = sql`lower(' ' || car.year::text || ' ' || car.make || ' ' || car.model || ' ' || car.title || ' ' || car.location || ' ' || coalesce(car.license_plate, ''))`;

/**
 * The text to find: three or more characters match anywhere, one or two only at the start of a
 * word.
 */
export const toSearchPattern = (search: string): string =>
  search.length < 3 ? ` ${search}` : search;

/**
 * A condition that uses the trigram index of `text`, which must be lower case and begin with a
 * space. Of an email, the index looks up what comes before the @: most texts share its domain.
 */
export function indexedText(text: RawBuilder<string>, search: string): RawBuilder<SqlBool> {
  const name = /^[^@]{3,}@/.exec(search)?.[0] ?? search;
  const found = sql<SqlBool>`${text} like lower(${`%${escapeLike(toSearchPattern(name))}%`})`;
  return name === search ? found : sql`(${found} and ${readText(text, search)})`;
}

/** The same condition as indexedText, for rows that are read anyway. No index can serve it. */
export const readText = (text: RawBuilder<string>, search: string): RawBuilder<SqlBool> =>
  sql`strpos(${text}, lower(${toSearchPattern(search)})) > 0`;

/**
 * The most ids to look up by the index. When more rows match, rows are read in list order until a
 * page is full.
 */
const FEW = 1000;

/** The ids of the matching rows, or "many". */
export async function fewIds(
  find: (limit: number) => Promise<{ id: string }[]>,
): Promise<string[] | "many"> {
  const rows = await find(FEW + 1);
  return rows.length > FEW ? "many" : rows.map((row) => row.id);
}

/** The id that an admin searches for, or undefined when the search is text. */
export const readId = (search: string): string | undefined => {
  const id = search.toLowerCase();
  return isUuid(id) ? id : undefined;
};
