// SQL for the payouts that include one booking.
import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/**
 * Payouts with lines of this booking, including failed payouts. A credit to the host is positive.
 */
export const findBookingPayouts = (
  db: Db,
  bookingId: string,
): Promise<{ amount_cents: number; paid_at: string | null; failed_at: string | null }[]> =>
  db
    .selectFrom("payout_items as item")
    .innerJoin("payouts", "payouts.id", "item.payout_id")
    .innerJoin("ledger_entries as entry", "entry.id", "item.entry_id")
    .innerJoin("ledger_transactions as movement", "movement.id", "entry.transaction_id")
    .where("movement.booking_id", "=", bookingId)
    .groupBy("payouts.id")
    .select([
      "paid_at",
      "failed_at",
      sql<number>`-sum(entry.amount_cents)::bigint`.as("amount_cents"),
    ])
    .execute();
