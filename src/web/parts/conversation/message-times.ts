// Formats message times in Nassau time.
import { todayInNassau, type CalendarDate } from "../../../domain/calendar/dates.ts";
import { formatLong, formatMonthDay, formatTime } from "../../../domain/text/format.ts";

export const formatMessageTime = (instant: string): string => formatTime(new Date(instant));
export const toMessageDay = (instant: string): CalendarDate => todayInNassau(new Date(instant));

/** The heading above a day's messages. */
export const dayTitle = (day: CalendarDate, today: CalendarDate): string =>
  day === today ? "Today" : formatLong(day);

/** In the list: the time if today, otherwise the day. */
export const formatWhen = (instant: string, today: CalendarDate): string =>
  toMessageDay(instant) === today
    ? formatMessageTime(instant)
    : formatMonthDay(toMessageDay(instant), today);
