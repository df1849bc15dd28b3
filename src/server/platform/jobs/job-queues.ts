// Reads pg-boss's tables for admins and metrics: what waits in each queue and what has failed for
// good. Their times come from the database's clock, not from the product's.
import { sql, type SqlBool } from "kysely";
import type { Position } from "../database/cursor.ts";
import type { Db } from "../database/database.ts";

/**
 * The dead-letter queue: pg-boss copies each job here after its last try has failed. No worker runs
 * these jobs; an index finds them while they wait here.
 */
export const FAILED_JOBS = "failed-jobs";

export interface QueueCounts {
  name: string;
  /** Jobs that can run now, that run later, that are running, and that have failed for good. */
  waiting: number;
  scheduled: number;
  active: number;
  failed: number;
  /** Since when the oldest waiting job could have run. */
  oldest_at: string | null;
  /** The age of `oldest_at` by the database's clock. */
  oldest_seconds: number;
}

/** The queues with jobs that have failed for good: queue, failed, and since when the oldest. */
export const FAILED_BY_QUEUE = sql`
  select source_name as queue, count(*) as failed, min(created_on) as since
  from pgboss.job where name = ${sql.lit(FAILED_JOBS)} and state < 'active' and not blocked group by 1`;

/** Every queue, by name. */
export async function countQueues(db: Db): Promise<QueueCounts[]> {
  const { rows } = await sql<QueueCounts>`
    with open as (
      select name, count(*) filter (where state < 'active' and start_after <= now()) as waiting,
        count(*) filter (where state < 'active' and start_after > now()) as scheduled,
        count(*) filter (where state = 'active') as active,
        min(start_after) filter (where state < 'active' and start_after <= now()) as oldest_at
      from pgboss.job where state <= 'active' and name <> ${FAILED_JOBS} group by name
    ), failed as (
      select source_name as name, count(*) as failed
      from pgboss.job where name = ${FAILED_JOBS} and state < 'active' and not blocked group by source_name
    )
    select name, coalesce(waiting, 0)::int as waiting, coalesce(scheduled, 0)::int as scheduled,
      coalesce(active, 0)::int as active, coalesce(failed, 0)::int as failed, oldest_at,
      coalesce(extract(epoch from now() - oldest_at), 0)::float8 as oldest_seconds
    from pgboss.queue left join open using (name) left join failed using (name)
    where name <> ${FAILED_JOBS} and name not like '\\_\\_pgboss%'
    order by name`.execute(db);
  return rows;
}

export interface FailedJobRow extends Position {
  queue: string;
  job_id: string;
  sent_at: string;
  failed_at: string;
  tries: number;
  error: string | null;
}

/**
 * Failed jobs, newest first.
 * @param queue limits them to one queue
 */
export async function findFailed(
  db: Db,
  { queue, id }: { queue?: string | undefined; id?: string },
  { after, limit }: { after?: Position | undefined; limit: number },
): Promise<FailedJobRow[]> {
  const isBehind = after
    ? sql<SqlBool>`(created_on, id) < (${after.key}::timestamp at time zone 'UTC', ${after.id}::uuid)`
    : sql<SqlBool>`true`;
  const { rows } = await sql<FailedJobRow>`
    select id, (created_on at time zone 'UTC')::text as key, source_name as queue, source_id as job_id,
      source_created_on as sent_at, created_on as failed_at, source_retry_count + 1 as tries,
      -- our own words (jobs.ts), or those of pg-boss where a process died
      case jsonb_typeof(source_output -> 'value') when 'string' then source_output ->> 'value' else source_output -> 'value' ->> 'message' end as error
    from pgboss.job
    where name = ${FAILED_JOBS} and state < 'active' and not blocked and ${isBehind}
      and ${queue === undefined ? sql`true` : sql`source_name = ${queue}`} and ${id === undefined ? sql`true` : sql`id = ${id}`}
    order by created_on desc, id desc limit ${limit}`.execute(db);
  return rows;
}
