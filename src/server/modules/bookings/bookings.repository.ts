// The SQL of bookings. Conditions of lists repeat domain/booking-lists.ts for the database; lists.test.ts holds the two together.
import { sql, type Selectable, type SqlBool, type Expression, type ExpressionBuilder, type Updateable } from "kysely";
import { DomainError } from "../../../domain/errors.ts";
import { centsToNumeric } from "../../../domain/money.ts";
import { CURRENT_RATES, type Quote } from "../../../domain/pricing.ts";
import type { Ctx } from "../../platform/context.ts";
import {
  decodeCursor,
  encodeCursor,
  escapeLike,
  foreignCursor,
  isTimestampText,
  isUuid,
} from "../../platform/cursor.ts";
import type { BookingsTable, Schema } from "../../platform/schema.ts";

export type BookingRow = Selectable<BookingsTable>;

const joined = (ctx: Ctx) =>
  ctx.db
    .selectFrom("bookings")
    .innerJoin("car_listings as car", "car.id", "bookings.car_id")
    .innerJoin("profiles as host", "host.user_id", "bookings.host_id")
    .innerJoin("profiles as renter", "renter.user_id", "bookings.renter_id")
    .selectAll("bookings")
    .select([
      "car.title",
      "car.make",
      "car.model",
      "car.year",
      "car.images",
      "car.location",
      "car.pickup_instructions",
      "host.first_name as host_first_name",
      "host.last_name as host_last_name",
      "host.email as host_email",
      "host.phone as host_phone",
      "renter.first_name as renter_first_name",
      "renter.last_name as renter_last_name",
      "renter.email as renter_email",
      "renter.phone as renter_phone",
    ]);
/** A booking with its car, host and renter. */
export type BookingDetails = Awaited<ReturnType<ReturnType<typeof joined>["executeTakeFirstOrThrow"]>>;

/** @throws DomainError PGRST116 */
export async function getDetails(ctx: Ctx, bookingId: string): Promise<BookingDetails> {
  const row = await joined(ctx).where("bookings.id", "=", bookingId).executeTakeFirst();
  if (!row) throw new DomainError("PGRST116", { what: "booking" });
  return row;
}

export const findDetailsBySession = (ctx: Ctx, sessionId: string): Promise<BookingDetails | undefined> =>
  joined(ctx).where("bookings.stripe_session_id", "=", sessionId).executeTakeFirst();

/** Locks the booking for the rest of the transaction. @throws DomainError PGRST116 */
export async function lockBooking(ctx: Ctx, bookingId: string): Promise<BookingRow> {
  const row = await ctx.db
    .selectFrom("bookings")
    .selectAll()
    .where("id", "=", bookingId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new DomainError("PGRST116", { what: "booking" });
  return row;
}

export type BookingFilter = "all" | "upcoming" | "past" | "cancelled";
type Where = ExpressionBuilder<Schema, "bookings">;

const counts = (row: Where): Expression<SqlBool> =>
  row.not(
    row.or([
      row.and([row("status", "=", "pending"), row("payment_status", "=", "unpaid")]),
      row.and([row("status", "=", "cancelled"), row("payment_status", "=", "expired")]),
    ]),
  );

function matches(row: Where, filter: BookingFilter, today: string): Expression<SqlBool> {
  switch (filter) {
    case "all":
      return counts(row);
    case "upcoming":
      return row.and([counts(row), row("status", "in", ["approved", "pending"]), row("start_date", ">", today)]);
    case "past":
      return row.and([counts(row), row.or([row("status", "=", "completed"), row("end_date", "<", today)])]);
    case "cancelled":
      return row.and([counts(row), row("status", "=", "cancelled")]);
  }
}

export interface BookingSearch {
  renterId: string;
  filter: BookingFilter;
  search?: string | undefined;
  today: string;
  cursor?: string | undefined;
  limit: number;
}

/** @throws DomainError invalid_request for a cursor of another list. */
function readCursor(cursor: string): string[] {
  const [underWay = "", at = "", id = ""] = decodeCursor(cursor, 3) ?? [];
  if (/^[01]$/.test(underWay) && isTimestampText(at) && isUuid(id)) return [underWay, at, id];
  throw foreignCursor();
}

/** A renter's bookings: those under way first, then newest first. */
export async function searchBookings(
  ctx: Ctx,
  query: BookingSearch,
): Promise<{ rows: BookingDetails[]; nextCursor: string | null; total: number }> {
  const mine = ctx.db
    .selectFrom("bookings")
    .innerJoin("car_listings as car", "car.id", "bookings.car_id")
    .where("bookings.renter_id", "=", query.renterId)
    .where((row) => matches(row as unknown as Where, query.filter, query.today))
    .$if(Boolean(query.search), (builder) =>
      builder.where(
        sql<string>`concat_ws(' ', car.year, car.make, car.model, car.title, car.location)`,
        "ilike",
        `%${escapeLike(query.search ?? "")}%`,
      ),
    );
  const underWay = sql<number>`(bookings.status = 'approved' and bookings.start_date <= ${query.today} and bookings.end_date >= ${query.today})::int`;
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
  const [page, { total }] = await Promise.all([
    mine
      .select(["bookings.id", underWay.as("under_way"), sql<string>`bookings.created_at::text`.as("at")])
      .$if(after !== undefined, (builder) =>
        builder.where(
          sql<SqlBool>`(${underWay}, bookings.created_at, bookings.id) < (${after?.[0]}::int, ${after?.[1]}::timestamptz, ${after?.[2]}::uuid)`,
        ),
      )
      .orderBy("under_way", "desc")
      .orderBy("bookings.created_at", "desc")
      .orderBy("bookings.id", "desc")
      .limit(query.limit + 1)
      .execute(),
    mine.select(sql<number>`count(*)`.as("total")).executeTakeFirstOrThrow(),
  ]);
  const shown = page.slice(0, query.limit);
  const last = page.length > query.limit ? shown.at(-1) : undefined;
  const found =
    shown.length === 0
      ? []
      : await joined(ctx)
          .where(
            "bookings.id",
            "in",
            shown.map((each) => each.id),
          )
          .execute();
  const byId = new Map(found.map((row) => [row.id, row]));
  return {
    rows: shown.map((each) => byId.get(each.id)).filter((row) => row !== undefined),
    nextCursor: last ? encodeCursor(String(last.under_way), last.at, last.id) : null,
    total,
  };
}

/** The renter's four figures (specification section 9, statistics rules). */
export async function renterFigures(
  ctx: Ctx,
  renterId: string,
  today: string,
): Promise<{ total: number; upcoming: number; completed: number; spent: string }> {
  const of = (filter: BookingFilter) => (row: Where) => matches(row, filter, today);
  return ctx.db
    .selectFrom("bookings")
    .where("renter_id", "=", renterId)
    .select((row) => [
      row.fn.countAll<number>().filterWhere(of("all")(row)).as("total"),
      row.fn.countAll<number>().filterWhere(of("upcoming")(row)).as("upcoming"),
      row.fn.countAll<number>().filterWhere("status", "=", "completed").as("completed"),
      sql<string>`coalesce(sum(total_amount) filter (where status = 'completed'), 0)`.as("spent"),
    ])
    .executeTakeFirstOrThrow();
}

/** Requests that nobody answered in time, and approved bookings whose end date is over. */
export async function findDue(
  ctx: Ctx,
  what: "lapse" | "complete",
  limits: { now: string; today: string },
): Promise<string[]> {
  const due = ctx.db.selectFrom("bookings").select("id").limit(500);
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

/** What a booking is made with, so that a later change of price or fees never touches it. */
export const moneyColumns = (price: Quote) => ({
  total_amount: centsToNumeric(price.totalCents),
  price_per_day: centsToNumeric(price.pricePerDayCents),
  service_fee_basis_points: CURRENT_RATES.serviceFeeBasisPoints,
  host_share_basis_points: CURRENT_RATES.hostShareBasisPoints,
  service_fee_cents: price.serviceFeeCents,
  processing_fee_cents: price.processingFeeCents,
  amount_due_cents: price.amountDueCents,
  host_share_cents: price.hostShareCents,
});

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
>;

/** @returns the id. */
export async function insertBooking(ctx: Ctx, booking: NewBooking, price: Quote): Promise<string> {
  const at = ctx.clock.now().toISOString();
  const { id } = await ctx.db
    .insertInto("bookings")
    .values({ ...booking, ...moneyColumns(price), created_at: at, updated_at: at })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export const updateBooking = (ctx: Ctx, id: string, change: Updateable<BookingsTable>): Promise<BookingRow> =>
  ctx.db
    .updateTable("bookings")
    .set({ ...change, updated_at: ctx.clock.now().toISOString() })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** The renter's unpaid holds, oldest first. */
export const findHolds = (ctx: Ctx, renterId: string): Promise<BookingRow[]> =>
  ctx.db
    .selectFrom("bookings")
    .selectAll()
    .where("renter_id", "=", renterId)
    .where("status", "=", "pending")
    .where("payment_status", "=", "unpaid")
    .orderBy("created_at")
    .execute();
