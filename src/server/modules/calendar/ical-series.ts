// A recurring event of another calendar: its rules, added and excluded dates, and changed
// occurrences. Everything is compared in the event's own time zone, whatever zone it is given in.
import ICAL from "ical.js";
import { addDays, type DateRange } from "../../../domain/calendar/dates.ts";
import { DomainError } from "../../../domain/errors.ts";
import { wallClockIn } from "../../../domain/calendar/zoned-time.ts";
import {
  toDay,
  toDays,
  HOME,
  toInstant,
  isLocal,
  takesTime,
  toWallClockMs,
  findZone,
} from "./ical-values.ts";
import { isExact } from "./recurrence-rules.ts";

const DAY_MS = 86_400_000;

/**
 * An occurrence that differs from its series, and the RECURRENCE-ID property that identifies it.
 */
export interface OccurrenceChange {
  event: ICAL.Event;
  replaces: ICAL.Property;
}

/** A series' local time: its start, and the start's zone if the calendar does not describe it. */
interface Clock {
  start: ICAL.Time;
  zone: string | undefined;
}

/**
 * A change that applies from one occurrence on: how much later the occurrences begin, and how long
 * they last.
 */
interface Shift {
  fromMs: number;
  laterMs: number;
  length: ICAL.Duration;
  takesTime: boolean;
}

const tooComplex = (): DomainError => new DomainError("feed_too_complex");

/**
 * The days occupied by a series' occurrences that begin near `window`, except changed occurrences,
 * which are read by themselves.
 * @throws DomainError feed_too_complex
 */
export function* recurring(
  event: ICAL.Event,
  changes: readonly OccurrenceChange[],
  window: DateRange,
): Generator<DateRange | undefined> {
  const clock: Clock = {
    start: event.startDate,
    zone: findZone(event.component.getFirstProperty("dtstart")),
  };
  const shifts = changes
    .flatMap((each) => findShift(clock, each))
    .toSorted((a, b) => a.fromMs - b.fromMs);
  const isTaken = takesTime(event);
  if (!isTaken && shifts.length === 0) return;
  if (event.component.hasProperty("exrule")) throw tooComplex();

  const unchanged: Shift = {
    fromMs: -Infinity,
    laterMs: 0,
    length: toLength(clock, event),
    takesTime: isTaken,
  };
  const all = [unchanged, ...shifts];
  const near = widened(window, all);
  const left = listMoments(clock, near, [
    ...event.component.getAllProperties("exdate"),
    ...changes.map(({ replaces }) => replaces),
  ]);
  for (const at of starts(event, clock, near)) {
    if (isAmong(left, at.time)) continue;
    const shift = all.findLast(({ fromMs }) => fromMs <= toWallClockMs(at.time)) ?? unchanged;
    if (!shift.takesTime) continue;
    const start = at.time.clone();
    start.addDuration(ICAL.Duration.fromSeconds(shift.laterMs / 1000));
    const end = start.clone();
    end.addDuration(shift.length);
    yield toDays(start, at.zone, end, at.zone);
  }
  if (isTaken) yield* periods(event, clock, left);
}

/** Days in the event's own time zone. One extra day on each side allows for the zone's offset. */
function widened({ start, end }: DateRange, shifts: readonly Shift[]): DateRange {
  const days = (ms: number): number => Math.ceil(Math.abs(ms) / DAY_MS);
  const later = Math.max(...shifts.map(({ laterMs }) => days(laterMs)));
  const lasting = Math.max(...shifts.map(({ length }) => days(length.toSeconds() * 1000)));
  return { start: addDays(start, -lasting - later - 1), end: addDays(end, later + 1) };
}

/** The length of each occurrence in the event's local time, even if its end is in another zone. */
function toLength(
  clock: Clock,
  { component, startDate, endDate, duration }: ICAL.Event,
): ICAL.Duration {
  const end = component.getFirstProperty("dtend");
  if (startDate.isDate || end === null || endDate.isDate) return duration;
  const start = component.getFirstProperty("dtstart");
  const endMs = wallOn(clock, end, endDate);
  const startMs = wallOn(clock, start, startDate);
  return ICAL.Duration.fromSeconds((endMs - startMs) / 1000);
}

/**
 * A change to one occurrence shifts no others. A change to "this and future" (RANGE) shifts all
 * occurrences from there on.
 */
function findShift(clock: Clock, { event, replaces }: OccurrenceChange): Shift[] {
  if (String(replaces.getParameter("range") ?? "").toUpperCase() !== "THISANDFUTURE") return [];
  const from = replaces.getFirstValue() as ICAL.Time;
  if (from.isDate !== clock.start.isDate || event.startDate.isDate !== clock.start.isDate)
    throw tooComplex();
  const fromMs = wallOn(clock, replaces, from);
  const laterMs =
    wallOn(clock, event.component.getFirstProperty("dtstart"), event.startDate) - fromMs;
  return [{ fromMs, laterMs, length: toLength(clock, event), takesTime: takesTime(event) }];
}

/**
 * The starts of a series: from each of its rules, from added dates, and its own start if it has no
 * rule.
 */
function* starts(
  event: ICAL.Event,
  clock: Clock,
  near: DateRange,
): Generator<{ time: ICAL.Time; zone: string | undefined }> {
  const { start, zone } = clock;
  const rules = event.component.getAllProperties("rrule");
  if (rules.length === 0 && toDay(start) <= near.end) yield { time: start, zone };
  for (const property of event.component.getAllProperties("rdate"))
    for (const time of property.getValues() as (ICAL.Time | ICAL.Period)[]) {
      if (time instanceof ICAL.Period) continue; // it has its own length
      if (time.isDate !== start.isDate) throw tooComplex();
      if (toDay(time) <= near.end)
        yield { time, zone: property.getParameter("tzid") ? findZone(property) : zone };
    }
  for (const property of rules)
    for (const time of startsByRule(property, clock, near)) yield { time, zone };
}

function* startsByRule(
  property: ICAL.Property,
  clock: Clock,
  near: DateRange,
): Generator<ICAL.Time> {
  const { start } = clock;
  const rule = property.getFirstValue() as ICAL.Recur;
  if (rule.until !== null && isOver(rule.until, near)) return; // has ended in any zone
  const lastMs = rule.until === null ? Infinity : lastMoment(clock, rule.until);
  if (!isExact(rule, property, start)) throw tooComplex();
  const endless = rule.clone();
  endless.until = null; // the library ignores its zone when comparing
  const iterator = endless.iterator(start);
  for (let at: ICAL.Time | null = iterator.next(); at; at = iterator.next()) {
    const day = toDay(at);
    if (day > near.end || toWallClockMs(at) > lastMs) return;
    if (day >= near.start) yield at.clone(); // the iterator reuses the object
  }
}

/** Whether a time is before `near` in every zone. */
const isOver = (time: ICAL.Time, near: DateRange): boolean => toDay(time) < addDays(near.start, -2);

/** The end of a rule in the event's local time. A date includes its whole day. */
function lastMoment(clock: Clock, until: ICAL.Time): number {
  const ms = wallOn(clock, null, until);
  return until.isDate ? ms + DAY_MS - 1 : ms;
}

/** The days of added periods, which have their own length. */
function* periods(event: ICAL.Event, clock: Clock, left: Moments): Generator<DateRange> {
  for (const property of event.component.getAllProperties("rdate")) {
    const zone = property.getParameter("tzid") ? findZone(property) : clock.zone;
    for (const each of property.getValues() as (ICAL.Time | ICAL.Period)[])
      if (each instanceof ICAL.Period && !isAmong(left, each.start))
        yield toDays(each.start, zone, each.getEnd(), zone);
  }
}

/** Occurrences identified by their start in the event's local time, or by their day. */
interface Moments {
  walls: Set<number>;
  days: Set<string>;
}

function listMoments(clock: Clock, near: DateRange, properties: readonly ICAL.Property[]): Moments {
  const moments: Moments = { walls: new Set(), days: new Set() };
  for (const property of properties)
    for (const time of property.getValues() as ICAL.Time[])
      if (isOver(time, near)) continue;
      else if (time.isDate) moments.days.add(toDay(time));
      else moments.walls.add(wallOn(clock, property, time));
  return moments;
}

const isAmong = ({ walls, days }: Moments, at: ICAL.Time): boolean =>
  walls.has(toWallClockMs(at)) || days.has(toDay(at));

/**
 * Converts a time of any zone to the event's local time, in milliseconds as if that were UTC. For
 * an all-day event, the result is midnight of the day that the time refers to.
 */
function wallOn({ start, zone }: Clock, property: ICAL.Property | null, time: ICAL.Time): number {
  if (time.isDate) return toWallClockMs(time);
  if (start.isDate) return Date.parse(toIntendedDay(time));
  if (isLocal(time) && !property?.getParameter("tzid")) return toWallClockMs(time);
  const instant = toInstant(time, findZone(property));
  return isLocal(start)
    ? wallClockIn(zone ?? HOME, instant)
    : toWallClockMs(ICAL.Time.fromJSDate(instant, true).convertToZone(start.zone));
}

/**
 * The day that a time refers to where a date is expected: its local date. A time in UTC must be the
 * first or the last second of a day in UTC or in Nassau.
 */
function toIntendedDay(time: ICAL.Time): string {
  if (time.zone !== ICAL.Timezone.utcTimezone) return toDay(time);
  for (const ms of [toWallClockMs(time), wallClockIn(HOME, time.toJSDate())]) {
    const [day = "", clock = ""] = new Date(ms).toISOString().split("T");
    if (/^(00:00:00|23:59:59)/.test(clock)) return day;
  }
  throw tooComplex();
}
