// Admin endpoints for background jobs: the queues, and retrying jobs that have failed for good.
import { z } from "zod";
import { cursor, id, instant } from "../common.ts";
import { endpoint } from "../endpoint.ts";

const queueName = z.string().regex(/^[a-z][a-z-]{0,60}$/, "is not the name of a queue");

export const jobQueueSchema = z
  .object({
    name: z.string(),
    waiting: z.int().describe("Could be done now."),
    scheduled: z.int().describe("Wait for their time, or for their next try."),
    active: z.int().describe("Are being done, on any process."),
    failed: z.int().describe("Were tried as often as they may be."),
    oldest_at: instant.nullable().describe("Since when the first of those waiting could be done."),
  })
  .meta({ id: "JobQueue" });
export type JobQueue = z.infer<typeof jobQueueSchema>;

export const failedJobSchema = z
  .object({
    id,
    queue: z.string(),
    job_id: id.describe("As in the log."),
    sent_at: instant,
    failed_at: instant,
    tries: z.int(),
    error: z.string().describe("Of the last try, without what people typed."),
  })
  .meta({ id: "FailedJob" });
export type FailedJob = z.infer<typeof failedJobSchema>;

export const listJobQueues = endpoint({
  method: "GET",
  path: "/api/admin/jobs",
  access: "admin",
  summary: "The queues of background jobs, by name.",
  output: z.object({ queues: z.array(jobQueueSchema) }),
  errors: [],
});

export const listFailedJobs = endpoint({
  method: "GET",
  path: "/api/admin/jobs/failed",
  access: "admin",
  summary:
    "Jobs that have failed for good in the last 14 days, the newest first. What they were about is not told.",
  query: z.strictObject({ queue: queueName.optional(), cursor: cursor.optional() }),
  output: z.object({ jobs: z.array(failedJobSchema), next_cursor: z.string().nullable() }),
  errors: [],
});

export const retryFailedJob = endpoint({
  method: "POST",
  path: "/api/admin/jobs/failed/{id}/retry",
  access: "admin",
  summary: "It is tried again, as often as a new one. Recorded.",
  params: z.strictObject({ id }),
  output: z.object({ retried: z.int() }),
  errors: ["not_found"],
});

export const retryFailedJobs = endpoint({
  method: "POST",
  path: "/api/admin/jobs/retry",
  access: "admin",
  summary: "All failed jobs of a queue are tried again, the oldest thousand of them. Recorded.",
  body: z.strictObject({ queue: queueName }),
  output: z.object({ retried: z.int() }),
  errors: [],
});
