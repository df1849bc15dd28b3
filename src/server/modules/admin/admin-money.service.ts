// The admin's money page: figures and lists of payments with current names, and a reconciliation
// with the card provider on request.
import { ADMIN_PAGE } from "../../../contract/admin/admin.ts";
import type {
  Incident,
  INCIDENT_FILTERS,
  listAdminDisputes,
  Money,
  Reconciliation,
} from "../../../contract/admin/admin-money.ts";
import type { Output } from "../../../contract/endpoint.ts";
import { DomainError } from "../../../domain/errors.ts";
import type { Ctx, DataCtx, DbCtx, TransactionCtx, User } from "../../platform/context.ts";
import { toPage, readTimeCursor } from "../../platform/database/cursor.ts";
import { findUserNames } from "../accounts/accounts.service.ts";
import { findBookingLabels, findBookingPeople } from "../bookings/admin/admin-bookings.service.ts";
import * as incidents from "../incidents/incidents.service.ts";
import { readLedgerFigures } from "../ledger/money.service.ts";
import {
  findLastReconciliation,
  findNewestReconciliations,
  listDisputeRows,
  type ReconciliationRow as Run,
} from "../payments/payments.service.ts";

const RUNS = 20;
/**
 * Runs start every 15 minutes. One that has not finished after twice that time died with its
 * process.
 */
const RUN_MS = 30 * 60_000;

export async function readMoney(ctx: DataCtx): Promise<Money> {
  const [{ balances, months, open }, run] = await Promise.all([
    readLedgerFigures(ctx),
    findLastReconciliation(ctx),
  ]);
  return {
    balances,
    months,
    ...open,
    reconciliation: run ? presentRun(run, ctx.clock.now()) : null,
  };
}

/** @throws DomainError invalid_request for a cursor of another list */
export async function listIncidents(
  ctx: DbCtx,
  {
    filter = "open",
    cursor,
  }: { filter?: (typeof INCIDENT_FILTERS)[number] | undefined; cursor?: string | undefined },
) {
  const page = { after: readTimeCursor(cursor), limit: ADMIN_PAGE + 1 };
  const { shown, next_cursor } = toPage(
    await incidents.findIncidents(ctx.db, filter, page),
    ADMIN_PAGE,
  );
  return { incidents: await presentIncidents(ctx, shown), next_cursor };
}

/** @throws DomainError not_found, incident_changed */
export async function closeIncident(
  ctx: TransactionCtx,
  admin: User,
  id: string,
  times: number,
): Promise<Incident> {
  await incidents.closeIncidentRow(ctx, admin, id, times);
  const row = await incidents.findIncident(ctx.db, id);
  const [incident] = row ? await presentIncidents(ctx, [row]) : [];
  if (!incident) throw new DomainError("not_found", { what: "incident" });
  return incident;
}

async function presentIncidents(
  ctx: DbCtx,
  rows: readonly incidents.IncidentRow[],
): Promise<Incident[]> {
  const [bookings, names] = await Promise.all([
    bookingRefs(ctx, rows),
    findUserNames(
      ctx.db,
      rows.flatMap((row) => row.closed_by ?? []),
    ),
  ]);
  return rows.map(({ booking_id, closed_by, details, ...row }) => ({
    ...row,
    details,
    booking: booking_id === null ? null : bookings(booking_id),
    closed_by: closed_by === null ? null : (names.get(closed_by) ?? null),
  }));
}

/** @throws DomainError invalid_request for a cursor of another list */
export async function listDisputes(
  ctx: Pick<Ctx, "db" | "payments">,
  cursor: string | undefined,
): Promise<Output<typeof listAdminDisputes>> {
  const { shown, next_cursor } = await listDisputeRows(ctx, { cursor, size: ADMIN_PAGE });
  const [bookings, people] = await Promise.all([
    bookingRefs(ctx, shown),
    findBookingPeople(
      ctx.db,
      shown.map(({ booking_id }) => booking_id),
    ),
  ]);
  return {
    disputes: shown.flatMap(({ booking_id, ...row }) => {
      const sides = people.get(booking_id);
      return sides ? { ...row, booking: bookings(booking_id), ...sides } : [];
    }),
    sandbox: ctx.payments.name === "sandbox",
    next_cursor,
  };
}

/** Maps the booking ids of some rows to their current labels. */
async function bookingRefs(ctx: DbCtx, rows: readonly { booking_id: string | null }[]) {
  const labels = await findBookingLabels(ctx.db, [
    ...new Set(rows.flatMap((row) => row.booking_id ?? [])),
  ]);
  return (id: string): { id: string; label: string } => ({ id, label: labels.get(id) ?? id });
}

export async function listReconciliations(
  ctx: DataCtx,
): Promise<{ reconciliations: Reconciliation[] }> {
  const now = ctx.clock.now();
  return {
    reconciliations: (await findNewestReconciliations(ctx, RUNS)).map((run) =>
      presentRun(run, now),
    ),
  };
}

/**
 * Queues a reconciliation unless one is running.
 * @returns the id of the last run before it
 */
export async function startReconciliation(
  ctx: Pick<Ctx, "db" | "clock" | "jobs">,
): Promise<{ after: number }> {
  const [newest] = await findNewestReconciliations(ctx, 1);
  if (newest && presentRun(newest, ctx.clock.now()).state === "running")
    return { after: newest.id - 1 };
  await ctx.jobs.send(ctx.db, "reconcile", {});
  return { after: newest?.id ?? 0 };
}

const presentRun = (run: Run, now: Date): Reconciliation => ({
  ...run,
  state:
    run.finished_at !== null
      ? "finished"
      : now.getTime() - Date.parse(run.started_at) < RUN_MS
        ? "running"
        : "stopped",
});
