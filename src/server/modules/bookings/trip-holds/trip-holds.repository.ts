// SQL for open bookings of a person, trips on hold, and renters who can't book.
import { sql, type SqlBool } from "kysely";
import type { HoldReason } from "../../../../domain/booking/admin/trip-hold.ts";
import type { Db } from "../../../platform/database/database.ts";
import type { BookingRow } from "../bookings.repository.ts";

/** Whether a row of `bookings` is on hold. */
export const IS_ON_HOLD = sql<boolean>`exists (
  select from trip_holds where booking_id = bookings.id and released_at is null)`;

/** Requests that wait for an answer, and approved bookings. */
const IS_OPEN = sql<SqlBool>`((status = 'pending' and payment_status = 'authorized') or status = 'approved')`;

/** A person's open bookings as renter and as host, by start date. */
const openBookings = (db: Db, personId: string) =>
  db
    .selectFrom("bookings")
    .where((row) => row.or([row("renter_id", "=", personId), row("host_id", "=", personId)]))
    .where(IS_OPEN)
    .orderBy("start_date")
    .orderBy("id");

export const findOpenIds = async (db: Db, personId: string): Promise<string[]> =>
  (await openBookings(db, personId).select("id").execute()).map(({ id }) => id);

/** Locks them for the rest of the transaction. */
export const lockOpenBookings = (db: Db, personId: string): Promise<BookingRow[]> =>
  openBookings(db, personId).selectAll().forUpdate().execute();

/** @returns the hold's id; undefined if the trip is on hold already */
export async function insertTripHold(
  db: Db,
  hold: { booking_id: string; reason: HoldReason },
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .insertInto("trip_holds")
    .values({ ...hold, held_at: now.toISOString() })
    .onConflict((conflict) =>
      conflict.column("booking_id").where("released_at", "is", null).doNothing(),
    )
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** @returns the hold that this ended; undefined if the trip was not on hold */
export const releaseTripHold = (
  db: Db,
  bookingId: string,
  outcome: "kept" | "cancelled" | "ended",
  now: Date,
): Promise<{ id: string; reason: HoldReason } | undefined> =>
  db
    .updateTable("trip_holds")
    .set({ outcome, released_at: now.toISOString() })
    .where("booking_id", "=", bookingId)
    .where("released_at", "is", null)
    .returning(["id", sql<HoldReason>`reason`.as("reason")])
    .executeTakeFirst();

/** A second loss replaces the first. */
export async function insertBookingBan(
  db: Db,
  ban: { renter_id: string; dispute_id: string },
  now: Date,
): Promise<void> {
  const { dispute_id } = ban;
  const banned_at = now.toISOString();
  await db
    .insertInto("booking_bans")
    .values({ ...ban, banned_at })
    .onConflict((conflict) => conflict.column("renter_id").doUpdateSet({ dispute_id, banned_at }))
    .execute();
}

/** @param disputeId was won; the ban stays if the renter has lost another.
 *  @returns whether a ban was lifted */
export async function deleteBookingBan(
  db: Db,
  renterId: string,
  disputeId?: string,
): Promise<boolean> {
  const row = await db
    .deleteFrom("booking_bans")
    .where("renter_id", "=", renterId)
    .$if(disputeId !== undefined, (query) =>
      query.where(
        sql<boolean>`not exists (select from disputes dispute join bookings on bookings.id = dispute.booking_id
          where bookings.renter_id = ${renterId} and dispute.state = 'lost' and dispute.id <> ${disputeId})`,
      ),
    )
    .returning("renter_id")
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Why a renter can't book now. Locks the account in share mode: a suspension or ban that another
 * transaction is about to store has to wait, or is seen here.
 */
export async function findBar(db: Db, renterId: string): Promise<HoldReason | undefined> {
  const account = await db
    .selectFrom("accounts")
    .select("suspended_at")
    .where("id", "=", renterId)
    .forShare()
    .executeTakeFirstOrThrow();
  if (account.suspended_at !== null) return "renter_suspended";
  const ban = await db
    .selectFrom("booking_bans")
    .select("renter_id")
    .where("renter_id", "=", renterId)
    .executeTakeFirst();
  return ban && "charged_back";
}
