// What keeps the chosen period from being booked: a storm, another trip, the car's rules, or an
// amount that is too high for one charge.
import { findBrokenRule, type BrokenRule } from "../../../../domain/booking/booking-rules.ts";
import { nearestFreePeriods } from "../../../../domain/calendar/nearest-free.ts";
import {
  rentalPeriod,
  takenTime,
  toPricedDays,
  type RentalPeriod,
  type RentalTimes,
} from "../../../../domain/booking/rental-period.ts";
import { overlapInTime } from "../../../../domain/calendar/taken-time.ts";
import { lastTime } from "../../../../domain/calendar/time-of-day.ts";
import type { AddOns } from "../../../../domain/listing/add-ons/add-ons.ts";
import type { PriceTerms } from "../../../../domain/listing/prices.ts";
import { findChargeLimit } from "../../../../domain/money/charge.ts";
import type { Availability } from "./use-availability.ts";

/** Why a period can't be booked. */
export type Obstacle =
  | { code: "car_awaits_inspection"; storm: string }
  | { code: "dates_taken" }
  | { code: "times_taken" }
  | { code: "dates_too_long"; max_days: number }
  | BrokenRule;

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

export const NO_OBSTACLE = { obstacle: null, alternatives: [] };

/** What keeps the chosen period from being booked, and the nearest periods that can be. A storm
 *  closes the car whatever is chosen. */
export function findObstacle(
  availability: Availability,
  requested: (RentalPeriod & RentalTimes) | null,
  { priceTerms, addOns }: { priceTerms: PriceTerms; addOns: AddOns },
): { obstacle: Obstacle | null; alternatives: RentalPeriod[] } {
  const { state, times: taken, rules, storm } = availability;
  if (storm !== null)
    return { obstacle: { code: "car_awaits_inspection", storm }, alternatives: [] };
  if (!requested || state === "loading") return NO_OBSTACLE;
  const now = new Date();
  const chargeLimit = (period: RentalPeriod) =>
    findChargeLimit(priceTerms, { ...toPricedDays(period), addOns });
  const max_days = chargeLimit(requested);
  const obstacle =
    findConflict(availability, requested) ??
    (state === "known" ? findBrokenRule(requested, rules, now) : null) ??
    (max_days === null ? null : { code: "dates_too_long" as const, max_days });
  if (!obstacle) return NO_OBSTACLE;
  const maxDays = Math.min(rules.maxDays, max_days ?? rules.maxDays);
  const free = nearestFreePeriods({ taken, requested, rules: { ...rules, maxDays }, now });
  return { obstacle, alternatives: free.filter((period) => chargeLimit(period) === null) };
}
