// The storm that affects a booking, for queries of bookings.
import { sql } from "kysely";
import type { CalendarDate } from "../../../../domain/calendar/dates.ts";

/** A storm as a booking that it affects shows it. */
export interface BookedStorm {
  id: string;
  name: string;
  message: string;
  last_day: CalendarDate;
}

/**
 * The storm that affects a row of `bookings` with its `car` (isAffected in domain/storm), or delays
 * the return of the car.
 */
export const CURRENT_STORM = sql<BookedStorm | null>`(
  select json_build_object('id', storm.id, 'name', storm.name, 'message', storm.message, 'last_day', storm.last_day) from storms storm
  where storm.ended_at is null and car.island = any(storm.islands)
    and (bookings.start_date <= storm.last_day or bookings.picked_up_at is not null) and bookings.end_date >= storm.first_day
    and bookings.status in ('pending', 'approved') and bookings.returned_at is null
  order by storm.declared_at limit 1)`;
