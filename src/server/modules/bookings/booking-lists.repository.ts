// SQL for short lists of bookings and for the figures derived from them; pages of a whole list are
// in booking-search.repository.ts. The conditions repeat domain/booking/booking-lists.ts in SQL;
// lists.test.ts checks that the two agree.
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from "kysely";
import type { HostBookingFilter } from "../../../domain/booking/booking-lists.ts";
import type { HandoverKind } from "../../../domain/trip/entry.ts";
import { MAX_TURNAROUND_HOURS } from "../../../domain/booking/booking-rules.ts";
import {
  addDays,
  hourInNassau,
  todayInNassau,
  type DateRange,
  type CalendarDate,
} from "../../../domain/calendar/dates.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Schema } from "../../platform/database/schema.ts";
import { EXPECTED_PICKUP, hasBegun, isOver } from "./booking-order.repository.ts";
import { selectBookings, type BookingDetailsRow } from "./bookings.repository.ts";
import { IS_ON_HOLD } from "./trip-holds/trip-holds.repository.ts";

export type Where = ExpressionBuilder<Schema, "bookings">;

const counts = (row: Where): Expression<SqlBool> => row("counts", "=", true);
const isRequest = (row: Where): Expression<SqlBool> =>
  row.and([
    row("status", "=", "pending"),
    row("payment_status", "=", "authorized"),
    row("approving_since", "is", null),
  ]);

export function matches(row: Where, filter: HostBookingFilter, now: Date): Expression<SqlBool> {
  const today = todayInNassau(now);
  switch (filter) {
    case "all":
      return counts(row);
    case "in_progress":
      return row.and([row("status", "=", "approved"), hasBegun(now), row.not(isOver(today))]);
    case "upcoming":
      return row.and([
        counts(row),
        row("status", "in", ["approved", "pending"]),
        row.not(hasBegun(now)),
        row("returned_at", "is", null),
      ]);
    case "past":
      return row.and([counts(row), row.or([row("status", "=", "completed"), isOver(today)])]);
    case "requests":
      return isRequest(row);
    case "rejected":
      return row("status", "=", "rejected");
    case "cancelled":
      return row.and([counts(row), row("status", "=", "cancelled")]);
  }
}

/** Whose bookings: a renter's, a host's, or everybody's (for an admin). */
export type Scope = { renterId: string } | { hostId: string } | "everybody";

export const within = (row: Where, scope: Scope): Expression<SqlBool> => {
  if (scope === "everybody") return sql<SqlBool>`true`;
  return "renterId" in scope
    ? row("bookings.renter_id", "=", scope.renterId)
    : row("bookings.host_id", "=", scope.hostId);
};

/** The bookings made last, without abandoned checkouts. */
export const findRecent = (db: Db, scope: Scope, limit: number): Promise<BookingDetailsRow[]> =>
  selectBookings(db)
    .where((row) => within(row as unknown as Where, scope))
    .where((row) => counts(row as unknown as Where))
    .orderBy("bookings.created_at", "desc")
    .orderBy("bookings.id", "desc")
    .limit(limit)
    .execute();

/** The renter's trip in progress, or the approved trip that starts next. */
export const findNextTrip = (
  db: Db,
  renterId: string,
  today: CalendarDate,
): Promise<BookingDetailsRow | undefined> =>
  selectBookings(db)
    .where("bookings.renter_id", "=", renterId)
    .where("bookings.status", "=", "approved")
    .where((row) => row.not(isOver(today)))
    .orderBy(EXPECTED_PICKUP)
    .orderBy("bookings.id")
    .limit(1)
    .executeTakeFirst();

/** The renter's four figures (specification section 9, statistics rules). */
export async function findRenterFigures(
  db: Db,
  renterId: string,
  now: Date,
): Promise<{ total: number; upcoming: number; completed: number; spentCents: number }> {
  const of = (filter: HostBookingFilter) => (row: Where) => matches(row, filter, now);
  return db
    .selectFrom("bookings")
    .where("renter_id", "=", renterId)
    .select((row) => [
      row.fn.countAll<number>().filterWhere(of("all")(row)).as("total"),
      row.fn.countAll<number>().filterWhere(of("upcoming")(row)).as("upcoming"),
      row.fn.countAll<number>().filterWhere("status", "=", "completed").as("completed"),
      sql<number>`coalesce(sum(total_cents) filter (where status = 'completed'), 0)::bigint`.as(
        "spentCents",
      ),
    ])
    .executeTakeFirstOrThrow();
}

export interface HostBookingFigures {
  total: number;
  pending: number;
  completedCents: number;
  completedThisMonth: number;
}

/**
 * The host's figures of the specification (section 9, statistics rules). A month begins on its
 * first day in Nassau.
 */
export async function findHostFigures(
  db: Db,
  hostId: string,
  monthBegins: Date,
): Promise<HostBookingFigures> {
  const since = monthBegins.toISOString();
  return db
    .selectFrom("bookings")
    .where("host_id", "=", hostId)
    .select((row) => [
      row.fn
        .countAll<number>()
        .filterWhere((each) => counts(each as Where))
        .as("total"),
      row.fn
        .countAll<number>()
        .filterWhere((each) => isRequest(each as Where))
        .as("pending"),
      sql<number>`coalesce(sum(total_cents) filter (where status = 'completed'), 0)::bigint`.as(
        "completedCents",
      ),
      sql<number>`count(*) filter (where status = 'completed' and created_at >= ${since})`.as(
        "completedThisMonth",
      ),
    ])
    .executeTakeFirstOrThrow();
}

export interface MonthEarnings {
  /** yyyy-MM */
  month: string;
  earnedCents: number;
  trips: number;
  /** Days rented. */
  days: number;
}

/**
 * What a host has earned from completed bookings, by the month in which the trip ended, oldest
 * first: the host's share less the host's part of refunds. Months without bookings are left out.
 */
export const earningsByMonth = (db: Db, hostId: string): Promise<MonthEarnings[]> =>
  db
    .selectFrom("bookings")
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom("refunds")
          .whereRef("refunds.booking_id", "=", "bookings.id")
          .select(sql<number>`sum(borne_by_host_cents)`.as("cents"))
          .as("borne"),
      (join) => join.onTrue(),
    )
    .where("bookings.host_id", "=", hostId)
    .where("bookings.status", "=", "completed")
    .select([
      sql<string>`to_char(coalesce(ended_on, end_date), 'YYYY-MM')`.as("month"),
      sql<number>`sum(host_share_cents - coalesce(borne.cents, 0))::bigint`.as("earnedCents"),
      sql<number>`count(*)`.as("trips"),
      sql<number>`sum(days)`.as("days"),
    ])
    .groupBy("month")
    .orderBy("month")
    .execute();

/** A host's next pickups, or the next returns of cars that are out: overdue ones first. */
export const findNext = (
  db: Db,
  hostId: string,
  what: HandoverKind,
  { today, limit }: { today: CalendarDate; limit: number },
): Promise<BookingDetailsRow[]> =>
  selectBookings(db)
    .where("bookings.host_id", "=", hostId)
    .where("bookings.status", "=", "approved")
    .where((each) => {
      const row = each as unknown as Where;
      const isOut = row("picked_up_at", "is not", null);
      return what === "pickup"
        ? row.and([
            row.or([
              row("start_date", ">=", today),
              row("delayed_pickup_at", ">=", hourInNassau(today, 0).toISOString()),
            ]),
            row("picked_up_at", "is", null),
          ])
        : row.and([row.not(isOver(today)), row.or([isOut, row("start_date", "<=", today)])]);
    })
    .orderBy(what === "pickup" ? EXPECTED_PICKUP : sql`bookings.return_at`)
    .orderBy("bookings.id")
    .limit(limit)
    .execute();

/** A host's unanswered requests, those that lapse first at the top. */
export const findRequests = (db: Db, hostId: string, limit: number): Promise<BookingDetailsRow[]> =>
  selectBookings(db)
    .where("bookings.host_id", "=", hostId)
    .where((row) => isRequest(row as unknown as Where))
    .orderBy("bookings.lapses_at")
    .orderBy("bookings.id")
    .limit(limit)
    .execute();

/** A car can stay taken until the day after a return. */
const TURNAROUND_DAYS = MAX_TURNAROUND_HOURS / 24;

interface BookingRenter {
  id: string;
  number: number;
  first_name: string;
  last_name: string;
  on_hold: boolean;
}

/** The renters of the bookings that occupy or request any of `days`, with their turnaround. */
export const findRenters = (
  db: Db,
  { scope, carId, days }: { scope: Scope; carId: string | undefined; days: DateRange },
): Promise<BookingRenter[]> =>
  db
    .selectFrom("bookings")
    .innerJoin("profiles as renter", "renter.user_id", "bookings.renter_id")
    .where((row) => within(row as unknown as Where, scope))
    .where((row) => counts(row as unknown as Where))
    .$if(carId !== undefined, (query) => query.where("bookings.car_id", "=", carId ?? ""))
    .where("bookings.status", "in", ["pending", "approved", "completed"])
    .where("bookings.start_date", "<", days.end)
    .where("bookings.end_date", ">=", addDays(days.start, -TURNAROUND_DAYS))
    .select([
      "bookings.id",
      "bookings.number",
      "renter.first_name",
      "renter.last_name",
      IS_ON_HOLD.as("on_hold"),
    ])
    .orderBy("bookings.id")
    .execute();
