// How much load a replica takes off the primary, for read-only visitors and for the whole mix:
// PostgreSQL's CPU time per visit of one process without a replica and one with, in turn.
import { todayInNassau } from "../../src/domain/calendar/dates.ts";
import { loadedMarketplace } from "../data.ts";
import { median } from "../load-clients.ts";
import { row, type ResultRow } from "../rows.ts";
import type { Stage } from "../stage.ts";
import { tokens } from "../tokens.ts";
import { serveVisits, type Visit } from "../traffic.ts";
import { openVisitors } from "../visitors.ts";

const AT_A_TIME = 8;
const ROUNDS = 3;

export async function measureReplica(stage: Stage): Promise<ResultRow[]> {
  const today = todayInNassau(new Date());
  const url = await loadedMarketplace(stage, "replica");
  const all = await openVisitors(stage.pool(url), await tokens(stage), today);
  const replica = await stage.replica();
  const { pathname } = new URL(url);
  const [alone, helped] = [
    await stage.program(url),
    await stage.program(url, { DATABASE_REPLICA_URL: replica.url(pathname.slice(1)) }),
  ];
  const seconds = stage.quick ? 1 : 5;

  /** @returns milliseconds per visit on the primary and on the replica */
  const costs = async (site: string, visits: readonly Visit[]): Promise<[number, number]> => {
    const look = (): [number, number] => [
      stage.databaseCpuSeconds(),
      stage.databaseCpuSeconds(replica),
    ];
    const before = look();
    const made = await serveVisits(site, visits, { atATime: AT_A_TIME, seconds });
    const after = look();
    return [((after[0] - before[0]) * 1000) / made, ((after[1] - before[1]) * 1000) / made];
  };

  const compare = async (
    what: string,
    visits: readonly Visit[],
    most: number,
  ): Promise<ResultRow> => {
    const rounds: { own: number; left: number; taken: number }[] = [];
    await costs(alone.url, visits);
    await costs(helped.url, visits);
    for (let round = 0; round < ROUNDS; round++) {
      const [own] = await costs(alone.url, visits);
      const [left, taken] = await costs(helped.url, visits);
      rounds.push({ own, left, taken });
    }
    const ms = (of: (each: (typeof rounds)[number]) => number): string =>
      median(rounds.map(of)).toFixed(1);
    return row(
      `${what}: what is left to the primary with a replica`,
      ["<=", most],
      median(rounds.map((each) => each.left / each.own)),
      {
        detail: `${ms((each) => each.left)} ms of CPU per visit, against ${ms((each) => each.own)}, the replica ${ms((each) => each.taken)}`,
      },
    );
  };
  try {
    const visitors = all.filter(({ kind }) => kind !== "booking");
    return [await compare("visitors", visitors, 0.5), await compare("the mix", all, 1)];
  } finally {
    await Promise.all([alone.end("SIGTERM"), helped.end("SIGTERM")]);
  }
}
