// What an admin does only with the confirmation of a second admin: asking, deciding, and checking
// the confirmation when the action is taken. Without a second admin, the action needs none.
import type { Approval, decideApproval } from "../../../../contract/admin/admin-approvals.ts";
import type { requestApproval } from "../../../../contract/admin/admin-approvals.ts";
import type { Input } from "../../../../contract/endpoint.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { adminRolesFor, mayAsAdmin, requireAdmin } from "../../../../domain/policies/admin.ts";
import {
  APPROVAL_HOURS,
  APPROVAL_NEEDS,
  describeApproval,
  mayConfirm,
  type Approval as ApprovalParties,
  type ApprovedAction,
} from "../../../../domain/policies/approval.ts";
import { recordAudit } from "../../../platform/database/audit-log.ts";
import {
  inTransaction,
  type DataCtx,
  type DbCtx,
  type MailCtx,
  type TransactionCtx,
  type User,
} from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/database.ts";
import { publishLive } from "../../../platform/realtime/publish-live.ts";
import { setRole } from "../admin-users.service.ts";
import {
  findAdmins,
  findApproval,
  findApprovalsById,
  findOpenApprovals,
  insertApproval,
  lockApproval,
  takeConfirmation,
  updateApproval,
  type ApprovalRow,
} from "./approvals.repository.ts";

export type { ApprovalRow } from "./approvals.repository.ts";

const afterHours = (now: Date): string =>
  new Date(now.getTime() + APPROVAL_HOURS * 3_600_000).toISOString();

/** Who asked may withdraw the request, and a confirmation that is not used yet; who confirmed, the
 *  latter. */
const mayWithdraw = (row: ApprovalRow, adminId: string): boolean =>
  adminId === row.requested_by || (row.decision === "confirmed" && adminId === row.decided_by);

const present = (row: ApprovalRow, reader: User): Approval => ({
  id: row.id,
  action: row.action,
  subject_id: row.subject_id,
  period_end: row.period_end,
  person: row.person_name,
  role: row.role,
  granted: row.granted,
  requested_by: row.requester_name,
  is_own: row.requested_by === reader.id,
  may_confirm: row.decision === null && mayConfirm(row, reader.id),
  may_withdraw: mayWithdraw(row, reader.id),
  state: row.decision === "confirmed" ? "confirmed" : "waiting",
  requested_at: row.requested_at,
  expires_at: row.expires_at,
});

export async function listApprovals(ctx: DataCtx, admin: User): Promise<Approval[]> {
  const rows = await findOpenApprovals(ctx.db, ctx.clock.now().toISOString());
  return rows
    .filter(({ action }) => mayAsAdmin(APPROVAL_NEEDS[action], admin))
    .map((row) => present(row, admin));
}

/** "Ada Rolle wants to make Tamika Rolle a support admin", by id. */
export async function findApprovalLabels(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await findApprovalsById(db, ids);
  return new Map(
    rows.map((row) => [
      row.id,
      `${row.requester_name} wants to ${describeApproval({ ...row, person: row.person_name })}`,
    ]),
  );
}

/** The admins besides the one who asks, and whether each may confirm now. */
const findOthers = async (ctx: DbCtx, action: ApprovedAction, approval: ApprovalParties) =>
  (await findAdmins(ctx.db, adminRolesFor(APPROVAL_NEEDS[action])))
    .filter(({ id }) => id !== approval.requested_by)
    .map((admin) => ({ ...admin, may: admin.isActive && mayConfirm(approval, admin.id) }));

/** A request that is new, and who may confirm it. */
interface AskedApproval {
  row: ApprovalRow;
  confirmerIds: readonly string[];
}

/**
 * Asks for a confirmation, or returns the request that is open already. The caller notifies those
 * who may confirm.
 * @throws DomainError role_required; not_found for a batch or a person that does not exist
 */
export const askForApproval = (
  ctx: TransactionCtx,
  admin: User,
  body: Input<typeof requestApproval>["body"],
): Promise<{ approval: Approval; asked: AskedApproval | null }> =>
  inTransaction(ctx, async (tx) => {
    requireAdmin(APPROVAL_NEEDS[body.action], admin);
    const now = tx.clock.now();
    const { role, granted } = body.action === "role_change" ? body : { role: null, granted: null };
    const open = (await findOpenApprovals(tx.db, now.toISOString())).find(
      (row) =>
        row.requested_by === admin.id &&
        row.action === body.action &&
        row.subject_id === body.subject_id &&
        row.role === role &&
        row.granted === granted,
    );
    if (open) return { approval: present(open, admin), asked: null };
    const approval = { subject_id: body.subject_id, requested_by: admin.id };
    const id = await insertApproval(tx.db, {
      ...approval,
      action: body.action,
      role,
      granted,
      requested_at: now.toISOString(),
      expires_at: afterHours(now),
    });
    const row = await getApproval(tx, id);
    if ((row.period_end ?? row.person_name) === null)
      throw new DomainError("not_found", { what: body.action === "bank_file" ? "batch" : "user" });
    await record(tx, admin, row, "approval.request");
    const others = await findOthers(tx, row.action, row);
    const confirmerIds = others.filter(({ may }) => may).map((other) => other.id);
    return { approval: present(row, admin), asked: { row, confirmerIds } };
  });

async function getApproval(ctx: DbCtx, id: string): Promise<ApprovalRow> {
  const row = await findApproval(ctx.db, id);
  if (!row) throw new DomainError("not_found", { what: "request" });
  return row;
}

async function record(
  ctx: DataCtx,
  admin: User,
  row: ApprovalRow,
  action: "approval.request" | "approval.confirm" | "approval.decline",
  reason: string | null = null,
): Promise<void> {
  const { role, granted, requester_name: requested_by } = row;
  await recordAudit(ctx, {
    actorKind: "admin",
    actorId: admin.id,
    action,
    subjectType: row.action === "bank_file" ? "payout_batch" : "account",
    subjectId: row.subject_id,
    after: { requested: row.action, requested_by, ...(role && { role, granted }) },
    reason,
  });
  await publishLive(ctx, "admins", "approvals");
}

/** A decision, and the name of who decided. The reason of a confirmation is null. */
interface DecidedApproval {
  row: ApprovalRow;
  /** Everybody who may have been asked. */
  adminIds: readonly string[];
  by: string;
  reason: string | null;
}

/**
 * Confirms or declines a request; the caller notifies the admin who asked. A confirmed role change
 * is made in the same transaction. The admin who asked can only withdraw the request, by declining
 * it. Until a confirmation is used, who asked or confirmed can withdraw it in the same way.
 * @throws DomainError not_found, approval_own, approval_over, role_required; user_changed and
 * last_admin, like the change of the role
 */
export const decideOnApproval = (
  ctx: MailCtx,
  admin: User,
  id: string,
  decision: Input<typeof decideApproval>["body"],
): Promise<DecidedApproval> =>
  inTransaction(ctx, async (tx) => {
    await lockApproval(tx.db, id);
    const row = await getApproval(tx, id);
    requireAdmin(APPROVAL_NEEDS[row.action], admin);
    const now = tx.clock.now();
    const confirmed = decision.decision === "confirmed";
    const withdraws = !confirmed && mayWithdraw(row, admin.id);
    const isOpen =
      row.decision === null || (withdraws && row.decision === "confirmed" && row.used_at === null);
    const isOver = !isOpen || row.expires_at <= now.toISOString();
    const admins = await findAdmins(tx.db, adminRolesFor(APPROVAL_NEEDS[row.action]));
    const isRequesterActive = admins.some((each) => each.id === row.requested_by && each.isActive);
    if (isOver || !isRequesterActive) throw new DomainError("approval_over");
    if (!withdraws && !mayConfirm(row, admin.id)) throw new DomainError("approval_own");
    const reason = confirmed ? null : decision.reason;
    await updateApproval(tx.db, id, {
      decision: decision.decision,
      decided_by: admin.id,
      decided_at: now.toISOString(),
      reason,
      ...(confirmed && { expires_at: afterHours(now) }),
      ...(confirmed && row.action === "role_change" && { used_at: now.toISOString() }),
    });
    await record(tx, admin, row, confirmed ? "approval.confirm" : "approval.decline", reason);
    if (confirmed && row.role && row.granted !== null)
      await setRole(
        tx,
        { id: row.requested_by },
        row.subject_id,
        { role: row.role, granted: row.granted },
        findName(admins, admin.id),
      );
    return { row, adminIds: admins.map((each) => each.id), by: findName(admins, admin.id), reason };
  });

const findName = (admins: readonly { id: string; name: string }[], id: string): string =>
  admins.find((each) => each.id === id)?.name ?? "";

/**
 * Checks, when an action is taken, that a second admin has confirmed it, and uses the confirmation.
 * Whoever confirmed must still be allowed to. Suspended admins count as second admins, or else
 * suspending them would make the confirmation unnecessary. Call it in the action's transaction.
 * @returns the name of who confirmed, for the audit log; null if there is no second admin
 * @throws DomainError approval_required
 */
export async function requireApproval(
  ctx: DataCtx,
  admin: User,
  action: ApprovedAction,
  subjectId: string,
): Promise<string | null> {
  const now = ctx.clock.now().toISOString();
  const requestedBy = admin.id;
  const by = await takeConfirmation(ctx.db, { action, subjectId, requestedBy }, now);
  const approval = { subject_id: subjectId, requested_by: requestedBy };
  const others = await findOthers(ctx, action, approval);
  const confirmer = others.find(({ id, may }) => may && id === by);
  if (confirmer) return confirmer.name;
  if (others.length > 0) throw new DomainError("approval_required");
  return null;
}
