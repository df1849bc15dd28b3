// SQL for the links of runners.
import { sql, type Insertable } from "kysely";
import type { ExtraRequest } from "../../../../domain/listing/add-ons/extras.ts";
import type { Db } from "../../../platform/database/database.ts";
import type { RunnerLinksTable } from "../../../platform/database/schema.ts";
import { isLinkRevoked } from "../../helpers/rights.service.ts";

const selectLinks = (db: Db) =>
  db
    .selectFrom("runner_links as link")
    .innerJoin("bookings", "bookings.id", "link.booking_id")
    .selectAll("link")
    .select(["bookings.host_id", isLinkRevoked.as("is_revoked")]);
export type LinkRow = Awaited<
  ReturnType<ReturnType<typeof selectLinks>["executeTakeFirstOrThrow"]>
>;

export const findLinks = (db: Db, bookingId: string): Promise<LinkRow[]> =>
  selectLinks(db).where("booking_id", "=", bookingId).orderBy("link.created_at").execute();

export const findLink = (
  db: Db,
  by: { id: string } | { secretHash: Buffer },
): Promise<LinkRow | undefined> =>
  selectLinks(db)
    .$if("id" in by, (query) => query.where("link.id", "=", "id" in by ? by.id : ""))
    .$if("secretHash" in by, (query) =>
      query.where("secret_hash", "=", "secretHash" in by ? by.secretHash : Buffer.alloc(0)),
    )
    .executeTakeFirst();

export const insertLink = (db: Db, link: Insertable<RunnerLinksTable>): Promise<unknown> =>
  db.insertInto("runner_links").values(link).execute();

/** @returns whether it was open until now */
export async function revokeLink(
  db: Db,
  { id, bookingId }: { id: string; bookingId: string },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("runner_links")
    .set({ revoked_at: now.toISOString() })
    .where("id", "=", id)
    .where("booking_id", "=", bookingId)
    .where("revoked_at", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Remembers when a link was first opened. */
export const markOpened = (db: Db, id: string, now: Date): Promise<unknown> =>
  db
    .updateTable("runner_links")
    .set({ opened_at: now.toISOString() })
    .where("id", "=", id)
    .where("opened_at", "is", null)
    .execute();

/** Revokes the links that somebody made for bookings of some cars. */
export const revokeLinksOf = (
  db: Db,
  { userId, carIds }: { userId: string; carIds: readonly string[] },
  now: Date,
): Promise<unknown> =>
  db
    .updateTable("runner_links")
    .from("bookings")
    .whereRef("bookings.id", "=", "booking_id")
    .set({ revoked_at: now.toISOString() })
    .where("created_by", "=", userId)
    .where("bookings.car_id", "=", sql<string>`any(${carIds}::uuid[])`)
    .where("revoked_at", "is", null)
    .execute();

/** Deletes the secrets of every booking of some cars. */
export const deleteSecretsOfCars = (db: Db, carIds: readonly string[]): Promise<unknown> =>
  db
    .deleteFrom("handover_secrets")
    .using("bookings")
    .whereRef("bookings.id", "=", "booking_id")
    .where("bookings.car_id", "=", sql<string>`any(${carIds}::uuid[])`)
    .execute();

/** Deletes the links of trips that were to end before this instant. */
export const deleteOldLinks = (db: Db, before: string): Promise<unknown> =>
  db
    .deleteFrom("runner_links")
    .using("bookings")
    .whereRef("bookings.id", "=", "booking_id")
    .where("return_at", "<", before)
    .execute();

/** What a runner reads besides the trip: how the car looks, and the extras to hand over. */
export const findRunnerFacts = (db: Db, bookingId: string) =>
  db
    .selectFrom("bookings")
    .innerJoin("car_listings as car", "car.id", "bookings.car_id")
    .where("bookings.id", "=", bookingId)
    .select([
      "car.color",
      "car.license_plate",
      sql<(ExtraRequest & { name: string })[]>`(
        select coalesce(json_agg(json_build_object('extra_id', extra_id, 'name', name, 'quantity', quantity)
          order by name), '[]')
        from booking_extras where booking_id = bookings.id)`.as("extras"),
    ])
    .executeTakeFirstOrThrow();

/** The names of runners by their links, for the audit log. */
export const findRunnerLabels = async (
  db: Db,
  ids: readonly string[],
): Promise<Map<string, string>> =>
  new Map(
    (
      await db
        .selectFrom("runner_links")
        .where("id", "=", sql<string>`any(${ids}::uuid[])`)
        .select(["id", "name"])
        .execute()
    ).map(({ id, name }) => [id, name]),
  );
