// The admins' queue: what waits for them across all modules, how many of each, and who takes care
// of it.
import { ADMIN_PAGE } from "../../../contract/admin/admin.ts";
import type {
  assignWork,
  countWork,
  listWork,
  WorkItem,
} from "../../../contract/admin/admin-queue.ts";
import type { Input, Output } from "../../../contract/endpoint.ts";
import { DomainError } from "../../../domain/errors.ts";
import { requireAdmin } from "../../../domain/policies/admin.ts";
import { WORK_KINDS, WORK_NEEDS, workKindsFor, type WorkKind } from "../../../domain/work-queue.ts";
import {
  inTransaction,
  type DataCtx,
  type TransactionCtx,
  type User,
} from "../../platform/context.ts";
import {
  decodeCursor,
  encodeCursor,
  foreignCursor,
  isTimestampText,
} from "../../platform/database/cursor.ts";
import { publishLive } from "../../platform/realtime/publish-live.ts";
import { findUserNames } from "../accounts/accounts.service.ts";
import { findApprovalLabels } from "../accounts/approvals/approvals.service.ts";
import { findBookingLabels } from "../bookings/admin/admin-bookings.service.ts";
import { findStormNames } from "../bookings/storms/storms.service.ts";
import { incidentLabels } from "../incidents/incidents.service.ts";
import { findListingTitles } from "../listings/listings.service.ts";
import { findPayoutLabels } from "../payouts/payouts.service.ts";
import { findReviewTitles } from "../reviews/reports.service.ts";
import { caseLabels } from "../support/support.service.ts";
import {
  assignRow,
  countWorkRows,
  findWork,
  releaseRow,
  type QueueReader,
  type WorkRow,
} from "./queue.repository.ts";

/** @throws DomainError invalid_request for a cursor of another list */
function readWorkCursor(cursor: string | undefined) {
  if (cursor === undefined) return undefined;
  const [key = "", kind = "", id = ""] = decodeCursor(cursor, 3) ?? [];
  if (!isTimestampText(key)) throw foreignCursor();
  return { key, kind, id };
}

const toReader = (ctx: DataCtx, { id }: User): QueueReader => ({
  adminId: id,
  now: ctx.clock.now().toISOString(),
});

/**
 * The items of the kinds that the admin's role handles.
 * @throws DomainError invalid_request for a cursor of another list; role_required
 */
export async function listQueue(
  ctx: DataCtx,
  admin: User,
  { kind, assignee = "all", cursor }: Input<typeof listWork>["query"],
): Promise<Output<typeof listWork>> {
  if (kind) requireAdmin(WORK_NEEDS[kind], admin);
  const kinds = kind ? [kind] : workKindsFor(admin);
  const assigneeId = { all: undefined, mine: admin.id, nobody: null }[assignee];
  const after = readWorkCursor(cursor);
  const { rows, total } = await findWork(ctx.db, {
    kinds,
    reader: toReader(ctx, admin),
    assigneeId,
    after,
    limit: ADMIN_PAGE + 1,
  });
  const shown = rows.slice(0, ADMIN_PAGE);
  const last = rows.length > ADMIN_PAGE ? shown.at(-1) : undefined;
  return {
    items: await presentWork(ctx, shown),
    next_cursor: last ? encodeCursor(last.key, last.kind, last.id) : null,
    total,
  };
}

/** The queue stores ids; this looks up their current names. */
async function presentWork(ctx: DataCtx, rows: readonly WorkRow[]): Promise<WorkItem[]> {
  const about = (...kinds: WorkKind[]): string[] =>
    rows.flatMap((row) => (kinds.includes(row.kind) && row.about !== null ? row.about : []));
  const [people, cars, reviews, cases, payouts, approvals, incidents, storms, bookings] =
    await Promise.all([
      findUserNames(ctx.db, about("verification", "bank_change", "vat_number")),
      findListingTitles(ctx.db, about("listing", "listing_change")),
      findReviewTitles(ctx.db, about("review_report")),
      caseLabels(ctx, about("support_case")),
      findPayoutLabels(ctx.db, about("payout", "payout_batch")),
      findApprovalLabels(ctx.db, about("bank_file_approval", "role_approval")),
      incidentLabels(ctx.db, about("incident")),
      findStormNames(ctx.db, about("storm")),
      findBookingLabels(
        ctx.db,
        about(
          "dispute",
          "flagged_request",
          "trip_hold",
          "trip_case",
          "contested_charge",
          "outstanding_balance",
        ),
      ),
    ]);
  const labels: Record<WorkKind, Map<string, string>> = {
    verification: people,
    listing: cars,
    listing_change: cars,
    flagged_request: bookings,
    review_report: reviews,
    support_case: cases,
    payout_batch: payouts,
    payout: payouts,
    bank_change: people,
    vat_number: people,
    bank_file_approval: approvals,
    role_approval: approvals,
    incident: incidents,
    dispute: bookings,
    trip_hold: bookings,
    trip_case: bookings,
    storm: storms,
    contested_charge: bookings,
    outstanding_balance: bookings,
    job: new Map(),
  };
  return rows.map(({ kind, id, about: named, since, due_at, count, amount_cents, ...row }) => ({
    kind,
    id,
    label: labels[kind].get(named ?? "") ?? id,
    booking_id: labels[kind] === bookings ? named : null,
    count,
    amount_cents,
    since,
    due_at,
    assignee: toAssignee(row),
  }));
}

const toAssignee = ({
  assignee_id,
  assignee_name,
}: Pick<WorkRow, "assignee_id" | "assignee_name">): WorkItem["assignee"] =>
  assignee_id === null ? null : { id: assignee_id, name: assignee_name ?? "" };

/** Kinds that the admin's role does not handle count as 0. */
export async function countQueue(ctx: DataCtx, admin: User): Promise<Output<typeof countWork>> {
  const rows = await countWorkRows(ctx.db, workKindsFor(admin), toReader(ctx, admin));
  const of = (kind: WorkKind): number => rows.find((row) => row.kind === kind)?.count ?? 0;
  return {
    counts: Object.fromEntries(WORK_KINDS.map((kind) => [kind, of(kind)])) as Record<
      WorkKind,
      number
    >,
    total: rows.reduce((sum, { count }) => sum + count, 0),
  };
}

/** @throws DomainError not_found if it no longer waits; role_required */
export const assign = (
  ctx: TransactionCtx,
  admin: User,
  { kind, id, is_mine, seen }: Input<typeof assignWork>["body"],
): Promise<Output<typeof assignWork>> =>
  inTransaction(ctx, async (tx) => {
    requireAdmin(WORK_NEEDS[kind], admin);
    const find = async (): Promise<WorkRow> => {
      const { rows } = await findWork(tx.db, {
        kinds: [kind],
        reader: toReader(tx, admin),
        id,
        limit: 1,
      });
      if (!rows[0]) throw new DomainError("not_found", { what: "item" });
      return rows[0];
    };
    const { since } = await find();
    if (is_mine)
      await assignRow(tx.db, { kind, id, since, seen, adminId: admin.id }, tx.clock.now());
    else if (seen !== null) await releaseRow(tx.db, { kind, id, seen });
    await publishLive(tx, "admins", "queue");
    return { assignee: toAssignee(await find()) };
  });
