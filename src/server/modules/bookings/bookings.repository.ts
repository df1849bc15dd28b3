// SQL for single bookings. Lists and figures are in booking-lists.repository.ts.
import { sql, type Selectable, type Updateable } from "kysely";
import { mayReadPickupInstructions } from "../../../domain/booking/pickup-instructions.ts";
import { rentalDays, toRentalPeriod } from "../../../domain/booking/rental-period.ts";
import type { HoldReason } from "../../../domain/booking/admin/trip-hold.ts";
import type { ShownDispute } from "../../../domain/booking/shown-status.ts";
import type { CalendarDate } from "../../../domain/calendar/dates.ts";
import { DomainError } from "../../../domain/errors.ts";
import type { IdentityState } from "../../../domain/person/identity.ts";
import type { Charge } from "../../../domain/money/charge.ts";
import { CURRENT_RATES } from "../../../domain/money/rates.ts";
import type { ChargeLine } from "../../../domain/money/charge-line.ts";
import type { Db } from "../../platform/database/database.ts";
import type { BookingsTable } from "../../platform/database/schema.ts";
import { bookedExtras } from "./booked-extras.repository.ts";
import type { toPlaceColumns } from "./booked-place.ts";
import { RENTER_DISPUTED, TRIPS_OVERLAP } from "./driver-flags/driver-flags.repository.ts";

export type BookingRow = Selectable<BookingsTable>;

/**
 * A subquery instead of a join: planning the join takes ten times as long as running it, and
 * leaving out the view's tables cuts planning time by a third.
 */
const identityState = (userId: "bookings.host_id" | "bookings.renter_id") =>
  sql<IdentityState>`(select state from identity_states where user_id = ${sql.ref(userId)})`;

/** The lines of a booking's charge, in order. */
export const chargeLines = (bookingId: "booking.id" | "bookings.id") => sql<ChargeLine[]>`(
  select json_agg(json_build_object('code', code, 'label', label, 'quantity', quantity, 'unit', unit,
    'amountCents', amount_cents, 'earner', earner) order by position)
  from booking_lines where booking_id = ${sql.ref(bookingId)})`;

/** What was refunded, and what a bank took back for good, of a row of `bookings`. */
const BOOKING_MONEY = [
  sql<number>`(select coalesce(sum(amount_cents), 0)::bigint from refunds where booking_id = bookings.id)`.as(
    "refund_cents",
  ),
  sql<number>`(select coalesce(sum(amount_cents), 0)::bigint from refunds where booking_id = bookings.id and made_at is not null)`.as(
    "refunded_cents",
  ),
  sql<number>`(select coalesce(sum(borne_by_host_cents), 0)::bigint from refunds where booking_id = bookings.id)`.as(
    "borne_by_host_cents",
  ),
  sql<number>`(select coalesce(sum(days), 0)::int from refunds where booking_id = bookings.id)`.as(
    "refunded_days",
  ),
  sql<number>`(select coalesce(sum(amount_cents), 0)::bigint from disputes where booking_id = bookings.id and state = 'lost')
    - (select coalesce(sum(amount_cents), 0)::bigint from refunds where booking_id = bookings.id and made_by = 'dispute')`.as(
    "lost_cents",
  ),
] as const;

/** Bookings with their car, host and renter, the lines of their charge, and its refunds. */
export const selectBookings = (db: Db) =>
  db
    .selectFrom("bookings")
    .innerJoin("car_listings as car", "car.id", "bookings.car_id")
    .innerJoin("profiles as host", "host.user_id", "bookings.host_id")
    .innerJoin("profiles as renter", "renter.user_id", "bookings.renter_id")
    .leftJoin("payments as payment", "payment.booking_id", "bookings.id")
    .leftJoin("reviews as by_renter", (join) =>
      join.onRef("by_renter.booking_id", "=", "bookings.id").on("by_renter.side", "=", "renter"),
    )
    .leftJoin("reviews as by_host", (join) =>
      join.onRef("by_host.booking_id", "=", "bookings.id").on("by_host.side", "=", "host"),
    )
    .selectAll("bookings")
    .select([
      chargeLines("bookings.id").as("lines"),
      bookedExtras.as("extras"),
      "payment.wanted",
      ...BOOKING_MONEY,
      "car.title",
      "car.make",
      "car.model",
      "car.year",
      "car.license_plate",
      "car.images",
      "car.location",
      "car.latitude",
      "car.longitude",
      "car.pickup_instructions",
      sql<boolean>`exists (select from accounts where id = bookings.renter_id and suspended_at is not null)`.as(
        "renter_suspended",
      ),
      sql<ShownDispute>`(select state from disputes where booking_id = bookings.id and state in ('open', 'lost')
        order by state = 'lost' desc limit 1)`.as("dispute"),
      TRIPS_OVERLAP.as("trips_overlap"),
      RENTER_DISPUTED.as("renter_disputed"),
      sql<HoldReason | null>`(select reason from trip_holds where booking_id = bookings.id and released_at is null)`.as(
        "hold_reason",
      ),
      "car.island",
      "host.first_name as host_first_name",
      "host.last_name as host_last_name",
      "host.email as host_email",
      "host.phone as host_phone",
      identityState("bookings.host_id").as("host_identity"),
      "renter.first_name as renter_first_name",
      "renter.last_name as renter_last_name",
      "renter.email as renter_email",
      "renter.phone as renter_phone",
      identityState("bookings.renter_id").as("renter_identity"),
      "renter.renter_review_count",
      "renter.renter_star_sum",
      "by_renter.created_at as renter_wrote_at",
      "by_renter.published_at as renter_published_at",
      "by_host.created_at as host_wrote_at",
      "by_host.published_at as host_published_at",
    ]);
export type BookingDetailsRow = Awaited<
  ReturnType<ReturnType<typeof selectBookings>["executeTakeFirstOrThrow"]>
>;

/** The pickup instructions, if the renter may read them (product.md, Privacy). */
export const pickupInstructions = (row: BookingDetailsRow): string | null =>
  mayReadPickupInstructions({
    status: row.status,
    isSuspended: row.renter_suspended,
    isDisputed: row.dispute !== null,
    isOnHold: row.hold_reason !== null,
    isAtMeetingPlace: row.meeting_place_id !== null,
  })
    ? row.pickup_instructions
    : null;

/** @throws DomainError not_found */
export async function getDetails(db: Db, bookingId: string): Promise<BookingDetailsRow> {
  const row = await selectBookings(db).where("bookings.id", "=", bookingId).executeTakeFirst();
  if (!row) throw new DomainError("not_found", { what: "booking" });
  return row;
}

/** The bookings with these ids, in the order of `ids`. */
export async function findByIds(db: Db, ids: readonly string[]): Promise<BookingDetailsRow[]> {
  if (ids.length === 0) return [];
  const rows = await selectBookings(db).where("bookings.id", "in", ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export const findDetailsBySession = (
  db: Db,
  sessionId: string,
): Promise<BookingDetailsRow | undefined> =>
  selectBookings(db).where("bookings.stripe_session_id", "=", sessionId).executeTakeFirst();

/** The state and the renter of a payment session's booking. */
export const findStateBySession = (db: Db, sessionId: string) =>
  db
    .selectFrom("bookings")
    .select(["id", "renter_id", "host_id", "status", "payment_status"])
    .where("stripe_session_id", "=", sessionId)
    .executeTakeFirst();

const findBooking = (db: Db, bookingId: string) =>
  db.selectFrom("bookings").selectAll().where("id", "=", bookingId);

const getFrom = async (query: ReturnType<typeof findBooking>): Promise<BookingRow> => {
  const row = await query.executeTakeFirst();
  if (!row) throw new DomainError("not_found", { what: "booking" });
  return row;
};

/** @throws DomainError not_found */
export const getBookingRow = (db: Db, bookingId: string): Promise<BookingRow> =>
  getFrom(findBooking(db, bookingId));

/** Locks the booking for the rest of the transaction. @throws DomainError not_found */
export const lockBooking = (db: Db, bookingId: string): Promise<BookingRow> =>
  getFrom(findBooking(db, bookingId).forUpdate());

/** Requests whose answer is overdue, and approved bookings whose end date has passed. */
export async function findDue(
  db: Db,
  what: "lapse" | "complete",
  limits: { now: string; today: CalendarDate },
): Promise<string[]> {
  const due = db.selectFrom("bookings").select("id").limit(500);
  const rows =
    what === "lapse"
      ? await due
          .where("status", "=", "pending")
          .where("payment_status", "=", "authorized")
          .where("approving_since", "is", null)
          .where("lapses_at", "<=", limits.now)
          .execute()
      : await due.where("status", "=", "approved").where("end_date", "<", limits.today).execute();
  return rows.map((row) => row.id);
}

/**
 * Approved bookings with their pickup or return on `day` that were approved before `approvedBefore`
 * and whose host has not been reminded yet.
 */
export async function findToRemind(
  db: Db,
  {
    what,
    day,
    approvedBefore,
  }: { what: "pickup" | "return"; day: CalendarDate; approvedBefore: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom("bookings")
    .select("id")
    .where("status", "=", "approved")
    .where(what === "pickup" ? "start_date" : "end_date", "=", day)
    .where(
      sql<boolean>`exists (select from audit_events where subject_id = bookings.id and subject_type = 'booking'
        and action = 'booking.capture_succeeded' and at < ${approvedBefore})`,
    )
    .where(
      sql<boolean>`not exists (select from notifications where user_id = bookings.host_id
        and event_key = 'booking:' || bookings.id || ${`:remind_${what}`})`,
    )
    .execute();
  return rows.map((row) => row.id);
}

/**
 * The prices and rates stored with a new booking, so that later changes of price or fees never
 * affect it.
 */
export const moneyColumns = (charge: Charge) => ({
  total_cents: charge.totalCents,
  price_per_day_cents: charge.pricePerDayCents,
  day_prices_cents: charge.dayPricesCents.every((price) => price === charge.pricePerDayCents)
    ? null
    : [...charge.dayPricesCents],
  service_fee_basis_points: CURRENT_RATES.serviceFeeBasisPoints,
  host_share_basis_points: CURRENT_RATES.hostShareBasisPoints,
  amount_due_cents: charge.amountDueCents,
  host_share_cents: charge.hostShareCents,
});

/** The rows that store a charge's lines. */
export const lineRows = (bookingId: string, { lines }: Charge) =>
  lines.map(({ amountCents, ...line }, index) => ({
    ...line,
    booking_id: bookingId,
    position: index + 1,
    amount_cents: amountCents,
  }));

export type NewBooking = Pick<
  BookingRow,
  | "car_id"
  | "renter_id"
  | "host_id"
  | "start_date"
  | "end_date"
  | "status"
  | "payment_status"
  | "special_requests"
  | "booking_mode"
> &
  Partial<
    Pick<
      BookingRow,
      "pickup_time" | "return_time" | "replaces" | keyof ReturnType<typeof toPlaceColumns>
    >
  >;

/** Writes a booking with its lines, inside a transaction. @returns the id. */
export async function insertBooking(
  db: Db,
  booking: NewBooking,
  charge: Charge,
  now: Date,
): Promise<string> {
  const at = now.toISOString();
  const { id } = await db
    .insertInto("bookings")
    .values({
      ...booking,
      days: rentalDays(toRentalPeriod(booking)),
      ...moneyColumns(charge),
      created_at: at,
      updated_at: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("booking_lines").values(lineRows(id, charge)).execute();
  return id;
}

export const updateBooking = (
  db: Db,
  id: string,
  change: Updateable<BookingsTable>,
  now: Date,
): Promise<BookingRow> =>
  db
    .updateTable("bookings")
    .set({ ...change, updated_at: now.toISOString() })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
