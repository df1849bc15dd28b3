// A soak test: people book, pay, cancel, message and upload on a machine that dies, hangs, fills up
// and jumps in time, and everything acknowledged must be true afterwards. A seed decides the order
// of events, but not their exact timing.
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { PgBoss } from "pg-boss";
import { countQueues } from "../../src/server/platform/jobs/job-queues.ts";
import { seededRandom } from "../random.ts";
import { findBroken } from "./checks.ts";
import { injectFaults } from "./faults.ts";
import { startMachine, type Machine } from "./machine.ts";
import { gatherPeople, type People } from "./soak-people.ts";

const DAY = 24 * 3_600_000;
/** This long after the last fault, no job waits or runs any more. */
const QUIET_MS = 300_000;

export interface Soaked {
  /** Descriptions of what is broken. */
  broken: string[];
  /** A summary of what was done. */
  summary: Record<string, unknown>;
}

/** @param seconds how long faults occur; whole rounds of about half a minute */
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
  const report = (text: string): void => say(`${String(time()).padStart(5)} s  ${text}`);
  const machine = await startMachine();
  let people: People | undefined;
  try {
    // People and faults have separate seeds, so that faults do not depend on how fast people are.
    people = await gatherPeople(machine, seededRandom(seed + 1));
    await people.work();
    report("people are at work");
    const faults = await injectFaults(machine, seededRandom(seed), {
      untilMs: performance.now() + seconds * 1000,
      say: report,
    });
    await machine.heal();
    report("all is well again");
    await people.rest();
    await people.waitForDeliveries();
    await takeBackJobs(machine);
    await untilQuiet(machine);
    await people.tryFailedJobsAgain();
    await letThreeDaysPass(machine);
    await people.waitForDeliveries();
    report("three days later");
    const broken = await findBroken(machine, people);
    const { answers } = people;
    const acknowledged = Object.fromEntries(
      Object.entries(people.acknowledged).map(([what, { size }]) => [what, size]),
    );
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

/** Takes back the jobs of a killed process without waiting for the heartbeat, by making its jobs
 *  an hour older. */
async function takeBackJobs({ ctx, databaseUrl, startedAt, surprises }: Machine): Promise<void> {
  const left =
    // The library repeats its own jobs every minute.
    await sql`select name, started_on from pgboss.job where state = 'active' and name not like '\\_\\_pgboss%' and greatest(started_on, heartbeat_on) < now() - interval '5 minutes'`.execute(
      ctx.db,
    );
  for (const job of left.rows)
    surprises.push(`a job that nobody took back: ${JSON.stringify(job)}`);
  await sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 hour' where state = 'active' and started_on < ${startedAt()}`.execute(
    ctx.db,
  );
  await withAdmin(databaseUrl, (boss) => boss.supervise());
}

/** Lets three days pass and runs the jobs of each minute and each quarter of an hour. The first
 *  run finds recent payments without an event: a request found only days later would still have
 *  its day to wait. */
async function letThreeDaysPass(machine: Machine): Promise<void> {
  await runJobs(machine);
  await machine.later(3 * DAY);
  for (let round = 0; round < 3; round++) await runJobs(machine);
}

async function runJobs(machine: Machine): Promise<void> {
  await withAdmin(machine.databaseUrl, async (boss) => {
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

/** The job library, without any worker or supervision. */
async function withAdmin(
  connectionString: string,
  work: (boss: PgBoss) => Promise<unknown>,
): Promise<void> {
  const boss = new PgBoss({
    connectionString,
    max: 1,
    supervise: false,
    schedule: false,
    migrate: false,
  });
  boss.on("error", () => {});
  await boss.start();
  await work(boss).finally(() => boss.stop());
}
