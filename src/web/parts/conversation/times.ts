// Formats message times in Nassau time.
import { todayInNassau, type CalendarDate } from "../../../domain/calendar/dates.ts";
import { formatLong, formatMonthDay, formatTime } from "../../../domain/text/format.ts";

export const timeOf = (instant: string): string => formatTime(new Date(instant));
export const dayOf = (instant: string): CalendarDate => todayInNassau(new Date(instant));

/** The heading above a day's messages. */
export const dayTitle = (day: CalendarDate, today: CalendarDate): string =>
  day === today ? "Today" : formatLong(day);

/** In the list: the time if today, otherwise the day. */
export const whenOf = (instant: string, today: CalendarDate): string =>
  dayOf(instant) === today ? timeOf(instant) : formatMonthDay(dayOf(instant), today);
