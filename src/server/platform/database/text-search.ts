// Looking for a part of a text among very many: by an index where few rows have it, row by row where many do.
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { escapeLike, isUuid } from "./cursor.ts";

/** What a search reads of a person, word for word as in profiles_text_idx. `alias` is profiles' name in the query. */
export const personText = (alias: string): RawBuilder<string> =>
  sql`lower(' ' || ${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)} || ' ' || ${sql.ref(`${alias}.email`)})`;

/** What a search reads of a car, word for word as in car_listings_text_idx; car_listings is called car in the query. */
export const CAR_TEXT: RawBuilder<string> = sql`lower(' ' || car.year::text || ' ' || car.make || ' ' || car.model || ' ' || car.title || ' ' || car.location || ' ' || coalesce(car.license_plate, ''))`;

/** What is looked for: three letters or more anywhere, one or two at the beginning of a word. */
export const needleOf = (search: string): string => (search.length < 3 ? ` ${search}` : search);

/** `text` is lower case, behind a blank, and has a trigram index, which this condition uses. */
export const indexedText = (text: RawBuilder<string>, search: string): RawBuilder<SqlBool> =>
  sql`${text} like lower(${`%${escapeLike(needleOf(search))}%`})`;

/** The same as indexedText, for rows that are read anyway: no index can serve it. */
export const readText = (text: RawBuilder<string>, search: string): RawBuilder<SqlBool> =>
  sql`strpos(${text}, lower(${needleOf(search)})) > 0`;

/** Up to so many ids are looked for by their index; where more have the text, rows are read in their order until a page is full. */
const FEW = 1000;

/** The ids of the rows that have the text, or "many". */
export async function fewIds(find: (limit: number) => Promise<{ id: string }[]>): Promise<string[] | "many"> {
  const rows = await find(FEW + 1);
  return rows.length > FEW ? "many" : rows.map((row) => row.id);
}

/** What an admin's search asks for: an id as it is, else a text. */
export const asId = (search: string): string | undefined => {
  const id = search.toLowerCase();
  return isUuid(id) ? id : undefined;
};
