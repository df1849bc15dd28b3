// Rendered searches with dates, which no cache answers, against the API call behind each.
import { addDays, todayInNassau, toWireRange } from "../../src/domain/calendar/dates.ts";
import { loadedMarketplace } from "../data.ts";
import { compare, drive } from "../load-clients.ts";
import { perSecond, row, type ResultRow } from "../rows.ts";
import type { Stage } from "../stage.ts";

const CONNECTIONS = 8;
const SEARCHES = 24;

/** The query strings of searches from tomorrow to two months ahead, for two days to a week. */
function makeQueries(): string[] {
  const tomorrow = addDays(todayInNassau(new Date()), 1);
  return Array.from({ length: SEARCHES }, (_, n) => {
    const start = addDays(tomorrow, (n * 17) % 60);
    const end = addDays(start, 2 + ((n * 5) % 6));
    return new URLSearchParams({ ...toWireRange({ start, end }) }).toString();
  });
}

export async function measureRendering(stage: Stage): Promise<ResultRow[]> {
  const program = await stage.program(await loadedMarketplace(stage, "rendering"));
  try {
    const queries = makeQueries();
    const load = (path: string) => () =>
      drive({
        url: program.url,
        connections: CONNECTIONS,
        duration: stage.quick ? 1 : 6,
        headers: { "accept-encoding": "br" },
        requests: queries.map((query) => ({ path: `${path}?${query}` })),
      });
    const [pages, calls] = [load("/browse"), load("/api/listings")];
    // The first page loads the code that renders, which can take longer than a quick measurement.
    await (await fetch(`${program.url}/browse?${queries[0]}`)).text();
    await pages();
    await calls();
    const result = await compare(pages, calls);
    return [
      row("rendered searches with dates a second", [">=", 150], result.ours, {
        digits: 0,
        detail: `${CONNECTIONS} at a time, compressed with brotli`,
      }),
      row("rendered search over its API call", [">=", 0.33], result.ratio, {
        detail: `${perSecond(result.ours)} over ${perSecond(result.bare)} a second`,
      }),
    ];
  } finally {
    await program.end("SIGTERM");
  }
}
