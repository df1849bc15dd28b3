// SQL for the cards that checkouts saved: the provider's ids, on the payment of the booking.
import { sql, type SqlBool } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { Provider } from "./payments.repository.ts";

/** Removes our record of a saved card, which the provider has deleted. */
export const clearSavedCard = (db: Db, bookingId: string, now: Date): Promise<unknown> =>
  db
    .updateTable("payments")
    .set({
      customer_id: null,
      payment_method_id: null,
      card_forgotten_at: null,
      updated_at: now.toISOString(),
    })
    .where("booking_id", "=", bookingId)
    .execute();

/** True for a booking whose saved card a later charge, a case or the deposit can need. */
const IS_NEEDED = sql<SqlBool>`(exists (select from later_charges where later_charges.booking_id = payments.booking_id
  and later_charges.state in ('announced', 'contested', 'paying'))
  or exists (select from trip_cases where trip_cases.booking_id = payments.booking_id and trip_cases.state <> 'closed')
  or exists (select from deposits where deposits.booking_id = payments.booking_id and ended_at is null))`;

/**
 * Bookings that are over and whose saved card no later charge can need, whichever provider has it.
 * An outstanding charge is paid on a checkout page.
 */
export async function findForgettableCards(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("payments")
    .innerJoin("bookings", "bookings.id", "payments.booking_id")
    .select("bookings.id")
    .where("payment_method_id", "is not", null)
    .where("bookings.status", "in", ["completed", "cancelled", "rejected"])
    .where(sql<SqlBool>`not ${IS_NEEDED}`)
    .orderBy("bookings.end_date")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Locks the payment of a booking until the transaction ends, so that its card can't be forgotten
 * while a charge is announced.
 */
export const lockSavedCard = (db: Db, bookingId: string): Promise<unknown> =>
  db.selectFrom("payments").select("id").where("booking_id", "=", bookingId).forUpdate().execute();

/**
 * From here on no charge uses the card.
 * @returns the card; undefined if there is none or a charge needs it
 */
export async function stopUsingCard(
  db: Db,
  bookingId: string,
  now: Date,
): Promise<
  { customer_id: string | null; payment_method_id: string | null; provider: Provider } | undefined
> {
  await lockSavedCard(db, bookingId);
  return db
    .updateTable("payments")
    .set((row) => ({
      card_forgotten_at: row.fn.coalesce(
        "card_forgotten_at",
        sql<string>`${now.toISOString()}::timestamptz`,
      ),
    }))
    .where("booking_id", "=", bookingId)
    .where("payment_method_id", "is not", null)
    .where(sql<SqlBool>`not ${IS_NEEDED}`)
    .returning(["customer_id", "payment_method_id", "provider"])
    .executeTakeFirst();
}

/** A renter's bookings whose card is saved. */
export const findSavedCardsOf = async (db: Db, renterId: string): Promise<string[]> =>
  (
    await db
      .selectFrom("payments")
      .innerJoin("bookings", "bookings.id", "payments.booking_id")
      .select("bookings.id")
      .where("bookings.renter_id", "=", renterId)
      .where("payment_method_id", "is not", null)
      .execute()
  ).map(({ id }) => id);
