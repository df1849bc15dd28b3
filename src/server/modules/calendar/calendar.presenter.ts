// Maps calendar rows to the contract's shapes.
import { toWireRange } from "../../../domain/calendar/dates.ts";
import type { Block, CalendarRange, Feed, HostCar } from "../../../contract/host/calendar.ts";
import { feedState } from "../../../domain/calendar/calendar-feed.ts";
import { clip } from "../../../domain/calendar/host-calendar.ts";
import type { BlockRow, FleetFeed, FleetRange, FleetRow } from "./blocks.repository.ts";
import type { FeedConflict, FeedRow } from "./feeds.repository.ts";

export const presentBlock = (carId: string, block: BlockRow): Block => ({
  id: block.id,
  car_id: carId,
  ...toWireRange(block),
  note: block.note,
});

export const presentCar = ({ id, ranges, feeds, feedsStale }: FleetRow): HostCar => ({
  car_id: id,
  ranges: ranges.map((range) => presentRange(range, feeds)),
  feeds_stale: feedsStale,
});

/**
 * The calendars that occupy days of the range are the sources of an import, or the conflicts of
 * any other range.
 */
function presentRange(range: FleetRange, all: readonly FleetFeed[]): CalendarRange {
  const { id, kind, note, booking_id, pending, outage_id, outage_reason } = range;
  const { outage_start, outage_end } = range;
  const shared: CalendarRange["conflicts"] = [];
  // A year of a large fleet runs this a hundred thousand times.
  for (const feed of all)
    for (const each of feed.days) {
      const part = clip(each, range);
      if (part) shared.push({ feed_id: feed.id, feed_name: feed.name, ...toWireRange(part) });
    }
  const isImport = kind === "import";
  const sources = isImport
    ? new Map(shared.map((each) => [each.feed_id, { id: each.feed_id, name: each.feed_name }]))
    : null;
  return {
    id,
    kind: pending ? "hold" : kind,
    ...toWireRange(range),
    booking_id,
    note,
    outage:
      outage_id && outage_reason && outage_start && outage_end
        ? { id: outage_id, reason: outage_reason, start_date: outage_start, end_date: outage_end }
        : null,
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
