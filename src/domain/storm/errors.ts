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
  /** A storm is on for these of the islands. */
  storm_on_already: { islands: IslandId[] };
  storm_ended: None;
  /** Only a storm makes this change free, and none affects the booking. */
  no_storm: None;
  /** The new days have to begin after the storm. */
  storm_move_too_early: { last_day: CalendarDate };
  /** The batch of refunds has to be stopped, or to finish, before the storm can end. */
  storm_refunds_running: None;
  /** A storm is on where the car is, or the car was not inspected since. */
  car_awaits_inspection: { storm: string };
  /** A car is inspected once the storm is over. */
  inspection_too_early: { storm: string };
  inspection_done: None;
  inspection_photos_missing: { min: number };
}
