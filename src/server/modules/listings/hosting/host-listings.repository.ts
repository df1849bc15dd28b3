// SQL for listings as their hosts and admins see them: including unapproved and unavailable
// listings, with every column.
import { sql, type Insertable, type Selectable, type SqlBool, type Updateable } from "kysely";
import type { CalendarDate } from "../../../../domain/calendar/dates.ts";
import { DOCUMENT_KINDS } from "../../../../domain/listing/car-documents.ts";
import { DomainError } from "../../../../domain/errors.ts";
import type { Db } from "../../../platform/database/database.ts";
import { escapeLike, type Position } from "../../../platform/database/cursor.ts";
import type { CarListingsTable } from "../../../platform/database/schema.ts";
import { showLocations } from "../listing-text.repository.ts";

export type ListingRow = Selectable<CarListingsTable>;

export interface HostSearch {
  hostId: string;
  search?: string | undefined;
  /** Only cars of which a document is missing or not valid after this day. */
  dueBy?: CalendarDate | undefined;
}

const matching = (db: Db, { hostId, search, dueBy }: HostSearch) =>
  db
    .selectFrom("car_listings as car")
    .where("car.host_id", "=", hostId)
    .where("car.deleted_at", "is", null)
    .$if(dueBy !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(select count(*) from car_documents as document where document.car_id = car.id
          and (document.expires_on is null or document.expires_on > ${dueBy}::date)) < ${DOCUMENT_KINDS.length}`,
      ),
    )
    .$if(Boolean(search), (query) =>
      query.where(
        sql<string>`concat_ws(' ', car.title, car.make, car.model, car.location, car.license_plate)`,
        "ilike",
        `%${escapeLike(search ?? "")}%`,
      ),
    );

/** One page, newest first, starting after `after`. */
export const findHostPage = (
  db: Db,
  query: HostSearch,
  { after, limit }: { after: Position | undefined; limit: number },
): Promise<(ListingRow & { key: string })[]> =>
  matching(db, query)
    .$if(after !== undefined, (cars) =>
      cars.where(
        sql<SqlBool>`(car.created_at, car.id) < (${after?.key}::timestamp at time zone 'UTC', ${after?.id}::uuid)`,
      ),
    )
    .selectAll("car")
    .select(sql<string>`(car.created_at at time zone 'UTC')::text`.as("key"))
    .orderBy("car.created_at", "desc")
    .orderBy("car.id", "desc")
    .limit(limit)
    .execute();

export const countHostListings = (
  db: Db,
  query: HostSearch,
): Promise<{ total: number; active: number }> =>
  matching(db, query)
    .select((row) => [
      row.fn.countAll<number>().as("total"),
      row.fn
        .countAll<number>()
        .filterWhere(sql<SqlBool>`car.is_approved and car.is_available`)
        .as("active"),
    ])
    .executeTakeFirstOrThrow();

/** A listing that is not deleted. With `forUpdate` it is locked for the rest of the transaction. */
export const findListingRow = (
  db: Db,
  id: string,
  { forUpdate = false } = {},
): Promise<ListingRow | undefined> =>
  db
    .selectFrom("car_listings")
    .selectAll()
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .$if(forUpdate, (query) => query.forUpdate())
    .executeTakeFirst();

/** Like findListingRow. @throws DomainError not_found */
export async function getListingRow(
  db: Db,
  id: string,
  lock: { forUpdate?: boolean } = {},
): Promise<ListingRow> {
  const row = await findListingRow(db, id, lock);
  if (!row) throw new DomainError("not_found", { what: "listing" });
  return row;
}

/** @returns undefined if another listing, which is committed by then, has the id */
export async function insertListing(
  db: Db,
  listing: Insertable<CarListingsTable>,
): Promise<ListingRow | undefined> {
  const row = await db
    .insertInto("car_listings")
    .values(listing)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row) await showLocations(db, [row.location]);
  return row;
}

/**
 * Stores what an admin has looked at. `updated_at` stays, so that the host's open form can still be
 * saved.
 */
export const acceptChangesRow = (
  db: Db,
  id: string,
  looked: Pick<Updateable<CarListingsTable>, "approved_with" | "reviewed_at" | "reviewed_by">,
): Promise<ListingRow> =>
  db
    .updateTable("car_listings")
    .set({ ...looked, unreviewed_since: null })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

export async function updateListingRow(
  db: Db,
  id: string,
  change: Updateable<CarListingsTable>,
  now: Date,
): Promise<ListingRow> {
  const row = await db
    .updateTable("car_listings")
    .set({ ...change, updated_at: now.toISOString() })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (change.location !== undefined) await showLocations(db, [row.location]);
  return row;
}
