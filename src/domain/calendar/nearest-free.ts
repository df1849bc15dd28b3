// The nearest periods that can be booked instead of a requested one.
import {
  addDays,
  type CalendarDate,
  type DateRange,
  daysBetween,
  overlaps,
  todayInNassau,
} from "./dates.ts";
import { overlapInTime, type TakenTime, toTakenDays } from "./taken-time.ts";
import { clampTime } from "./time-of-day.ts";
import {
  type BookingRules,
  choosePeriod,
  DEFAULT_RULES,
  findBrokenRule,
  measureLength,
  suggestTimes,
  toHours,
} from "../booking/booking-rules.ts";
import {
  MAX_DAYS_AHEAD,
  rentalDays,
  type RentalPeriod,
  rentalPeriod,
  type RentalTimes,
  takenTime,
} from "../booking/rental-period.ts";

/** How many free periods are offered when the requested one can't be booked. */
const NEAREST_FREE_LIMIT = 3;

/**
 * Up to `limit` free periods that the car's rules allow, nearest start first, all starting between
 * `earliest`, which is today if not given, and MAX_DAYS_AHEAD. They have the requested length and
 * times, or the nearest ones allowed on their dates.
 * Of two equally near periods the later comes first, as people can rarely arrive earlier. They are
 * alternatives and may overlap.
 */
export function nearestFreePeriods({
  taken,
  requested,
  rules = DEFAULT_RULES,
  now,
  limit = NEAREST_FREE_LIMIT,
  earliest = todayInNassau(now),
}: {
  taken: readonly TakenTime[];
  requested: RentalPeriod;
  rules?: BookingRules;
  now: Date;
  limit?: number;
  earliest?: CalendarDate;
}): (RentalPeriod & RentalTimes)[] {
  const { nights, times } = toAllowed(requested, rules, now);
  const days: DateRange[] = taken.map((each) => toTakenDays(each, { ...times, ...rules }));
  const today = todayInNassau(now);
  // Distances count from the requested start; `first` and `last` are the offsets of the possible
  // starts.
  const first = daysBetween(requested.start, earliest);
  const last = daysBetween(requested.start, today) + MAX_DAYS_AHEAD;
  const found: (RentalPeriod & RentalTimes)[] = [];
  for (let distance = 0; distance <= Math.max(-first, last); distance++) {
    for (const offset of new Set([distance, -distance])) {
      if (offset < first || offset > last) continue;
      const start = addDays(requested.start, offset);
      const own = requested.pickupTime ? times : suggestTimes(start, rules, now);
      const period = extendToMinimum(start, nights, own, rules);
      const isTaken =
        own.pickupTime === times.pickupTime
          ? days.some((other) => overlaps(period, other))
          : taken.some((other) => overlapInTime(other, takenTime(period, rules.turnaroundHours)));
      if (isTaken || findBrokenRule(period, rules, now)) continue;
      if (found.length === limit) return found;
      found.push(period);
    }
  }
  return found;
}

/**
 * A rental of at least `nights` nights that is as long as its dates require. Each day that is added
 * may require more. If that exceeds maxDays, the period stays too short and is refused.
 */
function extendToMinimum(
  start: CalendarDate,
  nights: number,
  times: RentalTimes,
  rules: BookingRules,
): RentalPeriod & RentalTimes {
  const period = rentalPeriod(start, addDays(start, nights), times) as RentalPeriod & RentalTimes;
  const { days, minDays } = measureLength(period, rules);
  return days < minDays && minDays <= rules.maxDays
    ? extendToMinimum(start, nights + minDays - days, times, rules)
    : period;
}

/**
 * The number of nights and the times nearest to the requested ones that the rules allow.
 * extendToMinimum adds nights where dates require them.
 */
function toAllowed(
  requested: RentalPeriod,
  rules: BookingRules,
  now: Date,
): { nights: number; times: RentalTimes } {
  const chosen = choosePeriod(requested, rules, now);
  const times = {
    pickupTime: clampTime(chosen.pickupTime, toHours(rules)),
    returnTime: clampTime(chosen.returnTime, toHours(rules)),
  };
  const { start, end } = requested;
  const nights = daysBetween(start, end);
  const length = rentalDays(rentalPeriod(start, end, times));
  const allowed = Math.min(Math.max(length, rules.minDays), rules.maxDays);
  const changed = Math.max(1, nights + allowed - length);
  if (rentalDays(rentalPeriod(start, addDays(start, changed), times)) === allowed)
    return { nights: changed, times };
  // The times alone make it too short or too long. With equal times, a night is a day.
  return { nights: allowed, times: { ...times, returnTime: times.pickupTime } };
}
