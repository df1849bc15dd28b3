// How pages, emails, exports and logs write dates, times, money, numbers and phone numbers. Where
// the specification names a format of dates (section 9), it applies.
import {
  daysBetween,
  inUtc,
  todayInNassau,
  wallClockInNassau,
  type CalendarDate,
  type DateRange,
  firstOfMonth,
} from "../calendar/dates.ts";
import { rentalDays, type RentalPeriod } from "../booking/rental-period.ts";
import type { HandoverTime, TimeOfDay } from "../calendar/time-of-day.ts";
import { centsToNumeric } from "../money/money.ts";

const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );
const WEEKDAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
const MINUTE_MS = 60_000;

const monthName = (utc: Date): string => MONTHS[utc.getUTCMonth()]!;
const weekdayName = (utc: Date): string => WEEKDAYS[utc.getUTCDay()]!;

/** "1st", "22nd", "13th" */
export function ordinal(day: number): string {
  const teen = day >= 11 && day <= 13;
  return `${day}${(!teen && ["st", "nd", "rd"][(day % 10) - 1]) || "th"}`;
}

const weekdayMonthDay = (utc: Date): string =>
  `${weekdayName(utc).slice(0, 3)}, ${monthName(utc).slice(0, 3)} ${utc.getUTCDate()}`;

/** ", 2027", or nothing if it is today's year. */
function yearUnlessCurrent(date: CalendarDate, today: CalendarDate): string {
  const year = date.slice(0, 4);
  return today.startsWith(year) ? "" : `, ${year}`;
}

/** "Dec 05" (specification section 9, MMM dd), with the year if it is not today's. */
export function formatMonthDay(date: CalendarDate, today: CalendarDate): string {
  return `${monthName(inUtc(date)).slice(0, 3)} ${date.slice(8)}${yearUnlessCurrent(date, today)}`;
}

/** "Dec 05, 2026" (specification section 9, MMM dd, yyyy). */
export function formatMonthDayYear(date: CalendarDate): string {
  return `${formatMonthDay(date, date)}, ${date.slice(0, 4)}`;
}

/** Joins two dates. If both are in the same year, only the second may show it. */
function joinRange(
  { start, end }: DateRange,
  today: CalendarDate,
  format: (date: CalendarDate, today: CalendarDate) => string,
): string {
  const isOneYear = start.slice(0, 4) === end.slice(0, 4);
  return `${format(start, isOneYear ? end : today)} – ${format(end, today)}`;
}

/** "Dec 5", with the year if it is not today's. */
export function formatShortDay(date: CalendarDate, today: CalendarDate): string {
  const utc = inUtc(date);
  return `${monthName(utc).slice(0, 3)} ${utc.getUTCDate()}${yearUnlessCurrent(date, today)}`;
}

/** "Nov 28 – Dec 3" or "Jan 2 – Jan 5, 2027". */
export const formatShortRange = (range: DateRange, today: CalendarDate): string =>
  joinRange(range, today, formatShortDay);

/** "Dec 05 – Dec 08, 2026", for records. */
export const formatDatedRange = ({ start, end }: DateRange): string =>
  `${formatMonthDay(start, end)} – ${formatMonthDayYear(end)}`;

/** "Saturday, December 5th, 2026" (specification section 9, PPPP). */
export function formatLong(date: CalendarDate): string {
  const utc = inUtc(date);
  return `${weekdayName(utc)}, ${monthName(utc)} ${ordinal(utc.getUTCDate())}, ${utc.getUTCFullYear()}`;
}

/**
 * "Saturday, December 5, 2026", for screen readers. Unlike formatLong, it contains the day's number
 * as calendars show it.
 */
export function formatFullDay(date: CalendarDate): string {
  const utc = inUtc(date);
  return `${weekdayName(utc)}, ${monthName(utc)} ${utc.getUTCDate()}, ${utc.getUTCFullYear()}`;
}

/** "Sat, Dec 5", with the year if it is not today's. */
export function formatDay(date: CalendarDate, today: CalendarDate): string {
  return weekdayMonthDay(inUtc(date)) + yearUnlessCurrent(date, today);
}

/** "Sat, Dec 5 – Tue, Dec 8", where the times that decide the number of days are not known. */
export const formatDayRange = (range: DateRange, today: CalendarDate): string =>
  joinRange(range, today, formatDay);

/** "Sat, Dec 5 – Tue, Dec 8 (3 days)": from the day of pickup to the day of return. */
export function formatRange(range: DateRange | RentalPeriod, today: CalendarDate): string {
  const days = "pickupTime" in range ? rentalDays(range) : daysBetween(range.start, range.end);
  return `${formatDayRange(range, today)} (${formatCounted(days, "day", "days")})`;
}

/** "Sat, Dec 5, 10:00 AM": when a car is handed over, with the year if it is not today's. */
export const formatHandover = (
  date: CalendarDate,
  time: TimeOfDay | null,
  today: CalendarDate,
): string => [formatDay(date, today), ...(time ? [formatTimeOfDay(time)] : [])].join(", ");

/**
 * "Sat, Dec 5, 10:00 AM – Tue, Dec 8, 10:00 AM (3 days)": from pickup to return. Like formatRange
 * for a booking without times.
 */
export function formatPeriod(period: RentalPeriod, today: CalendarDate): string {
  const { start, pickupTime, returnTime } = period;
  const range = joinRange(period, today, (date, yearOf) =>
    formatHandover(date, date === start ? pickupTime : returnTime, yearOf),
  );
  return `${range} (${formatCounted(rentalDays(period), "day", "days")})`;
}

/** "Saturday, December 5th, 2026, 10:00 AM" (specification section 9, PPPP, and the time). */
export const formatLongHandover = (date: CalendarDate, time: TimeOfDay | null): string =>
  [formatLong(date), ...(time ? [formatTimeOfDay(time)] : [])].join(", ");

/** "Saturday, December 5th, 2026 at 10:00 AM", within a sentence. */
export const formatLongHandoverInSentence = (date: CalendarDate, time: TimeOfDay | null): string =>
  [formatLong(date), ...(time ? [formatTimeOfDay(time)] : [])].join(" at ");

/** "December 2026", for a month (yyyy-MM) or a date. */
export function formatMonth(month: string): string {
  return `${monthName(inUtc(firstOfMonth(month)))} ${month.slice(0, 4)}`;
}

/** "Dec", for a month (yyyy-MM). */
export const formatShortMonth = (month: string): string =>
  monthName(inUtc(firstOfMonth(month))).slice(0, 3);

/** "4:30 PM"; "midnight" for the end of the day. */
export function formatTimeOfDay(time: HandoverTime): string {
  const hour = Number(time.slice(0, 2));
  if (hour === 24) return "midnight";
  return `${hour % 12 || 12}:${time.slice(3)} ${hour < 12 ? "AM" : "PM"}`;
}

/** "4:30 PM", in Nassau time. */
export function formatTime(instant: Date): string {
  const wall = wallClockInNassau(instant);
  const hour = wall.getUTCHours();
  const minute = String(wall.getUTCMinutes()).padStart(2, "0");
  return `${hour % 12 || 12}:${minute} ${hour < 12 ? "AM" : "PM"}`;
}

/**
 * "Sat, Dec 5, 2026, 4:30 PM", for records. The time is Nassau time: each page and email says so
 * once.
 */
export function formatInstant(instant: Date): string {
  const wall = wallClockInNassau(instant);
  return `${weekdayMonthDay(wall)}, ${wall.getUTCFullYear()}, ${formatTime(instant)}`;
}

/**
 * "Sat, Dec 5, 2026, 4:30 PM", for a deadline. Midnight is written as the last minute
 * of the day before, because people take "12:00 AM" for the wrong day.
 * @param today leaves out the year if it is today's
 */
export function formatDeadline(instant: Date, today?: CalendarDate): string {
  const shown = lastMinute(instant);
  if (!today) return formatInstant(shown);
  return `${formatDay(todayInNassau(shown), today)}, ${formatTime(shown)}`;
}

/** "Sat, 4:30 PM", for a deadline within a week. */
export function formatSoonDeadline(instant: Date): string {
  const shown = lastMinute(instant);
  return `${weekdayName(wallClockInNassau(shown)).slice(0, 3)}, ${formatTime(shown)}`;
}

const lastMinute = (deadline: Date): Date =>
  formatTime(deadline) === "12:00 AM" ? new Date(deadline.getTime() - MINUTE_MS) : deadline;

const AGES = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;
const ages = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** "5 minutes ago", "yesterday"; "just now" within a minute, and for clocks that disagree. */
export function formatAge(then: Date, now: Date): string {
  const seconds = Math.floor((now.getTime() - then.getTime()) / 1000);
  for (const [unit, length] of AGES)
    if (seconds >= length) return ages.format(-Math.floor(seconds / length), unit);
  return "just now";
}

/** Integer cents: "$1,180.00", "-$2.00". */
export function formatUsd(cents: number): string {
  return `${cents < 0 ? "-" : ""}$${centsToNumeric(Math.abs(cents)).replace(/\B(?=(\d{3})+\.)/g, ",")}`;
}

/** Like formatUsd, without the cents if there are none: "$60", but "$60.50". For price badges. */
export function formatUsdShort(cents: number): string {
  return formatUsd(cents).replace(".00", "");
}

const compact = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  notation: "compact",
  maximumFractionDigits: 1,
});

/** "$985", "$4.2K", "$1.2M", rounded. For labels in a chart, next to the exact figure. */
export const formatUsdCompact = (cents: number): string => compact.format(cents / 100);

const counts = new Intl.NumberFormat("en-US");

/** "1,234". */
export const formatCount = (count: number | bigint): string => counts.format(count);

/** "1 day", "1,234 days". */
export const formatCounted = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** "240 kB" or "1.2 MB". */
export const formatBytes = (bytes: number): string =>
  bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;

const lists = new Intl.ListFormat("en-GB");

/** "insurance, licence and road tax". */
export const formatList = (items: Iterable<string>): string => lists.format(items);

/**
 * A phone number in E.164: North American ones, including the Bahamas, in groups; others as
 * stored, as their grouping differs.
 */
export const formatPhone = (e164: string): string =>
  e164.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, "+1 $1 $2 $3");

const ratings = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** An average rating: "4.7", "5.0". */
export const formatRating = (average: number): string => ratings.format(average);
