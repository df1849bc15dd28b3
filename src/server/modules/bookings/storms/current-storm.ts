// The storm that affects a booking, for queries of bookings.
import { sql } from "kysely";
import { isBefore, type CalendarDate } from "../../../../domain/calendar/dates.ts";
import { expectedPickup } from "../../../../domain/trip/trip-end.ts";

/** A storm as a booking that it affects shows it. */
export interface BookedStorm {
  id: string;
  name: string;
  message: string;
  first_day: CalendarDate;
  last_day: CalendarDate;
}

/**
 * The storm that affects a row of `bookings` with its `car` (isAffected in domain/storm), or delays
 * the return of the car.
 */
export const CURRENT_STORM = sql<BookedStorm | null>`(
  select json_build_object('id', storm.id, 'name', storm.name, 'message', storm.message, 'first_day', storm.first_day, 'last_day', storm.last_day) from storms storm
  where storm.ended_at is null and car.island = any(storm.islands)
    and (bookings.start_date <= storm.last_day or bookings.picked_up_at is not null) and bookings.end_date >= storm.first_day
    and bookings.status in ('pending', 'approved') and bookings.returned_at is null
  order by storm.declared_at limit 1)`;

/**
 * The storm that affects a trip and is on when its pickup is expected. Null once the car is picked
 * up, and for trips that begin before the storm.
 */
export const stormAtPickup = ({
  storm,
  ...booking
}: Parameters<typeof expectedPickup>[0] & { storm: BookedStorm | null }): BookedStorm | null =>
  storm !== null &&
  booking.picked_up_at === null &&
  !isBefore(expectedPickup(booking).date, storm.first_day)
    ? storm
    : null;
