// Values in calendars of other sites: texts, times in zones, and the days that they overlap.
import ICAL from "ical.js";
import {
  addDays,
  type DateRange,
  isCalendarDate,
  toCalendarDate,
} from "../../../domain/calendar/dates.ts";
import { daysTouched } from "../../../domain/calendar/host-calendar.ts";
import { instantIn, isTimeZone } from "../../../domain/calendar/zoned-time.ts";

/** Times without a zone, or with an unknown one, are read in this zone. */
export const HOME = "America/Nassau";

export const readTextValue = (component: ICAL.Component, property: string): string =>
  String(component.getFirstPropertyValue(property) ?? "");

export const takesTime = ({ component }: ICAL.Event): boolean =>
  readTextValue(component, "status").toUpperCase() !== "CANCELLED" &&
  readTextValue(component, "transp").toUpperCase() !== "TRANSPARENT";

export const toDay = (time: ICAL.Time): string => time.toString().slice(0, 10);

/** Whether the time has no zone that the calendar describes. */
export const isLocal = ({ zone }: ICAL.Time): boolean => zone === ICAL.Timezone.localTimezone;

/**
 * The zone that a property names, where the calendar does not describe it and the IANA database
 * knows it.
 */
export function findZone(property: ICAL.Property | null): string | undefined {
  const name = property?.getParameter("tzid");
  return typeof name === "string" && isTimeZone(name) ? name : undefined;
}

/** The local date and time, in milliseconds as if they were UTC. */
export const toWallClockMs = (time: ICAL.Time): number =>
  Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second);

/** @param zone the zone of a local time */
export const toInstant = (time: ICAL.Time, zone: string = HOME): Date =>
  isLocal(time) ? instantIn(zone, toWallClockMs(time)) : new Date(time.toUnixTime() * 1000);

export function toDays(
  start: ICAL.Time,
  startZone: string | undefined,
  end: ICAL.Time,
  endZone: string | undefined,
): DateRange {
  if (!start.isDate) return daysTouched(toInstant(start, startZone), toInstant(end, endZone));
  const from = toCalendarDate(start.toString());
  const to = end.toString().slice(0, 10);
  return { start: from, end: isCalendarDate(to) && to > from ? to : addDays(from, 1) };
}
