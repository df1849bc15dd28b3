// SQL for what a rental agreement says besides the trip.
import { sql } from "kysely";
import { maskListing } from "../../../../domain/listing/listing-masking.ts";
import type { DatedDocument } from "../../../../domain/listing/car-documents.ts";
import type { Db } from "../../../platform/database/database.ts";
import { chargeLines } from "../../bookings/bookings.service.ts";

/** The booking and its car as both sides read them. */
export async function getAgreedBooking(db: Db, bookingId: string) {
  const row = await db
    .selectFrom("bookings as booking")
    .innerJoin("car_listings as car", "car.id", "booking.car_id")
    .where("booking.id", "=", bookingId)
    .select([
      "booking.created_at",
      "booking.total_cents",
      "booking.tariff_version",
      "booking.ceiling_cents",
      "booking.included_miles_per_day",
      "booking.price_per_mile_cents",
      "booking.level_charge",
      "booking.tank_gallons",
      "booking.deposit_cents",
      "booking.pump_price_cents",
      "car.title",
      "car.make",
      "car.model",
      "car.location",
      "car.year",
      "car.color",
      "car.license_plate",
      chargeLines("booking.id").as("lines"),
      sql<boolean>`exists (select from booking_extras where booking_id = booking.id and extra_id = 'prepaid_fuel')`.as(
        "has_prepaid_fuel",
      ),
      sql<string[]>`array(
        select concat_ws(' ', person.first_name, person.last_name)
        from booking_drivers driver join profiles person on person.user_id = driver.user_id
        where driver.booking_id = booking.id and driver.state = 'accepted'
        order by driver.created_at, driver.position)`.as("drivers"),
      sql<DatedDocument[]>`(
        select coalesce(json_agg(json_build_object('kind', kind, 'expires_on', expires_on) order by kind), '[]')
        from car_documents where car_id = booking.car_id)`.as("documents"),
    ])
    .executeTakeFirstOrThrow();
  return maskListing(row);
}
