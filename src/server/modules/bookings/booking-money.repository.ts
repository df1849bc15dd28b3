// SQL for the money of bookings: refunds, payouts, and what was charged after the trip.
import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** What was refunded, to the card and as credit, and what a bank took back, of a `bookings` row. */
export const BOOKING_MONEY = [
  sql<number>`(select coalesce(sum(amount_cents), 0)::bigint from refunds where booking_id = bookings.id and made_by is distinct from 'credit')`.as(
    "refund_cents",
  ),
  sql<number>`(select coalesce(sum(amount_cents), 0)::bigint from refunds where booking_id = bookings.id and made_by in ('provider', 'dispute'))`.as(
    "refunded_cents",
  ),
  sql<number>`case when credit_cents = 0 then 0 else (select coalesce(sum(amount_cents), 0)::bigint from refunds where booking_id = bookings.id and made_by = 'credit') end`.as(
    "credit_returned_cents",
  ),
  sql<number>`(select coalesce(sum(borne_by_host_cents), 0)::bigint from refunds where booking_id = bookings.id)`.as(
    "borne_by_host_cents",
  ),
  sql<number>`(select coalesce(sum(days), 0)::int from refunds where booking_id = bookings.id)`.as(
    "refunded_days",
  ),
  // With what was refunded of a change in the provider's dashboard: it can't be refunded again.
  sql<number>`(select coalesce(sum(dispute.amount_cents), 0)::bigint from disputes dispute
      left join later_charges charge on charge.id = dispute.later_charge_id
      where dispute.booking_id = bookings.id and dispute.state = 'lost'
        and dispute.deposit_hold_id is null and (charge.id is null or charge.applied))
    + (select coalesce(sum(refunded_cents), 0)::bigint from later_charges where booking_id = bookings.id and applied)
    - (select coalesce(sum(amount_cents), 0)::bigint from refunds where booking_id = bookings.id and made_by = 'dispute')`.as(
    "lost_cents",
  ),
] as const;

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

/** What was charged after a booking, oldest first. */
export const findPaidLater = (db: Db, bookingId: string) =>
  db
    .selectFrom("later_charges")
    .select(["kind", "explanation", "amount_cents", "card_last4"])
    .select((row) => row.fn.coalesce("paid_at", "announced_at").as("paid_at"))
    .select(
      sql<number>`(refunded_cents
        + (select coalesce(sum(refund.amount_cents), 0) from refunds refund
          where refund.later_charge_id = later_charges.id and refund.made_by = 'provider')
        + (select coalesce(sum(lost.amount_cents), 0) from disputes lost
        where lost.later_charge_id = later_charges.id and lost.state = 'lost'))::bigint`.as(
        "returned_cents",
      ),
    )
    .where("booking_id", "=", bookingId)
    .where("state", "=", "paid")
    // The lines of the booking contain what was paid for changes.
    .where("kind", "<>", "change")
    .orderBy("paid_at")
    .execute();

/** What decided cases took from the deposit; undefined if nothing was. */
export const findTakenFromDeposit = (db: Db, bookingId: string) =>
  db
    .selectFrom("deposit_holds")
    .select(["captured_cents", "card_last4", sql<string>`ended_at`.as("paid_at")])
    .select(
      sql<number>`(refunded_cents + (select coalesce(sum(lost.amount_cents), 0) from disputes lost
        where lost.deposit_hold_id = deposit_holds.id and lost.state = 'lost'))::bigint`.as(
        "returned_cents",
      ),
    )
    .where("booking_id", "=", bookingId)
    .where("state", "=", "captured")
    .executeTakeFirst();
