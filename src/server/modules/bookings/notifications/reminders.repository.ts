// SQL for the reminders on the day before a trip begins or ends, and shortly before its return.
import { sql } from "kysely";
import { todayInNassau, type CalendarDate } from "../../../../domain/calendar/dates.ts";
import type { Db } from "../../../platform/database/database.ts";
import { isExpectedOn } from "../booking-order.repository.ts";

/**
 * Approved bookings with their pickup or return on `day` that were approved before `approvedBefore`
 * and whose host has not been reminded of this day yet. Handovers that are confirmed already are
 * left out.
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
    .where((row) => (what === "pickup" ? isExpectedOn(day) : row("end_date", "=", day)))
    .where(what === "pickup" ? "picked_up_at" : "returned_at", "is", null)
    .where(
      sql<boolean>`exists (select from audit_events where subject_id = bookings.id and subject_type = 'booking'
        and action = 'booking.capture_succeeded' and at < ${approvedBefore})`,
    )
    .where(
      sql<boolean>`not exists (select from notifications where user_id = bookings.host_id
        and event_key = 'booking:' || bookings.id || ${`:remind_${what}:${day}`})`,
    )
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Approved bookings with a return time between two instants whose car is not back and whose host
 * has not been reminded of this time yet.
 */
export async function findDueBackSoon(
  db: Db,
  { after, until }: { after: Date; until: Date },
): Promise<string[]> {
  const rows = await db
    .selectFrom("bookings")
    .select("id")
    .where("status", "=", "approved")
    // The index of statuses and dates serves these.
    .where("end_date", ">=", todayInNassau(after))
    .where("end_date", "<=", todayInNassau(until))
    .where("return_time", "is not", null)
    .where("return_at", ">", after.toISOString())
    .where("return_at", "<=", until.toISOString())
    .where("returned_at", "is", null)
    .where("return_noticed_at", "is", null)
    .where(
      sql<boolean>`not exists (select from notifications where user_id = bookings.host_id
        and event_key = 'booking:' || bookings.id || ':remind_return_soon:' || end_date || 'T' || left(return_time::text, 5))`,
    )
    .execute();
  return rows.map((row) => row.id);
}
