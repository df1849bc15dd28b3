// The times of the chosen dates: which ones the car's hours and calendar leave, the suggested ones,
// and the latest return that adds no day.
import {
  earliestPickup,
  suggestTime,
  type BookingRules,
} from "../../../../domain/booking/booking-rules.ts";
import {
  GRACE_MINUTES,
  rentalDays,
  rentalPeriod,
  takenTime,
  type RentalPeriod,
  type RentalTimes,
} from "../../../../domain/booking/rental-period.ts";
import type { DateRange } from "../../../../domain/calendar/dates.ts";
import { overlapInTime } from "../../../../domain/calendar/taken-time.ts";
import {
  instantInNassau,
  timesBetween,
  toMinutes,
  type TimeOfDay,
} from "../../../../domain/calendar/time-of-day.ts";
import type { PickedTimes } from "../rental-days.ts";
import type { Availability } from "./use-availability.ts";

export interface TimeOption {
  time: TimeOfDay;
  /** Whether the car is free then, and the host has enough notice. */
  isFree: boolean;
}

const handoverTimes = ({ pickupFrom, pickupUntil }: BookingRules) =>
  timesBetween(pickupFrom, pickupUntil);

/** The pickup times on a date. */
export function pickupOptions(
  { start }: DateRange,
  { times, rules }: Availability,
  now: Date,
): TimeOption[] {
  const earliest = earliestPickup(rules, now);
  return handoverTimes(rules).map((time) => {
    const at = instantInNassau(start, time);
    const isTaken = times.some(({ from, until }) => from <= at && at < until);
    return { time, isFree: !isTaken && at >= earliest };
  });
}

/** The return times on a date, after a pickup. */
export const returnOptions = (
  { start, end }: DateRange,
  pickupTime: TimeOfDay,
  { times, rules }: Availability,
): TimeOption[] =>
  handoverTimes(rules).map((time) => {
    const period = rentalPeriod(start, end, { pickupTime, returnTime: time });
    const wanted = takenTime(period, rules.turnaroundHours);
    return { time, isFree: !times.some((other) => overlapInTime(other, wanted)) };
  });

/**
 * The chosen dates with the picked times; null without dates. Without a picked pickup it is the
 * suggested time, or the first free one after it. Without a picked return it is the time of the
 * pickup, or the last free one before it.
 */
export function chooseTimes(
  dates: RentalPeriod | null,
  picked: PickedTimes,
  availability: Availability,
  now: Date,
): (RentalPeriod & RentalTimes) | null {
  if (!dates) return null;
  const usual = suggestTime(dates.start, availability.rules, now);
  const freePickup = pickupOptions(dates, availability, now).find(
    ({ time, isFree }) => isFree && time >= usual,
  );
  const pickupTime = picked.pickupTime ?? freePickup?.time ?? usual;
  const freeReturn = returnOptions(dates, pickupTime, availability).findLast(
    ({ time, isFree }) => isFree && time <= pickupTime,
  );
  const returnTime = picked.returnTime ?? freeReturn?.time ?? pickupTime;
  return rentalPeriod(dates.start, dates.end, { pickupTime, returnTime }) as RentalPeriod &
    RentalTimes;
}

/** The latest return on the end date that adds no day; null if it is outside the car's hours. */
export function dayLimit(
  { start, end, pickupTime }: RentalPeriod & RentalTimes,
  rules: BookingRules,
): { time: TimeOfDay; days: number } | null {
  const latest = toMinutes(pickupTime) + GRACE_MINUTES;
  const within = handoverTimes(rules).filter((time) => toMinutes(time) <= latest);
  const time = within.at(-1);
  if (!time || time === handoverTimes(rules).at(-1)) return null;
  return { time, days: rentalDays(rentalPeriod(start, end, { pickupTime, returnTime: time })) };
}
