// Background jobs on pg-boss, in the same PostgreSQL: enqueued inside the business transaction and
// run on any node.
import { CompiledQuery } from "kysely";
import {
  PgBoss,
  type Clock,
  type JobResult,
  type JobWithMetadata,
  type QueueOptions,
} from "pg-boss";
import type { Logger } from "pino";
import { isDatabaseAway, type Db } from "../database/database.ts";
import { FAILED_JOBS } from "./job-queues.ts";
import { currentTrace, traced, type Trace } from "../observability/log.ts";
import { NO_METRICS, type Metrics } from "../observability/metrics.ts";
import { summariseError } from "../observability/redact.ts";

export interface JobOptions {
  delaySeconds?: number;
  retryLimit?: number;
  /** Within a queue the highest priority runs first, then the oldest job. */
  priority?: number;
  /** Whose job it is, for a handler that runs one job of each group at a time (`concurrency`). */
  group?: string;
  /**
   * How long a job with personal data is kept after it has completed or failed. Default: one day.
   */
  retentionSeconds?: number;
}

export interface Jobs {
  /** Adds a job. Pass the transaction as `db`, so that a rollback withdraws the job. */
  send(db: Db, name: string, data: object, options?: JobOptions): Promise<void>;
  /**
   * Retries jobs that have failed for good: one by its id in the failed-jobs queue, or all of one
   * queue, at most a thousand.
   * @returns how many
   */
  retryFailed(db: Db, which: { id: string } | { queue: string }): Promise<number>;
}

export interface JobHandler {
  name: string;
  /** Five cron fields in Nassau time, for a scheduled job. */
  cron?: string;
  /**
   * Fetches one job at a time, so that the job with the highest priority is always next. Pauses at
   * most half a second between jobs.
   */
  oneAtATime?: boolean;
  /**
   * Runs up to this many jobs at a time, an even number, but only one of each group (JobOptions).
   * A slow group then doesn't hold the others up. By default, jobs run one after the other.
   */
  concurrency?: number;
  /** How often a failed job is retried, unless its sender says otherwise. Default: 4. */
  retryLimit?: number;
  run(data: object): Promise<void>;
  /** Called when the last try has failed. */
  gaveUp?(data: object): Promise<void>;
}

/** Runs pg-boss's statements on a Kysely connection or transaction. */
const executor = (db: Db) => ({
  executeSql: async (sql: string, values: unknown[] = []) => {
    const { rows } = await db.executeQuery(CompiledQuery.raw(sql, values));
    return { rows };
  },
});

/** The key in the job's data that carries the id of the request that sent the job. */
const REQUEST = "$request_id";

/**
 * Delays grow from one second. When a process dies, its jobs are retried almost immediately once
 * that is noticed, which takes up to two minutes.
 */
const RETRYING = { retryDelay: 1, retryBackoff: true, heartbeatSeconds: 60 };
/** Completed jobs are deleted after a day, because they hold emails and links. */
const RETENTION_SECONDS = 86_400;

export interface RunningJobs extends Jobs {
  /** Creates a queue for each handler, so that its jobs can be sent. */
  start(handlers: readonly JobHandler[]): Promise<void>;
  /** Begins to run jobs. The queues of these handlers must exist. */
  work(handlers: readonly JobHandler[]): Promise<void>;
  /** Waits for running jobs to finish, but no longer than `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>;
}

/** How often an unreachable database is logged. */
const REPORT_EVERY_MS = 60_000;

/**
 * A clock that is never set back. pg-boss measures its waits by time differences, and would wait
 * for a day if the system clock were set back by one. Cron times are compared with the database's
 * clock instead.
 */
const steadyClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (work, ms) => setTimeout(work, ms),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (work, ms) => setInterval(work, ms),
  clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout),
};

/**
 * Opens jobs on the given database. send() fails before start(); no job runs before work(). A
 * failing job is retried with growing delays. Then it is logged and kept in the failed-jobs queue
 * for 14 days, to be retried by hand.
 *
 * @param schedulesCronJobs whether this process does that. Any number of processes may; only one
 * of them sends each job.
 */
export function openJobs(
  connectionString: string,
  log: Logger,
  {
    metrics = NO_METRICS,
    schedulesCronJobs = false,
  }: { metrics?: Metrics; schedulesCronJobs?: boolean } = {},
): RunningJobs {
  const boss = new PgBoss({
    connectionString,
    max: 4,
    clock: steadyClock,
    schedule: schedulesCronJobs,
    application_name: "caydrive-jobs",
    useListenNotify: true, // a job begins when it is committed; takes one more connection
    maintenanceIntervalSeconds: 3600, // how often finished jobs are deleted
    superviseIntervalSeconds: 15, // so that even a short-lived process recovers a dead one's jobs
  });
  let reportedAt = -Infinity;
  boss.on("error", (emitted) => {
    // pg-boss emits the errors of its workers as plain copies.
    const error =
      emitted instanceof Error ? emitted : Object.assign(new Error("unknown"), emitted as object);
    // While the database is unreachable, every queue reports it repeatedly.
    if (isDatabaseAway(error) && performance.now() - reportedAt < REPORT_EVERY_MS) return;
    if (isDatabaseAway(error)) reportedAt = performance.now();
    log.error({ err: error }, "jobs");
  });
  return {
    async send(
      on,
      name,
      data,
      { delaySeconds = 0, retryLimit, priority = 0, group, retentionSeconds } = {},
    ) {
      const retry = retryLimit === undefined ? {} : { retryLimit };
      const retention =
        retentionSeconds === undefined ? {} : { deleteAfterSeconds: retentionSeconds };
      const { request_id } = currentTrace();
      const traceable = request_id === undefined ? data : { ...data, [REQUEST]: request_id };
      await boss.send(name, traceable, {
        ...retry,
        ...retention,
        ...(group === undefined ? {} : { group: { id: group } }),
        priority,
        startAfter: delaySeconds,
        db: executor(on),
      });
    },
    retryFailed: (on, which) =>
      boss.redrive(FAILED_JOBS, {
        ...("id" in which ? { ids: [which.id] } : { sourceName: which.queue }),
        db: executor(on),
      }),
    async start(handlers) {
      await boss.start();
      await prepareQueues(boss, handlers);
    },
    async work(handlers) {
      for (const handler of handlers) await workOn(boss, handler, { log, metrics });
    },
    async stop(timeoutMs) {
      await boss.stop({ graceful: true, timeout: timeoutMs });
    },
  };
}

/** Creates the queues of the handlers, and gives existing ones their current options. */
async function prepareQueues(boss: PgBoss, handlers: readonly JobHandler[]): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  const arrange = async (
    name: string,
    requested: QueueOptions & { deadLetter?: string; notify?: boolean },
  ): Promise<void> => {
    const queue: object | undefined = known.get(name);
    if (!queue) await boss.createQueue(name, { policy: "standard", ...requested });
    else if (
      Object.entries(requested).some(
        ([option, value]) => (queue as Record<string, unknown>)[option] !== value,
      )
    )
      await boss.updateQueue(name, requested);
  };
  await arrange(FAILED_JOBS, {});
  const retention = { deleteAfterSeconds: RETENTION_SECONDS, deadLetter: FAILED_JOBS };
  for (const { name, retryLimit = 4 } of handlers)
    await arrange(name, { retryLimit, ...RETRYING, ...retention, notify: true });
}

/**
 * A full batch means that more jobs wait, which are fetched without a pause. After a crash, at most
 * one completed job is run again.
 */
const BATCH = 2;

interface Reporters {
  log: Logger;
  metrics: Metrics;
}

/** Runs the jobs of one handler, and schedules it if it has a cron time. */
async function workOn(
  boss: PgBoss,
  handler: JobHandler,
  { log, metrics }: Reporters,
): Promise<void> {
  const { name, cron, oneAtATime = false, concurrency } = handler;
  const options = {
    // The database notifies us of new jobs. Polling finds delayed ones, such as retries.
    notifyPollingIntervalSeconds: oneAtATime ? 0.5 : 2,
    pollingIntervalSeconds: cron ? 2 : 0.5, // while notifications are unavailable
    ...(cron || oneAtATime ? {} : { batchSize: BATCH, burstWhenBatchFull: true }),
    ...(concurrency && { localConcurrency: concurrency / BATCH, localGroupConcurrency: 1 }),
    includeMetadata: true,
    perJobResults: true,
  } as const;
  const runOne = (job: JobWithMetadata<unknown>): Promise<JobResult> => {
    const { [REQUEST]: request_id, ...data } = job.data as { [REQUEST]?: string };
    const trace: Trace = { ...(request_id && { request_id }), job: name, job_id: job.id };
    return traced(trace, () => runJob(handler, job, data, { log, metrics }));
  };
  await boss.work(name, options, async (jobs) => {
    if (concurrency) return Promise.all(jobs.map(runOne));
    const results: JobResult[] = [];
    // PostgreSQL returns the rows of an update in any order.
    const inOrder = jobs.toSorted((a, b) => b.priority - a.priority || +a.createdOn - +b.createdOn);
    for (const job of inOrder) results.push(await runOne(job));
    return results;
  });
  if (cron) await boss.schedule(name, cron, {}, { tz: "America/Nassau" });
}

/** Runs one job, and reports how it ended. */
async function runJob(
  { name, run, gaveUp }: JobHandler,
  job: Pick<JobWithMetadata, "id" | "retryCount" | "retryLimit">,
  data: object,
  { log, metrics }: Reporters,
): Promise<JobResult> {
  const began = performance.now();
  const ms = (): number => Math.round(performance.now() - began);
  log.info({ try: job.retryCount + 1 }, "job started");
  metrics.jobStarted(name);
  try {
    await run(data);
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
      await gaveUp?.(data).catch((problem: unknown) => log.error({ err: problem }, "job given up"));
    return { id: job.id, status: "failed", output: summariseError(error) };
  }
}
