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
    ...(await gatherHelp(db, userId)),
    ...(await gatherMoney(db, userId)),
    ...(await gatherCredit(db, userId)),
    ...(await gatherCases(db, userId)),
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
    business_documents: await readRows(
      db,
      sql`
      select kind, type, bytes, number, expires_on, created_at from business_documents where host_id = ${userId} order by created_at`,
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

/** Bookings, what was booked with them, and who drives. */
async function gatherTrips(db: Db, userId: string): Promise<Record<string, Rows>> {
  const trips = sql`(select id from bookings where renter_id = ${userId})`;
  return {
    bookings: (
      await readRowsOfCars(
        db,
        sql`
      select booking.id, booking.number, case when booking.renter_id = ${userId} then 'renter' else 'host' end as you_were, car.title as car,
        booking.car_id, booking.start_date, booking.end_date, booking.pickup_time, booking.return_time, booking.days, booking.meeting_place_name,
        booking.tariff_version, booking.ceiling_cents, booking.included_miles_per_day, booking.price_per_mile_cents,
        booking.level_charge, booking.tank_gallons, booking.pump_price_cents, booking.deposit_cents,
        booking.status, booking.payment_status, (booking.total_cents / 100.0)::numeric(12, 2) as total_amount,
        (booking.price_per_day_cents / 100.0)::numeric(12, 2) as price_per_day,
        case when booking.renter_id = ${userId} then booking.amount_due_cents end as amount_due_cents,
        case when booking.renter_id = ${userId} then booking.credit_cents end as credit_cents,
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
    additional_drivers: await readRows(
      db,
      sql`
      select driver.booking_id, driver.email, driver.state, driver.invited_at, driver.answered_at
      from booking_drivers driver where driver.booking_id in ${trips} order by driver.created_at, driver.position`,
    ),
    driving: (
      await readRowsOfCars(
        db,
        sql`
      select booking.number, car.title as car, booking.start_date, booking.end_date, booking.status,
        driver.state, driver.invited_at, driver.answered_at
      from booking_drivers driver join bookings booking on booking.id = driver.booking_id
        join car_listings car on car.id = booking.car_id
      where driver.user_id = ${userId}
        or (driver.state = 'invited' and driver.email = (
          select email from accounts where id = ${userId} and email_confirmed_at is not null))
      order by driver.created_at`,
      )
    ).map((row) => ({ ...row, number: formatBookingNumber(Number(row["number"])) })),
    trip_entries: await readRows(
      db,
      sql`
      select entry.id, entry.booking_id, entry.handover, entry.kind, 
        entry.author_id = ${userId} and not entry.content ? 'runner_link' as is_yours, entry.content,
        entry.made_at, entry.received_at, exists (select from trip_photos where entry_id = entry.id) as is_photo_stored
      from trip_entries entry join bookings booking on booking.id = entry.booking_id
      where booking.renter_id = ${userId} or booking.host_id = ${userId} or entry.author_id = ${userId}
      order by booking.created_at, booking.id, entry.position`,
    ),
  };
}

/** Credit, and the cancellations of hosts that it comes from. */
const gatherCredit = async (db: Db, userId: string): Promise<Record<string, Rows>> => ({
  credit: await readRows(
    db,
    sql`
      select t.at, t.kind, t.booking_id, -e.amount_cents as amount_cents
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      where e.owner_id = ${userId} and e.account = 'renter_credit' order by t.at, e.id`,
  ),
  host_cancellations: await readRows(
    db,
    sql`
      select cancelled.booking_id, case when cancelled.host_id = ${userId} then cancelled.reason end as reason, cancelled.fee_cents, cancelled.cancelled_at,
        case when cancelled.host_id = ${userId} then cancelled.waived_at end as waived_at,
        case when cancelled.host_id = ${userId} then cancelled.waive_reason end as waive_reason
      from host_cancellations cancelled join bookings booking on booking.id = cancelled.booking_id
      where booking.renter_id = ${userId} or cancelled.host_id = ${userId} order by cancelled.cancelled_at`,
  ),
});

/** The people who help as a host, whom the person helps, and the links of runners. */
async function gatherHelp(db: Db, userId: string): Promise<Record<string, Rows>> {
  return {
    helpers: await readRows(
      db,
      sql`
      select helper.email, helper.created_at, helper.accepted_at, granted.car_id, granted.kind as may
      from helpers helper left join helper_rights granted on granted.helper_id = helper.id
      where helper.host_id = ${userId} order by helper.created_at, granted.car_id, granted.kind`,
    ),
    helping: await readRows(
      db,
      sql`
      select host.first_name as host, car.title as car, granted.kind as may, helper.accepted_at
      from helpers helper join helper_rights granted on granted.helper_id = helper.id
        join car_listings car on car.id = granted.car_id join profiles host on host.user_id = helper.host_id
      where helper.user_id = ${userId}
        or (helper.user_id is null and helper.email = (
          select email from accounts where id = ${userId} and email_confirmed_at is not null))
      order by helper.created_at, car.title, granted.kind`,
    ),
    message_templates: await readRows(
      db,
      sql`
      select name, body, moment, created_at, changed_at from message_templates
      where host_id = ${userId} order by created_at`,
    ),
    runner_links: await readRows(
      db,
      sql`
      select link.booking_id, link.handover, link.name, link.created_by = ${userId} as is_yours, link.created_at,
        link.revoked_at, link.opened_at
      from runner_links link join bookings booking on booking.id = link.booking_id
      where booking.host_id = ${userId} or link.created_by = ${userId} order by link.created_at`,
    ),
  };
}
/** The deposits of a person's trips, with each hold. Only the renter's copy has the card. */
const readDeposits = (db: Db, userId: string): Promise<Rows> =>
  readRows(
    db,
    sql`
      select deposit.booking_id, deposit.amount_cents, deposit.state, act_by, renter_clean_at, host_clean_at, host_decision, decided_at,
        deposit.created_at, deposit.ended_at, hold.held_at, hold.captured_cents, hold.refunded_cents,
        case when hold.state = 'captured' then (select json_agg(json_build_object('cents', cents, 'decided_at', decided_at) order by decided_at)
          from deposit_claims claim where claim.booking_id = deposit.booking_id) end as taken_by_cases,
        case when booking.renter_id = ${userId} then hold.declined end as declined,
        case when booking.renter_id = ${userId} then hold.card_last4 end as card_last4
      from deposits deposit join bookings booking on booking.id = deposit.booking_id
        left join deposit_holds hold on hold.booking_id = deposit.booking_id
      where booking.renter_id = ${userId} or booking.host_id = ${userId} order by deposit.created_at, hold.number`,
  );

/** Payments, later charges, changes to bookings, refunds and VAT. */
async function gatherMoney(db: Db, userId: string): Promise<Record<string, Rows>> {
  const trips = sql`(select id from bookings where renter_id = ${userId})`;
  return {
    vat_numbers: await readRows(
      db,
      sql`
      select vat_number, legal_name, state, reason, submitted_at, checked_at, ended_at
      from vat_numbers where owner_id = ${userId} order by submitted_at`,
    ),
    tax_documents: await readRows(
      db,
      sql`
      select document.booking_id, document.supply, document.kind, document.sequence, document.issuer_number, document.issuer_name,
        document.recipient_name, document.recipient_number, document.later_charge_id, document.refund_id, document.rate_basis_points, document.gross_cents, document.vat_cents, document.issued_at
      from vat_documents document join bookings booking on booking.id = document.booking_id
      where (booking.renter_id = ${userId} and document.supply <> 'commission')
        or (booking.host_id = ${userId} and document.supply <> 'fees')
      order by document.issued_at, document.sequence`,
    ),
    payments: await readRows(
      db,
      sql`
      select booking_id, provider, amount_cents, refunded_cents, currency, state, card_last4, payment_method_id is not null as is_card_saved, created_at
      from payments where booking_id in ${trips} order by created_at`,
    ),
    later_charges: await readRows(
      db,
      sql`
      select charge.booking_id, kind, explanation, amount_cents, state, announced_at, due_at, contested_at,
        outstanding_since, waived_at, waive_reason, paid_at, refunded_cents,
        case when booking.renter_id = ${userId} then contest_words end as contest_words,
        case when booking.renter_id = ${userId} then declined end as declined,
        case when booking.renter_id = ${userId} then card_last4 end as card_last4
      from later_charges charge join bookings booking on booking.id = charge.booking_id
      where booking.renter_id = ${userId} or booking.host_id = ${userId} order by announced_at, charge.id`,
    ),
    deposits: await readDeposits(db, userId),
    booking_changes: await readRows(
      db,
      sql`
      select change.id, change.booking_id, change.requested_by, change.state, change.amount_due_cents, change.refund_cents,
        change.agreed_refund_cents, change.terms -> 'from' as booked, change.terms -> 'to' as wanted, change.requested_at,
        change.answered_at, change.closed_at, change.message
      from booking_changes change join bookings booking on booking.id = change.booking_id
      where booking.renter_id = ${userId} or booking.host_id = ${userId} order by change.requested_at, change.id`,
    ),
    later_refunds: await readRows(
      db,
      sql`
      select charge.booking_id, charge.kind, refund.amount_cents, refund.created_at as decided_at, refund.made_at,
        case when booking.host_id = ${userId} then refund.borne_by_host_cents end as borne_by_host_cents,
        case when booking.renter_id = ${userId} or refund.borne_by_host_cents > 0 then refund.reason end as reason
      from refunds refund join later_charges charge on charge.id = refund.later_charge_id and refund.booking_id is null
        join bookings booking on booking.id = charge.booking_id
      where booking.renter_id = ${userId} or booking.host_id = ${userId} order by refund.position`,
    ),
    refunds: await readRows(
      db,
      sql`
      select booking_id, amount_cents, reason, created_at, made_at, made_by from refunds where booking_id in ${trips} order by created_at`,
    ),
  };
}

/** Cases, with what is open of the other side's words. */
async function gatherCases(db: Db, userId: string): Promise<Record<string, Rows>> {
  return {
    cases: await readRows(
      db,
      sql`
      select found.booking_id, 'DC-' || found.number as number, found.kind, found.claimed_cents, found.state, found.opened_at, found.answer_due_at,
        found.statements_open_at, found.decided_cents, found.decided_at, found.closed_at, found.outcome, found.final_cents
      from trip_cases found join bookings booking on booking.id = found.booking_id
      where booking.renter_id = ${userId} or booking.host_id = ${userId} order by found.opened_at, found.number`,
    ),
    case_statements: await readRows(
      db,
      sql`
      select 'DC-' || found.number as case_number, statement.kind, statement.side, statement.at, statement.amount_cents,
        case when found.statements_open_at is not null or statement.author_id = ${userId} then statement.words end as words
      from case_statements statement join trip_cases found on found.id = statement.case_id
        join bookings booking on booking.id = found.booking_id
      where booking.renter_id = ${userId} or booking.host_id = ${userId} order by statement.at, statement.kind = 'claim' desc, statement.id`,
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
        included_miles_per_day, price_per_mile_cents, tank_gallons, deposit_cents,
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
      select car_id, kind, type, bytes, inspected_on, expires_on, created_at from car_documents where car_id in ${cars} order by created_at`,
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
      select saved.car_id, car.title as car, saved.saved_price_cents, saved.start_date, saved.end_date,
        saved.pickup_time, saved.return_time, saved.saved_total_cents, saved.created_at
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
    storm_inspections: await readRows(
      db,
      sql`
      select car_id, storms.name as storm, photos, note, inspected_at from storm_cars join storms on storms.id = storm_id
      where inspected_by = ${userId} order by inspected_at`,
    ),
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
