// Clocks in other time zones, for calendars that name a zone without describing it.

/** The numbers of "11/29/2026, 05:00:00". Reading these takes half the time of formatToParts. */
const NUMBERS = /(\d+)\D+(\d+)\D+(\d+)\D+(\d+)\D+(\d+)\D+(\d+)/;

const CLOCKS = new Map<string, Intl.DateTimeFormat>();

function makeFormat(zone: string): Intl.DateTimeFormat {
  const known = CLOCKS.get(zone);
  // Stryker disable next-line ConditionalExpression: without the cache it is only slower
  if (known) return known;
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  // Stryker disable next-line CallExpression: without the cache it is only slower
  CLOCKS.set(zone, clock);
  return clock;
}

/** Whether a name is a zone of the IANA database ("America/New_York"). */
export function isTimeZone(zone: string): boolean {
  try {
    return makeFormat(zone) !== undefined;
  } catch {
    return false;
  }
}

/** The wall-clock time in `zone` at an instant, in milliseconds as if it were UTC. */
export function wallClockIn(zone: string, instant: Date): number {
  const [, month, day, year, hour, minute, second] = NUMBERS.exec(
    makeFormat(zone).format(instant),
  )!.map(Number);
  return Date.UTC(year!, month! - 1, day!, hour!, minute!, second!);
}

/**
 * The instant at which a clock in `zone` shows `wall` (milliseconds as if it were UTC). Off by up
 * to an hour for times that a clock change skips or repeats.
 */
export function instantIn(zone: string, wall: number): Date {
  let instant = wall;
  for (let round = 0; round < 2; round++) instant += wall - wallClockIn(zone, new Date(instant));
  return new Date(instant);
}
