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
async function timeEach(
  url: string,
  paths: readonly string[],
  check: (page: Page) => void = () => undefined,
): Promise<number> {
  let ms = 0;
  for (const path of paths) {
    const begun = performance.now();
    const response = await fetch(url + path);
    const page = (await response.json()) as Page;
    ms += performance.now() - begun;
    if (!response.ok) throw new Error(`${path} returned ${response.status}`);
    check(page);
  }
  return ms / Math.max(paths.length, 1);
}

interface Page {
  listings: { quote: { total_amount: number } | null }[];
}

/** An island with fewer cars than a search prices one by one, unlike the whole country. */
const SMALL_ISLAND = "harbour-island";

function checkTotals({ listings }: Page): void {
  const totals = listings.map(({ quote }) => quote?.total_amount ?? 0);
  if (totals.some((total, index) => total < (totals[index - 1] ?? 0)))
    throw new Error(`not sorted by what the dates cost: ${totals.join()}`);
}

async function measureByPrice(url: string, paths: readonly string[]): Promise<ResultRow[]> {
  const details = { digits: 0, unit: " ms" } as const;
  const byPrice = paths.map((path) => `${path}&sort=price`);
  const ms = await timeEach(url, byPrice);
  const onIsland = byPrice.map((path) => `${path}&island=${SMALL_ISLAND}`);
  const totalMs = await timeEach(url, onIsland, checkTotals);
  return [
    row("search with dates by price", ["<=", 60], ms, {
      ...details,
      detail: "by the price per day, as more than 5,000 cars match",
    }),
    row("search with dates by total", ["<=", 60], totalMs, {
      ...details,
      detail: "of the cars on one island, which are priced one by one",
    }),
  ];
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
      ...(await measureByPrice(program.url, paths)),
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
