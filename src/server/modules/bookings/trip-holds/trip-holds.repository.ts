// SQL for open bookings of a person, trips on hold, and renters who can't book.
import { formatBookingNumber } from "../../../../domain/booking/booking-number.ts";
import type { ErrorDetails } from "../../../../domain/errors.ts";
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

/** A renter's checkouts that can still be paid. */
export const findOpenCheckouts = async (db: Db, renterId: string): Promise<string[]> =>
  (
    await db
      .selectFrom("payments")
      .innerJoin("bookings", "bookings.id", "payments.booking_id")
      .select("bookings.id")
      .where("bookings.renter_id", "=", renterId)
      .where("payments.state", "in", ["opening", "open"])
      .execute()
  ).map(({ id }) => id);

/** What a renter has yet to pay after trips, in all and for each trip, longest owed first. */
export async function findOutstanding(
  db: Db,
  renterId: string,
): Promise<ErrorDetails["outstanding_balance"] | undefined> {
  const rows = await db
    .selectFrom("later_charges as charge")
    .innerJoin("bookings", "bookings.id", "charge.booking_id")
    .select((row) => [
      "charge.booking_id",
      "bookings.number",
      row.fn.sum<number>("charge.amount_cents").as("cents"),
    ])
    .where("bookings.renter_id", "=", renterId)
    .where("charge.state", "=", "outstanding")
    .where("charge.kind", "<>", "change")
    .groupBy(["charge.booking_id", "bookings.number"])
    .orderBy((row) => row.fn.min("charge.outstanding_since"))
    .execute();
  if (rows.length === 0) return undefined;
  const balances = rows.map(({ booking_id, number, cents }) => ({
    booking_id,
    booking_number: formatBookingNumber(number),
    amount_cents: Number(cents),
  }));
  return {
    amount_cents: balances.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
    balances,
  };
}
