// SQL for the facts behind the flags of drivers (domain/person/driver-flags.ts).
import { sql, type RawBuilder, type SqlBool } from "kysely";
import {
  driverFlags,
  FLAGGED_DISPUTES,
  OPEN_STATUSES,
  type DriverFlag,
} from "../../../../domain/person/driver-flags.ts";
import type { IdentityState } from "../../../../domain/person/identity.ts";
import type { Db } from "../../../platform/database/database.ts";

const literals = (values: readonly string[]) => sql.join(values.map((value) => sql.lit(value)));

/** Written as in the index bookings_trips_idx. */
const OPEN = literals(OPEN_STATUSES);
const FLAGGED = literals(FLAGGED_DISPUTES);

/** Whether a row of `bookings` is requested or approved. */
export const IS_OPEN = sql<SqlBool>`bookings.status in (${OPEN})`;

/** Whether a row of `bookings` overlaps another requested or approved trip of its renter. */
export const TRIPS_OVERLAP: RawBuilder<boolean> = sql`(bookings.counts
  and bookings.status in (${OPEN}) and exists (
    select from bookings other where other.renter_id = bookings.renter_id
      and other.id <> bookings.id and other.counts and other.status in (${OPEN})
      and other.pickup_at < bookings.return_at and other.return_at > bookings.pickup_at))`;

const disputed = (renterId: RawBuilder<unknown>): RawBuilder<boolean> => sql`exists (
  select from disputes dispute join bookings charged on charged.id = dispute.booking_id
  where charged.renter_id = ${renterId} and dispute.state in (${FLAGGED}))`;

/** Whether a bank disputed a charge of the renter of a row of `bookings`. */
export const RENTER_DISPUTED = disputed(sql.ref("bookings.renter_id"));

/**
 * Whether the renter of a row of `bookings`, which is requested or approved, has any flag. For many
 * rows: the few people with one of the two other flags are found once.
 */
export const IS_FLAGGED: RawBuilder<SqlBool> = sql`(
  bookings.renter_id in (select user_id from identities where state = 'rejected')
  or bookings.renter_id in (select charged.renter_id from disputes dispute
    join bookings charged on charged.id = dispute.booking_id
    where dispute.state in (${FLAGGED}))
  or ${TRIPS_OVERLAP})`;

/** The flags of a person as a driver. */
export async function findFlagsOf(db: Db, userId: string): Promise<DriverFlag[]> {
  const { rows } = await sql<{
    tripsOverlap: boolean;
    isDisputed: boolean;
    identity: IdentityState;
  }>`select
      exists (select from bookings where renter_id = ${userId} and ${TRIPS_OVERLAP}) as "tripsOverlap",
      ${disputed(sql`${userId}`)} as "isDisputed",
      coalesce((select state from identity_states where user_id = ${userId}), 'none') as identity`.execute(
    db,
  );
  return rows.flatMap(driverFlags);
}
