// SQL for photos. A photo is used if a car shows it or had it when it was last approved, if a draft
// of its owner has it, or if it shows a car after a storm.
import { sql, type Insertable, type Selectable, type SqlBool } from "kysely";
import { DomainError } from "../../../domain/errors.ts";
import type { PhotoState } from "../../../domain/listing/photo.ts";
import type { Db } from "../../platform/database/database.ts";
import { escapeLike } from "../../platform/database/cursor.ts";
import { sqlState } from "../../platform/database/database.ts";
import type { PhotosTable } from "../../platform/database/schema.ts";

export type PhotoRow = Selectable<PhotosTable>;

/** @throws DomainError photo_exists */
export async function insertPhoto(db: Db, photo: Insertable<PhotosTable>): Promise<void> {
  try {
    await db.insertInto("photos").values(photo).execute();
  } catch (error) {
    if (sqlState(error)?.constraint === "photos_key_key") throw new DomainError("photo_exists");
    throw error;
  }
}

export const findPhotoByKey = (db: Db, key: string): Promise<PhotoRow | undefined> =>
  db.selectFrom("photos").selectAll().where("key", "=", key).executeTakeFirst();

export const findPhotoRow = (db: Db, id: string): Promise<PhotoRow | undefined> =>
  db.selectFrom("photos").selectAll().where("id", "=", id).executeTakeFirst();

/**
 * The photos with these names that belong to `ownerId`. In a transaction they are locked until its
 * end, so that nobody removes a photo while it is being put on a car.
 */
export const findOwn = (db: Db, ownerId: string, keys: readonly string[]): Promise<PhotoRow[]> =>
  db
    .selectFrom("photos")
    .selectAll()
    .where("owner_id", "=", ownerId)
    .where(sql<SqlBool>`key = any(${keys}::text[])`)
    .$if(db.isTransaction, (query) => query.forKeyShare())
    .execute();

/** The number of an owner's photos whose sizes are not made yet. */
export async function countUnmade(db: Db, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom("photos")
    .where("owner_id", "=", ownerId)
    .where("state", "=", "processing")
    .select((row) => row.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** The subset of these ids that are photos. */
export async function knownIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom("photos")
    .select("id")
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** @returns false when the photo was deleted or replaced. */
export async function setState(db: Db, id: string, state: PhotoState, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("photos")
    .set({ state, updated_at: now.toISOString() })
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Deletes an owner's unused photo with that name, so that another can take its place. @returns its
 * id
 */
export async function deleteReplaced(
  db: Db,
  ownerId: string,
  key: string,
): Promise<string | undefined> {
  const row = await db
    .deleteFrom("photos")
    .where("key", "=", key)
    .where(isUnused(OWN_CARS))
    .where("owner_id", "=", ownerId)
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

export interface PhotoList {
  /** undefined: everybody's. */
  ownerId: string | undefined;
  /** "" or a folder with a trailing slash. */
  folder: string;
  /** A part of the name. */
  search: string;
  column: "name" | "created_at" | "updated_at";
  order: "asc" | "desc";
  limit: number;
  offset: number;
}

/** A photo, or a folder with photos, which has only a name. */
export interface ListedRow extends Pick<
  PhotoRow,
  "bytes" | "width" | "height" | "state" | "created_at" | "updated_at"
> {
  name: string;
  id: string | null;
}

/** The contents of a folder, photos and folders alike. */
export async function listFolder(
  db: Db,
  { ownerId, folder, search, ...page }: PhotoList,
): Promise<ListedRow[]> {
  // A literal instead of a parameter, so that PostgreSQL sees that it groups by what it selects.
  const rest = sql<string>`substr(key, ${sql.lit(folder.length + 1)})`;
  const name = sql<string>`split_part(${rest}, '/', 1)`;
  const isPhoto = sql<SqlBool>`strpos(${rest}, '/') = 0`;
  const photo = <T>(column: string) => sql<T>`max(${sql.ref(column)}) filter (where ${isPhoto})`;
  return db
    .selectFrom("photos")
    .where("key", "like", `${escapeLike(folder)}%`)
    .$if(ownerId !== undefined, (query) => query.where("owner_id", "=", ownerId ?? ""))
    .where(sql<SqlBool>`${name} ilike ${`%${escapeLike(search)}%`}`)
    .groupBy(name)
    .select([
      name.as("name"),
      sql<string | null>`max(id::text) filter (where ${isPhoto})`.as("id"),
      photo<number>("bytes").as("bytes"),
      photo<number>("width").as("width"),
      photo<number>("height").as("height"),
      photo<PhotoState>("state").as("state"),
      photo<string>("created_at").as("created_at"),
      photo<string>("updated_at").as("updated_at"),
    ])
    .orderBy(page.column === "name" ? name : sql.ref(page.column), page.order)
    .orderBy(name)
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

/** The key at the end of a car's image URL, whatever the origin or query. */
const keyInImage = sql<string>`split_part(split_part(image, '/car-images/', 2), '?', 1)`;

/** A car's current images and those it was approved with, because an admin compares the two. */
const imagesOfCar = sql`unnest(car.images || array(select jsonb_array_elements_text(car.approved_with -> 'images')))`;

/**
 * True if no car, draft or inspection uses the photo. `cars` restricts the cars that are checked.
 * The fields of a draft are not checked, so its images may also be a single text.
 */
const isUnused = (cars = sql`true`) => sql<SqlBool>`not exists (
  select from car_listings as car cross join ${imagesOfCar} as image where ${cars} and ${keyInImage} = photos.key)
  and not exists (
    select from listing_drafts as draft
      cross join jsonb_path_query(draft.content, '$.images[*]') as element
      cross join lateral (select element #>> '{}' as image) as used
    where draft.host_id = photos.owner_id and ${keyInImage} = photos.key)
  and not exists (
    select from storm_cars cross join unnest(storm_cars.photos) as image
    where storm_cars.inspected_by = photos.owner_id and ${keyInImage} = photos.key)`;

/** A host's photos appear only on the host's own cars, which an index finds. */
const OWN_CARS = sql`car.host_id = photos.owner_id`;

/**
 * Locks photos, so that a later check of the cars stays valid. Photos locked by others are skipped.
 */
const lock = (db: Db) => db.selectFrom("photos").selectAll().orderBy("id").forUpdate().skipLocked();

/**
 * Deletes those of these photos that no car uses, or only the given owner's. Call it in a
 * transaction.
 */
export async function deleteUnused(
  db: Db,
  keys: readonly string[],
  ownerId: string | undefined,
): Promise<PhotoRow[]> {
  const rows = await lock(db)
    .where(sql<SqlBool>`key = any(${keys}::text[])`)
    .$if(ownerId !== undefined, (query) => query.where("owner_id", "=", ownerId ?? ""))
    .execute();
  return deleteLocked(db, rows, ownerId === undefined ? undefined : OWN_CARS);
}

/** Deletes up to `limit` photos older than `before` that no car uses. Call it in a transaction. */
export async function deleteOrphans(db: Db, before: string, limit: number): Promise<PhotoRow[]> {
  const rows = await lock(db)
    .where("created_at", "<", before)
    .where(isUnused())
    .limit(limit)
    .execute();
  return deleteLocked(db, rows);
}

/** A separate statement, so that it sees the cars that were saved before the lock was acquired. */
async function deleteLocked(
  db: Db,
  rows: readonly PhotoRow[],
  cars = sql`true`,
): Promise<PhotoRow[]> {
  return db
    .deleteFrom("photos")
    .where(sql<SqlBool>`id = any(${rows.map((row) => row.id)}::uuid[])`)
    .where(isUnused(cars))
    .returningAll()
    .execute();
}
