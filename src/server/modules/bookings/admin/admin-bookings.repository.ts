// SQL for what admins look up of bookings: figures, numbers, people. Their list is in
// admin-booking-search.repository.ts.
import { sql } from "kysely";
import {
  readBookingNumber,
  formatBookingNumber,
} from "../../../../domain/booking/booking-number.ts";
import { readReceiptNumber } from "../../../../domain/money/books/receipt.ts";
import { formatMonthDayYear } from "../../../../domain/text/format.ts";
import type { Db } from "../../../platform/database/database.ts";
import { nextTripFirst } from "../booking-order.repository.ts";
import { findByIds } from "../bookings.repository.ts";

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

/** The ids of a person's bookings on one side or both, in the order of nextTripFirst. */
export async function findNearestOf(
  db: Db,
  personId: string,
  { side, now, limit }: { side?: "renter" | "host" | undefined; now: Date; limit: number },
): Promise<string[]> {
  const order = nextTripFirst(now);
  const rows = await db
    .selectFrom("bookings")
    .select("id")
    .where("counts", "=", true)
    .where((row) =>
      row.or([
        ...(side === "host" ? [] : [row("renter_id", "=", personId)]),
        ...(side === "renter" ? [] : [row("host_id", "=", personId)]),
      ]),
    )
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
