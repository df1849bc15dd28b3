// SQL for helpers and their rights.
import { createHash, randomBytes } from "node:crypto";
import { sql, type Selectable, type Updateable } from "kysely";
import type { HelperRight } from "../../../domain/helper/helpers.ts";
import type { Db } from "../../platform/database/database.ts";
import type { HelpersTable } from "../../platform/database/schema.ts";

export type HelperRow = Selectable<HelpersTable>;
export interface Grant {
  car_id: string;
  rights: HelperRight[];
}

const GRANTS = sql<Grant[]>`(
  select coalesce(json_agg(json_build_object('car_id', car_id, 'rights', rights) order by car_id), '[]')
  from (select car_id, array_agg(kind order by kind) as rights from helper_rights
    join car_listings car on car.id = car_id and car.deleted_at is null
    where helper_id = helpers.id group by car_id) as granted)`;

const selectHelpers = (db: Db) =>
  db
    .selectFrom("helpers")
    .leftJoin("profiles as person", "person.user_id", "helpers.user_id")
    .innerJoin("profiles as host", "host.user_id", "helpers.host_id")
    .selectAll("helpers")
    .select([
      "person.first_name",
      "person.last_name",
      "host.first_name as host_first_name",
      GRANTS.as("cars"),
    ]);
export type ShownHelper = Awaited<
  ReturnType<ReturnType<typeof selectHelpers>["executeTakeFirstOrThrow"]>
>;

export const findHelpersOf = (db: Db, hostId: string): Promise<ShownHelper[]> =>
  selectHelpers(db).where("host_id", "=", hostId).orderBy("helpers.created_at").execute();

/** The hosts whom somebody helps. */
export const findHelped = (db: Db, userId: string): Promise<ShownHelper[]> =>
  selectHelpers(db).where("helpers.user_id", "=", userId).orderBy("accepted_at").execute();

export const findHelper = (db: Db, id: string): Promise<ShownHelper | undefined> =>
  selectHelpers(db).where("helpers.id", "=", id).executeTakeFirst();

/** Locks a helper, so that an answer and a removal don't cross. */
export const lockHelper = (db: Db, id: string): Promise<HelperRow | undefined> =>
  db.selectFrom("helpers").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

/** The cars of a host, or some cars, that are not deleted. */
export const findCars = (db: Db, of: { hostId: string } | { ids: readonly string[] }) =>
  db
    .selectFrom("car_listings")
    .select(["id", "title", "make", "model", "year", "color", "license_plate", "images"])
    .where("deleted_at", "is", null)
    .$if("hostId" in of, (query) => query.where("host_id", "=", "hostId" in of ? of.hostId : ""))
    .$if("ids" in of, (query) =>
      query.where("id", "=", sql<string>`any(${"ids" in of ? of.ids : []}::uuid[])`),
    )
    .orderBy("title")
    .orderBy("id")
    .execute();

/** @returns its id; undefined if the host has invited the address before */
export const insertHelper = async (
  db: Db,
  row: Pick<HelperRow, "host_id" | "email" | "token_hash" | "expires_at" | "created_at">,
): Promise<string | undefined> =>
  (
    await db
      .insertInto("helpers")
      .values(row)
      .onConflict((conflict) => conflict.columns(["host_id", "email"]).doNothing())
      .returning("id")
      .executeTakeFirst()
  )?.id;

export const updateHelper = (
  db: Db,
  id: string,
  change: Updateable<HelpersTable>,
): Promise<unknown> => db.updateTable("helpers").set(change).where("id", "=", id).execute();

export const deleteHelper = (db: Db, id: string): Promise<unknown> =>
  db.deleteFrom("helpers").where("id", "=", id).execute();

export async function replaceRights(
  db: Db,
  helperId: string,
  cars: readonly Grant[],
): Promise<void> {
  await db.deleteFrom("helper_rights").where("helper_id", "=", helperId).execute();
  const rows = cars.flatMap(({ car_id, rights }) =>
    [...new Set(rights)].map((kind) => ({ helper_id: helperId, car_id, kind })),
  );
  await db.insertInto("helper_rights").values(rows).execute();
}

export const findAddress = (db: Db, userId: string) =>
  db
    .selectFrom("accounts")
    .select(["email", "email_confirmed_at", "suspended_at"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();

/** Removes a departing person as a host, as a helper, and from invitations to their address. */
export const deleteHelpersOf = (db: Db, userId: string, email: string): Promise<unknown> =>
  db
    .deleteFrom("helpers")
    .where(({ eb, or, and }) =>
      or([
        eb("host_id", "=", userId),
        eb("user_id", "=", userId),
        and([eb("user_id", "is", null), eb("email", "=", email)]),
      ]),
    )
    .execute();

export const newToken = (): string => randomBytes(32).toString("base64url");
export const hashHelperToken = (token: string): Buffer =>
  createHash("sha256").update(`helper\n${token}`).digest();

/** The names of helpers, or the invited addresses, for the audit log. */
export const findHelperLabels = async (
  db: Db,
  ids: readonly string[],
): Promise<Map<string, string>> =>
  new Map(
    (
      await db
        .selectFrom("helpers")
        .leftJoin("profiles as person", "person.user_id", "helpers.user_id")
        .where("helpers.id", "=", sql<string>`any(${ids}::uuid[])`)
        .select(["helpers.id", "helpers.email", "first_name", "last_name"])
        .execute()
    ).map(({ id, email, first_name, last_name }) => [
      id,
      first_name === null ? email : `${first_name} ${last_name}`,
    ]),
  );
