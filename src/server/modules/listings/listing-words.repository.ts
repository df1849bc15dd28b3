// Searches by the words of listings. SQL compares the stored words, so matches in a masked part are
// dropped here: finding a car by a phone number would confirm the number.
import { sql, type Expression, type RawBuilder, type SqlBool } from "kysely";
import { isFoundBy, maskListing, maskWords } from "../../../domain/listing-masking.ts";
import type { Ctx } from "../../platform/context.ts";
import { escapeLike } from "../../platform/cursor.ts";

/** More locations than this are not asked for by name. */
const LOCATIONS_BY_NAME = 100;

/**
 * The condition that a location contains `text`, in capitals or not. The names
 * of the locations that do are looked up first: from them the planner knows how
 * many cars stand there. Where very many contain it, the cars' own locations are
 * compared, unmasked: what so many have in common tells nothing of one of them.
 */
export async function locationHas(ctx: Ctx, text: string): Promise<RawBuilder<SqlBool>> {
  const part = sql`lower(${`%${escapeLike(text)}%`})`;
  const found = await ctx.db
    .selectFrom("listing_locations as place")
    .where(sql<SqlBool>`place.location like ${part}`)
    .select("place.location")
    .limit(LOCATIONS_BY_NAME + 1)
    .execute();
  if (found.length > LOCATIONS_BY_NAME && maskWords(text) === text) return sql`lower(car.location) like ${part}`;
  const names = found.map(({ location }) => location).filter((name) => isFoundBy(text, name, maskWords(name)));
  return sql`lower(car.location) = any(${names}::text[])`;
}

/** Which of these cars contain `text` in the words that a renter reads. No index serves it. */
export async function carsThatRead(
  ctx: Ctx,
  ids: Expression<{ car_id: string | null }>,
  text: string,
): Promise<string[]> {
  const words = sql<string>`lower(concat_ws(' ', '', car.year, car.make, car.model, car.title, car.location))`;
  const found = await ctx.db
    .selectFrom("car_listings as car")
    .where(sql<SqlBool>`car.id in ${ids}`)
    .where(sql<SqlBool>`strpos(${words}, lower(${text})) > 0`)
    .select(["car.id", "car.year", "car.make", "car.model", "car.title", "car.location"])
    .execute();
  const read = (car: Omit<(typeof found)[number], "id">): string =>
    ` ${car.year} ${car.make} ${car.model} ${car.title} ${car.location}`;
  return found.filter((car) => isFoundBy(text, read(car), read(maskListing(car)))).map(({ id }) => id);
}
