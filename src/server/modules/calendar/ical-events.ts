// What an iCal text (RFC 5545) says about days: pure, and not to be trusted with time. feed-worker.ts runs it where it can be ended.
import ICAL from "ical.js";
import { CALENDAR_UID_DOMAIN } from "../../../domain/brand.ts";
import { MAX_FEED_EVENTS } from "../../../domain/calendar-feed.ts";
import { addDays, isCalendarDate, mergeRanges, type DateRange } from "../../../domain/dates.ts";
import { DomainError } from "../../../domain/errors.ts";
import { clip, daysTouched } from "../../../domain/host-calendar.ts";
import { instantIn, isTimeZone } from "../../../domain/zoned-time.ts";

/** Times without a zone, or with one that nobody knows, are the island's. */
const HOME = "America/Nassau";

/**
 * The days within `window` that the events of a calendar take: whole Nassau days, merged. Events that are cancelled, that leave their
 * time free (TRANSP), and those that we have exported ourselves take none.
 * @throws DomainError feed_not_calendar, feed_too_many_events
 */
export function readEvents(text: string, window: DateRange): DateRange[] {
  if ((text.match(/^BEGIN:VEVENT/gim)?.length ?? 0) > MAX_FEED_EVENTS) throw tooMany();
  try {
    const days: DateRange[] = [];
    for (const range of occurrences(parse(text), window)) if (days.push(range) > MAX_FEED_EVENTS) throw tooMany();
    return mergeRanges(days);
  } catch (error) {
    throw error instanceof DomainError ? error : new DomainError("feed_not_calendar");
  }
}

const tooMany = (): DomainError => new DomainError("feed_too_many_events", { limit: MAX_FEED_EVENTS });

/** The events of one calendar or of several in a row. */
function parse(text: string): ICAL.Component[] {
  const parsed = ICAL.parse(text.trim()) as unknown[];
  const calendars = (typeof parsed[0] === "string" ? [parsed] : parsed).map((each) => new ICAL.Component(each as []));
  if (calendars.length === 0 || calendars.some((each) => each.name !== "vcalendar"))
    throw new DomainError("feed_not_calendar");
  return calendars.flatMap((each) => each.getAllSubcomponents("vevent"));
}

function* occurrences(events: readonly ICAL.Component[], window: DateRange): Generator<DateRange> {
  const changed = Map.groupBy(
    events.filter((each) => each.hasProperty("recurrence-id")),
    uidOf,
  );
  for (const component of events) {
    if (uidOf(component).toLowerCase().endsWith(`@${CALENDAR_UID_DOMAIN}`)) continue;
    if (!component.hasProperty("dtstart")) continue; // it says nothing of any day
    if (["dtstart", "dtend"].some((each) => !namesDay(component.getFirstProperty(each))))
      throw new DomainError("feed_not_calendar");
    const isChange = component.hasProperty("recurrence-id");
    // A changed occurrence stands for itself, so one that was moved here from beyond the window counts as well.
    const event = new ICAL.Event(component, { exceptions: isChange ? [] : (changed.get(uidOf(component)) ?? []) });
    const found = !isChange && event.isRecurring() ? recurring(event, window) : [single(event)];
    for (const range of found) {
      const inside = range && clip(range, window);
      if (inside) yield inside;
    }
  }
}

/** The library would make 2026-13-01 the first of the next January; days that nobody meant are worse than none. */
const namesDay = (property: ICAL.Property | null): boolean =>
  property === null || isCalendarDate(String((property.toJSON() as unknown[])[3]).slice(0, 10));

const textOf = (component: ICAL.Component, property: string): string =>
  String(component.getFirstPropertyValue(property) ?? "");
const uidOf = (component: ICAL.Component): string => textOf(component, "uid").trim();

const takesTime = ({ component }: ICAL.Event): boolean =>
  textOf(component, "status").toUpperCase() !== "CANCELLED" &&
  textOf(component, "transp").toUpperCase() !== "TRANSPARENT";

function single(event: ICAL.Event): DateRange | undefined {
  if (!takesTime(event)) return undefined;
  const start = zoneOf(event, "dtstart");
  return daysOf(event.startDate, start, event.endDate, zoneOf(event, "dtend") ?? start);
}

function* recurring(event: ICAL.Event, window: DateRange): Generator<DateRange | undefined> {
  const zone = zoneOf(event, "dtstart");
  // Days on the event's own clock: a day more on both sides makes up for its zone.
  const first = addDays(window.start, -Math.ceil(event.duration.toSeconds() / 86_400) - 1);
  const last = addDays(window.end, 1);
  for (const at of starts(event, last)) {
    if (dayOf(at) < first) continue;
    const { item, startDate, endDate } = event.getOccurrenceDetails(at);
    if (takesTime(item)) yield daysOf(startDate, zone, endDate, zone);
  }
  if (!takesTime(event)) return;
  for (const each of valuesOf(event, "rdate"))
    if (each instanceof ICAL.Period) yield daysOf(each.start, zone, each.getEnd(), zone); // it has a length of its own
}

const dayOf = (time: ICAL.Time): string => time.toString().slice(0, 10);
const valuesOf = ({ component }: ICAL.Event, name: string): unknown[] =>
  component.getAllProperties(name).flatMap((each) => each.getValues());

/**
 * When a recurring event begins, up to the day `last`: by each of its rules, on the dates that it adds, at its own start where it has
 * no rule; never where it makes an exception. The library's own expansion leaves out that start, and rules after the first.
 */
function* starts(event: ICAL.Event, last: string): Generator<ICAL.Time> {
  const rules = valuesOf(event, "rrule") as ICAL.Recur[];
  const added = valuesOf(event, "rdate").filter((each) => each instanceof ICAL.Time);
  const except = valuesOf(event, "exdate") as ICAL.Time[];
  const days = new Set(except.filter(({ isDate }) => isDate).map(dayOf));
  const instants = new Set(except.filter(({ isDate }) => !isDate).map((each) => each.toUnixTime()));
  const counts = (at: ICAL.Time): boolean => !days.has(dayOf(at)) && !instants.has(at.toUnixTime());
  for (const at of rules.length === 0 ? [event.startDate, ...added] : added)
    if (dayOf(at) <= last && counts(at)) yield at;
  for (const rule of rules) {
    const iterator = rule.iterator(event.startDate);
    for (let at: ICAL.Time | null = iterator.next(); at && dayOf(at) <= last; at = iterator.next())
      if (counts(at)) yield at.clone(); // the iterator goes on with the same one
  }
}

/** The zone that a property names, where the calendar does not describe it and the IANA database knows it. */
function zoneOf({ component }: ICAL.Event, property: "dtstart" | "dtend"): string | undefined {
  const name = component.getFirstProperty(property)?.getParameter("tzid");
  return typeof name === "string" && isTimeZone(name) ? name : undefined;
}

function daysOf(
  start: ICAL.Time,
  startZone: string | undefined,
  end: ICAL.Time,
  endZone: string | undefined,
): DateRange {
  if (!start.isDate) return daysTouched(instantOf(start, startZone), instantOf(end, endZone));
  const [from, to] = [start.toString(), end.toString().slice(0, 10)];
  return { start: from, end: to > from ? to : addDays(from, 1) };
}

function instantOf(time: ICAL.Time, zone: string = HOME): Date {
  if (time.zone !== ICAL.Timezone.localTimezone) return new Date(time.toUnixTime() * 1000);
  return instantIn(zone, Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second));
}
