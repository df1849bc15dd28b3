// SQL for copies of people's data: one row per person, and everything the tables store about them.
import { sql, type Selectable, type RawBuilder } from "kysely";
import { formatBookingNumber } from "../../../domain/booking/booking-number.ts";
import { maskListingText } from "../../../domain/listing/listing-masking.ts";
import { DISCOUNT_FIELDS, PRICE_FIELDS } from "../../../domain/listing/prices.ts";
import type { Db } from "../../platform/database/database.ts";
import type { DataCopiesTable } from "../../platform/database/schema.ts";

export type CopyRow = Selectable<DataCopiesTable>;

export const findCopy = (db: Db, userId: string): Promise<CopyRow | undefined> =>
  db.selectFrom("data_copies").selectAll().where("user_id", "=", userId).executeTakeFirst();

export const findCopyById = (db: Db, id: string): Promise<CopyRow | undefined> =>
  db.selectFrom("data_copies").selectAll().where("id", "=", id).executeTakeFirst();

/** Replaces the person's previous copy. */
export async function saveCopy(
  db: Db,
  copy: Pick<CopyRow, "id" | "user_id" | "asked_at">,
): Promise<void> {
  const row = { ...copy, ready_at: null, failed_at: null, bytes: null };
  await db
    .insertInto("data_copies")
    .values(row)
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
    .execute();
}

/** @returns whether the copy is still wanted */
export const markCopy = async (
  db: Db,
  id: string,
  change: { ready_at: string; bytes: number } | { failed_at: string },
): Promise<boolean> =>
  (await db.updateTable("data_copies").set(change).where("id", "=", id).executeTakeFirst())
    .numUpdatedRows > 0n;

/** @returns the id of the deleted copy */
export const deleteCopy = async (db: Db, userId: string): Promise<string | undefined> =>
  (
    await db
      .deleteFrom("data_copies")
      .where("user_id", "=", userId)
      .returning("id")
      .executeTakeFirst()
  )?.id;

/** @returns the ids of the deleted copies */
export const deleteCopiesBefore = async (db: Db, readyBefore: string): Promise<string[]> =>
  (
    await db
      .deleteFrom("data_copies")
      .where("ready_at", "<=", readyBefore)
      .returning("id")
      .execute()
  ).map(({ id }) => id);

export const knownCopies = async (db: Db, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom("data_copies").select("id").where("id", "in", ids).execute();
  return new Set(rows.map(({ id }) => id));
};

/**
 * A copy's files except photos, by name, as rows of the tables that PostgreSQL converts to JSON.
 * They exclude the other side's names and addresses, and anything that would allow signing in.
 */
export async function gather(db: Db, userId: string): Promise<Record<string, unknown>> {
  return {
    ...(await gatherAccount(db, userId)),
    ...(await gatherTrips(db, userId)),
    ...(await gatherHosting(db, userId)),
    ...(await gatherChoices(db, userId)),
    ...(await gatherWords(db, userId)),
  };
}

type Rows = Record<string, unknown>[];

async function readRows(db: Db, query: RawBuilder<unknown>): Promise<Rows> {
  const { rows } = await sql<{
    row: Record<string, unknown>;
  }>`select to_jsonb(found) as row from (${query}) found`.execute(db);
  return rows.map(({ row }) => row);
}

/** Rows with the masked title of someone else's car, as `car`. */
const readRowsOfCars = async (db: Db, query: RawBuilder<unknown>): Promise<Rows> =>
  (await readRows(db, query)).map((row) => ({ ...row, car: maskListingText(String(row["car"])) }));

/** The account and what is known of the person. */
async function gatherAccount(db: Db, userId: string): Promise<Record<string, Rows>> {
  return {
    account: await readRows(
      db,
      sql`
      select account.id, account.email, account.email_confirmed_at, account.previous_email, account.created_at, account.last_sign_in_at,
        profile.first_name, profile.last_name, profile.user_type, profile.phone, profile.date_of_birth, profile.about,
        profile.phone_verified_at, profile.previous_phones,
        array(select role from user_roles where user_id = account.id) as roles
      from accounts account left join profiles profile on profile.user_id = account.id where account.id = ${userId}`,
    ),
    verification: await readRows(
      db,
      sql`
      select state, submitted_at, decided_at, reason from identities where user_id = ${userId}`,
    ),
    verification_documents: await readRows(
      db,
      sql`
      select kind, type, bytes, created_at from identity_documents where user_id = ${userId} order by created_at`,
    ),
    sessions: await readRows(
      db,
      sql`
      select created_at, refreshed_at, revoked_at, authentication_method, second_factor, user_agent, ip
      from sessions where account_id = ${userId} order by created_at`,
    ),
    passkeys: await readRows(
      db,
      sql`
      select name, is_synced, created_at, last_used_at from passkeys where account_id = ${userId} order by created_at`,
    ),
    two_step_verification: await readRows(
      db,
      sql`
      select created_at, confirmed_at from totp_secrets where account_id = ${userId}`,
    ),
    signed_in_from: await readRows(
      db,
      sql`
      select kind, case when kind = 'address' then value end as address, last_sign_in_at
      from sign_in_origins where account_id = ${userId} order by last_sign_in_at`,
    ),
  };
}

/** Bookings, and the money of trips. */
async function gatherTrips(db: Db, userId: string): Promise<Record<string, Rows>> {
  const trips = sql`(select id from bookings where renter_id = ${userId})`;
  return {
    bookings: (
      await readRowsOfCars(
        db,
        sql`
      select booking.id, booking.number, case when booking.renter_id = ${userId} then 'renter' else 'host' end as you_were, car.title as car,
        booking.car_id, booking.start_date, booking.end_date, booking.pickup_time, booking.return_time, booking.days, booking.meeting_place_name,
        booking.status, booking.payment_status, (booking.total_cents / 100.0)::numeric(12, 2) as total_amount,
        (booking.price_per_day_cents / 100.0)::numeric(12, 2) as price_per_day,
        case when booking.renter_id = ${userId} then booking.amount_due_cents end as amount_due_cents,
        case when booking.host_id = ${userId} then booking.host_share_cents end as host_share_cents,
        case when booking.renter_id = ${userId} then booking.special_requests end as special_requests,
        booking.decision_reason, booking.cancelled_by, booking.created_at
      from bookings booking join car_listings car on car.id = booking.car_id
      where booking.renter_id = ${userId} or booking.host_id = ${userId} order by booking.created_at`,
      )
    ).map((row) => ({ ...row, number: formatBookingNumber(Number(row["number"])) })),
    booking_lines: await readRows(
      db,
      sql`
      select line.booking_id, line.code, line.label, line.quantity, line.unit, line.amount_cents
      from booking_lines line join bookings booking on booking.id = line.booking_id
      where booking.renter_id = ${userId} or (booking.host_id = ${userId} and line.earner = 'host')
      order by booking.created_at, booking.id, line.position`,
    ),
    booked_extras: await readRows(
      db,
      sql`
      select extra.booking_id, extra.name, extra.quantity
      from booking_extras extra join bookings booking on booking.id = extra.booking_id
      where booking.renter_id = ${userId} or booking.host_id = ${userId}
      order by booking.created_at, booking.id, extra.name`,
    ),
    payments: await readRows(
      db,
      sql`
      select booking_id, provider, amount_cents, refunded_cents, currency, state, card_last4, created_at
      from payments where booking_id in ${trips} order by created_at`,
    ),
    refunds: await readRows(
      db,
      sql`
      select booking_id, amount_cents, reason, created_at, made_at from refunds where booking_id in ${trips} order by created_at`,
    ),
  };
}

/** A listing's prices, in dollars, and its discounts. */
const PRICES = sql.join([
  ...PRICE_FIELDS.map(
    (field) => sql`(${sql.ref(`${field}_cents`)} / 100.0)::numeric(12, 2) as ${sql.ref(field)}`,
  ),
  ...["weekend_days", ...DISCOUNT_FIELDS].map((column) => sql.ref(column)),
]);

/** Cars and earnings. */
async function gatherHosting(db: Db, userId: string): Promise<Record<string, Rows>> {
  const cars = sql`(select id from car_listings where host_id = ${userId})`;
  return {
    listings: await readRows(
      db,
      sql`
      select id, title, description, make, model, year, color, license_plate, location, latitude, longitude,
        ${PRICES},
        body_type, transmission, fuel_type, seats, features, images, is_available, is_approved, booking_mode, instant_for_verified,
         pickup_instructions, pickup_from, pickup_until, turnaround_hours, advance_notice_hours, min_days, max_days,
        rejection_reason, created_at, updated_at, deleted_at
      from car_listings where host_id = ${userId} order by created_at`,
    ),
    listing_drafts: await readRows(
      db,
      sql`
      select id, content, created_at, updated_at from listing_drafts where host_id = ${userId} order by created_at`,
    ),
    date_settings: await readRows(
      db,
      sql`
      select car_id, day, (price_cents / 100.0)::numeric(12, 2) as price, min_days from car_dates
      where car_id in ${cars} order by car_id, day`,
    ),
    meeting_places: await readRows(
      db,
      sql`
      select car_id, name, (fee_cents / 100.0)::numeric(12, 2) as fee from car_meeting_places
      where car_id in ${cars} order by car_id, position`,
    ),
    extras: await readRows(
      db,
      sql`
      select car_id, kind, description, (price_cents / 100.0)::numeric(12, 2) as price, per, stock from car_extras
      where car_id in ${cars} order by car_id, position`,
    ),
    car_papers: await readRows(
      db,
      sql`
      select car_id, kind, type, bytes, expires_on, created_at from car_documents where car_id in ${cars} order by created_at`,
    ),
    linked_calendars: await readRows(
      db,
      sql`
      select car_id, name, url, created_at from calendar_feeds where car_id in ${cars} order by created_at`,
    ),
    payouts: await readRows(
      db,
      sql`
      select payout.id, batch.period_end, payout.reference, payout.amount_cents, payout.method, payout.state, payout.paid_at,
        payout.failure_reason
      from payouts payout join payout_batches batch on batch.id = payout.batch_id
      where payout.host_id = ${userId} order by batch.period_end`,
    ),
    ledger: await readRows(
      db,
      sql`
      select movement.at, movement.kind, movement.booking_id, -entry.amount_cents as amount_cents
      from ledger_entries entry join ledger_transactions movement on movement.id = entry.transaction_id
      where entry.owner_id = ${userId} order by entry.id`,
    ),
    host_settings: await readRows(
      db,
      sql`select booking_mode, updated_at from host_settings where host_id = ${userId}`,
    ),
  };
}

/** What the person saved and was notified of. */
async function gatherChoices(db: Db, userId: string): Promise<Record<string, Rows>> {
  return {
    favourites: await readRowsOfCars(
      db,
      sql`
      select saved.car_id, car.title as car, saved.saved_price_cents, saved.created_at
      from favourites saved join car_listings car on car.id = saved.car_id
      where saved.user_id = ${userId} order by saved.created_at`,
    ),
    notifications: await readRows(
      db,
      sql`
      select kind, title, body, created_at, read_at from notifications where user_id = ${userId} order by created_at`,
    ),
    unwanted_mails: await readRows(
      db,
      sql`select kind, since from unwanted_mails where user_id = ${userId} order by kind`,
    ),
    alerts: await readRows(
      db,
      sql`
      select kind, title, body, created_at, text_sent_at from alerts where user_id = ${userId} order by created_at`,
    ),
    alert_choices: await readRows(
      db,
      sql`
      select kind, channel, wanted, chosen_at from alert_choices where user_id = ${userId} order by kind, channel`,
    ),
    quiet_hours: await readRows(
      db,
      sql`
      select is_quiet, quiet_from, quiet_until, urgent_anyway, stopped_phone from alert_settings where user_id = ${userId}`,
    ),
    alert_devices: await readRows(
      db,
      sql`
      select endpoint, created_at from push_subscriptions where user_id = ${userId} order by created_at`,
    ),
  };
}

/** What the person wrote, and what was written to them. */
async function gatherWords(db: Db, userId: string): Promise<Record<string, Rows>> {
  return {
    messages: await readRows(
      db,
      sql`
      select conversation.kind, conversation.car_id, conversation.booking_id, message.side,
        message.sender_id = ${userId} as is_yours, message.created_at,
        case when message.sender_id = ${userId} then message.body else coalesce(message.masked_body, message.body) end as body
      from messages message join conversations conversation on conversation.id = message.conversation_id
      where conversation.renter_id = ${userId} or conversation.host_id = ${userId}
      order by conversation.created_at, conversation.id, message.seq`,
    ),
    support_cases: await readRows(
      db,
      sql`
      select 'CD-' || ticket.number as number, ticket.origin, ticket.name, ticket.email, ticket.category, ticket.booking_id, ticket.state, ticket.created_at
      from support_cases ticket join conversations conversation on conversation.id = ticket.id
      where conversation.renter_id = ${userId} order by ticket.number`,
    ),
    reviews: await readRowsOfCars(
      db,
      sql`
      select review.booking_id, car.title as car, review.author_id = ${userId} as is_yours, review.stars, review.cleanliness,
        review.condition, review.communication, review.value, review.body, review.created_at, review.published_at, review.answer,
        review.answered_at, review.hidden_at
      from reviews review join car_listings car on car.id = review.car_id
      where review.author_id = ${userId}
        or (review.subject_id = ${userId} and review.published_at is not null and review.hidden_at is null)
      order by review.created_at, review.booking_id, review.side desc`,
    ),
    reports_of_reviews: await readRows(
      db,
      sql`
      select review_id, reason, created_at, decision, decided_at from review_reports where reporter_id = ${userId} order by created_at`,
    ),
    // The admins are not named, as in answers of support. Notes on bookings are about two people.
    our_notes: await readRows(
      db,
      sql`
      select body, created_at, withdrawn_at from admin_notes where account_id = ${userId} order by created_at`,
    ),
    record: await readRows(
      db,
      sql`
      select at, actor_kind, action, subject_type, subject_id, before, after, reason from audit_events
      where actor_id = ${userId} or (subject_type = 'account' and subject_id = ${userId}) order by id`,
    ),
  };
}

/** The keys of a person's own car photos that are ready. */
export const findPhotoIds = async (db: Db, userId: string): Promise<string[]> =>
  (
    await db
      .selectFrom("photos")
      .select("id")
      .where("owner_id", "=", userId)
      .where("state", "=", "ready")
      .orderBy("created_at")
      .execute()
  ).map(({ id }) => id);
