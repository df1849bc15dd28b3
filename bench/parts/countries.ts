// The case for one instance per country over a single PostgreSQL that all write to: the cost of one
// more idle instance, and how many bookings a core of PostgreSQL handles.
import { setTimeout as sleep } from "node:timers/promises";
import { todayInNassau } from "../../src/domain/calendar/dates.ts";
import { loadedMarketplace } from "../data.ts";
import { median } from "../load-clients.ts";
import { processTimes, residentMegabytes } from "../processes.ts";
import { row, type ResultRow } from "../rows.ts";
import type { Stage } from "../stage.ts";
import { tokens } from "../tokens.ts";
import { serveVisits } from "../traffic.ts";
import { openVisitors } from "../visitors.ts";

const AT_A_TIME = 8;
const ROUNDS = 3;

export async function measureCountries(stage: Stage): Promise<ResultRow[]> {
  return [...(await measureIdle(stage)), await measureBookings(stage)];
}

/** One more instance with the demo data, after its first visitor. */
async function measureIdle(stage: Stage): Promise<ResultRow[]> {
  const program = await stage.program(await stage.demoDatabase(), { DEMO: "1" });
  const { pid } = program.process;
  for (const path of ["/", "/browse"]) await (await fetch(program.url + path)).text();
  await sleep(stage.quick ? 1000 : 20_000); // until the start's work is over
  const look = () => ({ own: processTimes(pid).own, database: stage.databaseCpuSeconds() });
  const before = look();
  const seconds = stage.quick ? 2 : 60;
  await sleep(seconds * 1000);
  const after = look();
  const megabytes = residentMegabytes(pid);
  await program.end("SIGTERM");
  const [own, database] = [
    (after.own - before.own) / seconds,
    (after.database - before.database) / seconds,
  ];
  return [
    row("memory of one more instance", ["<=", 250], megabytes, {
      digits: 0,
      unit: " MB",
      detail: "its process",
    }),
    row("its share of a core while nobody comes", ["<=", 0.05], own + database, {
      digits: 3,
      detail: `${own.toFixed(3)} the process, ${database.toFixed(3)} PostgreSQL`,
    }),
  ];
}

/**
 * Complete bookings from the car to the confirmation page, with 10,000 listings and 100,000
 * bookings.
 */
async function measureBookings(stage: Stage): Promise<ResultRow> {
  const url = await loadedMarketplace(stage, "countries");
  const all = await openVisitors(stage.pool(url), await tokens(stage), todayInNassau(new Date()));
  const program = await stage.program(url);
  const bookings = all.filter(({ kind }) => kind === "booking");
  const seconds = stage.quick ? 1 : 5;
  const costs: number[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const before = stage.databaseCpuSeconds();
    const made = await serveVisits(program.url, bookings, { atATime: AT_A_TIME, seconds });
    const cost = (stage.databaseCpuSeconds() - before) / made;
    if (round >= 0) costs.push(cost); // the first round warms up
  }
  await program.end("SIGTERM");
  return row(
    "bookings that a core of PostgreSQL makes in a second",
    [">=", 10],
    1 / median(costs),
    {
      digits: 0,
      detail: `${(median(costs) * 1000).toFixed(0)} ms for one, with all that its renter looks at`,
    },
  );
}
