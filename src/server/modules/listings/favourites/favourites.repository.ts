// SQL for saved cars.
import { sql, type SqlBool } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { Position } from "../../../platform/database/cursor.ts";
import type { FavouritesTable } from "../../../platform/database/schema.ts";
import { CARD_COLUMNS, IS_PUBLIC, withHost } from "../listings.repository.ts";

/** One page, last saved first, starting after `after`. Deleted cars are left out. */
export const findFavourites = (
  db: Db,
  userId: string,
  { after, limit }: { after: Position | undefined; limit: number },
) =>
  db
    .selectFrom("favourites as saved")
    .innerJoin("car_listings as car", "car.id", "saved.car_id")
    .leftJoin("profiles as host", "host.user_id", "car.host_id")
    .where("saved.user_id", "=", userId)
    .where("car.deleted_at", "is", null)
    .$if(after !== undefined, (rows) =>
      rows.where(
        sql<SqlBool>`(saved.created_at, saved.car_id) < (${after?.key}::timestamp at time zone 'UTC', ${after?.id}::uuid)`,
      ),
    )
    .select([
      ...CARD_COLUMNS,
      "saved.saved_price_cents",
      "saved.created_at as saved_at",
      sql<boolean>`${IS_PUBLIC}`.as("is_public"),
    ])
    .select(sql<string>`(saved.created_at at time zone 'UTC')::text`.as("key"))
    .orderBy("saved.created_at", "desc")
    .orderBy("saved.car_id", "desc")
    .limit(limit)
    .execute();
export type FavouriteRow = Awaited<ReturnType<typeof findFavourites>>[number];

export const findFavouriteIds = async (db: Db, userId: string): Promise<string[]> =>
  (
    await db
      .selectFrom("favourites as saved")
      .innerJoin("car_listings as car", "car.id", "saved.car_id")
      .where("saved.user_id", "=", userId)
      .where("car.deleted_at", "is", null)
      .orderBy("saved.created_at", "desc")
      .orderBy("saved.car_id", "desc")
      .select("saved.car_id")
      .execute()
  ).map(({ car_id }) => car_id);

/**
 * Saves those of these cars that are public and not saved yet, up to `room` of them; the first id
 * counts as the last saved. @returns the ids that were saved
 */
export async function insertFavourites(
  db: Db,
  userId: string,
  carIds: readonly string[],
  room: number,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ car_id: string }>`
    insert into favourites (user_id, car_id, saved_price_cents, told_price_cents, created_at)
    select ${userId}, car.id, car.price_per_day_cents, car.price_per_day_cents,
      ${now.toISOString()}::timestamptz - wanted.place * interval '1 microsecond'
    from unnest(${carIds}::uuid[]) with ordinality wanted (id, place) join car_listings car on car.id = wanted.id
    where ${IS_PUBLIC}
      and not exists (select from favourites saved where saved.user_id = ${userId} and saved.car_id = car.id)
    order by wanted.place limit ${room}
    on conflict do nothing returning car_id`.execute(db);
  return rows.map(({ car_id }) => car_id);
}

export const deleteFavouriteRow = async (db: Db, userId: string, carId: string): Promise<boolean> =>
  (
    await db
      .deleteFrom("favourites")
      .where("user_id", "=", userId)
      .where("car_id", "=", carId)
      .returning("car_id")
      .execute()
  ).length > 0;

/**
 * Saved cars that cost less than when they were saved or last notified of, and have been unchanged
 * since `before`. Suspended people are left out.
 */
const cheaper = (db: Db, before: Date) =>
  db
    .selectFrom("favourites as saved")
    .innerJoin("car_listings as car", "car.id", "saved.car_id")
    .innerJoin("accounts as account", "account.id", "saved.user_id")
    .innerJoin("profiles as person", "person.user_id", "saved.user_id")
    .where(sql<SqlBool>`${IS_PUBLIC} and car.price_per_day_cents < saved.told_price_cents`)
    .where("car.updated_at", "<=", before.toISOString())
    .where("account.suspended_at", "is", null);

export const findCheaper = (db: Db, before: Date, limit: number): Promise<Saved[]> =>
  cheaper(db, before).select(["saved.user_id", "saved.car_id"]).limit(limit).execute();
export type Saved = Pick<FavouritesTable, "user_id" | "car_id">;

/** One of them, locked; undefined if the person has been notified in the meantime. */
export const lockCheaper = (db: Db, before: Date, { user_id, car_id }: Saved) =>
  cheaper(db, before)
    .where("saved.user_id", "=", user_id)
    .where("saved.car_id", "=", car_id)
    .select([
      "car.id",
      "car.title",
      "car.year",
      "car.make",
      "car.model",
      "car.location",
      "person.first_name",
    ])
    .select(["saved.told_price_cents", "car.price_per_day_cents as price_cents"])
    .forUpdate("saved")
    .executeTakeFirst();
export type CheaperRow = NonNullable<Awaited<ReturnType<typeof lockCheaper>>>;

export const setNotifiedPrice = (
  db: Db,
  { user_id, car_id }: Saved,
  cents: number,
): Promise<unknown> =>
  db
    .updateTable("favourites")
    .set({ told_price_cents: cents })
    .where("user_id", "=", user_id)
    .where("car_id", "=", car_id)
    .execute();

/** The public cars among these ids, in the order of `ids`. */
export const findChosen = (db: Db, ids: readonly string[]) =>
  withHost(db)
    .where("car.id", "in", ids)
    .where(IS_PUBLIC)
    .select(CARD_COLUMNS)
    .orderBy(sql`array_position(${ids}::uuid[], car.id)`)
    .execute();
