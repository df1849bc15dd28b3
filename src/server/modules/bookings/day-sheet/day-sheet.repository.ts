// SQL for the day sheet.
import { sql } from "kysely";
import type { DateRange } from "../../../../domain/calendar/dates.ts";
import type { Db } from "../../../platform/database/database.ts";
import { bookedExtras } from "../booked-extras.repository.ts";
import { IS_ON_HOLD } from "../trip-holds/trip-holds.repository.ts";

export type HandoverRow = Awaited<ReturnType<typeof findHandovers>>[number];

/** A host's approved trips that begin or end on one of `days`, by place and plate of the car. */
export const findHandovers = (db: Db, hostId: string, days: DateRange) =>
  db
    .selectFrom("bookings")
    .innerJoin("car_listings as car", "car.id", "bookings.car_id")
    .innerJoin("profiles as renter", "renter.user_id", "bookings.renter_id")
    .where("bookings.host_id", "=", hostId)
    .where("bookings.status", "=", "approved")
    .where((row) =>
      row.or([
        row.and([row("start_date", ">=", days.start), row("start_date", "<", days.end)]),
        row.and([row("end_date", ">=", days.start), row("end_date", "<", days.end)]),
      ]),
    )
    .select([
      "bookings.id as booking_id",
      "bookings.number",
      "bookings.start_date",
      "bookings.end_date",
      "bookings.pickup_time",
      "bookings.return_time",
      "bookings.meeting_place_name",
      "bookings.special_requests",
      "car.id as car_id",
      "car.title",
      "car.make",
      "car.model",
      "car.year",
      "car.color",
      "car.license_plate",
      "car.location",
      "renter.first_name",
      "renter.last_name",
      "renter.phone",
      bookedExtras.as("extras"),
      IS_ON_HOLD.as("on_hold"),
    ])
    .orderBy(sql`car.island nulls last`)
    .orderBy("car.location")
    .orderBy(sql`car.license_plate nulls last`)
    .orderBy("car.id")
    .orderBy("bookings.start_date")
    .execute();
