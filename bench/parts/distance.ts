// GET /api/listings near a place on 1,000,000 listings, in order of distance compared with newest
// first.
import { addDays, todayInNassau } from "../../src/domain/calendar/dates.ts";
import { listingsOnly } from "../data.ts";
import { percentile } from "../load-clients.ts";
import { row, type ResultRow } from "../rows.ts";
import type { Stage } from "../stage.ts";
import { closeConnection, timeSearch } from "../timed-search.ts";

/** Places with half a million cars nearby, down to none. */
const PLACES = {
  airport: "25.039,-77.466",
  "Cable Beach": "25.075,-77.405",
  Freeport: "26.53,-78.7",
  "George Town": "23.51,-75.78",
  "Matthew Town": "20.95,-73.67",
  "Duncan Town": "22.19,-75.73",
  "the open sea": "23.5,-73.5",
};
const ORDERS = ["newest", "distance"] as const;
const WARM_UP = 3;

export async function measureDistance(stage: Stage): Promise<ResultRow> {
  const today = todayInNassau(new Date());
  const listings = stage.quick ? 5000 : 1_000_000;
  const program = await stage.program(await listingsOnly(stage, listings));
  const times = { newest: [] as number[], distance: [] as number[] };
  const rounds = stage.quick ? 5 : 30;
  try {
    for (let round = 0; round < WARM_UP + rounds; round++) {
      const start = addDays(today, 2 + ((round * 7) % 60));
      const dates = { start_date: start, end_date: addDays(start, 2 + (round % 9)) };
      for (const [name, at] of Object.entries(PLACES))
        for (const more of [{}, dates, { max_price: "60" }])
          for (const sort of ORDERS) {
            const query = new URLSearchParams({ at, sort, ...more });
            const url = `${program.url}/api/listings?${query}`;
            const first = await timeSearch(url);
            const cursor = first.page.next_cursor;
            const second = cursor ? await timeSearch(`${url}&cursor=${cursor}`) : first;
            if (round >= WARM_UP) times[sort].push(first.ms, second.ms);
            if (round === WARM_UP)
              stage.say(`${name}, ${sort}: ${first.ms.toFixed(1)}, ${second.ms.toFixed(1)} ms`);
          }
    }
  } finally {
    closeConnection();
    await program.end("SIGTERM");
  }
  const [newest, distance] = ORDERS.map((sort) => percentile(times[sort], 0.99));
  return row(
    `p99 of a search in order of distance over that of the newest, ${listings.toLocaleString("en-US")} listings`,
    ["<=", 1.3],
    (distance ?? NaN) / (newest ?? NaN),
    {
      detail: `${distance?.toFixed(1)} ms over ${newest?.toFixed(1)} ms near ${Object.keys(PLACES).length} places`,
    },
  );
}
