// Reads the days that an iCal text (RFC 5545) occupies. It is pure but may run for very long, so
// feed-worker.ts runs it in a thread that can be terminated.
import ICAL from "ical.js";
import { CALENDAR_UID_DOMAIN } from "../../../domain/brand.ts";
import { MAX_FEED_EVENTS } from "../../../domain/calendar/calendar-feed.ts";
import { isCalendarDate, mergeRanges, type DateRange } from "../../../domain/calendar/dates.ts";
import { DomainError } from "../../../domain/errors.ts";
import { clip } from "../../../domain/calendar/host-calendar.ts";
import { recurring, type OccurrenceChange } from "./ical-series.ts";
import { toDays, takesTime, readTextValue, findZone } from "./ical-values.ts";

/**
 * The days within `window` that the events of a calendar occupy: whole Nassau days, merged.
 * Cancelled events, transparent events (TRANSP) and our own exported events occupy none.
 * @throws DomainError feed_not_calendar, feed_too_many_events; feed_too_complex for what can't be
 * read exactly
 */
export function readEvents(text: string, window: DateRange): DateRange[] {
  if ((text.match(/^BEGIN:VEVENT/gim)?.length ?? 0) > MAX_FEED_EVENTS) throw tooMany();
  try {
    const days: DateRange[] = [];
    for (const range of occurrences(parse(text), window))
      if (days.push(range) > MAX_FEED_EVENTS) throw tooMany();
    return mergeRanges(days);
  } catch (error) {
    throw error instanceof DomainError ? error : new DomainError("feed_not_calendar");
  }
}

const tooMany = (): DomainError =>
  new DomainError("feed_too_many_events", { limit: MAX_FEED_EVENTS });

/** The events of one calendar, or of several in one text. */
function parse(text: string): ICAL.Component[] {
  const parsed = ICAL.parse(text.trim()) as unknown[];
  const calendars = (typeof parsed[0] === "string" ? [parsed] : parsed).map(
    (each) => new ICAL.Component(each as []),
  );
  if (calendars.length === 0 || calendars.some((each) => each.name !== "vcalendar"))
    throw new DomainError("feed_not_calendar");
  return calendars.flatMap((each) => each.getAllSubcomponents("vevent"));
}

function* occurrences(events: readonly ICAL.Component[], window: DateRange): Generator<DateRange> {
  const changes = Map.groupBy(events.filter(isChange), readUid);
  if (changes.has("")) throw new DomainError("feed_too_complex"); // names no event
  for (const component of events) {
    if (readUid(component).toLowerCase().endsWith(`@${CALENDAR_UID_DOMAIN}`)) continue;
    if (!component.hasProperty("dtstart")) continue; // it has no date
    if (["dtstart", "dtend"].some((each) => !namesDay(component.getFirstProperty(each))))
      throw new DomainError("feed_not_calendar");
    for (const range of toRanges(component, changes.get(readUid(component)) ?? [], window)) {
      const inside = range && clip(range, window);
      if (inside) yield inside;
    }
  }
}

/**
 * A changed occurrence is read by itself, so that it also counts if it was moved into the window.
 */
const isChange = (component: ICAL.Component): boolean => component.hasProperty("recurrence-id");
const recurs = (component: ICAL.Component): boolean =>
  ["rrule", "rdate", "exrule"].some((each) => component.hasProperty(each));

function toRanges(
  component: ICAL.Component,
  changes: readonly ICAL.Component[],
  window: DateRange,
): Iterable<DateRange | undefined> {
  const event = new ICAL.Event(component, { exceptions: [] });
  if (!recurs(component)) return [single(event)];
  if (isChange(component)) throw new DomainError("feed_too_complex"); // an occurrence that recurs
  return recurring(event, changes.map(toChange), window);
}

const toChange = (component: ICAL.Component): OccurrenceChange => ({
  event: new ICAL.Event(component, { exceptions: [] }),
  replaces: component.getFirstProperty("recurrence-id")!,
});

/**
 * Whether the date exists. The library would read 2026-13-01 as the first of next January.
 */
const namesDay = (property: ICAL.Property | null): boolean =>
  property === null || isCalendarDate(String((property.toJSON() as unknown[])[3]).slice(0, 10));

const readUid = (component: ICAL.Component): string => readTextValue(component, "uid").trim();

function single(event: ICAL.Event): DateRange | undefined {
  if (!takesTime(event)) return undefined;
  const { component, startDate, endDate } = event;
  const start = findZone(component.getFirstProperty("dtstart"));
  return toDays(startDate, start, endDate, findZone(component.getFirstProperty("dtend")) ?? start);
}
