// Who may rent: the age rule (product.md, Accounts).

import { type CalendarDate, isBefore, isCalendarDate } from "../calendar/dates.ts";
import { DomainError } from "../errors.ts";

/** No date of birth lies before it. */
export const EARLIEST_BIRTH: CalendarDate = "1900-01-01";

/** Whether somebody may have been born on it: a day that exists, before today in Nassau, and not beyond all memory. */
export const isDateOfBirth = (date: string, today: CalendarDate): boolean =>
  isCalendarDate(date) && isBefore(date, today) && !isBefore(date, EARLIEST_BIRTH);

/** Years of age that a renter must have on the start date. */
export const MINIMUM_RENTER_AGE = 21;

/**
 * Completed years on a date; negative before birth. Who was born on 29 February has a birthday on 1 March in other
 * years. Throws RangeError for what is no date.
 */
export function ageOn(dateOfBirth: CalendarDate, onDate: CalendarDate): number {
  for (const date of [dateOfBirth, onDate])
    if (!isCalendarDate(date)) throw new RangeError(`not a calendar date: ${date}`);
  const years = Number(onDate.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return onDate.slice(5) < dateOfBirth.slice(5) ? years - 1 : years;
}

/** Throws date_of_birth_required when the profile states none, renter_too_young when it is too late a one. */
export function checkRenterAge(renter: { dateOfBirth: CalendarDate | null; startDate: CalendarDate }): void {
  if (renter.dateOfBirth === null) throw new DomainError("date_of_birth_required");
  if (ageOn(renter.dateOfBirth, renter.startDate) < MINIMUM_RENTER_AGE)
    throw new DomainError("renter_too_young", { minimum_age: MINIMUM_RENTER_AGE });
}
