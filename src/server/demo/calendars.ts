// The calendar of the demo's main host besides bookings: days that she has blocked, and an imported
// calendar whose address does not exist. The days imported earlier stay blocked.
import {
  addDays,
  dayAfter,
  overlaps,
  todayInNassau,
  type DateRange,
  type CalendarDate,
} from "../../domain/calendar/dates.ts";
import { wholeDays } from "../../domain/calendar/taken-time.ts";
import { nextFetchAt } from "../../domain/calendar/calendar-feed.ts";
import type { DataCtx } from "../platform/context.ts";
import { toDatemultirange, toTstzrange } from "../platform/database/date-ranges.ts";
import { demoId } from "./seeded-random.ts";
import { demoTrips, holdsDays, type Trip } from "./trips.ts";

interface OwnDays {
  slug: string;
  /** The earliest first day, counted from today. */
  from: number;
  days: number;
  /** The note of a block; days without one are booked on the other site. */
  note?: string;
}

const BLOCKS: OwnDays[] = [
  { slug: "camry-airport", from: 6, days: 2, note: "Service at the garage" },
  { slug: "jimny-george-town", from: 14, days: 5, note: "My sister has it" },
  { slug: "leaf-cable-beach", from: 24, days: 3, note: "New tyres" },
];
const OTHER_SITE = {
  slug: "juke-cable-beach",
  name: "Island Wheels",
  url: "https://island-wheels.invalid/juke.ics",
};
const OTHER_DAYS: OwnDays[] = [
  { slug: OTHER_SITE.slug, from: 4, days: 3 },
  { slug: OTHER_SITE.slug, from: 19, days: 4 },
];
const HOUR_MS = 3_600_000;
/** The number of failed fetches of the other calendar so far, and the hours since the first. */
const FAILURES = 3;
const FAILING_HOURS = 2;

/** The first days from `from` on of which no booking takes a part, as its day of return is. */
function freeDays(
  { slug, from, days }: OwnDays,
  trips: readonly Trip[],
  today: CalendarDate,
): DateRange {
  const taken = trips
    .filter((trip) => trip.car.slug === slug && holdsDays(trip))
    .map(({ days: { start, end } }) => ({ start, end: dayAfter(end) }));
  let start = addDays(today, from);
  for (;;) {
    const range = { start, end: addDays(start, days) };
    if (!taken.some((other) => overlaps(other, range))) return range;
    start = addDays(start, 1);
  }
}

/** Call it in the transaction that has written cars and bookings. */
export async function writeCalendars(ctx: DataCtx): Promise<void> {
  const now = ctx.clock.now();
  const today = todayInNassau(now);
  const trips = demoTrips(today);
  const hoursAgo = (hours: number): string =>
    new Date(now.getTime() - hours * HOUR_MS).toISOString();
  const rows = [...BLOCKS, ...OTHER_DAYS].map((own) => ({
    id: demoId("own days", own.slug, own.from),
    car_id: demoId("car", own.slug),
    kind: own.note ? ("block" as const) : ("import" as const),
    during: toTstzrange(wholeDays(freeDays(own, trips, today))),
    note: own.note ?? null,
    created_at: hoursAgo(FAILING_HOURS + 1),
  }));
  await ctx.db.insertInto("car_calendar").values(rows).execute();
  const read = hoursAgo(FAILING_HOURS + 1);
  await ctx.db
    .insertInto("calendar_feeds")
    .values({
      id: demoId("feed", OTHER_SITE.slug),
      car_id: demoId("car", OTHER_SITE.slug),
      name: OTHER_SITE.name,
      url: OTHER_SITE.url,
      days: toDatemultirange(OTHER_DAYS.map((own) => freeDays(own, trips, today))),
      read_at: read,
      answered_at: read,
      failing_since: hoursAgo(FAILING_HOURS),
      failures: FAILURES,
      last_error: "feed_unreachable",
      last_error_details: "{}",
      next_fetch_at: nextFetchAt(now, FAILURES).toISOString(),
      created_at: read,
    })
    .execute();
}
