// What a host allows for one car: handover hours, notice and length (product.md, Dates). The one
// function that decides whether a period may be booked is findBrokenRule; isBookable in
// listing-availability.repository.ts says the same in SQL, and a property test compares them.
import { type CalendarDate, type DateRange, mergeRanges } from "../calendar/dates.ts";
import { type TakenTime, toTakenDays } from "../calendar/taken-time.ts";
import {
  clampTime,
  type HandoverTime,
  lastTime,
  nextTimeInNassau,
  type TimeOfDay,
} from "../calendar/time-of-day.ts";
import { DomainError, type ErrorDetails, isDomainError } from "../errors.ts";
import type { BookingMode } from "../listing/listing.ts";
import { type DateMinDays, minDaysOn } from "../listing/date-settings.ts";
import { CHECKOUT_MINUTES } from "./booking-deadlines.ts";
import {
  MAX_RENTAL_DAYS,
  pickupAt,
  type RentalPeriod,
  rentalPeriod,
  type RentalTimes,
  toPricedDays,
  type WirePeriod,
} from "./rental-period.ts";

/** The time that forms suggest for pickup and return. */
export const SUGGESTED_TIME: TimeOfDay = "10:00";
/** The longest turnaround between two trips, in hours. */
export const MAX_TURNAROUND_HOURS = 24;
export const MAX_ADVANCE_NOTICE_HOURS = 72;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

export interface BookingRules {
  /** The first time of the day for pickups and returns. */
  pickupFrom: HandoverTime;
  /** The last one. 00:00 to 24:00 means any time. */
  pickupUntil: HandoverTime;
  /** How long the car stays taken after a return. */
  turnaroundHours: number;
  /** How long before the pickup a booking has to be made, at least. */
  advanceNoticeHours: number;
  /** Whether the host answers first ("approval"). A search assumes a verified renter. */
  bookingMode: BookingMode;
  /** The length of a rental in days. */
  minDays: number;
  maxDays: number;
  /** Minimum lengths for rentals that include certain dates. */
  dateMinDays: DateMinDays;
}

/** The rules of a car whose host has set none. */
export const DEFAULT_RULES: BookingRules = {
  pickupFrom: "08:00",
  pickupUntil: "20:00",
  turnaroundHours: 0,
  advanceNoticeHours: 0,
  bookingMode: "instant",
  minDays: 1,
  maxDays: MAX_RENTAL_DAYS,
  dateMinDays: {},
};

/** The rules that apply to every date, as the wire and the table write them. */
export interface WireRules {
  pickup_from: HandoverTime;
  pickup_until: HandoverTime;
  turnaround_hours: number;
  advance_notice_hours: number;
  min_days: number;
  max_days: number;
}

export const toBookingRules = (
  wire: WireRules,
  dateMinDays: DateMinDays = {},
  bookingMode: BookingMode = DEFAULT_RULES.bookingMode,
): BookingRules => ({
  pickupFrom: wire.pickup_from,
  pickupUntil: wire.pickup_until,
  turnaroundHours: wire.turnaround_hours,
  advanceNoticeHours: wire.advance_notice_hours,
  bookingMode,
  minDays: wire.min_days,
  maxDays: wire.max_days,
  dateMinDays,
});

export const toWireRules = (rules: BookingRules): WireRules => ({
  pickup_from: rules.pickupFrom,
  pickup_until: rules.pickupUntil,
  turnaround_hours: rules.turnaroundHours,
  advance_notice_hours: rules.advanceNoticeHours,
  min_days: rules.minDays,
  max_days: rules.maxDays,
});

/** What is wrong with rules that a host enters: the field, and what to do. */
export function checkWireRules(rules: WireRules): { field: keyof WireRules; message: string }[] {
  const errors: { field: keyof WireRules; message: string }[] = [];
  if (rules.pickup_from >= rules.pickup_until)
    errors.push({
      field: "pickup_until",
      message: "Choose a time later than the earliest pickup or return.",
    });
  if (rules.min_days > rules.max_days)
    errors.push({
      field: "max_days",
      message: "The longest rental can't be shorter than the shortest.",
    });
  return errors;
}

export const toHours = ({ pickupFrom: from, pickupUntil: until }: BookingRules) => ({
  from,
  until,
});

/**
 * The earliest pickup that leaves the host the notice. A request lapses at its pickup, so its
 * checkout has to close before.
 */
export function earliestPickup({ advanceNoticeHours, bookingMode }: BookingRules, now: Date): Date {
  const checkoutMs = bookingMode === "approval" ? CHECKOUT_MINUTES * MINUTE_MS : 0;
  return new Date(now.getTime() + Math.max(advanceNoticeHours * HOUR_MS, checkoutMs));
}

/**
 * The pickup time that is suggested on a date: SUGGESTED_TIME, or the nearest time within the car's
 * hours. If that is too soon, the first one that is not, unless the hours are over by then.
 */
export function suggestTime(date: CalendarDate, rules: BookingRules, now: Date): TimeOfDay {
  const usual = clampTime(SUGGESTED_TIME, toHours(rules));
  const next = nextTimeInNassau(earliestPickup(rules, now));
  const isTooSoon = next.date === date && next.time > usual;
  return isTooSoon && next.time <= lastTime(rules.pickupUntil) ? next.time : usual;
}

/** The suggested time, for both. */
export const suggestTimes = (start: CalendarDate, rules: BookingRules, now: Date): RentalTimes => {
  const time = suggestTime(start, rules, now);
  return { pickupTime: time, returnTime: time };
};

/** The requested period with its times; suggested ones if it has none. */
export function choosePeriod(
  { start, end, pickupTime, returnTime }: RentalPeriod,
  rules: BookingRules,
  now: Date,
): RentalPeriod & RentalTimes {
  const times =
    pickupTime && returnTime ? { pickupTime, returnTime } : suggestTimes(start, rules, now);
  return rentalPeriod(start, end, times) as RentalPeriod & RentalTimes;
}

/** The days that a rental with the usual suggested times can't cover, in order. */
export function daysTaken(taken: readonly TakenTime[], rules: BookingRules): DateRange[] {
  const time = clampTime(SUGGESTED_TIME, toHours(rules));
  const times = { pickupTime: time, returnTime: time };
  return mergeRanges(taken.map((each) => toTakenDays(each, { ...times, ...rules })));
}

/** The days on which no permitted hours are left, in order: see toTakenDays. */
export function daysWithoutHours(taken: readonly TakenTime[], rules: BookingRules): DateRange[] {
  const times = { pickupTime: lastTime(rules.pickupUntil), returnTime: rules.pickupFrom };
  return mergeRanges(taken.map((each) => toTakenDays(each, { ...times, ...rules })));
}

/** Why a period can't be booked, as the code and the details of an error. */
export type BrokenRule =
  | {
      code: "outside_handover_hours";
      field: "pickup_time" | "return_time";
      from: HandoverTime;
      until: HandoverTime;
    }
  | {
      code: "too_soon";
      notice_hours: number;
      is_request: boolean;
      /** An instant in ISO 8601. */
      earliest_pickup: string;
    }
  | { code: "too_short"; min_days: number }
  | { code: "too_long"; max_days: number };

/** A period's length in days, and the shortest that the rules allow on its dates. */
export function measureLength(
  period: RentalPeriod,
  rules: BookingRules,
): { days: number; minDays: number } {
  const priced = toPricedDays(period);
  const minDays = Math.max(rules.minDays, minDaysOn(rules.dateMinDays, priced));
  return { days: priced.days, minDays };
}

/** The first rule that a period with times breaks at an instant, or null. */
export function findBrokenRule(
  period: RentalPeriod & RentalTimes,
  rules: BookingRules,
  now: Date,
): BrokenRule | null {
  const { from, until } = toHours(rules);
  const isOutside = (time: TimeOfDay): boolean => time < from || time > until;
  for (const [field, time] of [
    ["pickup_time", period.pickupTime],
    ["return_time", period.returnTime],
  ] as const)
    if (isOutside(time)) return { code: "outside_handover_hours", field, from, until };
  const earliest = earliestPickup(rules, now);
  if (pickupAt(period) < earliest)
    return {
      code: "too_soon",
      notice_hours: rules.advanceNoticeHours,
      is_request: rules.bookingMode === "approval",
      earliest_pickup: earliest.toISOString(),
    };
  const { days, minDays } = measureLength(period, rules);
  if (days < minDays) return { code: "too_short", min_days: minDays };
  if (days > rules.maxDays) return { code: "too_long", max_days: rules.maxDays };
  return null;
}

/** @throws DomainError the first rule that the period breaks, without offers (withOffers) */
export function checkRules(
  period: RentalPeriod & RentalTimes,
  rules: BookingRules,
  now: Date,
): void {
  const broken = findBrokenRule(period, rules, now);
  if (!broken) return;
  const { code, ...details } = broken;
  throw new DomainError(code, { ...details, nearest_free: [] } as ErrorDetails[typeof code]);
}

/** The errors that offer other periods of the car. */
const PERIOD_ERRORS = [
  "dates_taken",
  "outside_handover_hours",
  "too_soon",
  "too_short",
  "too_long",
] as const;
type PeriodError = DomainError<(typeof PERIOD_ERRORS)[number]>;

export const isPeriodError = (error: unknown): error is PeriodError =>
  PERIOD_ERRORS.some((code) => isDomainError(error, code));

export const withOffers = (error: PeriodError, nearest_free: WirePeriod[]): PeriodError =>
  new DomainError(error.code, { ...error.details, nearest_free });
