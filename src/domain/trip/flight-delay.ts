// "My flight is delayed" (trips.md, section 5): the renter names a later pickup time, for free.
// The booking and its price don't change.
import { pickupAt, type RentalPeriod } from "../booking/rental-period.ts";
import { addDays, hourInNassau } from "../calendar/dates.ts";
import { TIME_STEP_MINUTES } from "../calendar/time-of-day.ts";
import { DomainError } from "../errors.ts";
import { dueBackAt, type TripFacts } from "./trip.ts";

/** The longest delay that a renter can report, in hours after the booked pickup. */
export const MAX_FLIGHT_DELAY_HOURS = 12;
/** In characters, such as "AA 1234". */
export const MAX_FLIGHT_LENGTH = 20;

const STEP_MS = TIME_STEP_MINUTES * 60_000;
const HOUR_MS = 3_600_000;

/**
 * The latest pickup that a renter can report: within the delay, and before the return. Without a
 * booked time, the pickup can be at any time of the start date.
 */
export const latestDelayedPickup = (period: RentalPeriod): Date =>
  new Date(
    Math.min(
      (period.pickupTime ? pickupAt(period) : hourInNassau(addDays(period.start, 1), 0)).getTime() +
        MAX_FLIGHT_DELAY_HOURS * HOUR_MS,
      dueBackAt(period).getTime() - STEP_MS,
    ),
  );

/** The pickup times that a renter can report now, in order. */
export function delayedPickups(period: RentalPeriod, now: Date): Date[] {
  const first = Math.max(pickupAt(period).getTime() + STEP_MS, now.getTime());
  const last = latestDelayedPickup(period).getTime();
  const times: Date[] = [];
  for (let at = Math.ceil(first / STEP_MS) * STEP_MS; at <= last; at += STEP_MS)
    times.push(new Date(at));
  return times;
}

/**
 * Refuses a pickup time that a delayed flight can't have.
 * @throws DomainError delay_after_pickup, delay_off_grid, delay_not_later, delay_too_long,
 * delay_in_past
 */
export function checkFlightDelay(
  newPickup: Date,
  { period, confirmedAt }: Pick<TripFacts, "period" | "confirmedAt">,
  now: Date,
): void {
  const booked = pickupAt(period);
  const latest = latestDelayedPickup(period);
  if (confirmedAt.pickup)
    throw new DomainError("delay_after_pickup", { confirmed_at: confirmedAt.pickup.toISOString() });
  if (newPickup.getTime() % STEP_MS !== 0)
    throw new DomainError("delay_off_grid", { minutes: TIME_STEP_MINUTES });
  if (newPickup <= booked)
    throw new DomainError("delay_not_later", { pickup_at: booked.toISOString() });
  if (newPickup > latest)
    throw new DomainError("delay_too_long", {
      hours: MAX_FLIGHT_DELAY_HOURS,
      latest_at: latest.toISOString(),
    });
  if (newPickup < now) throw new DomainError("delay_in_past");
}
