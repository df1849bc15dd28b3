// What keeps the chosen period from being booked: another trip, or the car's rules.
import {
  findBrokenRule,
  nearestFreePeriods,
  type BrokenRule,
} from "../../../../../domain/booking/booking-rules.ts";
import {
  takenTime,
  type RentalPeriod,
  type RentalTimes,
} from "../../../../../domain/booking/rental-period.ts";
import { isTakenAt } from "../../../../../domain/calendar/taken-time.ts";
import type { Availability } from "./use-availability.ts";

/** Why a period can't be booked. */
export type Obstacle = { code: "taken" } | BrokenRule;

/** What keeps the chosen period from being booked, and the nearest periods that can be. */
export function findObstacle(
  { state, times: taken, rules }: Availability,
  requested: (RentalPeriod & RentalTimes) | null,
): { obstacle: Obstacle | null; alternatives: RentalPeriod[] } {
  const none = { obstacle: null, alternatives: [] };
  if (!requested || state === "loading") return none;
  const now = new Date();
  const wanted = takenTime(requested, rules.turnaroundHours);
  const obstacle: Obstacle | null = taken.some((other) => isTakenAt(other, wanted))
    ? { code: "taken" }
    : state === "known"
      ? findBrokenRule(requested, rules, now)
      : null;
  if (!obstacle) return none;
  return { obstacle, alternatives: nearestFreePeriods({ taken, requested, rules, now }) };
}
