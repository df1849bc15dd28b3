// Background jobs on pg-boss, in the same PostgreSQL: enqueued inside the business transaction, run on any node.
import { CompiledQuery } from "kysely";
import { PgBoss, type Clock, type JobResult, type QueueOptions } from "pg-boss";
import type { Logger } from "pino";
import { isDatabaseAway, type Db } from "../database/database.ts";
import { FAILED_JOBS } from "./job-queues.ts";
import { currentTrace, traced, type Trace } from "../observability/log.ts";
import { NO_METRICS, type Metrics } from "../observability/metrics.ts";
import { summariseError } from "../observability/redact.ts";

export interface JobOptions {
  delaySeconds?: number;
  retryLimit?: number;
  /** Of the jobs of a name the highest comes first, then the oldest. */
  priority?: number;
  /** How long what the job was given stays after it is done or given up, where that is personal; seven days else. */
  keepSeconds?: number;
}

export interface Jobs {
  /** Adds a job; pass the transaction so that a rollback takes it back. */
  send(db: Db, name: string, data: object, options?: JobOptions): Promise<void>;
  /**
   * Has jobs done anew that have failed for good: one by its id among those, or all of a queue, a thousand at most.
   * @returns how many
   */
  retryFailed(db: Db, which: { id: string } | { queue: string }): Promise<number>;
}

export interface JobHandler {
  name: string;
  /** Five cron fields in Nassau time, for a job that comes by itself. */
  cron?: string;
  /** The one that comes first by its priority is looked for anew each time, with a pause of half a second at most. */
  takesTurns?: boolean;
  /** How often it is tried again after the first time, unless who sends it says otherwise; 4 where nothing is said. */
  retryLimit?: number;
  run(data: never): Promise<void>;
  /** Called when the last try has failed. */
  gaveUp?(data: never): Promise<void>;
}

/** pg-boss's statements over a Kysely connection or transaction. */
const executor = (db: Db) => ({
  executeSql: async (sql: string, values: unknown[] = []) => {
    const { rows } = await db.executeQuery(CompiledQuery.raw(sql, values));
    return { rows };
  },
});

/** Under it the id of the request that sent a job travels with its data. */
const REQUEST = "$request_id";

/** Growing delays from one second; at once, as it were, where the process died, which is noticed within two minutes. */
const RETRYING = { retryDelay: 1, retryBackoff: true, heartbeatSeconds: 60 };
/** What is done is kept no longer: jobs hold mails and links. */
const KEPT_SECONDS = 86_400;

export interface RunningJobs extends Jobs {
  /** Opens a queue for each handler, so that its jobs can be sent. */
  start(handlers: readonly JobHandler[]): Promise<void>;
  /** Begins to run jobs. The queues of these handlers are open. */
  work(handlers: readonly JobHandler[]): Promise<void>;
  /** Lets jobs that run finish, so long at most. */
  stop(timeoutMs: number): Promise<void>;
}

/** How often it is told that the database is away. */
const TOLD_EVERY_MS = 60_000;

/**
 * Time that is never put back. The library waits by differences of it, and would wait for a day where the machine's clock is set back by
 * one; what comes by the calendar it measures against the database's clock.
 */
const steadyClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (work, ms) => setTimeout(work, ms),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (work, ms) => setInterval(work, ms),
  clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout),
};

/**
 * Jobs on the given database. Before start(), send() fails; no job runs before work().
 * A failing job is retried with growing delays; then it is logged and kept with the failed ones for 14 days, to be tried again by hand.
 *
 * @param comesByCalendar whether this process watches for the minute of what has a cron; one of any number that do sends each
 */
export function openJobs(
  connectionString: string,
  log: Logger,
  { metrics = NO_METRICS, comesByCalendar = false }: { metrics?: Metrics; comesByCalendar?: boolean } = {},
): RunningJobs {
  const boss = new PgBoss({
    connectionString,
    max: 4,
    clock: steadyClock,
    schedule: comesByCalendar,
    application_name: "caydrive-jobs",
    useListenNotify: true, // a job begins when it is committed; one more connection hears of it
    maintenanceIntervalSeconds: 3600, // how often what is over is deleted
    superviseIntervalSeconds: 15, // so that a process that never lives long takes back what the one before it had, too
  });
  let toldAt = -Infinity;
  boss.on("error", (error) => {
    // While the database is away each queue says so again and again.
    if (isDatabaseAway(error) && performance.now() - toldAt < TOLD_EVERY_MS) return;
    if (isDatabaseAway(error)) toldAt = performance.now();
    log.error({ err: error }, "jobs");
  });
  return {
    async send(on, name, data, { delaySeconds = 0, retryLimit, priority = 0, keepSeconds } = {}) {
      const retry = retryLimit === undefined ? {} : { retryLimit };
      const kept = keepSeconds === undefined ? {} : { deleteAfterSeconds: keepSeconds };
      const { request_id } = currentTrace();
      const traceable = request_id === undefined ? data : { ...data, [REQUEST]: request_id };
      await boss.send(name, traceable, { ...retry, ...kept, priority, startAfter: delaySeconds, db: executor(on) });
    },
    retryFailed: (on, which) =>
      boss.redrive(FAILED_JOBS, {
        ...("id" in which ? { ids: [which.id] } : { sourceName: which.queue }),
        db: executor(on),
      }),
    async start(handlers) {
      await boss.start();
      const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
      const arrange = async (
        name: string,
        wanted: QueueOptions & { deadLetter?: string; notify?: boolean },
      ): Promise<void> => {
        const queue: object | undefined = known.get(name);
        if (!queue) await boss.createQueue(name, { policy: "standard", ...wanted });
        else if (Object.entries(wanted).some(([option, value]) => (queue as Record<string, unknown>)[option] !== value))
          await boss.updateQueue(name, wanted);
      };
      await arrange(FAILED_JOBS, {});
      const kept = { deleteAfterSeconds: KEPT_SECONDS, deadLetter: FAILED_JOBS };
      for (const { name, retryLimit = 4 } of handlers)
        await arrange(name, { retryLimit, ...RETRYING, ...kept, notify: true });
    },
    async work(handlers) {
      for (const { name, cron, takesTurns = false, run, gaveUp } of handlers) {
        const options = {
          // A new job is told of by the database; what waited for its time, such as the next try, is found by looking.
          notifyPollingIntervalSeconds: takesTurns ? 0.5 : 2,
          pollingIntervalSeconds: cron ? 2 : 0.5, // while nothing is told
          // Two at a time tell that there are more, which are fetched without a pause; a crash has one at most done over that was done.
          ...(cron || takesTurns ? {} : { batchSize: 2, burstWhenBatchFull: true }),
          includeMetadata: true,
          perJobResults: true,
        } as const;
        await boss.work(name, options, async (jobs) => {
          const results: JobResult[] = [];
          // PostgreSQL returns the rows of an update in any order.
          const inOrder = jobs.toSorted((a, b) => b.priority - a.priority || +a.createdOn - +b.createdOn);
          for (const job of inOrder) {
            const { [REQUEST]: request_id, ...data } = job.data as { [REQUEST]?: string };
            const trace: Trace = { ...(request_id && { request_id }), job: name, job_id: job.id };
            results.push(
              await traced(trace, async () => {
                const began = performance.now();
                const ms = (): number => Math.round(performance.now() - began);
                log.info({ try: job.retryCount + 1 }, "job started");
                metrics.jobStarted(name);
                try {
                  await run(data as never);
                  metrics.jobEnded(name, "done", ms() / 1000);
                  log.info({ ms: ms() }, "job done");
                  return { id: job.id, status: "completed" };
                } catch (error) {
                  metrics.jobEnded(name, "failed", ms() / 1000);
                  const isLast = job.retryCount >= job.retryLimit;
                  log[isLast ? "error" : "warn"](
                    { err: error, ms: ms() },
                    isLast ? "job failed" : "job failed, will be tried again",
                  );
                  if (isLast)
                    await gaveUp?.(data as never).catch((fault: unknown) => log.error({ err: fault }, "job given up"));
                  return { id: job.id, status: "failed", output: summariseError(error) };
                }
              }),
            );
          }
          return results;
        });
        if (cron) await boss.schedule(name, cron, {}, { tz: "America/Nassau" });
      }
    },
    async stop(timeoutMs) {
      await boss.stop({ graceful: true, timeout: timeoutMs });
    },
  };
}
