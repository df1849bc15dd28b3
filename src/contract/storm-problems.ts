// How the error codes about storms are sent (problem.ts).
import type { StormErrorDetails } from "../domain/storm/errors.ts";

export const STORM_PROBLEMS: Record<keyof StormErrorDetails, { status: number; title: string }> = {
  storm_without_islands: { status: 422, title: "A storm needs at least one island." },
  storm_days_reversed: { status: 422, title: "The storm's last day is before its first." },
  storm_too_long: { status: 422, title: "The storm is longer than allowed." },
  storm_past: { status: 422, title: "The storm's last day is in the past." },
  storm_already_on: { status: 409, title: "One of these islands already has a storm." },
  storm_ended: { status: 409, title: "The storm is over." },
  no_storm: { status: 409, title: "No storm affects this booking." },
  storm_move_too_early: { status: 422, title: "The new days begin before the storm is over." },
  storm_refunds_running: { status: 409, title: "The storm's refunds are still running." },
  car_awaits_inspection: { status: 409, title: "The car has to be inspected after a storm." },
  inspection_too_early: { status: 409, title: "The storm is not over yet." },
  inspection_already_done: { status: 409, title: "The car is already inspected." },
  inspection_photos_missing: { status: 422, title: "The inspection has too few photos." },
};
