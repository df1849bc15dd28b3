// SQL for the admins' page of one person and of one booking, across the tables of all modules.
import { sql, type RawBuilder } from "kysely";
import { NEWEST_OF_PERSON } from "../../../../contract/admin/admin-person.ts";
import type { ReviewSide } from "../../../../domain/review/review.ts";
import type { NotificationKind } from "../../../../domain/message/notification.ts";
import type { DisputeStatus } from "../../../../domain/money/dispute.ts";
import type { PayoutState } from "../../../../domain/money/payout.ts";
import type { Db } from "../../../platform/database/database.ts";

const fullName = (alias: string): RawBuilder<string> =>
  sql`${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}`;

export const findProfileFacts = (db: Db, userId: string) =>
  db
    .selectFrom("profiles")
    .select(["date_of_birth", "phone_verified_at"])
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();

export async function findDisputesOf(db: Db, userId: string) {
  const { rows } = await sql<{
    id: string;
    booking_id: string;
    number: number;
    side: "renter" | "host";
    amount_cents: number;
    reason: string;
    state: DisputeStatus;
    opened_at: string;
    closed_at: string | null;
  }>`
    select dispute.id, dispute.booking_id, booking.number, dispute.amount_cents,
      dispute.reason, dispute.state, dispute.opened_at, dispute.closed_at,
      case when booking.renter_id = ${userId} then 'renter' else 'host' end as side
    from bookings booking join disputes dispute on dispute.booking_id = booking.id
    where booking.renter_id = ${userId} or booking.host_id = ${userId}
    order by dispute.opened_at desc, dispute.id limit ${NEWEST_OF_PERSON}`.execute(db);
  return rows;
}

const reviews = (db: Db) =>
  db
    .selectFrom("reviews as review")
    .innerJoin("bookings as booking", "booking.id", "review.booking_id")
    .innerJoin("profiles as author", "author.user_id", "review.author_id")
    .innerJoin("profiles as subject", "subject.user_id", "review.subject_id")
    .where("review.published_at", "is not", null)
    .select([
      "review.id",
      "review.booking_id",
      "booking.number",
      "review.author_id",
      "review.subject_id",
      fullName("author").as("author_name"),
      fullName("subject").as("subject_name"),
      "review.stars",
      "review.body",
      "review.created_at",
      "review.hidden_at",
    ])
    .select((row) => row.ref("review.side").$castTo<ReviewSide>().as("side"))
    .orderBy("review.created_at", "desc")
    .orderBy("review.id", "desc");
export type PersonReviewRow = Awaited<
  ReturnType<ReturnType<typeof reviews>["executeTakeFirstOrThrow"]>
>;

/** Published reviews that a person wrote or received, hidden ones too. */
export const findReviewsOf = (db: Db, userId: string): Promise<PersonReviewRow[]> =>
  reviews(db)
    .where((row) =>
      row.or([row("review.author_id", "=", userId), row("review.subject_id", "=", userId)]),
    )
    .limit(NEWEST_OF_PERSON)
    .execute();

export const findReviewsOfBooking = (db: Db, bookingId: string): Promise<PersonReviewRow[]> =>
  reviews(db).where("review.booking_id", "=", bookingId).execute();

/** What the person was charged and refunded, and what they earned and are owed, in cents. */
export async function findMoneyOf(db: Db, userId: string) {
  const { rows } = await sql<
    Record<"paid_cents" | "refunded_cents" | "earned_cents" | "balance_cents", number>
  >`
    select paid.*, earned.*, balance.* from
      (select coalesce(sum(charged.amount_cents), 0)::bigint as paid_cents,
          coalesce(sum(charged.refunded_cents), 0)::bigint as refunded_cents
        from bookings booking, lateral (
          select amount_cents, refunded_cents from payments where booking_id = booking.id
          union all
          -- Those of changes.
          select amount_cents, refunded_cents + coalesce((select sum(refund.amount_cents) from refunds refund
              where refund.later_charge_id = later_charges.id and refund.made_by = 'provider'), 0)
            from later_charges where booking_id = booking.id and applied) charged
        where booking.renter_id = ${userId}
          and booking.payment_status in ('paid', 'partially_refunded', 'refunded')) paid,
      (select coalesce(sum(booking.host_share_cents - coalesce((select sum(borne_by_host_cents)
            from refunds where booking_id = booking.id), 0)), 0)::bigint as earned_cents
        from bookings booking where booking.host_id = ${userId} and booking.status = 'completed') earned,
      (select coalesce(-sum(amount_cents), 0)::bigint as balance_cents from ledger_entries
        where account = 'host_payable' and owner_id = ${userId}) balance`.execute(db);
  const [found] = rows;
  if (!found) throw new Error("sums give one row");
  return found;
}

const payouts = (db: Db) =>
  db
    .selectFrom("payouts as payout")
    .innerJoin("payout_batches as batch", "batch.id", "payout.batch_id")
    .select(["payout.id", "payout.reference", "batch.period_end", "payout.amount_cents"])
    .select((row) => row.ref("payout.state").$castTo<PayoutState>().as("state"))
    .orderBy("batch.period_end", "desc")
    .orderBy("payout.id");

export const findPayoutsOf = (db: Db, hostId: string) =>
  payouts(db).where("payout.host_id", "=", hostId).limit(NEWEST_OF_PERSON).execute();

/** The payouts that contain a line of the booking. */
export const findPayoutsOfBooking = (db: Db, bookingId: string) =>
  payouts(db)
    .where("payout.id", "in", (query) =>
      query
        .selectFrom("payout_items as item")
        .innerJoin("ledger_entries as entry", "entry.id", "item.entry_id")
        .innerJoin("ledger_transactions as movement", "movement.id", "entry.transaction_id")
        .where("movement.booking_id", "=", bookingId)
        .select("item.payout_id"),
    )
    .execute();

/** What the two sides of a booking were notified of, oldest first. */
export async function findNotificationsAbout(db: Db, bookingId: string) {
  const { rows } = await sql<{
    to: "renter" | "host";
    kind: NotificationKind;
    title: string;
    created_at: string;
    read_at: string | null;
  }>`
    select party.side as "to", notice.kind, notice.title, notice.created_at, notice.read_at
    from bookings booking
    cross join lateral (values ('renter', booking.renter_id), ('host', booking.host_id)) party (side, user_id)
    join notifications notice on notice.user_id = party.user_id
      and notice.event_key like 'booking:' || booking.id || ':%'
    where booking.id = ${bookingId}
    order by notice.created_at, notice.id`.execute(db);
  return rows;
}
