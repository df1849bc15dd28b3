// The days on which cars are taken. Knows car ids and ranges of days; who books and why is for others to know.
import { addDays, mergeRanges, todayInNassau, type DateRange } from "../../../domain/calendar/dates.ts";
import type { FreeRange } from "../../../domain/errors.ts";
import { MAX_DAYS_AHEAD, MAX_RENTAL_DAYS, nearestFreeRanges } from "../../../domain/booking/rental-period.ts";
import type { Ctx } from "../../platform/context.ts";
import {
  deleteBooking,
  deleteRanges,
  detachFromHold,
  findLastBookedDay,
  findTaken,
  insertBooking,
  lockBookedCar,
  placeImports,
  type BookedDays,
} from "./calendar.repository.ts";

/** From today to the last day on which a rental can end: the furthest start and the longest rental. */
export function bookingHorizon(ctx: Ctx): DateRange {
  const today = todayInNassau(ctx.clock.now());
  return { start: today, end: addDays(today, MAX_DAYS_AHEAD + MAX_RENTAL_DAYS) };
}

/** The days between `from` and `to` on which a car is taken: half-open, in order, ranges that touch joined. */
export const takenRanges = async (
  ctx: Ctx,
  carId: string,
  { from, to }: { from: string; to: string },
): Promise<DateRange[]> => mergeRanges(await findTaken(ctx, carId, { start: from, end: to }));

/**
 * Takes the days for a booking; call it in the transaction that makes the booking, with the car's row locked first.
 * @throws DomainError dates_taken. The transaction is then over and must be left; nearest_free is empty, and nearestFree()
 * fills it outside.
 */
export const occupy = (ctx: Ctx, days: BookedDays): Promise<void> => insertBooking(ctx, days);

/**
 * The booking's days are its own alone, whatever it replaced.
 * Call it in the transaction that makes a hold a booking.
 * @throws Error when a booking that was to replace it still shares a day
 */
export const ownDays = (ctx: Ctx, bookingId: string): Promise<void> => detachFromHold(ctx, bookingId);

/** The last day from today on which a booking, a request or an open checkout has the car; undefined when none does. */
export const lastBookedDay = (ctx: Ctx, carId: string): Promise<string | undefined> =>
  findLastBookedDay(ctx, carId, todayInNassau(ctx.clock.now()));

/** Forgets the blocks of a car that is given up, its other calendars and their events; the days of past bookings stay. */
export const clearCalendar = (ctx: Ctx, carId: string): Promise<void> => deleteRanges(ctx, carId);

/**
 * Gives the days of a booking back, at once to the host's other calendars where they take them; nothing happens when it holds none.
 * Call it in the transaction that ends the booking.
 */
export async function release(ctx: Ctx, bookingId: string): Promise<void> {
  const carId = await lockBookedCar(ctx, bookingId);
  if (carId !== undefined && (await deleteBooking(ctx, bookingId))) await placeImports(ctx, carId);
}

/** The free ranges that are as long as the wanted one and nearest to it, for dates_taken. */
export async function nearestFree(ctx: Ctx, carId: string, wanted: DateRange): Promise<FreeRange[]> {
  const horizon = bookingHorizon(ctx);
  const taken = await takenRanges(ctx, carId, { from: horizon.start, to: horizon.end });
  return nearestFreeRanges({ taken, wanted, today: horizon.start }).map(({ start, end }) => ({
    start_date: start,
    end_date: end,
  }));
}
