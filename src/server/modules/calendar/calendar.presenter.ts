// Maps calendar rows to the contract's shapes.
import { isBefore, toWireRange, type DateRange } from "../../../domain/calendar/dates.ts";
import type { Block, CalendarRange, Feed, HostCar } from "../../../contract/host/calendar.ts";
import { feedState } from "../../../domain/calendar/calendar-feed.ts";
import { clip } from "../../../domain/calendar/host-calendar.ts";
import { readDatesInNassau } from "../../platform/database/date-ranges.ts";
import type { BlockRow, FleetFeed, FleetRange, FleetRow } from "./blocks.repository.ts";
import type { FeedConflict, FeedRow } from "./feeds.repository.ts";

export const presentBlock = (carId: string, block: BlockRow): Block => ({
  id: block.id,
  car_id: carId,
  ...toWireRange(block),
  note: block.note,
});

/** A calendar with the index of the first of its days that a range has not passed. */
type FeedAhead = FleetFeed & { next: number };

/**
 * The ranges of each car and the days of its calendars must be in order. A year of a large fleet
 * has thousands of both.
 */
export function presentCars(fleet: readonly FleetRow[]): HostCar[] {
  const toDate = readDatesInNassau();
  return fleet.map(({ id, ranges, feeds, feedsStale }) => {
    const ahead = feeds.map((feed) => ({ ...feed, next: 0 }));
    const presented: CalendarRange[] = [];
    for (const range of ranges) {
      const days = { start: toDate(range.from), end: toDate(range.until) };
      // What is left of a day before a pickup is not shown.
      if (isBefore(days.start, days.end))
        presented.push(presentRange(range, days, findShared(days, ahead)));
    }
    return { car_id: id, ranges: presented, feeds_stale: feedsStale };
  });
}

/** The days that a range shares with calendars. Days before it are skipped for later ranges too. */
function findShared(range: DateRange, feeds: readonly FeedAhead[]): CalendarRange["conflicts"] {
  const shared: CalendarRange["conflicts"] = [];
  for (const feed of feeds) {
    const { id, name, days } = feed;
    while (feed.next < days.length && !isBefore(range.start, days[feed.next]!.end)) feed.next++;
    for (let index = feed.next; index < days.length; index++) {
      const part = clip(days[index]!, range);
      if (!part) break;
      shared.push({ feed_id: id, feed_name: name, ...toWireRange(part) });
    }
  }
  return shared;
}

/**
 * The calendars that occupy days of the range are the sources of an import, or the conflicts of
 * any other range.
 */
function presentRange(
  range: FleetRange,
  days: DateRange,
  shared: CalendarRange["conflicts"],
): CalendarRange {
  const { id, kind, note, booking_id, pending, outage, turnaround } = range;
  const isImport = kind === "import";
  const sources = isImport
    ? new Map(shared.map((each) => [each.feed_id, { id: each.feed_id, name: each.feed_name }]))
    : null;
  return {
    id,
    kind: pending ? "hold" : kind,
    ...toWireRange(days),
    booking_id,
    note,
    outage,
    turnaround,
    feeds: sources ? [...sources.values()] : [],
    conflicts: isImport ? [] : shared,
  };
}

export const presentFeed = (
  row: FeedRow & { days_ahead: number },
  conflicts: readonly FeedConflict[],
  now: Date,
): Feed => ({
  id: row.id,
  name: row.name,
  url: row.url,
  state: feedState(row.failing_since === null ? null : new Date(row.failing_since), now),
  answered_at: row.answered_at,
  failing_since: row.failing_since,
  error:
    row.last_error === null
      ? null
      : { code: row.last_error, details: row.last_error_details as Record<string, unknown> },
  next_fetch_at: row.next_fetch_at,
  days_ahead: row.days_ahead,
  conflicts: conflicts
    .filter((each) => each.feed_id === row.id)
    .map(({ feed_id: _known, ...conflict }) => conflict),
});
