// How GET /api/listings scales: its p99 over a fixed mix of searches on 1,000,000 listings against
// that on 1,000.
import { addDays, todayInNassau, type CalendarDate } from "../../src/domain/calendar/dates.ts";
import { listingsOnly, PRICES, SEARCHES } from "../data.ts";
import { percentile } from "../load-clients.ts";
import { closeConnection, timeSearch } from "../timed-search.ts";
import { row, type ResultRow } from "../rows.ts";
import type { Stage } from "../stage.ts";

type Query = Record<string, string>;

/** Every search once. `round` moves the dates, so that no two rounds are the same. */
function mix(today: CalendarDate, round: number): { name: string; query: Query; page?: 2 }[] {
  const start = addDays(today, 2 + ((round * 7) % 60));
  const dates = { start_date: start, end_date: addDays(start, 2 + (round % 9)) };
  const common = { location: SEARCHES.common };
  const rare = { location: SEARCHES.rare };
  const absent = { location: SEARCHES.absent };
  const low = { max_price: String(PRICES.low) };
  const high = { max_price: String(PRICES.high) };
  const cheapest = { sort: "price" };
  return [
    { name: "all", query: {} },
    { name: "all, page 2", query: {}, page: 2 },
    { name: "all by price", query: cheapest },
    { name: "all by price, page 2", query: cheapest, page: 2 },
    { name: "common place", query: common },
    { name: "common place, page 2", query: common, page: 2 },
    { name: "common place by price", query: { ...common, ...cheapest } },
    { name: "rare place", query: rare },
    { name: "rare place by price", query: { ...rare, ...cheapest } },
    { name: "absent place", query: absent },
    { name: "low price", query: low },
    { name: "low price by price", query: { ...low, ...cheapest } },
    { name: "high price", query: high },
    { name: "high price by price, page 2", query: { ...high, ...cheapest }, page: 2 },
    { name: "dates", query: dates },
    { name: "dates, page 2", query: dates, page: 2 },
    { name: "dates by price", query: { ...dates, ...cheapest } },
    { name: "common place, low price", query: { ...common, ...low } },
    { name: "rare place, high price", query: { ...rare, ...high } },
    { name: "common place, dates", query: { ...common, ...dates } },
    { name: "rare place, dates", query: { ...rare, ...dates } },
    { name: "low price, dates", query: { ...low, ...dates } },
    { name: "high price, dates by price", query: { ...high, ...dates, ...cheapest } },
    {
      name: "common place, low price, dates by price",
      query: { ...common, ...low, ...dates, ...cheapest },
    },
    { name: "island", query: { island: "exumas" } },
    { name: "island by price, page 2", query: { island: "exumas", ...cheapest }, page: 2 },
    {
      name: "common filters",
      query: { min_seats: "5", transmission: "automatic", feature: "Bluetooth" },
    },
    { name: "rare place, low price, dates", query: { ...rare, ...low, ...dates } },
  ];
}

/** Warm-up rounds, which are not counted. */
const WARM_UP = 3;

/** One round of the mix, one request after another. */
async function askAll(
  origin: string,
  today: CalendarDate,
  round: number,
  times: Map<string, number[]>,
): Promise<void> {
  for (const { name, query, page } of mix(today, round)) {
    const url = (more: Query = {}): string =>
      `${origin}/api/listings?${new URLSearchParams({ ...query, ...more })}`;
    let { page: response, ms } = await timeSearch(url());
    // For a search with only one page, the first page is measured instead.
    if (page && response.next_cursor)
      ({ ms } = await timeSearch(url({ cursor: response.next_cursor })));
    times.set(name, [...(times.get(name) ?? []), ms]);
  }
}

export async function measureGrowth(stage: Stage): Promise<ResultRow[]> {
  const today = todayInNassau(new Date());
  const open = async (listings: number) => {
    const url = await listingsOnly(stage, listings);
    return { listings, program: await stage.program(url), times: new Map<string, number[]>() };
  };
  const few = await open(1000);
  const many = await open(stage.quick ? 5000 : 1_000_000);
  try {
    const rounds = stage.quick ? 5 : 40;
    for (let round = 0; round < WARM_UP + rounds; round++)
      for (const { program, times } of [few, many])
        await askAll(program.url, today, round, round < WARM_UP ? new Map() : times);
    const p99 = (times: Map<string, number[]>): number =>
      percentile([...times.values()].flat(), 0.99);
    const slowest = [...many.times]
      .map(([name, values]) => ({
        name,
        ms: percentile(values, 0.5),
        before: percentile(few.times.get(name) ?? [], 0.5),
      }))
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, 5);
    for (const { name, ms, before } of slowest)
      stage.say(`${name}: median ${ms.toFixed(1)} ms, ${before.toFixed(1)} ms on 1,000`);
    return [
      row(
        `p99 of search on ${many.listings.toLocaleString("en-US")} listings over that on 1,000`,
        ["<=", 2],
        p99(many.times) / p99(few.times),
        {
          detail: `${p99(many.times).toFixed(1)} ms over ${p99(few.times).toFixed(1)} ms, ${rounds} rounds of ${few.times.size} searches`,
        },
      ),
    ];
  } finally {
    closeConnection();
    await few.program.end("SIGTERM");
    await many.program.end("SIGTERM");
  }
}
