// A mix of visitors on one process, and on three behind a proxy: its throughput compared with each
// kind of visit alone, response times at half of it, and the behaviour under overload. Client,
// proxy and PostgreSQL share the machine with the processes.
import { setTimeout as sleep } from "node:timers/promises";
import { todayInNassau } from "../../src/domain/calendar/dates.ts";
import { loadedMarketplace } from "../data.ts";
import { median, percentile } from "../load-clients.ts";
import { perSecond, row, type ResultRow } from "../rows.ts";
import { openSite, type Site } from "../site.ts";
import type { Stage } from "../stage.ts";
import { tokens } from "../tokens.ts";
import { openTraffic, type TrafficResponse, type Traffic, type Visit } from "../traffic.ts";
import { openVisitors } from "../visitors.ts";

const AT_A_TIME = 24;
const ROUNDS = 3;
/** The overload, as a multiple of the throughput. */
const TOO_MANY = 3;
const MOST_MS = 100;
const MOST_RECOVERY_SECONDS = 5;
/** Recovery allows this multiple of the normal p99, because the p99 of one load varies by half. */
const AS_BEFORE = 1.5;
/** How long a load balancer waits for /healthz, and how often it polls it. */
const HEALTH_MS = 1000;
const HEALTH_EVERY_MS = 200;

const isServed = ({ outcome }: TrafficResponse): boolean => outcome === "served";
const milliseconds = (responses: readonly TrafficResponse[], share: number): number =>
  percentile(
    responses.map(({ ms }) => ms),
    share,
  );
const spread = (responses: readonly TrafficResponse[]): string =>
  `p50 ${milliseconds(responses, 0.5).toFixed(1)} ms, p99 ${milliseconds(responses, 0.99).toFixed(1)} ms`;

/** What `work` used of the processes, PostgreSQL and the client. */
async function watched({ stage, site }: Measured, work: () => Promise<unknown>): Promise<string> {
  const look = () => Promise.all(site.nodes.map((node) => node.look()));
  const before = await look();
  const [begun, own, database] = [
    performance.now(),
    process.cpuUsage(),
    stage.databaseCpuSeconds(),
  ];
  await work();
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(own);
  const after = await look();
  const each = (of: (n: number) => string): string => after.map((_, n) => of(n)).join(" + ");
  return (
    `${each((n) => after[n]!.megabytes.toFixed(0))} MB, ` +
    `p99 of event-loop lag ${each((n) => after[n]!.lagMs.toFixed(0))} ms, ` +
    `${each((n) => ((after[n]!.cpuSeconds - before[n]!.cpuSeconds) / seconds).toFixed(2))} of a core, ` +
    `PostgreSQL ${((stage.databaseCpuSeconds() - database) / seconds).toFixed(2)}, client ${((user + system) / 1e6 / seconds).toFixed(2)}`
  );
}

/**
 * Polls every process until stopped.
 * @returns the response times; Infinity for no response or any status but 200
 */
function askHealth(site: Site): () => Promise<number[]> {
  const times: Promise<number>[] = [];
  const timer = setInterval(() => {
    for (const { url } of site.nodes) {
      const begun = performance.now();
      times.push(
        fetch(`${url}/healthz`, { signal: AbortSignal.timeout(HEALTH_MS) })
          .then(({ status }) => (status === 200 ? performance.now() - begun : Infinity))
          .catch(() => Infinity),
      );
    }
  }, HEALTH_EVERY_MS);
  return () => {
    clearInterval(timer);
    return Promise.all(times);
  };
}

/**
 * Seconds after `from` until everything is served with a p99 of at most `mostMs`; Infinity if that
 * never happens.
 */
function recoverySeconds(
  responses: readonly TrafficResponse[],
  from: number,
  mostMs: number,
): number {
  const last = responses.reduce((latest, { at }) => Math.max(latest, at), from);
  for (let since = from; since < last; since += 100) {
    const later = responses.filter(({ at }) => at >= since);
    if (later.every(isServed) && milliseconds(later, 0.99) <= mostMs) return (since - from) / 1000;
  }
  return Infinity;
}

interface Capacity {
  /** Visits per second, for each kind alone and for the mix. */
  alone: Map<string, number>;
  mixed: number;
  /**
   * The throughput if the kinds did not interfere: a visit of the mix takes the sum of share / rate
   * alone over the kinds, in seconds.
   */
  ceiling: number;
}

async function measureCapacity(
  traffic: Traffic,
  visits: readonly Visit[],
  seconds: number,
): Promise<Capacity> {
  const alone = new Map<string, number>();
  for (const visit of visits)
    alone.set(visit.kind, await traffic.crowd([visit], AT_A_TIME, seconds / 3));
  const mixed = await traffic.crowd(visits, AT_A_TIME, seconds);
  return {
    alone,
    mixed,
    ceiling: 1 / visits.reduce((sum, { kind, share }) => sum + share / alone.get(kind)!, 0),
  };
}

interface Measured {
  stage: Stage;
  site: Site;
  traffic: Traffic;
  visits: readonly Visit[];
  name: string;
  /** The seconds to measure; fewer in a quick run. */
  lasting(seconds: number): number;
}

/** Reports each distinct failure once. */
function printFailures({ stage, name }: Measured, failed: readonly TrafficResponse[]): void {
  const errors = new Set(failed.map(({ kind, error }) => error || `${kind}: 503`));
  for (const error of [...errors].slice(0, 10)) stage.say(`${name}: ${error}`);
}

/** Measures the site up to its throughput. */
async function measureWithin(
  on: Measured,
): Promise<{ mixed: number; halfMs: number; rows: ResultRow[] }> {
  const { stage, traffic, visits, name, lasting } = on;
  await traffic.crowd(visits, AT_A_TIME, lasting(4));
  traffic.takeResponses();

  const rounds: Capacity[] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push(await measureCapacity(traffic, visits, lasting(4)));
  const [mixed, ceiling] = [
    median(rounds.map((each) => each.mixed)),
    median(rounds.map((each) => each.ceiling)),
  ];
  const before = traffic.takeResponses();
  const full = await watched(on, () => traffic.crowd(visits, AT_A_TIME, lasting(4)));
  const atFull = traffic.takeResponses();
  const half = await watched(on, () => traffic.stream(visits, mixed / 2, lasting(15)));
  const atHalf = traffic.takeResponses();

  for (const { kind, share } of visits) {
    const alone = median(rounds.map((each) => each.alone.get(kind)!));
    const of = spread(atHalf.filter((response) => response.kind === kind));
    stage.say(
      `${name}, ${kind}: ${share * 100} % of visits, ${perSecond(alone)} a second alone; at half: ${of}`,
    );
  }
  const failed = [...before, ...atFull, ...atHalf].filter((response) => !isServed(response));
  printFailures(on, failed);
  const halfMs = milliseconds(atHalf, 0.99);
  return {
    mixed,
    halfMs,
    rows: [
      row(
        `${name}: the mix over its ceiling`,
        [">=", 0.5],
        median(rounds.map((each) => each.mixed / each.ceiling)),
        {
          detail: `${perSecond(mixed)} visits a second over ${perSecond(ceiling)}; ${perSecond(atFull.length / lasting(4))} requests a second; ${spread(atFull)}; ${full}`,
        },
      ),
      row(`${name}: p99 at half of that`, ["<=", MOST_MS], halfMs, {
        digits: 1,
        unit: " ms",
        detail: `${perSecond(mixed / 2)} visits a second; ${spread(atHalf)}; ${half}`,
      }),
      row(`${name}: errors until here`, ["<=", 0], failed.length, {
        digits: 0,
        detail: `of ${perSecond(before.length + atFull.length + atHalf.length)} requests`,
      }),
    ],
  };
}

/** Measures the site beyond its throughput, and its recovery. */
async function measureBeyond(
  on: Measured,
  { mixed, halfMs }: { mixed: number; halfMs: number },
): Promise<ResultRow[]> {
  const { site, traffic, visits, name, lasting } = on;
  const stopAsking = askHealth(site);
  const crowd = traffic.stream(visits, mixed * TOO_MANY, lasting(12));
  const over = await watched(on, () => sleep(lasting(12) * 1000));
  const health = await stopAsking();
  const from = performance.now();
  await Promise.all([crowd, traffic.stream(visits, mixed / 2, lasting(8))]);

  const responses = traffic.takeResponses();
  const beyond = responses.filter(({ at }) => at < from);
  const served = beyond.filter(isServed);
  const busy = beyond.filter(({ outcome }) => outcome === "busy");
  const failed = responses.filter(({ outcome }) => outcome === "failed");
  printFailures(on, failed);
  const mostMs = AS_BEFORE * Math.max(MOST_MS, halfMs);
  const refusedAt = responses
    .filter((response) => !isServed(response))
    .map(({ at }) => (at - from) / 1000);
  const lastRefusal = Math.max(0, ...refusedAt);
  return [
    row(`${name}: 503 with retry-after at ${TOO_MANY} times that`, [">=", 1], busy.length, {
      digits: 0,
      detail: `of ${perSecond(beyond.length)} requests, ${spread(busy)}; ${perSecond(served.length / lasting(12))} a second were served, ${spread(served)}; ${over}`,
    }),
    row(`${name}: other errors`, ["<=", 0], failed.length, { digits: 0, detail: "then and after" }),
    row(
      `${name}: /healthz without a 200 in a second`,
      ["<=", 0],
      health.filter((ms) => ms === Infinity).length,
      {
        digits: 0,
        detail: `of ${health.length} times, the slowest after ${Math.max(...health).toFixed(0)} ms`,
      },
    ),
    row(
      `${name}: until all are served as before`,
      ["<=", MOST_RECOVERY_SECONDS],
      recoverySeconds(responses, from, mostMs),
      {
        digits: 1,
        unit: " s",
        detail: `at half of what it carries, p99 <= ${mostMs.toFixed(0)} ms; the last that was refused came after ${lastRefusal.toFixed(1)} s`,
      },
    ),
  ];
}

export async function measureLoad(stage: Stage): Promise<ResultRow[]> {
  const today = todayInNassau(new Date());
  const url = await loadedMarketplace(stage, "load");
  const visits = await openVisitors(stage.pool(url), await tokens(stage), today);
  const lasting = (seconds: number): number => (stage.quick ? 1 : seconds);
  const rows: ResultRow[] = [];
  for (const [name, count] of [
    ["one process", 1],
    ["three processes", 3],
  ] as const) {
    const site = await openSite(stage, url, count);
    const traffic = openTraffic(site.url);
    try {
      const on = { stage, site, traffic, visits, name, lasting };
      const within = await measureWithin(on);
      rows.push(...within.rows, ...(await measureBeyond(on, within)));
    } finally {
      traffic.close();
      await site.close();
    }
  }
  return rows;
}
