// Searches the text of listings as the public sees it: finding a car by a masked phone number would
// confirm the number.
import { sql, type Expression, type RawBuilder, type SqlBool } from "kysely";
import {
  matchesSearch,
  maskListing,
  maskListingText,
} from "../../../domain/listing/listing-masking.ts";
import type { Db } from "../../platform/database/database.ts";
import { escapeLike } from "../../platform/database/cursor.ts";

/** The maximum number of matching locations that a search lists by name. */
const LOCATIONS_BY_NAME = 100;

export interface LocationCondition {
  condition: RawBuilder<SqlBool>;
  /** The matching names, by which an index finds cars; undefined if there are too many. */
  names: readonly string[] | undefined;
}

/**
 * The condition that a location contains `text`, ignoring case. The matching names are looked up
 * first. If too many match, each car's location is looked up among them; "is true" keeps the
 * planner from joining and sorting all cars.
 */
export async function locationHas(db: Db, text: string): Promise<LocationCondition> {
  const places = db
    .selectFrom("listing_locations as place")
    .where(sql<SqlBool>`place.shown like lower(${`%${escapeLike(text)}%`})`)
    .select("place.location");
  const found = await places.limit(LOCATIONS_BY_NAME + 1).execute();
  if (found.length > LOCATIONS_BY_NAME)
    return { condition: sql`(lower(car.location) in ${places}) is true`, names: undefined };
  const names = found.map(({ location }) => location);
  return { condition: sql`lower(car.location) = any(${names}::text[])`, names };
}

/** Lets searches find these locations by their masked names. */
export async function showLocations(db: Db, locations: readonly string[]): Promise<void> {
  await sql`update listing_locations as place set shown = lower(given.shown)
    from unnest(${locations}::text[], ${locations.map(maskListingText)}::text[]) as given (location, shown)
    where place.location = lower(given.location) and place.shown is distinct from lower(given.shown)`.execute(
    db,
  );
}

/** Locations that are not masked yet. */
export const findUnmaskedLocations = (db: Db, limit: number) =>
  db
    .selectFrom("listing_locations")
    .where("shown", "is", null)
    .select("location")
    .orderBy("location")
    .limit(limit)
    .execute();

/**
 * Removes the names that no car has any more, in the caller's transaction. The lock waits for
 * transactions that are writing cars and blocks new ones; otherwise a name that a new car relies
 * on could be removed.
 */
export async function forgetLocations(db: Db): Promise<void> {
  await sql`lock table listing_locations in share row exclusive mode`.execute(db);
  await sql`delete from listing_locations as place where not exists (
    select from car_listings as car where lower(car.location) = place.location and car.deleted_at is null)`.execute(
    db,
  );
}

/** The cars among `ids` whose text, as a renter sees it, contains `text`. No index helps. */
export async function carsThatRead(
  db: Db,
  ids: Expression<{ car_id: string | null }>,
  text: string,
): Promise<string[]> {
  const searchedText = sql<string>`lower(concat_ws(' ', '', car.year, car.make, car.model, car.title, car.location))`;
  const found = await db
    .selectFrom("car_listings as car")
    .where(sql<SqlBool>`car.id in ${ids}`)
    .where(sql<SqlBool>`strpos(${searchedText}, lower(${text})) > 0`)
    .select(["car.id", "car.year", "car.make", "car.model", "car.title", "car.location"])
    .execute();
  const read = (car: Omit<(typeof found)[number], "id">): string =>
    ` ${car.year} ${car.make} ${car.model} ${car.title} ${car.location}`;
  return found
    .filter((car) => matchesSearch(text, read(car), read(maskListing(car))))
    .map(({ id }) => id);
}
