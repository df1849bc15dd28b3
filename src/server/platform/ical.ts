// Writes calendars for other programs (iCalendar, RFC 5545): events of whole days, in our half-open ranges, as DTEND is too.
import ICAL from "ical.js";
import { CALENDAR_UID_DOMAIN, PRODUCT_NAME } from "../../domain/brand.ts";

// A line has at most 75 octets; the library does not count the blank that begins a continuation.
ICAL.foldLength = 74;

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
  /** Who withdraws the event when it is off, as RFC 5546 wants it. */
  organizerEmail?: string;
}

/** ical.js escapes LF alone, and many readers end a line at each of these. */
const withLf = (text: string): string => text.replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n");

/**
 * @param name of the kind of calendar, for whoever reads the file: "Car calendar"
 * @param method CANCEL withdraws events that were published before
 */
export function writeCalendar(
  name: string,
  events: readonly CalendarEvent[],
  method: "PUBLISH" | "CANCEL" = "PUBLISH",
): string {
  const calendar = new ICAL.Component("vcalendar");
  calendar.addPropertyWithValue("version", "2.0");
  calendar.addPropertyWithValue("prodid", `-//${PRODUCT_NAME}//${name}//EN`);
  calendar.addPropertyWithValue("method", method);
  for (const { id, changedAt, start, end, summary, description, location, url, organizerEmail } of events) {
    const event = new ICAL.Component("vevent");
    event.addPropertyWithValue("uid", `${id}@${CALENDAR_UID_DOMAIN}`);
    event.addPropertyWithValue("dtstamp", ICAL.Time.fromJSDate(new Date(changedAt), true));
    event.addPropertyWithValue("dtstart", ICAL.Time.fromDateString(start));
    event.addPropertyWithValue("dtend", ICAL.Time.fromDateString(end));
    event.addPropertyWithValue("summary", withLf(summary));
    if (description) event.addPropertyWithValue("description", withLf(description));
    if (location) event.addPropertyWithValue("location", withLf(location));
    if (url) event.addPropertyWithValue("url", url);
    if (organizerEmail) {
      event.addPropertyWithValue("organizer", `mailto:${organizerEmail}`).setParameter("cn", PRODUCT_NAME);
      event.addPropertyWithValue("sequence", method === "CANCEL" ? 1 : 0);
    }
    if (method === "CANCEL") event.addPropertyWithValue("status", "CANCELLED");
    event.addPropertyWithValue("transp", "OPAQUE");
    calendar.addSubcomponent(event);
  }
  return `${calendar.toString()}\r\n`;
}
