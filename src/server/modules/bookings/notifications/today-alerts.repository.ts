// SQL for the alerts about today's trips.
import { sql } from "kysely";
import type { CalendarDate } from "../../../../domain/calendar/dates.ts";
import type { Db } from "../../../platform/database/database.ts";
import { isExpectedOn } from "../booking-order.repository.ts";
import { CURRENT_STORM } from "../storms/current-storm.ts";
import { IS_ON_HOLD } from "../trip-holds/trip-holds.repository.ts";

/**
 * The approved trips whose pickup or return is still to come on a day, and the overdue ones. They
 * were approved before an instant and are not on hold.
 */
export const findHandoverBookings = (
  db: Db,
  { day, approvedBefore }: { day: CalendarDate; approvedBefore: string },
) =>
  db
    .selectFrom("bookings")
    .innerJoin("car_listings as car", "car.id", "bookings.car_id")
    .select([
      "bookings.id",
      "bookings.host_id",
      "bookings.car_id",
      "bookings.status",
      "start_date",
      "end_date",
      "pickup_time",
      "return_time",
      "picked_up_at",
      "return_noticed_at",
      "delayed_pickup_at",
      CURRENT_STORM.as("storm"),
    ])
    .where("bookings.status", "=", "approved")
    .where("returned_at", "is", null)
    .where((row) =>
      row.or([
        row.and([isExpectedOn(day), row("picked_up_at", "is", null)]),
        row("end_date", "=", day),
        row.and([
          row("end_date", "<", day),
          row("picked_up_at", "is not", null),
          row("return_noticed_at", "is", null),
        ]),
      ]),
    )
    .where(sql<boolean>`not ${IS_ON_HOLD}`)
    .where(
      sql<boolean>`exists (select from audit_events where subject_id = bookings.id and subject_type = 'booking'
        and action = 'booking.capture_succeeded' and at < ${approvedBefore})`,
    )
    .orderBy("bookings.id")
    .execute();
