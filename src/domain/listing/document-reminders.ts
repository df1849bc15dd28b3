// When a host is reminded of what the Road Traffic Department expects besides renewed documents:
// the half-yearly inspection of each car, and the licensing month (trips.md section 9).
import { addDays, daysBetween, inUtc, isBefore, type CalendarDate } from "../calendar/dates.ts";
import { EXPIRES_SOON_DAYS } from "./car-documents.ts";

/** How many months pass between two inspections of a car. */
const INSPECTION_MONTHS = 6;
/** From March 1 to September 1 are 184 days, from September 1 to March 1 in most years 181. */
const SHORTEST_HALF_YEAR_DAYS = 181;
/** The host is reminded of an inspection this many days before it is due. */
const INSPECTION_REMINDER_DAYS = 14;
/** No reminder is due earlier than this many days after the last inspection. */
export const EARLIEST_INSPECTION_REMINDER_DAYS = SHORTEST_HALF_YEAR_DAYS - INSPECTION_REMINDER_DAYS;
/** No reminder is sent once an inspection is overdue for longer than this. */
const INSPECTION_OVERDUE_DAYS = 30;
/** An inspection whose date lies further back than this is assumed to be a typing error. */
const OLDEST_INSPECTION_DAYS = 366;

/** The earliest day that may be entered as the day of an inspection. */
export const earliestInspection = (today: CalendarDate): CalendarDate =>
  addDays(today, -OLDEST_INSPECTION_DAYS);

/** Whether a day can be that of a car's last inspection. */
export const isInspectionDay = (day: CalendarDate, today: CalendarDate): boolean =>
  !isBefore(day, earliestInspection(today)) && !isBefore(today, day);

/** The same day of a later month, or that month's last day: Aug 31 + 6 months is Feb 28. */
function addMonths(date: CalendarDate, months: number): CalendarDate {
  const start = inUtc(date);
  const month = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months + 1, 0));
  month.setUTCDate(Math.min(start.getUTCDate(), month.getUTCDate()));
  return month.toISOString().slice(0, 10) as CalendarDate;
}

export interface InspectionDates {
  /** The day of the last inspection. */
  inspectedOn: CalendarDate;
  /** The last valid day of its document, of which another reminder tells the host. */
  expiresOn: CalendarDate;
  /** The inspection of which the host was last reminded. */
  reminded: CalendarDate | null;
}

/**
 * The day of the half-yearly inspection of which the host should be reminded today.
 * @returns undefined if none is due: too early, too late, already reminded, or about when the
 * document expires, of which another reminder tells the host
 */
export function findDueInspection(
  { inspectedOn, expiresOn, reminded }: InspectionDates,
  today: CalendarDate,
): CalendarDate | undefined {
  for (let months = INSPECTION_MONTHS; ; months += INSPECTION_MONTHS) {
    const due = addMonths(inspectedOn, months);
    const left = daysBetween(today, due);
    if (left < -INSPECTION_OVERDUE_DAYS) continue;
    const isReminded = reminded !== null && !isBefore(reminded, due);
    const isRenewal = daysBetween(due, expiresOn) <= EXPIRES_SOON_DAYS;
    return left <= INSPECTION_REMINDER_DAYS && !isReminded && !isRenewal ? due : undefined;
  }
}

/** Licences and franchises are renewed in May. */
const LICENSING_MONTH = "05";
/** The reminder may also be sent in the last days of the month before. */
const LICENSING_REMINDER_FROM = "04-24";

/** The year of the licensing month of which hosts are reminded today; undefined out of season. */
export function findLicensingYear(today: CalendarDate): number | undefined {
  const day = today.slice(5);
  const isInSeason = day >= LICENSING_REMINDER_FROM && day.slice(0, 2) <= LICENSING_MONTH;
  return isInSeason ? Number(today.slice(0, 4)) : undefined;
}
