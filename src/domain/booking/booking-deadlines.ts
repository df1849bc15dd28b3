// The limits and deadlines of a booking (product.md, Booking and payment).

import { pickupAt, takenTime, type RentalPeriod } from "./rental-period.ts";
import { overlapInTime } from "../calendar/taken-time.ts";
import {
  addDays,
  type CalendarDate,
  dayAfter,
  hourInNassau,
  startOfDayInNassau,
} from "../calendar/dates.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** The window within which unpaid holds are limited. */
const DAY_MS = 24 * HOUR_MS;

/** A host's cancellation this many hours or less before the start is reported to the admins. */
export const LATE_CANCELLATION_HOURS = 48;
/** Unpaid holds that a renter may have simultaneously. */
export const MAX_UNPAID_HOLDS = 3;
/** The lifetime of a checkout session, in minutes. */
export const CHECKOUT_MINUTES = 31;
/** Minutes that a renter may hold one car within 24 hours without paying. */
export const MAX_HOLD_MINUTES = 62;
/**
 * Checkouts that an account may leave unpaid, and requests that it may withdraw, within 24 hours in
 * total. Neither costs the renter anything, but each holds dates and bothers a host or a bank.
 */
export const MAX_ABANDONED_CHECKOUTS = 6;
/** Minutes after which a checkout that is still being opened counts as abandoned. */
export const OPENING_MINUTES = 2;
/** Hours that a host has to answer a request. */
export const ANSWER_HOURS = 24;
/** Hours for which a renter can't request the days of a rejected, withdrawn or lapsed request. */
export const REQUEST_PAUSE_HOURS = 24;
/** The hour in Nassau from which people are reminded of the next day. */
export const REMINDER_HOUR = 9;
/** Both sides are reminded of the return this many hours before it. */
export const RETURN_REMINDER_HOURS = 2;
/** A renter can cancel until this many hours before the start. */
export const RENTER_CANCELLATION_HOURS = 24;

/**
 * When an unanswered request lapses: 24 hours after the authorisation, or at the pickup if that is
 * sooner. Without a pickup time, at the end of the start date in Nassau.
 */
export function lapsesAt({
  authorizedAt,
  period,
}: {
  authorizedAt: Date;
  period: RentalPeriod;
}): Date {
  const unanswered = authorizedAt.getTime() + ANSWER_HOURS * HOUR_MS;
  const tooLate = period.pickupTime ? pickupAt(period) : endOfStartDate(period);
  return new Date(Math.min(unanswered, tooLate.getTime()));
}

/** Whether the pickup time had passed when the payment for a request was reported. */
export const isPaidTooLate = ({
  authorized_at: paid,
  lapses_at: lapses,
}: {
  authorized_at: string | null;
  lapses_at: string | null;
}): boolean => paid !== null && lapses !== null && Date.parse(lapses) <= Date.parse(paid);

const endOfStartDate = ({ start }: RentalPeriod): Date => startOfDayInNassau(dayAfter(start));

/** When an approved booking is completed: 00:00 in Nassau on the day after its end date. */
export function completesAt(endDate: CalendarDate): Date {
  return startOfDayInNassau(dayAfter(endDate));
}

/**
 * The instant from which a renter can no longer cancel: 24 hours before the pickup; without a
 * pickup time, before 00:00 in Nassau on the start date. These are elapsed hours: across a clock
 * change the limit is an hour earlier or later by the clock.
 */
export function renterMayCancelUntil(period: RentalPeriod): Date {
  return new Date(pickupAt(period).getTime() - RENTER_CANCELLATION_HOURS * HOUR_MS);
}

/**
 * The instant from which a host can no longer cancel: the end of the start date in Nassau. The
 * pickup is earlier, so a host whose car breaks down at the handover can still cancel.
 */
export const hostMayCancelUntil = (period: RentalPeriod): Date => endOfStartDate(period);

/** Whether a host who cancels now leaves the renter little time to find another car. */
export const isLateCancellation = (period: RentalPeriod, now: Date): boolean =>
  now.getTime() >= pickupAt(period).getTime() - LATE_CANCELLATION_HOURS * HOUR_MS;

/** When reminders of a pickup or return on a date begin: 09:00 in Nassau on the day before. */
export function remindsFrom(date: CalendarDate): Date {
  return hourInNassau(addDays(date, -1), REMINDER_HOUR);
}

/** A renter's hold that nobody has paid. */
export interface UnpaidHold {
  beganAt: Date;
  /** Null while the checkout is open. */
  endedAt: Date | null;
  /** When its card session expires. */
  expiresAt: Date;
}

/**
 * When a renter may hold a car again; null means now. Their unpaid holds of the car and a whole new
 * checkout may last MAX_HOLD_MINUTES in total within 24 hours (product.md, Booking and payment 1).
 * An open hold counts only up to now if the new checkout may begin now, and otherwise until it
 * expires.
 */
export function nextHoldAt(holdsOfCar: readonly UnpaidHold[], now: Date): Date | null {
  const mayHoldFrom = (openUntil: (hold: UnpaidHold) => Date): number => {
    let leftMs = (MAX_HOLD_MINUTES - CHECKOUT_MINUTES) * MINUTE_MS;
    const occupied = holdsOfCar.map((hold) => {
      const until = Math.min((hold.endedAt ?? openUntil(hold)).getTime(), hold.expiresAt.getTime());
      return { until, ms: Math.max(0, until - hold.beganAt.getTime()) };
    });
    for (const { until, ms } of occupied.toSorted((a, b) => b.until - a.until)) {
      // Time held before this instant must be outside the 24 hours when the new checkout expires.
      if (ms > leftMs) return until - leftMs + DAY_MS - CHECKOUT_MINUTES * MINUTE_MS;
      leftMs -= ms;
    }
    return -Infinity;
  };
  if (mayHoldFrom(() => now) <= now.getTime()) return null;
  return new Date(mayHoldFrom(({ expiresAt }) => expiresAt));
}

/**
 * When an account may open another checkout; null means now. At most MAX_ABANDONED_CHECKOUTS may
 * stay unpaid within 24 hours, including open ones and withdrawn requests (product.md, Booking and
 * payment 1).
 * @param withdrawnAt when the account withdrew requests
 */
export function nextCheckoutAt(
  unpaid: readonly UnpaidHold[],
  withdrawnAt: readonly Date[],
  now: Date,
): Date | null {
  const abandonedMs = [
    ...unpaid.map(({ endedAt, expiresAt }) => endedAt ?? expiresAt),
    ...withdrawnAt,
  ]
    .map((at) => at.getTime())
    .filter((at) => at > now.getTime() - DAY_MS)
    .toSorted((a, b) => b - a);
  const oldestThatCounts = abandonedMs[MAX_ABANDONED_CHECKOUTS - 1];
  return oldestThatCounts === undefined ? null : new Date(oldestThatCounts + DAY_MS);
}

/** A renter's request for a car that was rejected, withdrawn or lapsed. */
export interface EndedRequest {
  period: RentalPeriod;
  endedAt: Date;
}

/**
 * When a renter may request these days of a car again; null means now. Without a pause of
 * REQUEST_PAUSE_HOURS after each ended request, a card that is never charged could block the car
 * forever (product.md, Booking and payment 1).
 */
export function nextRequestAt(
  ended: readonly EndedRequest[],
  period: RentalPeriod,
  now: Date,
): Date | null {
  const pausesMs = ended
    .filter((each) => overlapInTime(takenTime(each.period, 0), takenTime(period, 0)))
    .map(({ endedAt }) => endedAt.getTime() + REQUEST_PAUSE_HOURS * HOUR_MS);
  const until = Math.max(now.getTime(), ...pausesMs);
  return until > now.getTime() ? new Date(until) : null;
}
