// Writes calendars for other programs (iCalendar, RFC 5545). Events are half-open ranges of whole
// days or instants; DTEND is exclusive too.
import ICAL from "ical.js";
import type { Point } from "../../domain/place/bahamas.ts";
import { CALENDAR_UID_DOMAIN, PRODUCT_NAME } from "../../domain/brand.ts";

// A line has at most 75 octets. The library does not count the space that begins a continuation.
ICAL.foldLength = 74;

export interface CalendarEvent {
  /** The permanent id of the event, from which the UID is made. */
  id: string;
  /** When the event last changed, as an ISO instant. */
  changedAt: string;
  /** Days in Nassau or ISO instants, [start, end). */
  start: string;
  end: string;
  summary: string;
  description?: string;
  location?: string;
  position?: Point | null;
  url?: string;
  /** The sender of the cancellation, as RFC 5546 requires. */
  organizerEmail?: string;
}

const toTime = (when: string): ICAL.Time =>
  when.includes("T") ? ICAL.Time.fromJSDate(new Date(when), true) : ICAL.Time.fromDateString(when);

/** ical.js escapes only LF, but many readers end a line at each of these characters. */
const withLf = (text: string): string => text.replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n");

/**
 * @param name the kind of calendar, shown to readers of the file: "Car calendar"
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
  for (const {
    id,
    changedAt,
    start,
    end,
    summary,
    description,
    location,
    position,
    url,
    organizerEmail,
  } of events) {
    const event = new ICAL.Component("vevent");
    event.addPropertyWithValue("uid", `${id}@${CALENDAR_UID_DOMAIN}`);
    event.addPropertyWithValue("dtstamp", ICAL.Time.fromJSDate(new Date(changedAt), true));
    event.addPropertyWithValue("dtstart", toTime(start));
    event.addPropertyWithValue("dtend", toTime(end));
    event.addPropertyWithValue("summary", withLf(summary));
    if (description) event.addPropertyWithValue("description", withLf(description));
    if (location) event.addPropertyWithValue("location", withLf(location));
    if (position) event.addPropertyWithValue("geo", [position.latitude, position.longitude]);
    if (url) event.addPropertyWithValue("url", url);
    if (organizerEmail) {
      event
        .addPropertyWithValue("organizer", `mailto:${organizerEmail}`)
        .setParameter("cn", PRODUCT_NAME);
      event.addPropertyWithValue("sequence", method === "CANCEL" ? 1 : 0);
    }
    if (method === "CANCEL") event.addPropertyWithValue("status", "CANCELLED");
    event.addPropertyWithValue("transp", "OPAQUE");
    calendar.addSubcomponent(event);
  }
  return `${calendar.toString()}\r\n`;
}
