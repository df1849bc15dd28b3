// A soak: people book, pay, cancel, write and upload on a machine that dies, hangs, fills up and jumps in time, and afterwards everything
// that they were told is true. The order of what happens is decided by a seed; when exactly each write meets it is not.
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { PgBoss } from "pg-boss";
import { countQueues } from "../../src/server/platform/jobs/job-queues.ts";
import { chanceOf } from "../chance.ts";
import { findBroken } from "./checks.ts";
import { playFaults } from "./faults.ts";
import { startMachine, type Machine } from "./machine.ts";
import { gatherPeople, type People } from "./people.ts";

const DAY = 24 * 3_600_000;
/** So long after the last fault no job waits or runs any more. */
const QUIET_MS = 300_000;

export interface Soaked {
  /** What is broken, in words. */
  broken: string[];
  /** What was done, to be read. */
  summary: Record<string, unknown>;
}

/** @param seconds how long things go wrong; whole rounds of about half a minute */
export async function soak({
  seconds,
  seed,
  say = () => {},
}: {
  seconds: number;
  seed: number;
  say?: (text: string) => void;
}): Promise<Soaked> {
  const began = performance.now();
  const time = (): number => Math.round((performance.now() - began) / 1000);
  const telling = (text: string): void => say(`${String(time()).padStart(5)} s  ${text}`);
  const machine = await startMachine();
  let people: People | undefined;
  try {
    // People and faults draw from seeds of their own, so that what happens does not depend on how fast people are.
    people = await gatherPeople(machine, chanceOf(seed + 1));
    await people.atWork();
    telling("people are at work");
    const faults = await playFaults(machine, chanceOf(seed), {
      untilMs: performance.now() + seconds * 1000,
      say: telling,
    });
    await machine.heal();
    telling("all is well again");
    await people.rest();
    await people.heard();
    await takeBackJobs(machine);
    await untilQuiet(machine);
    await people.tryFailedJobsAgain();
    await bringToEnd(machine);
    await people.heard();
    telling("three days later");
    const broken = await findBroken(machine, people);
    const { told, answers } = people;
    const acknowledged = Object.fromEntries(Object.entries(told).map(([what, { size }]) => [what, size]));
    const summary = {
      seed,
      seconds: time(),
      faults,
      ...machine.counts,
      answers,
      acknowledged,
      webhooks: people.webhooks(),
      triedAgain: people.triedAgain(),
      realDisk: machine.diskIsReal,
    };
    return { broken, summary };
  } finally {
    people?.stop();
    await machine.close();
  }
}

/** Whom a killed process has left its jobs, without the wait for its heartbeat: those that it had are an hour older. */
async function takeBackJobs({ ctx, databaseUrl, startedAt, surprises }: Machine): Promise<void> {
  const left =
    // What the library sends itself each minute, it sends again the next.
    await sql`select name, started_on from pgboss.job where state = 'active' and name not like '\\_\\_pgboss%' and greatest(started_on, heartbeat_on) < now() - interval '5 minutes'`.execute(
      ctx.db,
    );
  for (const job of left.rows) surprises.push(`a job that nobody took back: ${JSON.stringify(job)}`);
  await sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 hour' where state = 'active' and started_on < ${startedAt()}`.execute(
    ctx.db,
  );
  await asBoss(databaseUrl, (boss) => boss.supervise());
}

/**
 * Three days go by, with what the jobs of each minute and of each quarter of an hour do. The first of them find a payment of which no news came
 * while it is fresh: a request that is found out days later has its day of waiting before it.
 */
async function bringToEnd(machine: Machine): Promise<void> {
  await runJobs(machine);
  await machine.later(3 * DAY);
  for (let round = 0; round < 3; round++) await runJobs(machine);
}

async function runJobs(machine: Machine): Promise<void> {
  await asBoss(machine.databaseUrl, async (boss) => {
    for (const name of ["sweep-bookings", "reconcile"]) await boss.send(name, {});
  });
  await untilQuiet(machine);
}

async function untilQuiet({ ctx }: Machine): Promise<void> {
  const end = performance.now() + QUIET_MS;
  for (;;) {
    const busy = (await countQueues(ctx.db)).filter(({ waiting, active }) => waiting + active > 0);
    if (busy.length === 0 || performance.now() > end) return;
    await delay(100);
  }
}

/** The library that keeps the jobs, without any work or watch of its own. */
async function asBoss(connectionString: string, work: (boss: PgBoss) => Promise<unknown>): Promise<void> {
  const boss = new PgBoss({ connectionString, max: 1, supervise: false, schedule: false, migrate: false });
  boss.on("error", () => {});
  await boss.start();
  await work(boss).finally(() => boss.stop());
}
