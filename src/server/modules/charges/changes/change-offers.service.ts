// Finds the nearest periods that a change could have instead of the requested one.
import { isPeriodError, withOffers } from "../../../../domain/booking/booking-rules.ts";
import {
  rentalPeriod,
  returnAt,
  takenTime,
  toWirePeriod,
  type RentalPeriod,
  type RentalTimes,
} from "../../../../domain/booking/rental-period.ts";
import { addDays } from "../../../../domain/calendar/dates.ts";
import { nearestFreePeriods } from "../../../../domain/calendar/nearest-free.ts";
import {
  overlapInTime,
  subtractTaken,
  type TakenTime,
} from "../../../../domain/calendar/taken-time.ts";
import type { DataCtx } from "../../../platform/context.ts";
import type { BookingDetails } from "../../bookings/bookings.service.ts";
import { bookingHorizon, readBookedTime, takenTimes } from "../../calendar/calendar.service.ts";
import { readDateSettings, type BookableListing } from "../../listings/listings.service.ts";

/** A requested change to dates and hours. */
export interface WantedPeriod {
  booking: BookingDetails;
  listing: BookableListing;
  from: RentalPeriod & RentalTimes;
  to: RentalPeriod & RentalTimes;
}

/** Adds the nearest periods to an error about the period: the longest extension that fits first. */
export async function withChangeOffers<T>(
  ctx: DataCtx,
  { booking, listing, from, to }: WantedPeriod,
  check: () => T | Promise<T>,
): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (!isPeriodError(error)) throw error;
    const own = await readBookedTime(ctx, booking.id);
    const all = await takenTimes(ctx, booking.car_id, {
      start: booking.start_date < to.start ? booking.start_date : to.start,
      end: bookingHorizon(ctx).end,
    });
    const taken = own ? subtractTaken(all, own) : all;
    const longest = own && findLongest(from, to, taken, own.turnaroundHours);
    const { dateMinDays } = await readDateSettings(ctx, booking.car_id);
    const rules = { ...listing.rules, dateMinDays };
    const now = ctx.clock.now();
    // Once the pickup is over, only the return can move.
    const others =
      booking.picked_up_at === null ? nearestFreePeriods({ taken, requested: to, rules, now }) : [];
    throw withOffers(error, (longest ? [longest] : others).map(toWirePeriod));
  }
}

/** The longest free extension up to the requested one. */
function findLongest(
  from: RentalPeriod,
  { end, pickupTime, returnTime }: RentalPeriod & RentalTimes,
  taken: readonly TakenTime[],
  turnaroundHours: number,
): RentalPeriod | undefined {
  for (let day = addDays(end, -1); day >= from.end && day > from.start; day = addDays(day, -1)) {
    const period = rentalPeriod(from.start, day, { pickupTime, returnTime });
    if (returnAt(period) <= returnAt(from)) return undefined;
    const time = takenTime(period, turnaroundHours);
    if (!taken.some((each) => overlapInTime(each, time))) return period;
  }
  return undefined;
}
