// GET /api/listings with dates, on 100,000 listings with 1,000,000 bookings, against
// replaying its SQL statements alone.
import { addDays, todayInNassau, type CalendarDate } from "../../src/domain/calendar/dates.ts";
import { marketplace } from "../data.ts";
import { compare, drive, repeat } from "../load-clients.ts";
import { perSecond, row, type ResultRow } from "../rows.ts";
import type { Stage } from "../stage.ts";
import { record, replay, type Recording } from "../statements.ts";

const CONNECTIONS = 8;

/** Dates from tomorrow to some months ahead, for two nights to two weeks. */
function searches(today: CalendarDate): string[] {
  return Array.from({ length: 24 }, (_, n) => {
    const start = addDays(today, 1 + ((n * 17) % 120));
    return `/api/listings?start_date=${start}&end_date=${addDays(start, 2 + ((n * 5) % 13))}`;
  });
}

/** Milliseconds per request, one after the other. */
async function timeEach(url: string, paths: readonly string[], more = ""): Promise<number> {
  const begun = performance.now();
  for (const path of paths) await fetch(url + path + more);
  return (performance.now() - begun) / Math.max(paths.length, 1);
}

async function measureByPrice(url: string, paths: readonly string[]): Promise<ResultRow> {
  const ms = await timeEach(url, paths, "&sort=price");
  const pricedMs = await timeEach(url, paths, "&sort=price&island=exumas");
  return row("search with dates by price", ["<=", 60], ms, {
    digits: 0,
    unit: " ms",
    detail: `by the price per day, as more than 5,000 cars match; on one island, priced one by one, ${pricedMs.toFixed(0)} ms`,
  });
}

export async function measureSearch(stage: Stage): Promise<ResultRow[]> {
  const { url, listings, bookings } = await marketplace(stage);
  const paths: string[] = [];
  /** Searches for days on which every car is taken: they look into all calendars. */
  const bookedOut: string[] = [];

  const instance = await stage.instance(url);
  const recordings: Recording[] = [];
  try {
    for (const path of searches(todayInNassau(new Date()))) {
      let found = 0;
      const recording = await record(instance.pool, async () => {
        const response = await fetch(instance.url + path);
        if (!response.ok) throw new Error(`${path} returned ${response.status}`);
        found = ((await response.json()) as { count: number }).count;
      });
      if (found === 0) bookedOut.push(path);
      else {
        paths.push(path);
        recordings.push(recording);
      }
    }
  } finally {
    await instance.stop();
  }

  const program = await stage.program(url);
  const pool = stage.pool(url);
  try {
    const seconds = stage.quick ? 1 : 6;
    const ours = (): Promise<number> =>
      drive({
        url: program.url,
        connections: CONNECTIONS,
        duration: seconds,
        requests: paths.map((path) => ({ path })),
      });
    const bare = (): Promise<number> =>
      repeat((round) => replay(pool, recordings[round % recordings.length] ?? []), {
        workers: CONNECTIONS,
        seconds,
      });
    await ours();
    await bare();
    const result = await compare(ours, bare);
    const bookedOutMs = await timeEach(program.url, bookedOut);
    return [
      row("searches with dates a second", [">=", 400], result.ours, {
        digits: 0,
        detail: `${CONNECTIONS} at a time`,
      }),
      row("search with dates over its SQL bare", [">=", 0.6], result.ratio, {
        detail:
          `${perSecond(result.ours)} over ${perSecond(result.bare)} a second, ${recordings[0]?.length} round trips each, ` +
          `${listings.toLocaleString("en-US")} listings, ${bookings.toLocaleString("en-US")} bookings`,
      }),
      await measureByPrice(program.url, paths),
      row("search for days when no car is free", ["<=", 500], bookedOutMs, {
        digits: 0,
        unit: " ms",
        detail: `${bookedOut.length} of ${bookedOut.length + paths.length} searches; all calendars are read`,
      }),
    ];
  } finally {
    await program.end("SIGTERM");
  }
}
