// SQL for the alerts about today's trips.
import { sql } from "kysely";
import type { CalendarDate } from "../../../../domain/calendar/dates.ts";
import type { Db } from "../../../platform/database/database.ts";
import { IS_ON_HOLD } from "../trip-holds/trip-holds.repository.ts";

/** Approved trips that begin or end on a day, approved before an instant, and not on hold. */
export const findHandoverBookings = (
  db: Db,
  { day, approvedBefore }: { day: CalendarDate; approvedBefore: string },
) =>
  db
    .selectFrom("bookings")
    .select(["id", "host_id", "start_date", "end_date"])
    .where("status", "=", "approved")
    .where((row) => row.or([row("start_date", "=", day), row("end_date", "=", day)]))
    .where(sql<boolean>`not ${IS_ON_HOLD}`)
    .where(
      sql<boolean>`exists (select from audit_events where subject_id = bookings.id and subject_type = 'booking'
        and action = 'booking.capture_succeeded' and at < ${approvedBefore})`,
    )
    .orderBy("id")
    .execute();
