// Writes calendars for other programs (iCalendar, RFC 5545): events of whole days, in our half-open ranges, as DTEND is too.
import ICAL from "ical.js";
import { CALENDAR_UID_DOMAIN, PRODUCT_NAME } from "../../domain/brand.ts";

export interface CalendarEvent {
  /** What the event is known by for ever; the UID is made of it. */
  id: string;
  /** When it became what it is, an ISO instant. */
  changedAt: string;
  /** Days in Nassau, [start, end). */
  start: string;
  end: string;
  summary: string;
  description?: string;
  location?: string;
  url?: string;
}

/** @param name of the kind of calendar, for whoever reads the file: "Car calendar" */
export function writeCalendar(name: string, events: readonly CalendarEvent[]): string {
  const calendar = new ICAL.Component("vcalendar");
  calendar.addPropertyWithValue("version", "2.0");
  calendar.addPropertyWithValue("prodid", `-//${PRODUCT_NAME}//${name}//EN`);
  calendar.addPropertyWithValue("method", "PUBLISH");
  for (const { id, changedAt, start, end, summary, description, location, url } of events) {
    const event = new ICAL.Component("vevent");
    event.addPropertyWithValue("uid", `${id}@${CALENDAR_UID_DOMAIN}`);
    event.addPropertyWithValue("dtstamp", ICAL.Time.fromJSDate(new Date(changedAt), true));
    event.addPropertyWithValue("dtstart", ICAL.Time.fromDateString(start));
    event.addPropertyWithValue("dtend", ICAL.Time.fromDateString(end));
    event.addPropertyWithValue("summary", summary);
    if (description) event.addPropertyWithValue("description", description);
    if (location) event.addPropertyWithValue("location", location);
    if (url) event.addPropertyWithValue("url", url);
    event.addPropertyWithValue("transp", "OPAQUE");
    calendar.addSubcomponent(event);
  }
  return `${calendar.toString()}\r\n`;
}
