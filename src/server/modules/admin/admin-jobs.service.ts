// Background jobs on the admin pages: counts, permanently failed jobs, and retrying them. A job's
// payload (an email, an address) is never shown.
import { ADMIN_PAGE } from "../../../contract/admin/admin.ts";
import type { JobQueue, listFailedJobs } from "../../../contract/admin/admin-jobs.ts";
import type { Output } from "../../../contract/endpoint.ts";
import { DomainError } from "../../../domain/errors.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import { inTransaction, type Ctx, type DbCtx, type User } from "../../platform/context.ts";
import { toPage, readTimeCursor } from "../../platform/database/cursor.ts";
import { countQueues, findFailed } from "../../platform/jobs/job-queues.ts";
import { scrub } from "../../platform/observability/redact.ts";

export const readQueues = async (ctx: DbCtx): Promise<{ queues: JobQueue[] }> => ({
  queues: await countQueues(ctx.db),
});

/** @throws DomainError invalid_request for a cursor of another list */
export async function listFailed(
  ctx: DbCtx,
  { queue, cursor }: { queue?: string | undefined; cursor?: string | undefined },
): Promise<Output<typeof listFailedJobs>> {
  const rows = await findFailed(
    ctx.db,
    { queue },
    { after: readTimeCursor(cursor), limit: ADMIN_PAGE + 1 },
  );
  const { shown, next_cursor } = toPage(rows, ADMIN_PAGE);
  return {
    jobs: shown.map(({ key: _key, error, ...job }) => ({
      ...job,
      error: scrub(error ?? "It ended without a word."),
    })),
    next_cursor,
  };
}

/**
 * Retries one failed job.
 * @throws DomainError not_found if it is no longer failed
 */
export const retryJob = (
  ctx: Pick<Ctx, "db" | "clock" | "log" | "jobs">,
  admin: User,
  id: string,
): Promise<{ retried: number }> =>
  inTransaction(ctx, async (tx) => {
    const [job] = await findFailed(tx.db, { id }, { limit: 1 });
    const retried = job ? await tx.jobs.retryFailed(tx.db, { id }) : 0;
    if (!job || retried === 0) throw new DomainError("not_found", { what: "failed job" });
    await recordAudit(tx, {
      actorKind: "admin",
      actorId: admin.id,
      action: "job.retry",
      subjectType: "job",
      subjectId: job.job_id,
      after: { queue: job.queue },
    });
    return { retried };
  });

/** Retries all failed jobs of a queue. */
export const retryQueue = (
  ctx: Pick<Ctx, "db" | "clock" | "log" | "jobs">,
  admin: User,
  queue: string,
): Promise<{ retried: number }> =>
  inTransaction(ctx, async (tx) => {
    const retried = await tx.jobs.retryFailed(tx.db, { queue });
    if (retried > 0)
      await recordAudit(tx, {
        actorKind: "admin",
        actorId: admin.id,
        action: "job.retry_all",
        subjectType: "account",
        subjectId: admin.id,
        after: { queue, jobs: retried },
      });
    return { retried };
  });
