// The SQL of car_listings. IS_PUBLIC is the one definition of a public listing;
// listing-search.repository.ts searches these.
import { sql, type SqlBool } from "kysely";
import { PRICE_COLUMNS } from "../../../domain/listing/prices.ts";
import type { IslandId } from "../../../domain/place/islands.ts";
import type { WireRules } from "../../../domain/booking/booking-rules.ts";
import type { Db } from "../../platform/database/database.ts";

/** A condition on `car`. Its text must match the partial indexes of the table exactly. */
export const IS_PUBLIC = sql<SqlBool>`(car.is_approved and car.is_available and car.deleted_at is null)`;

export const publicListings = (db: Db) => db.selectFrom("car_listings as car").where(IS_PUBLIC);

/** The columns of `car` with its booking rules. */
const RULE_COLUMNS = [
  "car.pickup_from",
  "car.pickup_until",
  "car.turnaround_hours",
  "car.advance_notice_hours",
  "car.min_days",
  "car.max_days",
] as const;

/** The columns of `car` that isBookable reads. */
export const BOOKABLE_COLUMNS = [...RULE_COLUMNS, "car.booking_mode"] as const;

/** The columns of `car` that rentalTotal reads. */
export const PRICES = PRICE_COLUMNS.map((column) => `car.${column}` as const);

/** The columns of `car` that its usage terms follow from. */
const USAGE_COLUMNS = [
  "car.fuel_type",
  "car.included_miles_per_day",
  "car.price_per_mile_cents",
  "car.tank_gallons",
  "car.deposit_cents",
] as const;

/** What a gallon costs on the car's island; null if the island is unknown. */
const pumpPrice = sql<
  number | null
>`(select cents_per_gallon from pump_prices where island = car.island)`;

/** The columns of a car's card, from `car` and `host`. */
export const CARD_COLUMNS = [
  "car.id",
  "car.title",
  "car.make",
  "car.model",
  "car.year",
  "car.location",
  "car.latitude",
  "car.longitude",
  "car.island",
  ...PRICES,
  "car.body_type",
  "car.transmission",
  "car.fuel_type",
  "car.seats",
  "car.features",
  "car.images",
  "car.booking_mode",
  "car.created_at",
  "car.review_count",
  "car.star_sum",
  "host.first_name as host_first_name",
  "host.last_name as host_last_name",
] as const;

/** Cars with their hosts. A search joins the hosts only after its limit. */
export const withHost = (db: Db) =>
  db.selectFrom("car_listings as car").leftJoin("profiles as host", "host.user_id", "car.host_id");

/** A public listing with the name of its host. */
export const findPublicListing = (db: Db, id: string) =>
  withHost(db)
    .where(IS_PUBLIC)
    .where("car.id", "=", id)
    .leftJoin("identity_states as identity", "identity.user_id", "car.host_id")
    .select([
      ...CARD_COLUMNS,
      ...USAGE_COLUMNS,
      pumpPrice.as("pump_price_cents"),
      "car.host_id",
      "car.description",
      "car.color",
      "car.instant_for_verified",
      "identity.state as host_identity",
      "host.photo_id as host_photo_id",
    ])
    .executeTakeFirst();
export type DetailRow = NonNullable<Awaited<ReturnType<typeof findPublicListing>>>;
export type CardRow = Omit<
  DetailRow,
  | "host_id"
  | "description"
  | "color"
  | "instant_for_verified"
  | "host_identity"
  | "host_photo_id"
  | "included_miles_per_day"
  | "price_per_mile_cents"
  | "tank_gallons"
  | "deposit_cents"
  | "pump_price_cents"
>;

/** A host's public cars, newest first. */
export const findPublicByHost = (db: Db, hostId: string, limit: number): Promise<CardRow[]> =>
  withHost(db)
    .where(IS_PUBLIC)
    .where("car.host_id", "=", hostId)
    .select(CARD_COLUMNS)
    .orderBy("car.created_at", "desc")
    .orderBy("car.id", "desc")
    .limit(limit)
    .execute();

export const isPublic = async (db: Db, id: string): Promise<boolean> =>
  (await publicListings(db).where("car.id", "=", id).select("car.id").executeTakeFirst()) !==
  undefined;

/** The booking rules of a public car. */
export const findRules = (db: Db, id: string): Promise<WireRules | undefined> =>
  publicListings(db).where("car.id", "=", id).select(RULE_COLUMNS).executeTakeFirst();

/** The columns that a booking needs. `lock` locks the row against other bookings and changes. */
export const findBookable = (db: Db, id: string, lock: boolean) =>
  publicListings(db)
    .where("car.id", "=", id)
    .select([
      "car.id",
      "car.host_id",
      "car.title",
      "car.make",
      "car.model",
      "car.year",
      "car.location",
    ])
    .select([...PRICES, ...RULE_COLUMNS, "car.booking_mode", "car.instant_for_verified"])
    .select([...USAGE_COLUMNS, pumpPrice.as("pump_price_cents")])
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();

/** Listings without an island, ordered by id, starting after `after`. */
export const findUnplaced = (db: Db, after: string, limit: number) =>
  db
    .selectFrom("car_listings")
    .where("island", "is", null)
    .where("deleted_at", "is", null)
    .where("id", ">", after)
    .select(["id", "location", "latitude", "longitude"])
    .orderBy("id")
    .limit(limit)
    .execute();

/**
 * Sets islands only where there is none yet, because a host may be changing the row. `updated_at`
 * stays, since the listing's own content has not changed.
 */
export async function setIslands(
  db: Db,
  rows: readonly { id: string; island: IslandId }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`update car_listings as car set island = given.island
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ island }) => island)}::text[]) as given (id, island)
    where car.id = given.id and car.island is null`.execute(db);
}
