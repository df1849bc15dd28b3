// SQL for a person's departure: what blocks it, and the person's data to delete across several
// modules.
import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** Bookings that are not over, or whose money is not settled. */
const OPEN = sql`(booking.status in ('pending', 'approved')
  or exists (select from payments payment where payment.booking_id = booking.id and payment.wanted is not null)
  or exists (select from refunds refund where refund.booking_id = booking.id and refund.made_at is null)
  or exists (select from trip_cases where trip_cases.booking_id = booking.id and state <> 'closed')
  or exists (select from disputes dispute where dispute.booking_id = booking.id and dispute.state in ('inquiry', 'open'))
  or exists (select from deposits deposit where deposit.booking_id = booking.id and deposit.ended_at is null)
  or exists (select from later_charges charge where charge.booking_id = booking.id and (charge.state in ('announced', 'contested', 'paying')
    or exists (select from refunds refund where refund.later_charge_id = charge.id and refund.made_at is null))))`;
/** A renter has to pay before leaving. A host who leaves waives what renters still owe. */
const OWES = sql`exists (select from later_charges charge where charge.booking_id = booking.id and charge.state = 'outstanding')`;

export interface OpenMatters {
  bookings: number;
  hosted: number;
  driving: number;
  payouts: number;
  balance_cents: number;
  is_booking_banned: boolean;
  credit_cents: number;
  listings: number;
}

export async function findOpenMatters(db: Db, userId: string, now: Date): Promise<OpenMatters> {
  const { rows } = await sql<OpenMatters>`
    select
      (select count(*) from bookings booking where booking.renter_id = ${userId} and (${OPEN} or ${OWES})) as bookings,
      (select count(*) from bookings booking where booking.host_id = ${userId} and ${OPEN}) as hosted,
      (select count(*) from booking_drivers driver join bookings booking on booking.id = driver.booking_id
        where driver.user_id = ${userId} and driver.state = 'accepted' and booking.status = 'approved'
          and booking.pickup_at <= ${now.toISOString()}
      ) as driving,
      (select count(*) from payouts where host_id = ${userId} and state = 'pending') as payouts,
      (select coalesce(-sum(amount_cents), 0)::bigint from ledger_entries
        where account = 'host_payable' and owner_id = ${userId}) as balance_cents,
      coalesce((select balance_cents from renter_credits where renter_id = ${userId}), 0)::bigint as credit_cents,
      exists (select from booking_bans where renter_id = ${userId}) as is_booking_banned,
      (select count(*) from car_listings where host_id = ${userId} and deleted_at is null) as listings`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw new Error("a select without from gives one row");
  return found;
}

export const findListingIds = async (db: Db, userId: string): Promise<string[]> =>
  (
    await db
      .selectFrom("car_listings")
      .select("id")
      .where("host_id", "=", userId)
      .where("deleted_at", "is", null)
      .orderBy("id")
      .execute()
  ).map(({ id }) => id);

/**
 * Deletes the person's own data, and removes their texts from rows that others keep reading.
 * Bookings, payments, payouts, the ledger and the audit log keep their ids.
 */
export async function forgetTraces(db: Db, userId: string): Promise<void> {
  await removeTexts(db, userId);
  await db.deleteFrom("notifications").where("user_id", "=", userId).execute();
  await db.deleteFrom("favourites").where("user_id", "=", userId).execute();
  await db.deleteFrom("alerts").where("user_id", "=", userId).execute();
  await db.deleteFrom("alert_choices").where("user_id", "=", userId).execute();
  await db.deleteFrom("alert_settings").where("user_id", "=", userId).execute();
  await db.deleteFrom("push_subscriptions").where("user_id", "=", userId).execute();
  await db.deleteFrom("unwanted_mails").where("user_id", "=", userId).execute();
  await db.deleteFrom("identities").where("user_id", "=", userId).execute();
  await db.deleteFrom("phone_codes").where("user_id", "=", userId).execute();
  await db.deleteFrom("payout_details").where("host_id", "=", userId).execute();
  await db.deleteFrom("payout_details_changes").where("host_id", "=", userId).execute();
  // A checked number proves the tax documents that carry it, which the law has us keep.
  await db
    .deleteFrom("vat_numbers")
    .where("owner_id", "=", userId)
    .where("checked_at", "is", null)
    .execute();
  await db
    .deleteFrom("car_lockboxes")
    .where("car_id", "in", db.selectFrom("car_listings").select("id").where("host_id", "=", userId))
    .execute();
  await forgetRunners(db, userId);
  await db.deleteFrom("message_templates").where("host_id", "=", userId).execute();
  await db
    .deleteFrom("storm_cars")
    .where("car_id", "in", db.selectFrom("car_listings").select("id").where("host_id", "=", userId))
    .execute();
  await db.deleteFrom("listing_drafts").where("host_id", "=", userId).execute();
  await db.deleteFrom("host_settings").where("host_id", "=", userId).execute();
  const support = db
    .selectFrom("conversations")
    .select("id")
    .where("renter_id", "=", userId)
    .where("kind", "=", "support");
  await db.deleteFrom("messages").where("conversation_id", "in", support).execute();
  await db
    .deleteFrom("conversations")
    .where("renter_id", "=", userId)
    .where("kind", "=", "support")
    .execute();
  await db
    .updateTable("support_cases")
    .set({ assignee_id: null })
    .where("assignee_id", "=", userId)
    .execute();
  // Notes on bookings are part of a record that the other side still has.
  await db.deleteFrom("admin_notes").where("account_id", "=", userId).execute();
  await db.deleteFrom("review_reports").where("reporter_id", "=", userId).execute();
}

async function removeTexts(db: Db, userId: string): Promise<void> {
  await sql`update later_charges set contested_at = null, contest_words = null
    where contested_at is not null and booking_id in (select id from bookings where renter_id = ${userId})`.execute(
    db,
  );
  await sql`update booking_changes set message = null, request = request - 'message'
    where message is not null and booking_id in (select id from bookings
      where id = booking_id and case requested_by when 'renter' then renter_id else host_id end = ${userId})`.execute(
    db,
  );
  await sql`update host_cancellations set waive_reason = '(removed)'
    where waive_reason is not null and host_id = ${userId}`.execute(db);
  await db
    .updateTable("bookings")
    .set({ special_requests: null })
    .where("renter_id", "=", userId)
    .where("special_requests", "is not", null)
    .execute();
  await db
    .updateTable("car_listings")
    .set({ pickup_instructions: null, license_plate: null, latitude: null, longitude: null })
    .where("host_id", "=", userId)
    .execute();
}

/** Deletes the links for handovers, with the names of runners. */
async function forgetRunners(db: Db, userId: string): Promise<void> {
  await db
    .deleteFrom("runner_links")
    .where(({ eb, or, selectFrom }) =>
      or([
        eb("created_by", "=", userId),
        eb("booking_id", "in", selectFrom("bookings").select("id").where("host_id", "=", userId)),
      ]),
    )
    .execute();
}
