// When a trip is over (trips.md, section 1): at the recorded return, or by the booked dates if
// nobody recorded the trip. Lists, reviews, payouts and reminders all depend on it.
import { isBefore, parseInstant, todayInNassau, type CalendarDate } from "../calendar/dates.ts";
import { completesAt } from "../booking/booking-deadlines.ts";
import {
  pickupAt,
  returnAt,
  toRentalPeriod,
  type RentalPeriod,
  type WirePeriod,
} from "../booking/rental-period.ts";
import { nextTimeInNassau, type TimeOfDay } from "../calendar/time-of-day.ts";

/** A trip as booked and as recorded. */
export interface TripTimes {
  period: RentalPeriod;
  /** When the pickup was confirmed; null if it was not. */
  pickedUpAt: Date | null;
  /** When the car came back; null if that was not confirmed. */
  returnedAt: Date | null;
  /** When the renter said that the car is back. */
  returnNoticedAt?: Date | null;
  /** When the renter expects to pick up the car, after reporting a delayed flight. */
  delayedPickupAt?: Date | null;
  /** Whether a storm that is on affects the trip or delays its return. */
  isInStorm?: boolean;
}

/** From a row, or from a booking as the API returns it. */
export const toTripTimes = (
  booking: WirePeriod & {
    picked_up_at: string | null;
    returned_at: string | null;
    return_noticed_at: string | null;
    delayed_pickup_at: string | null;
    storm?: object | null;
  },
): TripTimes => ({
  period: toRentalPeriod(booking),
  pickedUpAt: parseInstant(booking.picked_up_at),
  returnedAt: parseInstant(booking.returned_at),
  returnNoticedAt: parseInstant(booking.return_noticed_at),
  delayedPickupAt: parseInstant(booking.delayed_pickup_at),
  isInStorm: (booking.storm ?? null) !== null,
});

/** When a trip is expected to begin: as booked, or later after a delayed flight. */
export const expectedPickupAt = ({
  period,
  delayedPickupAt,
}: Pick<TripTimes, "period" | "delayedPickupAt">): Date => delayedPickupAt ?? pickupAt(period);

interface DelayableBooking extends WirePeriod {
  status: string;
  picked_up_at: string | null;
  delayed_pickup_at: string | null;
}

/** The pickup time of a delayed flight, while the pickup is still to come; otherwise null. */
export const openDelay = (booking: DelayableBooking): Date | null =>
  booking.status === "approved" && booking.picked_up_at === null
    ? parseInstant(booking.delayed_pickup_at)
    : null;

/** The day and the time in Nassau of the expected pickup. @returns no time if none was booked */
export function expectedPickup(booking: DelayableBooking): {
  date: CalendarDate;
  time: TimeOfDay | null;
} {
  const delayed = openDelay(booking);
  return delayed
    ? nextTimeInNassau(delayed)
    : { date: booking.start_date, time: booking.pickup_time };
}

export type TripPhase = "ahead" | "under_way" | "over";

/** An unrecorded trip is under way from the expected pickup to the end of the end date. */
export function tripPhase(trip: TripTimes, now: Date): TripPhase {
  if (trip.returnedAt) return "over";
  if (trip.pickedUpAt) return "under_way";
  if (now < expectedPickupAt(trip)) return "ahead";
  return isBefore(trip.period.end, todayInNassau(now)) ? "over" : "under_way";
}

/** Whether the car was picked up and not returned. */
export const isOut = ({ pickedUpAt, returnedAt }: Omit<TripTimes, "period">): boolean =>
  pickedUpAt !== null && returnedAt === null;

/** When the car is due back. A booking without times has the whole of its end date. */
export const dueBackAt = (period: RentalPeriod): Date =>
  period.returnTime ? returnAt(period) : completesAt(period.end);

/** Whether the car is out past its return time, and the renter has not said that it is back. */
export const isOverdue = (trip: TripTimes, now: Date): boolean =>
  isOut(trip) && !trip.returnNoticedAt && !trip.isInStorm && now >= dueBackAt(trip.period);

/** The day in Nassau on which a trip ended, or ends if nobody records it; null while it is out. */
export function tripEndDay(trip: TripTimes): CalendarDate | null {
  if (trip.returnedAt) return todayInNassau(trip.returnedAt);
  return isOut(trip) ? null : trip.period.end;
}

/**
 * The day on which a trip ended or will end at the earliest: today for an overdue one.
 * @param endedOn null while the car is out
 */
export const expectedEndDay = (
  endedOn: CalendarDate | null,
  bookedEnd: CalendarDate,
  today: CalendarDate,
): CalendarDate => endedOn ?? (isBefore(bookedEnd, today) ? today : bookedEnd);
