// SQL for the admins' queue. Each kind is read through a partial index on what is open, so its cost
// follows the length of the queue and not that of the tables.
import { sql, type RawBuilder } from "kysely";
import { CASE_DECISION_DAYS } from "../../../domain/cases/trip-case.ts";
import { TARGET_HOURS, type WorkKind } from "../../../domain/work-queue.ts";
import type { ApprovedAction } from "../../../domain/policies/approval.ts";
import type { Db } from "../../platform/database/database.ts";
import { IS_FLAGGED } from "../bookings/admin/admin-bookings.service.ts";
import { IS_OPEN_DISPUTE } from "../incidents/incidents.service.ts";
import { FAILED_BY_QUEUE } from "../../platform/jobs/job-queues.ts";

/** Whose queue it is, and when: nobody confirms their own request, and requests lapse. */
export interface QueueReader {
  adminId: string;
  now: string;
}

export interface WorkRow {
  kind: WorkKind;
  id: string;
  /** The id of what names it, such as the booking of a dispute. */
  about: string | null;
  since: string;
  due_at: string;
  /** `due_at` as PostgreSQL writes it. */
  key: string;
  count: number;
  amount_cents: number | null;
  assignee_id: string | null;
  assignee_name: string | null;
}

/** Requests for a second admin that the reader may confirm (mayConfirm in policies/approval.ts). */
const openApprovals = (action: ApprovedAction, { adminId, now }: QueueReader) => sql`
    select id::text, id::text, requested_at, 1, null::bigint, null::uuid from admin_approvals
    where action = ${action} and decision is null and used_at is null and expires_at > ${now}
      and ${adminId}::uuid not in (requested_by, subject_id)`;

/** Charges after trips, with their sum for each booking. */
const waitingCharges = (state: "contested" | "outstanding") => sql`
    select booking_id::text, booking_id::text, min(coalesce(outstanding_since, contested_at)), 1, sum(amount_cents)::bigint, null::uuid
    from later_charges where state = ${sql.lit(state)} and kind <> 'change' group by booking_id`;

/**
 * What each kind waits for. A listing that was reviewed before waits since its last change. A
 * payout that failed waits until a later payout contains its money.
 */
const openWork = (reader: QueueReader): Record<WorkKind, RawBuilder<unknown>> => ({
  verification: sql`
    select user_id::text, user_id::text, submitted_at, 1, null::bigint, null::uuid
    from identities where state = 'submitted'`,
  listing: sql`
    select id::text, id::text, case when reviewed_at is null then created_at else updated_at end, 1, null::bigint, null::uuid
    from car_listings where not is_approved and (rejection_reason is not null) = false and deleted_at is null`,
  listing_change: sql`
    select id::text, id::text, unreviewed_since, 1, null::bigint, null::uuid
    from car_listings where unreviewed_since is not null and deleted_at is null`,
  flagged_request: sql`
    select id::text, id::text, authorized_at, 1, null::bigint, null::uuid from bookings
    where status = 'pending' and payment_status = 'authorized' and approving_since is null and ${IS_FLAGGED}`,
  review_report: sql`
    select id::text, review_id::text, created_at, 1, null::bigint, null::uuid from review_reports where decided_at is null`,
  support_case: sql`
    select id::text, id::text, written_at, 1, null::bigint, assignee_id from support_cases where state = 'open'`,
  payout_batch: sql`
    select id::text, id::text, created_at, pending.count, pending.cents, null::uuid from payout_batches
    join (select batch_id, count(*) as count, sum(amount_cents)::bigint as cents
      from payouts where state = 'pending' group by batch_id) pending on pending.batch_id = id`,
  payout: sql`
    select id::text, id::text, failed_at, 1, amount_cents, null::uuid from payouts where state = 'failed' and exists (
      select from payout_items item where item.payout_id = payouts.id and not exists (
        select from payout_items later where later.entry_id = item.entry_id and later.released_at is null))`,
  bank_change: sql`
    select host_id::text, host_id::text, requested_at, 1, null::bigint, null::uuid from payout_details_changes`,
  vat_number: sql`
    select id::text, owner_id::text, submitted_at, 1, null::bigint, null::uuid from vat_numbers where state = 'pending'`,
  bank_file_approval: openApprovals("bank_file", reader),
  role_approval: openApprovals("role_change", reader),
  incident: sql`
    select id::text, id::text, first_at, 1, null::bigint, null::uuid
    from payment_incidents where closed_at is null and not ${IS_OPEN_DISPUTE}`,
  dispute: sql`
    select id, booking_id::text, opened_at, 1, amount_cents, null::uuid from disputes where closed_at is null`,
  trip_hold: sql`
    select booking_id::text, booking_id::text, held_at, 1, null::bigint, null::uuid from trip_holds where released_at is null`,
  trip_case: sql`
    select id::text, booking_id::text, decision_due_at - make_interval(days => ${sql.lit(CASE_DECISION_DAYS)}), 1, claimed_cents, null::uuid
    from trip_cases where state in ('deciding', 'appealed')`,
  storm: sql`
    select id::text, id::text, since, 1, null::bigint, null::uuid
    from (select id, (last_day + 1)::timestamp at time zone 'America/Nassau' as since from storms where ended_at is null) storm
    where since <= ${reader.now}`,
  contested_charge: waitingCharges("contested"),
  outstanding_balance: waitingCharges("outstanding"),
  job: sql`select queue, null::text, since, failed, null::bigint, null::uuid from (${FAILED_BY_QUEUE}) failing`,
});

const items = (kinds: readonly WorkKind[], reader: QueueReader) => {
  const open = openWork(reader);
  return sql`select * from (${sql.join(
    kinds.map(
      (kind) =>
        sql`select ${sql.lit(kind)}, ${sql.lit(TARGET_HOURS[kind])}, open.* from (${open[kind]}) as open`,
    ),
    sql` union all `,
  )}) as item (kind, hours, id, about, since, count, amount_cents, case_assignee_id)`;
};

export interface WorkSearch {
  /** At least one. */
  kinds: readonly WorkKind[];
  reader: QueueReader;
  id?: string | undefined;
  /** A person, or null for nobody. */
  assigneeId?: string | null | undefined;
  after?: { key: string; kind: string; id: string } | undefined;
  limit: number;
}

/**
 * The items from the most urgent on, and the number of all that match. Somebody who is not an admin
 * any more owns nothing.
 */
export async function findWork(
  db: Db,
  { kinds, reader, id, assigneeId, after, limit }: WorkSearch,
): Promise<{ rows: WorkRow[]; total: number }> {
  const isAssigned =
    assigneeId === undefined
      ? sql`true`
      : sql`assignee_id is not distinct from ${assigneeId}::uuid`;
  const { rows } = await sql<WorkRow & { total: number }>`
    with work as materialized (
      select item.*, coalesce(
          (select respond_by from disputes where item.kind = 'dispute' and disputes.id = item.id),
          (select effective_at from payout_details_changes
            where item.kind = 'bank_change' and host_id::text = item.id),
          item.since + make_interval(hours => item.hours)
        ) as due_at,
        assignee.id as assignee_id, assignee.name as assignee_name
      from (${items(kinds, reader)}) item
      left join queue_assignments assignment on assignment.kind = item.kind
        and assignment.subject = item.id and assignment.assigned_at >= item.since
      left join (
        select person.user_id as id, person.first_name || ' ' || person.last_name as name
        from user_roles held join profiles person on person.user_id = held.user_id
        where held.role = 'admin'
      ) assignee on assignee.id = coalesce(item.case_assignee_id, assignment.assignee_id)
      where ${id === undefined ? sql`true` : sql`item.id = ${id}`}
    ), wanted as (
      select *, count(*) over () as total from work where ${isAssigned}
    )
    select kind, id, about, since, due_at, (due_at at time zone 'UTC')::text as key, count,
      amount_cents, assignee_id, assignee_name, total
    from wanted
    where ${
      after === undefined
        ? sql`true`
        : sql`(due_at, kind, id) > (${after.key}::timestamp at time zone 'UTC', ${after.kind}, ${after.id})`
    }
    order by wanted.due_at, kind, id limit ${limit}`.execute(db);
  return { rows, total: rows[0]?.total ?? 0 };
}

/** How many items of each of at least one kind wait; kinds without any are left out. */
export async function countWorkRows(
  db: Db,
  kinds: readonly WorkKind[],
  reader: QueueReader,
): Promise<{ kind: WorkKind; count: number }[]> {
  const { rows } = await sql<{ kind: WorkKind; count: number }>`
    select kind, count(*) as count from (${items(kinds, reader)}) item group by kind`.execute(db);
  return rows;
}

export interface Assignment {
  kind: WorkKind;
  id: string;
  /** Since when the item waits: an older assignment is void. */
  since: string;
  /** The assignee whom the admin saw. */
  seen: string | null;
  adminId: string;
}

/** Changes nothing if another admin was faster. */
export const assignRow = (
  db: Db,
  { kind, id, since, seen, adminId }: Assignment,
  now: Date,
): Promise<unknown> =>
  db
    .insertInto("queue_assignments")
    .values({ kind, subject: id, assignee_id: adminId, assigned_at: now.toISOString() })
    .onConflict((conflict) =>
      conflict
        .columns(["kind", "subject"])
        .doUpdateSet({ assignee_id: adminId, assigned_at: now.toISOString() })
        .where(({ or, eb }) =>
          or([
            eb("queue_assignments.assigned_at", "<", since),
            ...(seen === null ? [] : [eb("queue_assignments.assignee_id", "=", seen)]),
          ]),
        ),
    )
    .execute();

export const releaseRow = (
  db: Db,
  { kind, id, seen }: Pick<Assignment, "kind" | "id" | "seen">,
): Promise<unknown> =>
  db
    .deleteFrom("queue_assignments")
    .where("kind", "=", kind)
    .where("subject", "=", id)
    .where("assignee_id", "=", seen)
    .execute();
