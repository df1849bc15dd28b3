// Admin endpoints for background jobs: the queues, and retrying jobs that have failed for good.
import { z } from "zod";
import { cursor, id, instant } from "../common.ts";
import { endpoint } from "../endpoint.ts";

const queueName = z.string().regex(/^[a-z][a-z-]{0,60}$/, "is not the name of a queue");

export const jobQueueSchema = z
  .object({
    name: z.string(),
    waiting: z.int().describe("Jobs that could run now."),
    scheduled: z.int().describe("Jobs that wait for their scheduled time or their next attempt."),
    active: z.int().describe("Jobs that are running, in any process."),
    failed: z.int().describe("Jobs that have used all of their attempts."),
    oldest_at: instant.nullable().describe("Since when the oldest waiting job could have run."),
  })
  .meta({ id: "JobQueue" });
export type JobQueue = z.infer<typeof jobQueueSchema>;

export const failedJobSchema = z
  .object({
    id,
    queue: z.string(),
    job_id: id.describe("The job's id in the log."),
    sent_at: instant,
    failed_at: instant,
    tries: z.int(),
    error: z
      .string()
      .describe("The error of the last attempt, without any text that people entered."),
  })
  .meta({ id: "FailedJob" });
export type FailedJob = z.infer<typeof failedJobSchema>;

export const listJobQueues = endpoint({
  method: "GET",
  path: "/api/admin/jobs",
  access: "admin",
  policy: "admin.run_jobs",
  summary: "The background job queues, by name.",
  output: z.object({ queues: z.array(jobQueueSchema) }),
  errors: [],
});

export const listFailedJobs = endpoint({
  method: "GET",
  path: "/api/admin/jobs/failed",
  access: "admin",
  policy: "admin.run_jobs",
  summary:
    "Jobs that failed permanently in the last 14 days, newest first. Their payloads are not returned.",
  query: z.strictObject({ queue: queueName.optional(), cursor: cursor.optional() }),
  output: z.object({ jobs: z.array(failedJobSchema), next_cursor: z.string().nullable() }),
  errors: [],
});

export const retryFailedJob = endpoint({
  method: "POST",
  path: "/api/admin/jobs/failed/{id}/retry",
  access: "admin",
  policy: "admin.run_jobs",
  summary: "Retries a failed job, with as many attempts as a new one. The retry is audited.",
  params: z.strictObject({ id }),
  output: z.object({ retried: z.int() }),
  errors: ["not_found"],
});

export const retryFailedJobs = endpoint({
  method: "POST",
  path: "/api/admin/jobs/retry",
  access: "admin",
  policy: "admin.run_jobs",
  summary:
    "Retries the failed jobs of a queue, oldest first, up to a thousand. The retry is audited.",
  body: z.strictObject({ queue: queueName }),
  output: z.object({ retried: z.int() }),
  errors: [],
});
