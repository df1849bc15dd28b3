// Turns rows of the calendar into the contract's shapes.
import type { Block, CalendarRange, Feed, HostCar } from "../../../contract/calendar.ts";
import { feedState } from "../../../domain/calendar-feed.ts";
import type { BlockRow, FleetRow } from "./blocks.repository.ts";
import type { FeedConflict, FeedRow } from "./feeds.repository.ts";

export const presentBlock = (carId: string, { id, start, end, note }: BlockRow): Block => ({
  id,
  car_id: carId,
  start_date: start,
  end_date: end,
  note,
});

/** Rows by car, in their order. */
export function presentFleet(rows: readonly FleetRow[]): HostCar[] {
  const cars = new Map<string, HostCar>();
  for (const row of rows) {
    const car = cars.get(row.car_id) ?? { car_id: row.car_id, ranges: [] };
    cars.set(row.car_id, car);
    const range = presentRange(row);
    if (range) car.ranges.push(range);
  }
  return [...cars.values()];
}

function presentRange({ id, kind, start, end, note, booking_id, status, feeds }: FleetRow): CalendarRange | undefined {
  if (id === null || kind === null || start === null || end === null) return undefined;
  const named = (feeds ?? []).map((feed) => ({ id: feed.id, name: feed.name }));
  return {
    id,
    kind: status === "pending" ? "hold" : kind,
    start_date: start,
    end_date: end,
    booking_id,
    note,
    feeds: kind === "import" ? named : [],
    conflicts:
      kind === "import"
        ? []
        : (feeds ?? []).flatMap((feed) =>
            feed.days.map(([from, to]) => ({ feed_id: feed.id, feed_name: feed.name, start_date: from, end_date: to })),
          ),
  };
}

export const presentFeed = (row: FeedRow, conflicts: readonly FeedConflict[], now: Date): Feed => ({
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
  conflicts: conflicts.filter((each) => each.feed_id === row.id).map(({ feed_id: _known, ...conflict }) => conflict),
});
