// Storms that admins declare for islands and days (trips.md, section 8; product.md, Storms).
import {
  compareDates,
  dayAfter,
  daysBetween,
  isBefore,
  startOfDayInNassau,
  type CalendarDate,
} from "../calendar/dates.ts";
import { DomainError } from "../errors.ts";
import type { IslandId } from "../place/islands.ts";

const HOUR_MS = 3_600_000;

/** A storm lasts at most a year. */
export const MAX_STORM_DAYS = 365;
export const MAX_STORM_NAME = 60;
export const MAX_STORM_MESSAGE = 1000;
export const MAX_STORM_SUMMARY = 1000;
/** How many hours after a storm a car is due back if its return was due during the storm. */
export const RETURN_AFTER_STORM_HOURS = 24;
/** For how many days the islands' pages show that a storm is over. */
export const SUMMARY_SHOWN_DAYS = 14;
/** The photos of an inspection: at least the car's four sides. */
export const MIN_INSPECTION_PHOTOS = 4;
export const MAX_INSPECTION_PHOTOS = 12;
export const MAX_INSPECTION_NOTE = 1000;

/** The states of a storm's batch of refunds. A stopped batch can continue where it left off. */
export const STORM_REFUND_STATES = ["none", "running", "stopped", "done"] as const;

/** The days of a storm, both included. */
export interface StormDays {
  firstDay: CalendarDate;
  lastDay: CalendarDate;
}

/** Only an admin ends a storm. Until then it is on, also after its last day. */
export interface StormTimes extends StormDays {
  endedAt: Date | null;
}

/**
 * @throws DomainError storm_without_islands, storm_days_reversed, storm_too_long; storm_past if
 * its last day was before today
 */
export function checkStorm(
  { islands, firstDay, lastDay }: StormDays & { islands: readonly IslandId[] },
  today: CalendarDate,
): void {
  if (islands.length === 0) throw new DomainError("storm_without_islands");
  if (isBefore(lastDay, firstDay)) throw new DomainError("storm_days_reversed");
  if (daysBetween(firstDay, lastDay) >= MAX_STORM_DAYS)
    throw new DomainError("storm_too_long", { max_days: MAX_STORM_DAYS });
  if (isBefore(lastDay, today)) throw new DomainError("storm_past", { today });
}

/**
 * Whether a storm is on at an instant: from its first day until an admin has ended it. It suspends
 * late fees, no-shows and the count of cancellations for the cars on its islands.
 */
export const isStormOn = (storms: readonly StormTimes[], at: Date): boolean =>
  storms.some(
    ({ firstDay, endedAt }) =>
      at >= startOfDayInNassau(firstDay) && (endedAt === null || at < endedAt),
  );

/**
 * Whether either side may cancel a trip for free because of a storm on its island: the trip shares
 * a day with a storm that is on.
 */
export const isAffected = (
  { firstDay, lastDay, endedAt }: StormTimes,
  { start, end }: { start: CalendarDate; end: CalendarDate },
): boolean => endedAt === null && !isBefore(lastDay, start) && !isBefore(end, firstDay);

/**
 * When a car is due back: as booked or, if a storm is on at that time, 24 hours after the storm
 * (trips.md, section 8). The renter pays nothing for the extra time.
 * @returns null while that storm is on
 */
export function dueBackAfterStorms(dueAt: Date, storms: readonly StormTimes[]): Date | null {
  let due = dueAt;
  const lastsUntil = ({ endedAt }: StormTimes): number => endedAt?.getTime() ?? Number.MAX_VALUE;
  // Of two storms with the same first day, the longer one decides.
  const inOrder = storms.toSorted(
    (a, b) => compareDates(a.firstDay, b.firstDay) || lastsUntil(b) - lastsUntil(a),
  );
  for (const storm of inOrder) {
    if (!isStormOn([storm], due)) continue;
    if (storm.endedAt === null) return null;
    due = new Date(storm.endedAt.getTime() + RETURN_AFTER_STORM_HOURS * HOUR_MS);
  }
  return due;
}

/** How long storms were on between two instants, in milliseconds. Storms may overlap. */
export function stormMsBetween(storms: readonly StormTimes[], from: Date, until: Date): number {
  let counted = from.getTime();
  let sum = 0;
  for (const { firstDay, endedAt } of storms.toSorted((a, b) =>
    compareDates(a.firstDay, b.firstDay),
  )) {
    const begin = Math.max(startOfDayInNassau(firstDay).getTime(), counted);
    const end = Math.min(endedAt?.getTime() ?? Number.MAX_VALUE, until.getTime());
    if (end <= begin) continue;
    sum += end - begin;
    counted = end;
  }
  return sum;
}

/**
 * Whether a storm that is on delays a return, judged by its expected last day: the car is due by
 * the end of that day, or was due before now. Later returns stay as booked unless the storm lasts.
 */
export const isReturnInStorm = (dueAt: Date, storms: readonly StormTimes[], now: Date): boolean =>
  dueBackAfterStorms(dueAt, storms) === null &&
  (dueAt <= now ||
    storms.some(
      ({ lastDay, endedAt }) => endedAt === null && dueAt <= startOfDayInNassau(dayAfter(lastDay)),
    ));

/**
 * The earliest time that a car can be due back, as a storm that is on may end now.
 */
export const earliestDueBack = (dueAt: Date, storms: readonly StormTimes[], now: Date): Date =>
  dueBackAfterStorms(dueAt, storms) ??
  (now < dueAt ? dueAt : new Date(now.getTime() + RETURN_AFTER_STORM_HOURS * HOUR_MS));
