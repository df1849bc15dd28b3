// Live pages: 2,000 sockets on one process, and 200 changes a second over the API, each heard by the person whose it is. How long until it is
// heard, and the memory of the process. Both ends share this machine, and the database stands on it too.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type pg from "pg";
import { todayInNassau } from "../../src/domain/dates.ts";
import { personalTopic } from "../../src/domain/live.ts";
import { fillMarketplace, idOf } from "../data.ts";
import { percentile } from "../load.ts";
import { row, type Row } from "../rows.ts";
import type { Seen, Task } from "../socket-clients.ts";
import type { Stage } from "../stage.ts";
import { tokens } from "../tokens.ts";

const CLIENTS = join(import.meta.dirname, "../socket-clients.ts");
const PER_SECOND = 200;
const MOST_MS = 100;
const MOST_MEGABYTES = 350;

/** People who are signed in, each the host of one car. */
async function fill(client: pg.Client, count: number): Promise<void> {
  const today = todayInNassau(new Date());
  await fillMarketplace(client, today, { listings: count, renters: count, bookingsPerListing: 0 });
  const people = Array.from({ length: count }, (_, n) => n);
  await client.query("insert into user_roles (user_id, role, granted_at) select unnest($1::uuid[]), 'host', $2", [
    people.map((n) => idOf("renter", n)),
    today,
  ]);
  await client.query(
    `update car_listings set host_id = pair.host_id, is_available = true
     from unnest($1::uuid[], $2::uuid[]) as pair (id, host_id) where car_listings.id = pair.id`,
    [people.map((n) => idOf("car", n + 1)), people.map((n) => idOf("renter", n))],
  );
}

async function askClients(task: Task): Promise<Seen> {
  const clients = promisify(execFile)(process.execPath, [CLIENTS], { maxBuffer: 64 * 2 ** 20 });
  clients.child.stdin?.end(JSON.stringify(task));
  return JSON.parse((await clients).stdout) as Seen;
}

/** The most that a process has held, in MB. */
const peakMegabytes = (pid: number | undefined): number =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

export async function measureSockets(stage: Stage): Promise<Row[]> {
  const [sockets, seconds] = stage.quick ? [200, 5] : [2000, 60];
  const url = await stage.database("sockets", (client) => fill(client, sockets));
  const program = await stage.program(url);
  const tokenOf = await tokens(stage);
  const people = await Promise.all(
    Array.from({ length: sockets }, async (_, n) => ({
      token: await tokenOf(n),
      topic: personalTopic(idOf("renter", n)),
      thing: idOf("car", n + 1),
    })),
  );
  try {
    const seen = await askClients({ url: program.url, people, perSecond: PER_SECOND, seconds });
    const [heard, missing] = [seen.sinceSent.length, `${seen.lost} lost, ${seen.doubled} heard twice`];
    const what = `${sockets.toLocaleString("en-US")} sockets, ${PER_SECOND} changes a second`;
    const median = (values: number[]): string => `median ${percentile(values, 0.5).toFixed(1)} ms`;
    return [
      row(`${what}: p99 from the answer until it is heard`, ["<=", MOST_MS], percentile(seen.sinceAnswered, 0.99), {
        detail: `${median(seen.sinceAnswered)}; ${heard.toLocaleString("en-US")} heard, ${missing}`,
        digits: 1,
        unit: " ms",
      }),
      row(`${what}: p99 from the request until it is heard`, ["<=", MOST_MS], percentile(seen.sinceSent, 0.99), {
        detail: median(seen.sinceSent),
        digits: 1,
        unit: " ms",
      }),
      row(`${what}: changes that were not heard just once`, ["<=", 0], seen.lost + seen.doubled, {
        detail: missing,
        digits: 0,
      }),
      row(`${what}: memory of the process`, ["<=", MOST_MEGABYTES], peakMegabytes(program.process.pid), {
        detail: "the most that it held, pages and jobs in it",
        digits: 0,
        unit: " MB",
      }),
    ];
  } finally {
    await program.end("SIGTERM");
  }
}
