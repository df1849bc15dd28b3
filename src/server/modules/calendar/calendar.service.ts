// The days on which cars are taken. This module stores only car ids and ranges of days; other
// modules store who books and why.
import {
  addDays,
  todayInNassau,
  type DateRange,
  type CalendarDate,
} from "../../../domain/calendar/dates.ts";
import { wholeDays, type TakenTime } from "../../../domain/calendar/taken-time.ts";
import type { BookingRules } from "../../../domain/booking/booking-rules.ts";
import { nearestFreePeriods } from "../../../domain/calendar/nearest-free.ts";
import { DomainError } from "../../../domain/errors.ts";
import {
  MAX_DAYS_AHEAD,
  MAX_RENTAL_NIGHTS,
  toWirePeriod,
  type RentalPeriod,
  type WirePeriod,
} from "../../../domain/booking/rental-period.ts";
import type { Ctx, DataCtx, DbCtx } from "../../platform/context.ts";
import { findOutages, placeOutages, type OutageRow } from "./outages/outages.repository.ts";
import {
  deleteBooking,
  deleteRanges,
  detachFromHold,
  findBookedTime,
  findLastBookedDay,
  findTaken,
  hasOpenBookings,
  insertBookingRange,
  lockBookedCar,
  updateBookingRange,
  type BookedDays,
} from "./calendar.repository.ts";

/**
 * From today to the last day that a rental can touch: the furthest start, the longest rental, the
 * day of its return and that of the turnaround.
 */
export function bookingHorizon(ctx: Pick<Ctx, "clock">): DateRange {
  const today = todayInNassau(ctx.clock.now());
  return { start: today, end: addDays(today, MAX_DAYS_AHEAD + MAX_RENTAL_NIGHTS + 2) };
}

/** When a car is taken within these days, in order; ranges that touch are one. */
export const takenTimes = (ctx: DbCtx, carId: string, days: DateRange): Promise<TakenTime[]> =>
  findTaken(ctx.db, carId, wholeDays(days));

/**
 * Occupies the days for a booking. Call it in the transaction that creates the booking, after
 * locking the car's row.
 * @throws DomainError dates_taken, which aborts the transaction. nearest_free is empty; fill it
 * with nearestFree() outside.
 */
export const occupy = (ctx: DataCtx, days: BookedDays): Promise<void> =>
  insertBookingRange(ctx.db, days, ctx.clock.now());

/**
 * Ends the sharing of days with the hold that the booking replaced. Call it in the transaction that
 * turns a hold into a booking.
 * @throws Error when a booking that was to replace it still shares a day
 */
export const ownDays = (ctx: DbCtx, bookingId: string): Promise<void> =>
  detachFromHold(ctx.db, bookingId);

/**
 * The last day from today on that a booking, a request or an open checkout occupies; undefined if
 * there is none.
 */
export const lastBookedDay = (ctx: DataCtx, carId: string): Promise<CalendarDate | undefined> =>
  findLastBookedDay(ctx.db, carId, todayInNassau(ctx.clock.now()));

/**
 * A car with open bookings stays on its island: the storms there decide what they refund and when
 * the car is due back (product.md, Storms). @throws DomainError listing_island_booked
 */
export async function requireNoOpenBookings(ctx: DbCtx, carId: string): Promise<void> {
  if (await hasOpenBookings(ctx.db, carId)) throw new DomainError("listing_island_booked");
}

export type { OutageRow };

/** The outage that each car is in, or its next one, by car id. */
export async function nextOutages(
  ctx: DataCtx,
  carIds: readonly string[],
): Promise<Map<string, OutageRow>> {
  const outages = await findOutages(ctx.db, carIds, todayInNassau(ctx.clock.now()));
  // The last entry of a car wins, so the first outage comes last.
  return new Map(outages.toReversed().map((outage) => [outage.car_id, outage]));
}

/**
 * Clears the calendar of a deleted car: its blocks, outages, other calendars and imported days. The
 * days of past bookings stay.
 */
export const clearCalendar = (ctx: DbCtx, carId: string): Promise<void> =>
  deleteRanges(ctx.db, carId);

/**
 * Frees the days of a booking, if it occupies any, and immediately takes them where an outage or
 * the host's other calendars claim them. Call it in the transaction that ends the booking.
 */
export async function release(ctx: DataCtx, bookingId: string): Promise<void> {
  const carId = await lockBookedCar(ctx.db, bookingId);
  if (carId !== undefined && (await deleteBooking(ctx.db, bookingId)))
    await placeOutages(ctx.db, carId, ctx.clock.now());
}

/**
 * Takes a booking's car for another time, and lets outages and imported days have what becomes
 * free. Call it with the booking locked.
 * @throws DomainError dates_taken, which aborts the transaction
 */
export async function moveBooking(ctx: DataCtx, bookingId: string, time: TakenTime): Promise<void> {
  const carId = await lockBookedCar(ctx.db, bookingId);
  if (carId === undefined) throw new Error(`booking ${bookingId} takes no car`);
  await updateBookingRange(ctx.db, bookingId, time);
  await placeOutages(ctx.db, carId, ctx.clock.now());
}

/** When a booking takes its car, the turnaround included, and the hours of that. */
export const readBookedTime = (ctx: DbCtx, bookingId: string) => findBookedTime(ctx.db, bookingId);

/** The nearest free periods that a car's rules allow, for an error about the requested one. */
export async function nearestFree(
  ctx: DataCtx,
  carId: string,
  requested: RentalPeriod,
  rules: BookingRules,
): Promise<WirePeriod[]> {
  const taken = await takenTimes(ctx, carId, bookingHorizon(ctx));
  const now = ctx.clock.now();
  return nearestFreePeriods({ taken, requested, rules, now }).map(toWirePeriod);
}
