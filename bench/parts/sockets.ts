// Live pages: 2,000 sockets on one process and 200 messages per second over the API. Measures the
// time until the other side's page is notified, and the process's memory. Clients, server and
// database share this machine.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type pg from "pg";
import { todayInNassau } from "../../src/domain/calendar/dates.ts";
import { personalTopic } from "../../src/domain/live.ts";
import { fillMarketplace, makeId } from "../data.ts";
import { percentile } from "../load-clients.ts";
import { peakMegabytes, processTimes } from "../processes.ts";
import { row, type ResultRow } from "../rows.ts";
import type { Deliveries, Task } from "../socket-clients.ts";
import type { Stage } from "../stage.ts";
import { tokens } from "../tokens.ts";

const CLIENTS = join(import.meta.dirname, "../socket-clients.ts");
const PER_SECOND = 200;
const MOST_MS = 100;
const MOST_MEGABYTES = 350;

/** Signed-in people in pairs. The second is the host of a car about which the first has asked. */
async function fill(client: pg.Client, count: number): Promise<void> {
  const today = todayInNassau(new Date());
  await fillMarketplace(client, today, {
    listings: count / 2,
    renters: count,
    bookingsPerListing: 0,
  });
  const pairs = Array.from({ length: count / 2 }, (_, n) => n);
  const columns = [
    pairs.map((n) => makeId("conversation", n)),
    pairs.map((n) => makeId("renter", 2 * n)),
    pairs.map((n) => makeId("renter", 2 * n + 1)),
    pairs.map((n) => makeId("car", n + 1)),
  ];
  const of =
    "from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[]) as pair (id, renter_id, host_id, car_id)";
  await client.query(
    `update car_listings set host_id = pair.host_id ${of} where car_listings.id = pair.car_id`,
    columns,
  );
  await client.query(
    `insert into conversations (id, kind, renter_id, host_id, car_id, created_at)
     select id, 'listing', renter_id, host_id, car_id, '${today}' ${of}`,
    columns,
  );
}

async function askClients(task: Task): Promise<Deliveries> {
  const clients = promisify(execFile)(process.execPath, [CLIENTS], { maxBuffer: 64 * 2 ** 20 });
  clients.child.stdin?.end(JSON.stringify(task));
  return JSON.parse((await clients).stdout) as Deliveries;
}

export async function measureSockets(stage: Stage): Promise<ResultRow[]> {
  const [sockets, seconds] = stage.quick ? [200, 5] : [2000, 60];
  const url = await stage.database("sockets", (client) => fill(client, sockets));
  const program = await stage.program(url);
  const getToken = await tokens(stage);
  const people = await Promise.all(
    Array.from({ length: sockets }, async (_, n) => ({
      token: await getToken(n),
      topic: personalTopic(makeId("renter", n)),
      conversation: makeId("conversation", Math.floor(n / 2)),
    })),
  );
  try {
    const [begun, usedBefore] = [performance.now(), processTimes(program.process.pid).own];
    const seen = await askClients({
      url: program.url,
      people,
      perSecond: PER_SECOND,
      seconds,
      warmUpSeconds: seconds / 4,
    });
    const cores =
      (processTimes(program.process.pid).own - usedBefore) / ((performance.now() - begun) / 1000);
    const [received, missing] = [
      seen.sinceSent.length,
      `${seen.lost} lost, ${seen.doubled} heard twice`,
    ];
    const what = `${sockets.toLocaleString("en-US")} sockets, ${PER_SECOND} messages a second`;
    const median = (values: number[]): string => `median ${percentile(values, 0.5).toFixed(1)} ms`;
    return [
      row(
        `${what}: p99 from the answer until it is heard`,
        ["<=", MOST_MS],
        percentile(seen.sinceResponse, 0.99),
        {
          detail: `${median(seen.sinceResponse)}; ${received.toLocaleString("en-US")} received, ${missing}`,
          digits: 1,
          unit: " ms",
        },
      ),
      row(
        `${what}: p99 from the request until it is heard`,
        ["<=", MOST_MS],
        percentile(seen.sinceSent, 0.99),
        {
          detail: median(seen.sinceSent),
          digits: 1,
          unit: " ms",
        },
      ),
      row(`${what}: messages that were not heard just once`, ["<=", 0], seen.lost + seen.doubled, {
        detail: missing,
        digits: 0,
      }),
      row(
        `${what}: memory of the process`,
        ["<=", MOST_MEGABYTES],
        peakMegabytes(program.process.pid),
        {
          detail: `the most that it held, pages and jobs in it; it used ${cores.toFixed(2)} of a core`,
          digits: 0,
          unit: " MB",
        },
      ),
    ];
  } finally {
    await program.end("SIGTERM");
  }
}
