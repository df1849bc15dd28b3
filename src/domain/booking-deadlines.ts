// The limits and instants in the life of a booking (product.md, Booking and payment).

import { addDays, type CalendarDate, dayAfter, hourInNassau, startOfDayInNassau } from "./dates.ts";

const HOUR_MS = 3_600_000;

/** Unpaid holds that a renter may have at a time. */
export const MAX_UNPAID_HOLDS = 3;
/** Minutes that a checkout session lives. */
export const CHECKOUT_MINUTES = 31;
/** Hours that a host has to answer a request. */
export const ANSWER_HOURS = 24;
/** The hour in Nassau from which people are reminded of what is tomorrow. */
export const REMINDER_HOUR = 9;
/** A renter cancels more than this many hours before the start. */
export const RENTER_CANCELLATION_HOURS = 24;

/** When an unanswered request lapses: 24 hours after the authorisation, or at the end of the start date (Nassau) if sooner. */
export function lapsesAt({ authorizedAt, startDate }: { authorizedAt: Date; startDate: CalendarDate }): Date {
  const unanswered = authorizedAt.getTime() + ANSWER_HOURS * HOUR_MS;
  return new Date(Math.min(unanswered, startOfDayInNassau(dayAfter(startDate)).getTime()));
}

/** When an approved booking becomes completed: 00:00 Nassau of the day after its end date. */
export function completesAt(endDate: CalendarDate): Date {
  return startOfDayInNassau(dayAfter(endDate));
}

/**
 * The instant from which a renter can no longer cancel: 24 hours before 00:00 Nassau of the start date. They are
 * hours that pass: across a change of the clocks the limit is 23:00 or 01:00 on the wall.
 */
export function renterMayCancelUntil(startDate: CalendarDate): Date {
  return new Date(startOfDayInNassau(startDate).getTime() - RENTER_CANCELLATION_HOURS * HOUR_MS);
}

/** The instant from which a host can no longer cancel: the end of the start date in Nassau. */
export function hostMayCancelUntil(startDate: CalendarDate): Date {
  return startOfDayInNassau(dayAfter(startDate));
}

/** From when on renter and host are reminded of the pick-up or the return on a date: 09:00 Nassau of the day before. */
export function remindsFrom(date: CalendarDate): Date {
  return hourInNassau(addDays(date, -1), REMINDER_HOUR);
}
