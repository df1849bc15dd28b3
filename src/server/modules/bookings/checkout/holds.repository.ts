// The SQL of unpaid holds.
import { sql, type SqlBool } from "kysely";
import { toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import type { ChargeLine } from "../../../../domain/money/charge-line.ts";
import type { EndedRequest, UnpaidHold } from "../../../../domain/booking/booking-deadlines.ts";
import type { Db } from "../../../platform/database/database.ts";
import { bookedExtras, type BookedExtra } from "../booked-extras.repository.ts";
import { namedDrivers } from "../drivers/drivers.repository.ts";
import { chargeLines, type BookingRow } from "../bookings.repository.ts";

export interface Hold extends BookingRow {
  session_id: string | null;
  checkout_url: string | null;
  expires_at: string;
  /** The end of the time for which it takes the car. */
  held_until: string;
  lines: ChargeLine[];
  extras: BookedExtra[];
  /** The addresses of the additional drivers. */
  drivers: string[];
  /** It will replace a hold that has not ended yet. Nobody has received its URL. */
  waits: boolean;
}

const isUnpaid = sql<SqlBool>`(bookings.status = 'pending' and bookings.payment_status = 'unpaid')`;
const waits = sql<boolean>`exists (
  select from bookings as old where old.id = bookings.replaces and old.status <> 'cancelled')`;

/** The renter's unpaid holds, oldest first. */
export const findHolds = (db: Db, renterId: string): Promise<Hold[]> =>
  db
    .selectFrom("bookings")
    .innerJoin("payments as payment", "payment.booking_id", "bookings.id")
    .selectAll("bookings")
    .select(["payment.session_id", "payment.checkout_url", "payment.expires_at", waits.as("waits")])
    .select([chargeLines("bookings.id").as("lines"), bookedExtras.as("extras")])
    .select(
      sql<string>`(select upper(during) from car_calendar where booking_id = bookings.id)`.as(
        "held_until",
      ),
    )
    .select(namedDrivers.as("drivers"))
    .where("bookings.renter_id", "=", renterId)
    .where(isUnpaid)
    .orderBy("bookings.created_at")
    .execute();

/**
 * Like findHolds, and locks the holds for the rest of the transaction. Lock the renter's account
 * first, so that no hold is added meanwhile.
 */
export async function lockHolds(db: Db, renterId: string): Promise<Hold[]> {
  const unpaid = db
    .selectFrom("bookings")
    .select("id")
    .where("renter_id", "=", renterId)
    .where(isUnpaid);
  const locked = await unpaid.orderBy("created_at").forUpdate().execute();
  if (locked.length === 0) return [];
  return findHolds(db, renterId); // a new statement sees the changes that the locks waited for
}

/** Whether the booking is unpaid and holds its dates. */
export const isHold = (row: Pick<BookingRow, "status" | "payment_status">): boolean =>
  row.status === "pending" && row.payment_status === "unpaid";

/** Whether a booking will replace a hold that has not ended yet. */
export async function isWaiting(db: Db, { id, replaces }: BookingRow): Promise<boolean> {
  if (replaces === null) return false;
  const row = await db
    .selectFrom("bookings")
    .select(waits.as("waits"))
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.waits ?? false;
}

/** The hold that a booking has replaced or will replace. */
export const findReplaced = async (db: Db, bookingId: string): Promise<string | null> =>
  (
    await db
      .selectFrom("bookings")
      .select("replaces")
      .where("id", "=", bookingId)
      .executeTakeFirst()
  )?.replaces ?? null;

/** Locks the unpaid booking that will replace this one, if there is one. */
export const lockReplacement = (db: Db, bookingId: string): Promise<BookingRow | undefined> =>
  db
    .selectFrom("bookings")
    .selectAll()
    .where("replaces", "=", bookingId)
    .where(isUnpaid)
    .forUpdate()
    .executeTakeFirst();

/** Holds that still wait for the hold they replace, without any progress since `before`. */
export async function findWaitingSince(
  db: Db,
  before: Date,
  of?: { renterId: string; carId: string },
): Promise<string[]> {
  const at = before.toISOString();
  const rows = await db
    .selectFrom("bookings")
    .select("id")
    .where("replaces", "is not", null)
    .where(isUnpaid)
    .where("created_at", "<=", at)
    .where((row) => row.or([row("replacing_since", "is", null), row("replacing_since", "<=", at)]))
    .where(sql<SqlBool>`${waits}`)
    .$if(of !== undefined, (query) =>
      query.where("renter_id", "=", of?.renterId ?? "").where("car_id", "=", of?.carId ?? ""),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** An unpaid hold of the last 24 hours. */
export interface CountedHold extends UnpaidHold {
  carId: string;
  /** The renter has taken other dates of the car instead. */
  isReplaced: boolean;
  /** The renter has paid for some car since the hold began. */
  isPaidSince: boolean;
}

/**
 * A payment that the renter made after the hold began. The authorisation for a request counts while
 * the request is pending.
 */
const paidSince = sql`select from bookings as paid
  where paid.renter_id = bookings.renter_id and paid.payment_status in ('authorized', 'paid', 'partially_refunded', 'refunded')
    and coalesce(paid.authorized_at, paid.created_at) >= bookings.created_at`;

/**
 * The renter's holds that are open or ended after an instant. Holds that a payment for the same car
 * followed, and those whose checkout never opened, are left out.
 */
export async function findUnpaidHolds(
  db: Db,
  renterId: string,
  endedAfter: Date,
): Promise<CountedHold[]> {
  const rows = await db
    .selectFrom("bookings")
    .innerJoin("payments as payment", "payment.booking_id", "bookings.id")
    .select([
      "bookings.car_id",
      "bookings.created_at",
      "bookings.hold_ended_at",
      "payment.expires_at",
    ])
    .select(
      sql<boolean>`exists (select from bookings as next where next.replaces = bookings.id)`.as(
        "is_replaced",
      ),
    )
    .select(sql<boolean>`exists (${paidSince})`.as("is_paid_since"))
    .where("bookings.renter_id", "=", renterId)
    .where((row) =>
      row.or([
        isUnpaid,
        row.and([
          row("bookings.payment_status", "=", "expired"),
          row("bookings.hold_ended_at", ">", endedAfter.toISOString()),
        ]),
      ]),
    )
    .where(sql<SqlBool>`not exists (${paidSince} and paid.car_id = bookings.car_id)`)
    .execute();
  return rows.map((row) => ({
    carId: row.car_id,
    beganAt: new Date(row.created_at),
    endedAt: row.hold_ended_at === null ? null : new Date(row.hold_ended_at),
    expiresAt: new Date(row.expires_at),
    isReplaced: row.is_replaced,
    isPaidSince: row.is_paid_since,
  }));
}

/** When the renter withdrew requests, for any car, after an instant; not because of a storm. */
export async function findWithdrawals(
  db: Db,
  renterId: string,
  withdrawnAfter: Date,
): Promise<Date[]> {
  const rows = await db
    .selectFrom("bookings")
    .select("updated_at") // the withdrawal is the row's last change
    .where("renter_id", "=", renterId)
    .where("payment_status", "=", "voided")
    .where("cancelled_by", "=", "renter")
    .where("authorized_at", "is not", null) // otherwise it never was a request
    .where("storm_id", "is", null)
    .where("updated_at", ">", withdrawnAfter.toISOString())
    .execute();
  return rows.map((row) => new Date(row.updated_at));
}

/** The renter's requests for a car that were rejected, withdrawn or lapsed after an instant. */
export async function findEndedRequests(
  db: Db,
  { renterId, carId }: { renterId: string; carId: string },
  endedAfter: Date,
): Promise<EndedRequest[]> {
  // The end of the request is the row's last change. The sweep may lapse it after `lapses_at`.
  const endedAt = sql<string>`least(updated_at, lapses_at)`;
  const rows = await db
    .selectFrom("bookings")
    .select(["start_date", "end_date", "pickup_time", "return_time", endedAt.as("ended_at")])
    .where("renter_id", "=", renterId)
    .where("car_id", "=", carId)
    .where("payment_status", "=", "voided")
    .where("lapses_at", "is not", null) // its card was authorised in time
    .where("storm_id", "is", null)
    .where(endedAt, ">", endedAfter.toISOString())
    .execute();
  return rows.map((row) => ({
    period: toRentalPeriod(row),
    endedAt: new Date(row.ended_at),
  }));
}
