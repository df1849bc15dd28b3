// SQL for the admins' list of all bookings and for the totals over all bookings.
import { sql, type SqlBool } from "kysely";
import { readBookingNumber, formatBookingNumber } from "../../../domain/booking/booking-number.ts";
import type { BookingStatus } from "../../../domain/booking/booking.ts";
import type { CalendarDate } from "../../../domain/calendar/dates.ts";
import { readReceiptNumber } from "../../../domain/money/receipt.ts";
import { formatMonthDayYear } from "../../../domain/text/format.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Position } from "../../platform/database/cursor.ts";
import { CAR_TEXT, personText, readText } from "../../platform/database/text-search.ts";
import { nextTripFirst } from "./booking-order.repository.ts";
import { findByIds, type BookingDetailsRow } from "./bookings.repository.ts";

/**
 * A search text with many matches is applied to this many bookings at a time; the next page
 * continues after them.
 */
const STRETCH = 20_000;

const RENTER = personText("renter");
const HOST = personText("host");

/**
 * One booking, or the bookings of a person or car, by `id`; the bookings of the few cars and people
 * that match a text; or a text with too many matches to list. With a text, also the `bookings` that
 * carry it as their number.
 */
export type BookingMatch =
  | { id: string }
  | { cars: readonly string[]; people: readonly string[]; bookings: readonly string[] }
  | { text: string; bookings: readonly string[] }
  | undefined;

export interface AdminBookingSearch {
  status: BookingStatus | undefined;
  match: BookingMatch;
}

const newest = (db: Db, { status, match }: AdminBookingSearch, after: Position | undefined) =>
  db
    .selectFrom("bookings")
    .where("counts", "=", true)
    .$if(status !== undefined, (query) => query.where("status", "=", status ?? "pending"))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(created_at, id) < (${after?.key}::timestamp at time zone 'UTC', ${after?.id}::uuid)`,
      ),
    )
    .where(fits(match))
    .orderBy("bookings.created_at", "desc")
    .orderBy("bookings.id", "desc");

function fits(match: BookingMatch) {
  if (match && "id" in match) return sql<SqlBool>`${match.id} in (id, car_id, renter_id, host_id)`;
  if (match && "cars" in match)
    return sql<SqlBool>`(id = any(${match.bookings}::uuid[]) or car_id = any(${match.cars}::uuid[]) or renter_id = any(${match.people}::uuid[]) or host_id = any(${match.people}::uuid[]))`;
  return sql<SqlBool>`true`;
}

const KEY = sql<string>`(bookings.created_at at time zone 'UTC')::text`.as("key");

/**
 * Newest first, starting after `after`. `next` is where the list continues; a text search can
 * continue after a page that is not full.
 */
export async function findAdminPage(
  db: Db,
  search: AdminBookingSearch,
  { after, limit }: { after: Position | undefined; limit: number },
): Promise<{ rows: BookingDetailsRow[]; next: Position | undefined }> {
  const { match } = search;
  const list = newest(db, search, after);
  const { text, bookings } = match && "text" in match ? match : {};
  const found = await (text === undefined
    ? list
        .select(["bookings.id", KEY])
        .limit(limit + 1)
        .execute()
    : db
        .selectFrom(
          list
            .select(["id", "created_at", "car_id", "renter_id", "host_id"])
            .limit(STRETCH)
            .as("bookings"),
        )
        .innerJoin("car_listings as car", "car.id", "bookings.car_id")
        .innerJoin("profiles as renter", "renter.user_id", "bookings.renter_id")
        .innerJoin("profiles as host", "host.user_id", "bookings.host_id")
        .where(
          sql<SqlBool>`(${readText(CAR_TEXT, text)} or ${readText(RENTER, text)} or ${readText(HOST, text)} or bookings.id = any(${bookings}::uuid[]))`,
        )
        .select(["bookings.id", KEY])
        .orderBy("bookings.created_at", "desc")
        .orderBy("bookings.id", "desc")
        .limit(limit + 1)
        .execute());
  const isFull = found.length > limit;
  const shown = found.slice(0, limit);
  const stretch =
    text === undefined || isFull
      ? undefined
      : await list
          .select(["bookings.id", KEY])
          .offset(STRETCH - 1)
          .limit(1)
          .executeTakeFirst();
  const rows = await findByIds(
    db,
    shown.map((row) => row.id),
  );
  return { rows, next: isFull ? shown.at(-1) : stretch };
}

/**
 * The number of bookings that count, the sum of the completed ones, and the number of requests
 * awaiting an answer.
 */
export async function bookingTotals(
  db: Db,
): Promise<{ total: number; completedCents: number; pending: number }> {
  const [totals, requests] = await Promise.all([
    db
      .selectFrom("booking_totals")
      .select([
        sql<number>`coalesce(sum(bookings), 0)::bigint`.as("total"),
        sql<number>`coalesce(sum(completed_cents), 0)::bigint`.as("completedCents"),
      ])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom("bookings")
      .where("status", "=", "pending")
      .where("payment_status", "=", "authorized")
      .where("approving_since", "is", null)
      .select((row) => row.fn.countAll<number>().as("pending"))
      .executeTakeFirstOrThrow(),
  ]);
  return { ...totals, ...requests };
}

/** Collapses the recorded changes of the totals into one row. */
export async function foldTotals(db: Db): Promise<void> {
  await sql`
    with folded as (delete from booking_totals returning bookings, completed_cents)
    insert into booking_totals (bookings, completed_cents)
    select sum(bookings), sum(completed_cents) from folded having count(*) > 0`.execute(db);
}

/** The ids of a person's bookings as renter or host, in the order of nextTripFirst. */
export async function findNearestOf(
  db: Db,
  personId: string,
  { today, limit }: { today: CalendarDate; limit: number },
): Promise<string[]> {
  const order = nextTripFirst(today);
  const rows = await db
    .selectFrom("bookings")
    .select("id")
    .where("counts", "=", true)
    .where((row) => row.or([row("renter_id", "=", personId), row("host_id", "=", personId)]))
    .orderBy(order.group)
    .orderBy(order.key)
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The most bookings to find by one card, or by half a receipt number. */
const MOST_BY_NUMBER = 1000;

/**
 * The ids of the bookings that carry the text as their number or their receipt's, and the newest
 * that were paid with a card of these last four digits.
 */
export async function findIdsByNumber(db: Db, text: string): Promise<string[]> {
  const number = readBookingNumber(text);
  const receipt = readReceiptNumber(text);
  const last4 = /^[*•x\s]*(\d{4})$/i.exec(text)?.[1];
  const bookings = db.selectFrom("bookings").select("id");
  const [byNumber = [], byReceipt = [], byCard = []] = await Promise.all([
    number === undefined ? undefined : bookings.where("number", "=", number).execute(),
    receipt &&
      bookings
        .where("id", ">=", receipt[0])
        .where("id", "<=", receipt[1])
        .limit(MOST_BY_NUMBER)
        .execute(),
    last4 === undefined
      ? undefined
      : db
          .selectFrom("payments")
          .select("booking_id as id")
          .where("card_last4", "=", last4)
          .orderBy("created_at", "desc")
          .limit(MOST_BY_NUMBER)
          .execute(),
  ]);
  return [...byNumber, ...byReceipt, ...byCard].map(({ id }) => id);
}

export const findIdBySession = async (db: Db, sessionId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom("bookings")
      .select("id")
      .where("stripe_session_id", "=", sessionId)
      .executeTakeFirst()
  )?.id;

/** Booking labels for admins, by id: "BK-4821-7390, Quiet RAV4, Dec 05, 2026". */
export async function findBookingLabels(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await findByIds(db, ids);
  return new Map(
    rows.map((row) => [
      row.id,
      `${formatBookingNumber(row.number)}, ${row.title}, ${formatMonthDayYear(row.start_date)}`,
    ]),
  );
}

interface PersonName {
  id: string;
  name: string;
}

/** The two sides of bookings, by booking id. */
export async function findBookingPeople(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { renter: PersonName; host: PersonName }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("bookings")
    .innerJoin("profiles as renter", "renter.user_id", "bookings.renter_id")
    .innerJoin("profiles as host", "host.user_id", "bookings.host_id")
    .where("bookings.id", "in", ids)
    .select([
      "bookings.id",
      "bookings.renter_id",
      "bookings.host_id",
      sql<string>`renter.first_name || ' ' || renter.last_name`.as("renter_name"),
      sql<string>`host.first_name || ' ' || host.last_name`.as("host_name"),
    ])
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        renter: { id: row.renter_id, name: row.renter_name },
        host: { id: row.host_id, name: row.host_name },
      },
    ]),
  );
}
