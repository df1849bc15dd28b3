// SQL for single bookings. Lists and figures are in booking-lists.repository.ts.
import { sql, type Selectable, type Updateable } from "kysely";
import { mayReadPickupInstructions } from "../../../domain/booking/pickup-instructions.ts";
import { rentalDays, toRentalPeriod } from "../../../domain/booking/rental-period.ts";
import type { HoldReason } from "../../../domain/booking/admin/trip-hold.ts";
import type { ShownDispute } from "../../../domain/booking/shown-status.ts";
import { DomainError } from "../../../domain/errors.ts";
import type { IdentityState } from "../../../domain/person/identity.ts";
import type { Charge } from "../../../domain/money/charge.ts";
import { CURRENT_RATES } from "../../../domain/money/rates.ts";
import type { ChargeLine } from "../../../domain/money/charge-line.ts";
import type { Db } from "../../platform/database/database.ts";
import type { BookingsTable, HostCancellationsTable } from "../../platform/database/schema.ts";
import { bookedExtras } from "./booked-extras.repository.ts";
import { BOOKING_MONEY } from "./booking-money.repository.ts";
import { bookedDrivers } from "./drivers/drivers.repository.ts";
import type { UsageColumns } from "../../../domain/tariff/usage-columns.ts";
import type { toPlaceColumns } from "./booked-place.ts";
import { RENTER_DISPUTED, TRIPS_OVERLAP } from "./driver-flags/driver-flags.repository.ts";
import { CURRENT_STORM } from "./storms/current-storm.ts";

export type BookingRow = Selectable<BookingsTable>;

/** The host's cancellation of a booking, as its details show it. */
type HostCancellation = Pick<
  Selectable<HostCancellationsTable>,
  "reason" | "fee_cents" | "waived_at"
>;

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
      bookedDrivers.as("drivers"),
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
      sql<ShownDispute>`(select state from disputes where booking_id = bookings.id and state in ('open', 'lost') and deposit_hold_id is null
        and not exists (select from later_charges where later_charges.id = disputes.later_charge_id and not applied)
        order by state = 'lost' desc limit 1)`.as("dispute"),
      sql<HostCancellation | null>`(select json_build_object('reason', reason, 'fee_cents', fee_cents, 'waived_at', waived_at)
        from host_cancellations where booking_id = bookings.id)`.as("host_cancellation"),
      sql<boolean>`exists (select from trip_entries where booking_id = bookings.id)`.as(
        "has_trip_record",
      ),
      TRIPS_OVERLAP.as("trips_overlap"),
      RENTER_DISPUTED.as("renter_disputed"),
      sql<HoldReason | null>`(select reason from trip_holds where booking_id = bookings.id and released_at is null)`.as(
        "hold_reason",
      ),
      "car.island",
      "car.seats",
      CURRENT_STORM.as("storm"),
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

/**
 * What the checkout page names. Reading all of getDetails() takes five times as long.
 * @throws DomainError not_found
 */
export async function getPurchased(db: Db, bookingId: string) {
  const row = await db
    .selectFrom("bookings")
    .innerJoin("car_listings as car", "car.id", "bookings.car_id")
    .innerJoin("profiles as renter", "renter.user_id", "bookings.renter_id")
    .selectAll("bookings")
    .select([
      chargeLines("bookings.id").as("lines"),
      "car.make",
      "car.model",
      "car.year",
      "renter.email as renter_email",
    ])
    .where("bookings.id", "=", bookingId)
    .executeTakeFirst();
  if (!row) throw new DomainError("not_found", { what: "booking" });
  return row;
}
export type PurchasedBooking = Awaited<ReturnType<typeof getPurchased>>;

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
  credit_cents: charge.creditCents,
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
      | "pickup_time"
      | "return_time"
      | "replaces"
      | keyof ReturnType<typeof toPlaceColumns>
      | keyof UsageColumns
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
