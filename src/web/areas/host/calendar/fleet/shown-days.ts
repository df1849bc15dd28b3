// The days that the fleet's calendar shows.
import {
  addDays,
  isCalendarDate,
  type CalendarDate,
} from "../../../../../domain/calendar/dates.ts";
import { CALENDAR_DAYS_AHEAD } from "../../../../../domain/calendar/host-calendar.ts";

const SHOWN_DAYS = 30;
/** The calendar opens this many days before today, so that it shows cars just returned. */
const LEAD_DAYS = 2;

export const openingDay = (today: CalendarDate): CalendarDate => addDays(today, -LEAD_DAYS);

/** Whether the calendar can begin with a day: two years back and ahead, as far as blocks go. */
export const isShowable = (first: CalendarDate, today: CalendarDate): boolean =>
  first >= addDays(today, -CALENDAR_DAYS_AHEAD) && first < addDays(today, CALENDAR_DAYS_AHEAD);

/** The first day that a URL names, or that the calendar opens with. */
export function readFirstDay(requested: string | null, today: CalendarDate): CalendarDate {
  return isCalendarDate(requested) && isShowable(requested, today) ? requested : openingDay(today);
}

export const listShownDays = (first: CalendarDate): CalendarDate[] =>
  Array.from({ length: SHOWN_DAYS }, (_, index) => addDays(first, index));
