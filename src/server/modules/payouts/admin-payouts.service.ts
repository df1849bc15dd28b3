// Admins' actions on payouts: list the batches, export one as a file for the bank, and record the
// outcome.
import { ADMIN_PAGE } from "../../../contract/admin/admin.ts";
import type { AdminPayout, PayoutBatch } from "../../../contract/admin/admin-payouts.ts";
import type { AuditAction } from "../../../domain/audit.ts";
import { formatLong } from "../../../domain/text/format.ts";
import { DomainError } from "../../../domain/errors.ts";
import { payoutFailed, payoutPaid, payoutReturned } from "../../../domain/money/ledger.ts";
import { personalTopic } from "../../../domain/live.ts";
import { mayBecome, type PayoutState } from "../../../domain/money/payout.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import {
  inTransaction,
  type Ctx,
  type DataCtx,
  type DbCtx,
  type NotifyCtx,
  type User,
} from "../../platform/context.ts";
import {
  decodeCursor,
  encodeCursor,
  foreignCursor,
  isUuid,
  toPage,
  type Position,
} from "../../platform/database/cursor.ts";
import { publishLive } from "../../platform/realtime/publish-live.ts";
import { requireApproval } from "../accounts/approvals/approvals.service.ts";
import { notify } from "../notifications/notifications.service.ts";
import { book, bookAll } from "../ledger/ledger.service.ts";
import { readDateCursor } from "./host-payouts.service.ts";
import { opened } from "./payout-details.service.ts";
import { METHODS } from "./payout-methods.ts";
import { failedMail, paidMail } from "./payouts.mails.ts";
import { presentCarried, presentAdminPayout } from "./payouts.presenter.ts";
import {
  findBatches,
  findCarried,
  getBatch,
  recordExport,
  lockExport,
} from "./payout-batches.repository.ts";
import {
  findPayouts,
  findPayoutsIn,
  findPending,
  getPayout,
  lockPayout,
  payPending,
  releaseLines,
  updatePayout,
  type PayoutRow,
} from "./payouts.repository.ts";

/** The job that emails up to MAILS_AT_ONCE hosts that they were paid. */
export const PAID_MAILS = "payout-paid-mails";
const MAILS_AT_ONCE = 500;

/** @throws DomainError invalid_request for a cursor of another list */
export async function listBatches(ctx: DbCtx, cursor: string | undefined) {
  const rows = await findBatches(ctx.db, { before: readDateCursor(cursor), limit: ADMIN_PAGE + 1 });
  const batches = rows.slice(0, ADMIN_PAGE);
  const last = rows.length > ADMIN_PAGE ? batches.at(-1) : undefined;
  return { batches, next_cursor: last ? encodeCursor(last.period_end) : null };
}

/** @throws DomainError not_found */
export const readBatch = (ctx: DbCtx, id: string): Promise<PayoutBatch> => getBatch(ctx.db, id);

/**
 * The position after the row with this amount and id. @throws DomainError invalid_request for a
 * cursor of another list
 */
function readAmountCursor(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const [key = "", id = ""] = decodeCursor(cursor, 2) ?? [];
  if (/^-?\d{1,15}$/.test(key) && isUuid(id)) return { key, id };
  throw foreignCursor();
}

/** @throws DomainError invalid_request for a cursor of another list */
export async function listPayoutsIn(
  ctx: Pick<Ctx, "db" | "keys">,
  batchId: string,
  query: {
    state?: PayoutState | undefined;
    search?: string | undefined;
    cursor?: string | undefined;
  },
) {
  const requested = { state: query.state, search: query.search || undefined };
  const after = readAmountCursor(query.cursor);
  const rows = await findPayoutsIn(ctx.db, batchId, requested, { after, limit: ADMIN_PAGE + 1 });
  const { shown, next_cursor } = toPage(
    rows.map((row) => ({ ...row, key: String(row.amount_cents) })),
    ADMIN_PAGE,
  );
  return { payouts: shown.map((row) => presentAdminPayout(row, opened(ctx, row))), next_cursor };
}

/** @throws DomainError invalid_request for a cursor of another list */
export async function listCarried(ctx: DbCtx, batchId: string, cursor: string | undefined) {
  const rows = await findCarried(ctx.db, batchId, {
    after: readAmountCursor(cursor),
    limit: ADMIN_PAGE + 1,
  });
  const { shown, next_cursor } = toPage(
    rows.map((row) => ({ ...row, id: row.host_id, key: String(row.amount_cents) })),
    ADMIN_PAGE,
  );
  return { hosts: shown.map(presentCarried), next_cursor };
}

/**
 * The file for the bank, with pending payouts only; each export is recorded, because the file
 * contains account numbers. The bank pays a file each time it receives it, so exporting again
 * requires having seen the last export.
 * @param seen the time of the last export that the admin knew of
 * @throws DomainError not_found, payout_batch_exported, approval_required
 */
export const exportBankBatch = (
  ctx: Pick<Ctx, "db" | "clock" | "log" | "keys">,
  admin: User,
  batchId: string,
  seen: string | undefined,
): Promise<string> =>
  inTransaction(ctx, async (tx) => {
    if ((await lockExport(tx.db, batchId)) !== (seen ?? null))
      throw new DomainError("payout_batch_exported");
    const confirmed_by = await requireApproval(tx, admin, "bank_file", batchId);
    const pending = await findPending(tx.db, batchId);
    const file = METHODS.bank_batch.instruct(
      pending.map((row) => ({
        reference: row.reference,
        amountCents: row.amount_cents,
        details: opened(tx, row),
      })),
    );
    await recordExport(tx.db, batchId, admin.id, tx.clock.now());
    await record(tx, admin, {
      action: "payout_batch.export",
      id: batchId,
      after: { payouts: pending.length, confirmed_by },
    });
    return file;
  });

/** Records an admin's action on a payout or a batch of these hosts. */
async function record(
  ctx: DataCtx,
  admin: User,
  event: {
    action: Extract<AuditAction, `payout${"" | "_batch"}.${string}`>;
    id: string;
    before?: object;
    after: object;
    reason?: string;
  },
  hosts: readonly string[] = [],
): Promise<void> {
  await recordAudit(ctx, {
    actorKind: "admin",
    actorId: admin.id,
    action: event.action,
    subjectType: event.action.slice(0, event.action.indexOf(".")),
    subjectId: event.id,
    before: event.before ?? null,
    after: event.after,
    reason: event.reason ?? null,
  });
  await publishLive(ctx, ["admins", ...hosts.map(personalTopic)], "payouts");
}

const presented = async (ctx: Pick<Ctx, "db" | "keys">, id: string): Promise<AdminPayout> => {
  const row = await getPayout(ctx.db, id);
  return presentAdminPayout(row, opened(ctx, row));
};

/**
 * Locks a payout that is still in the state that the admin has `seen`. Otherwise a payout reported
 * as failed could have been paid in the meantime.
 * @throws DomainError not_found, payout_changed with its current state
 */
async function lockFor(ctx: DbCtx, id: string, seen: PayoutState, to: PayoutState) {
  const payout = await lockPayout(ctx.db, id);
  const { state } = payout;
  if (state !== seen || !mayBecome(state, to)) throw new DomainError("payout_changed", { state });
  return payout;
}

/** Marks a payout that the bank has made. @throws DomainError not_found, payout_changed */
export const markPaid = (
  ctx: NotifyCtx,
  admin: User,
  id: string,
  { state, bank_reference }: { state: PayoutState; bank_reference: string },
): Promise<AdminPayout> =>
  inTransaction(ctx, async (tx) => {
    const { host_id, amount_cents } = await lockFor(tx, id, state, "paid");
    await updatePayout(tx.db, id, {
      state: "paid",
      paid_at: tx.clock.now().toISOString(),
      bank_reference,
    });
    await book(tx, `payout:${id}:paid`, payoutPaid(amount_cents), null);
    const after = { state: "paid", bank_reference };
    await record(tx, admin, { action: "payout.paid", id, before: { state }, after }, [host_id]);
    await mailPaid(tx, [id]);
    return presented(tx, id);
  });

/**
 * Marks all pending payouts of a batch as made by the bank. @throws DomainError not_found,
 * payout_batch_settled
 */
export const markAllPaid = (
  ctx: Pick<Ctx, "db" | "clock" | "log" | "jobs">,
  admin: User,
  batchId: string,
  bank_reference: string,
): Promise<PayoutBatch> =>
  inTransaction(ctx, async (tx) => {
    await getBatch(tx.db, batchId);
    const paid = await payPending(tx.db, batchId, bank_reference, tx.clock.now());
    if (paid.length === 0) throw new DomainError("payout_batch_settled");
    await bookAll(
      tx,
      paid.map((each) => ({
        key: `payout:${each.id}:paid`,
        movement: payoutPaid(each.amount_cents),
        bookingId: null,
      })),
    );
    const amount_cents = paid.reduce((sum, each) => sum + each.amount_cents, 0);
    const after = { bank_reference, payouts: paid.length, amount_cents };
    const hosts = paid.map((each) => each.host_id);
    await record(tx, admin, { action: "payout_batch.paid", id: batchId, after }, hosts);
    const ids = paid.map((each) => each.id);
    for (let from = 0; from < ids.length; from += MAILS_AT_ONCE)
      await tx.jobs.send(tx.db, PAID_MAILS, { ids: ids.slice(from, from + MAILS_AT_ONCE) });
    return getBatch(tx.db, batchId);
  });

/**
 * Notifies hosts that they were paid, all or none. Payouts that have failed in the meantime are
 * left out.
 */
export const mailPaid = (ctx: NotifyCtx, ids: readonly string[]): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const paid = (await findPayouts(tx.db, ids)).filter((row) => row.state === "paid");
    for (const row of paid) await notifyHost(tx, row, "paid");
  });

/** A payout is paid at most once and fails at most once. */
async function notifyHost(ctx: NotifyCtx, row: PayoutRow, state: "paid" | "failed"): Promise<void> {
  const makeMail = { paid: paidMail, failed: failedMail }[state];
  await notify(ctx, {
    to: row.host_id,
    kind: "payout",
    key: `payout:${row.id}:${state}`,
    about: `For rentals up to ${formatLong(row.period_end)}`,
    path: `/host/payouts/${row.id}`,
    mail: makeMail(row, opened(ctx, row), ctx.publicUrl()),
  });
}

/**
 * Marks a payout that the bank has not made or has sent back. Its lines go into the next batch.
 * @throws DomainError not_found, payout_changed
 */
export const markFailed = (
  ctx: NotifyCtx,
  admin: User,
  id: string,
  { state, reason }: { state: PayoutState; reason: string },
): Promise<AdminPayout> =>
  inTransaction(ctx, async (tx) => {
    const { host_id, amount_cents } = await lockFor(tx, id, state, "failed");
    const now = tx.clock.now();
    const failed_at = now.toISOString();
    await updatePayout(tx.db, id, { state: "failed", failed_at, failure_reason: reason });
    await releaseLines(tx.db, id, now);
    if (state === "paid")
      await book(tx, `payout:${id}:returned`, payoutReturned(amount_cents), null);
    await book(tx, `payout:${id}:failed`, payoutFailed(host_id, amount_cents), null);
    const event = { id, before: { state }, after: { state: "failed" }, reason };
    await record(tx, admin, { action: "payout.failed", ...event }, [host_id]);
    await notifyHost(tx, await getPayout(tx.db, id), "failed");
    return presented(tx, id);
  });
