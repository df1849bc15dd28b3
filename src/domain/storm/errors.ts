// The errors about storms and the inspections after them.
import type { CalendarDate } from "../calendar/dates.ts";
import type { IslandId } from "../place/islands.ts";

type None = Record<string, never>;

/** Each code with its details. */
export interface StormErrorDetails {
  storm_without_islands: None;
  storm_days_reversed: None;
  storm_too_long: { max_days: number };
  storm_past: { today: CalendarDate };
  /** These of the islands already have a storm that is on. */
  storm_already_on: { islands: IslandId[] };
  storm_ended: None;
  /** No storm affects the booking, so it can't be moved for free. */
  no_storm: None;
  /** The new days have to begin after the storm. */
  storm_move_too_early: { last_day: CalendarDate };
  /** A storm can't end while its batch of refunds is running. */
  storm_refunds_running: None;
  /** A storm is on where the car is, or the car was not inspected after it. */
  car_awaits_inspection: { storm: string };
  /** A car can't be inspected before the storm is over. */
  inspection_too_early: { storm: string };
  inspection_already_done: None;
  inspection_photos_missing: { min: number };
}
