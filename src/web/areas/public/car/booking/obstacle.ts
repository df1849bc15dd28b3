// What keeps the chosen period from being booked: another trip, or the car's rules.
import { findBrokenRule, type BrokenRule } from "../../../../../domain/booking/booking-rules.ts";
import { nearestFreePeriods } from "../../../../../domain/calendar/nearest-free.ts";
import {
  rentalPeriod,
  takenTime,
  type RentalPeriod,
  type RentalTimes,
} from "../../../../../domain/booking/rental-period.ts";
import { overlapInTime } from "../../../../../domain/calendar/taken-time.ts";
import { lastTime } from "../../../../../domain/calendar/time-of-day.ts";
import type { Availability } from "./use-availability.ts";

/** Why a period can't be booked. */
export type Obstacle = { code: "dates_taken" } | { code: "times_taken" } | BrokenRule;

/** The dates are taken if the car is not even free from its latest pickup to its earliest return;
 *  otherwise only the times are. */
function findConflict({ times, rules }: Availability, requested: RentalPeriod): Obstacle | null {
  const isTaken = (period: RentalPeriod): boolean => {
    const wanted = takenTime(period, rules.turnaroundHours);
    return times.some((other) => overlapInTime(other, wanted));
  };
  if (!isTaken(requested)) return null;
  const shortest = rentalPeriod(requested.start, requested.end, {
    pickupTime: lastTime(rules.pickupUntil),
    returnTime: rules.pickupFrom,
  });
  return { code: isTaken(shortest) ? "dates_taken" : "times_taken" };
}

/** What keeps the chosen period from being booked, and the nearest periods that can be. */
export function findObstacle(
  availability: Availability,
  requested: (RentalPeriod & RentalTimes) | null,
): { obstacle: Obstacle | null; alternatives: RentalPeriod[] } {
  const none = { obstacle: null, alternatives: [] };
  const { state, times: taken, rules } = availability;
  if (!requested || state === "loading") return none;
  const now = new Date();
  const obstacle =
    findConflict(availability, requested) ??
    (state === "known" ? findBrokenRule(requested, rules, now) : null);
  if (!obstacle) return none;
  return { obstacle, alternatives: nearestFreePeriods({ taken, requested, rules, now }) };
}
