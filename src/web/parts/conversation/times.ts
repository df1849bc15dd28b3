// Formats message times in Nassau time.
import { formatLong, formatMonthDay, todayInNassau } from "../../../domain/calendar/dates.ts";

const TIME = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/Nassau",
  hour: "numeric",
  minute: "2-digit",
});
export const timeOf = (instant: string): string => TIME.format(new Date(instant));
export const dayOf = (instant: string): string => todayInNassau(new Date(instant));

/** The heading above a day's messages. */
export const dayTitle = (day: string, today: string): string =>
  day === today ? "Today" : formatLong(day);

/** In the list: the time if today, otherwise the day. */
export const whenOf = (instant: string, today: string): string =>
  dayOf(instant) === today ? timeOf(instant) : formatMonthDay(dayOf(instant), today);
