// Who may rent: the age rule (product.md, Accounts).

import { type CalendarDate, isBefore, isCalendarDate } from "../calendar/dates.ts";
import { DomainError } from "../errors.ts";

/** The earliest accepted date of birth. */
export const EARLIEST_BIRTH: CalendarDate = "1900-01-01";

/**
 * Whether this may be a date of birth: a valid date before today in Nassau, and not before
 * EARLIEST_BIRTH.
 */
export const isDateOfBirth = (date: string, today: CalendarDate): date is CalendarDate =>
  isCalendarDate(date) && isBefore(date, today) && !isBefore(date, EARLIEST_BIRTH);

/** The minimum age of a renter on the start date, in years. */
export const MINIMUM_RENTER_AGE = 21;

/** Months for which visitors may drive on their licence from home (Road Traffic Act). */
export const VISITOR_LICENCE_MONTHS = 3;

/**
 * Completed years on a date; negative before birth. A person born on 29 February has their birthday
 * on 1 March in other years.
 * @throws RangeError for an invalid date
 */
export function ageOn(dateOfBirth: CalendarDate, onDate: CalendarDate): number {
  for (const date of [dateOfBirth, onDate])
    if (!isCalendarDate(date)) throw new RangeError(`not a calendar date: ${date}`);
  const years = Number(onDate.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return onDate.slice(5) < dateOfBirth.slice(5) ? years - 1 : years;
}

/** @throws DomainError date_of_birth_required if the profile has none, renter_too_young */
export function checkRenterAge(renter: {
  dateOfBirth: CalendarDate | null;
  startDate: CalendarDate;
}): void {
  if (renter.dateOfBirth === null) throw new DomainError("date_of_birth_required");
  if (ageOn(renter.dateOfBirth, renter.startDate) < MINIMUM_RENTER_AGE)
    throw new DomainError("renter_too_young", { minimum_age: MINIMUM_RENTER_AGE });
}
