// SQL for public host pages: the person, ratings of a car, response time, cancellations.
import { sql } from "kysely";
import { APPROVED_ONCE } from "../../../domain/message/message.ts";
import type { Db } from "../../platform/database/database.ts";

/** A public car: its host, and the sums of its reviews. */
export const findReviewedCar = (db: Db, carId: string) =>
  db
    .selectFrom("car_listings")
    .select([
      "host_id",
      "review_count",
      "star_sum",
      "cleanliness_sum",
      "condition_sum",
      "communication_sum",
      "value_sum",
    ])
    .where("id", "=", carId)
    .where("is_approved", "=", true)
    .where("is_available", "=", true)
    .where("deleted_at", "is", null)
    .executeTakeFirst();

/** A person with an approved car who is neither departed nor suspended. */
export const findHost = (db: Db, id: string) =>
  db
    .selectFrom("profiles as host")
    .innerJoin("accounts as account", "account.id", "host.user_id")
    .innerJoin("identity_states as identity", "identity.user_id", "host.user_id")
    .where("host.user_id", "=", id)
    .where("account.deleted_at", "is", null)
    .where("account.suspended_at", "is", null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("car_listings as car")
          .select("car.id")
          .where("car.host_id", "=", id)
          .where("car.is_approved", "=", true)
          .where("car.deleted_at", "is", null),
      ),
    )
    .select([
      "host.user_id as id",
      "host.first_name",
      "host.last_name",
      "host.photo_id",
      "host.about",
      "host.host_review_count",
      "host.host_star_sum",
      "account.created_at",
      "identity.state as identity",
    ])
    .executeTakeFirst();

/** How many of the newest requests and conversations are evaluated. */
const ANSWERS = 100;
const CONVERSATIONS = 50;

/**
 * The host's response time since an instant, in minutes. Requests count until they were approved,
 * rejected or lapsed, and not if they were withdrawn; conversations, from the renter's first
 * unanswered message to the reply.
 * @returns the median, and the number of responses
 */
export async function findAnswerTime(
  db: Db,
  hostId: string,
  since: string,
): Promise<{ minutes: number | null; answers: number }> {
  const { rows } = await sql<{ minutes: number | null; answers: number }>`
    with requests as (
      select extract(epoch from step.at - booking.authorized_at) as seconds
      from (select id, authorized_at from bookings
        where host_id = ${hostId} and booking_mode = 'approval' and authorized_at is not null and created_at >= ${since}
          and not (payment_status = 'voided' and cancelled_by = 'renter')
        order by created_at desc limit ${ANSWERS}) booking
      join lateral (select at from audit_events where subject_id = booking.id and subject_type = 'booking'
        and ((action in ('booking.request_approval', 'booking.reject') and actor_kind = 'host') or action = 'booking.lapse')
        order by id limit 1) step on true
    ), turns as (
      select message.conversation_id, message.side, message.created_at,
        count(*) filter (where message.side = 'host') over (partition by message.conversation_id order by message.seq
          rows between unbounded preceding and 1 preceding) as turn
      from messages message
      where message.created_at >= ${since} and message.conversation_id in (
        select id from conversations where host_id = ${hostId} and last_seq > 0 order by last_message_at desc limit ${CONVERSATIONS})
    ), replies as (
      select extract(epoch from max(created_at) filter (where side = 'host') - min(created_at) filter (where side = 'renter')) as seconds
      from turns group by conversation_id, turn
    ), answers as (
      select seconds from requests union all select seconds from replies where seconds is not null
    )
    select round(percentile_cont(0.5) within group (order by seconds) / 60)::integer as minutes, count(*) as answers from answers`.execute(
    db,
  );
  return rows[0] ?? { minutes: null, answers: 0 };
}

/**
 * Of the bookings made since an instant: how many were approved, and how many of those the host
 * cancelled. Cancellations in a storm, or because the renter's card could not hold the deposit,
 * don't count.
 */
export async function findCommitment(
  db: Db,
  hostId: string,
  since: string,
): Promise<{ approved: number; cancelled: number }> {
  const { rows } = await sql<{ approved: number; cancelled: number }>`
    select count(*) as approved, count(*) filter (where status = 'cancelled' and cancelled_by = 'host' and storm_id is null
        and not exists (select from deposits where booking_id = bookings.id and host_decision = 'cancel')) as cancelled
    from bookings
    where host_id = ${hostId} and created_at >= ${since}
      and (status = any(${APPROVED_ONCE.statuses}::text[]) or payment_status = any(${APPROVED_ONCE.paymentStatuses}::text[]))`.execute(
    db,
  );
  return rows[0] ?? { approved: 0, cancelled: 0 };
}
