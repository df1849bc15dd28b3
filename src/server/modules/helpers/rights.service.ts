// Tells other modules what a helper may do with a car. Rights are read for every request, so they
// apply from the acceptance of the invitation until the host removes them.
import { sql, type RawBuilder } from "kysely";
import type { HelperRight } from "../../../domain/helper/helpers.ts";
import type { DataCtx } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";

/** The ids of the cars with which a person helps, as a subquery. */
export const helpedCars = (userId: string, right: HelperRight): RawBuilder<string> => sql`(
  select helper_rights.car_id from helper_rights join helpers on helpers.id = helper_rights.helper_id
  where helpers.user_id = ${userId} and helper_rights.kind = ${right})`;

export async function hasRight(
  db: Db,
  userId: string,
  carId: string,
  right: HelperRight,
): Promise<boolean> {
  const { rows } = await sql`select where ${carId}::uuid in ${helpedCars(userId, right)}`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * Ends a person's runner links for some cars, and the handover codes of these cars. The trips
 * module provides it, because trips import helpers and not the other way round.
 */
export type RevokeHandoverAccess = (
  tx: DataCtx,
  userId: string,
  carIds: readonly string[],
) => Promise<void>;

/** Whether a person has a right for any car. */
export async function helpsAnyone(db: Db, userId: string, right: HelperRight): Promise<boolean> {
  const { rows } = await sql`select from ${helpedCars(userId, right)} as cars limit 1`.execute(db);
  return rows.length > 0;
}

/** The accounts that have a right for a car, to notify their open pages. */
export const findHelpersOfCar = async (
  db: Db,
  carId: string,
  right: HelperRight,
): Promise<string[]> =>
  (
    await db
      .selectFrom("helper_rights")
      .innerJoin("helpers", "helpers.id", "helper_id")
      .where("car_id", "=", carId)
      .where("kind", "=", right)
      .where("user_id", "is not", null)
      .select("user_id")
      .execute()
  ).flatMap(({ user_id }) => user_id ?? []);

/**
 * Whether a runner's `link` was revoked, or its maker may no longer make links. The host may, and
 * so may a helper who has the right and is not suspended. The query has to select from `bookings`.
 */
export const isLinkRevoked: RawBuilder<boolean> = sql`(link.revoked_at is not null or not (link.created_by = bookings.host_id or exists (
  select from helper_rights join helpers on helpers.id = helper_rights.helper_id
    join accounts on accounts.id = helpers.user_id
  where helpers.user_id = link.created_by and accounts.suspended_at is null and helper_rights.car_id = bookings.car_id and helper_rights.kind = 'handovers')))`;
