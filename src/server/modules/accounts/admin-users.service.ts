// Admins' actions on people: search, grant and revoke roles, suspend. The admin module deals with
// the people's listings.
import { ADMIN_NEXT_PAGE, ADMIN_PAGE } from "../../../contract/admin/admin.ts";
import type { AdminUser } from "../../../contract/admin/admin-users.ts";
import type { AuditVerb } from "../../../domain/audit.ts";
import { DomainError } from "../../../domain/errors.ts";
import { personalTopic } from "../../../domain/live.ts";
import { adminRolesFor, requireAdmin, type AdminAction } from "../../../domain/policies/admin.ts";
import type { GrantedRole } from "../../../domain/person/roles.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import {
  inTransaction,
  type Ctx,
  type DbCtx,
  type MailCtx,
  type TransactionCtx,
  type User,
} from "../../platform/context.ts";
import { toPage, readTimeCursor } from "../../platform/database/cursor.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { layOutMail, type MailContent } from "../../platform/mail/mail-layout.ts";
import { publishAccessChanged, publishLive } from "../../platform/realtime/publish-live.ts";
import { noHostMail, suspendedMail, suspensionLiftedMail } from "./accounts.mails.ts";
import {
  addRole,
  adminEmails,
  inOrder,
  lockAccount,
  setAdminRole,
  updateAccount,
  updateProfileRow,
} from "./accounts.repository.ts";
import { checkDays, type TimeOrder } from "../../platform/database/time-order.ts";
import {
  countMatching,
  findUser,
  findUsers,
  lockActiveOwners,
  removeRole,
  type UserFilter,
  type UserRow,
  type UserSearch,
} from "./admin-users.repository.ts";
import { revokeAllSessions, revokeSessions } from "./sessions/sessions.repository.ts";

export { findUsers } from "./admin-users.repository.ts";

/** Emails the admins who may take the action. The content must link to the page for it. */
export async function mailAdmins(
  ctx: Pick<Ctx, "db" | "clock" | "jobs">,
  action: AdminAction,
  content: MailContent & Required<Pick<MailContent, "action">>,
): Promise<void> {
  const mail = layOutMail(content);
  for (const to of await adminEmails(ctx, adminRolesFor(action)))
    await queueMail(ctx, { to, ...mail });
}

export interface UsersQuery extends TimeOrder {
  filter?: UserFilter | undefined;
  search?: string | undefined;
}

/** @throws DomainError dates_reversed */
export function userSearch({ filter = "all", search, ...order }: UsersQuery): UserSearch {
  checkDays(order);
  return { ...order, filter, search: search || undefined };
}

/** The most users to count for a list. */
const MOST_COUNTED = 5000;

/** @throws DomainError dates_reversed; invalid_request for a cursor of another list */
export async function listUsers(
  ctx: DbCtx,
  {
    cursor,
    limit = cursor === undefined ? ADMIN_PAGE : ADMIN_NEXT_PAGE,
    ...query
  }: UsersQuery & { cursor?: string | undefined; limit?: number },
) {
  const search = userSearch(query);
  // A search reads only as many rows as it shows.
  const isCounted = cursor === undefined && search.search === undefined;
  const [rows, count] = await Promise.all([
    findUsers(ctx.db, search, { after: readTimeCursor(cursor), limit: limit + 1 }),
    isCounted ? countMatching(ctx.db, search, MOST_COUNTED + 1) : undefined,
  ]);
  const { shown, next_cursor } = toPage(rows, limit);
  return {
    users: shown.map(presentUserRow),
    next_cursor,
    ...(count !== undefined && {
      total: Math.min(count, MOST_COUNTED),
      total_is_exact: count <= MOST_COUNTED,
    }),
  };
}

/** @throws DomainError not_found, also for a person who has left */
export async function readUser(ctx: DbCtx, id: string): Promise<AdminUser> {
  const row = await findUser(ctx.db, id);
  if (!row) throw new DomainError("not_found", { what: "user" });
  return presentUserRow(row);
}

export const presentUserRow = (row: UserRow): AdminUser => ({
  id: row.id,
  first_name: row.first_name,
  last_name: row.last_name,
  email: row.email,
  phone: row.phone,
  user_type: row.user_type,
  roles: inOrder(row.roles),
  admin_role: row.admin_role,
  is_email_confirmed: row.email_confirmed_at !== null,
  suspended_at: row.suspended_at,
  is_booking_banned: row.is_booking_banned,
  last_sign_in_at: row.last_sign_in_at,
  created_at: row.created_at,
});

/**
 * Changes a person's account under its lock, and audits the state before and after.
 * @throws DomainError not_found
 */
function changeUser(
  ctx: MailCtx,
  admin: Pick<User, "id">,
  id: string,
  change: (
    tx: Pick<Ctx, "db" | "clock" | "jobs" | "publicUrl">,
    before: UserRow,
    now: string,
  ) => Promise<{ action: AuditVerb<"account">; reason?: string; more?: object }>,
): Promise<AdminUser> {
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx.db, { id });
    const before = await findUser(tx.db, id);
    if (!before) throw new DomainError("not_found", { what: "user" });
    const { action, reason, more } = await change(tx, before, tx.clock.now().toISOString());
    const after = presentUserRow((await findUser(tx.db, id)) ?? before);
    await recordAudit(tx, {
      actorKind: "admin",
      actorId: admin.id,
      action: `account.${action}`,
      subjectType: "account",
      subjectId: id,
      before: recorded(presentUserRow(before)),
      after: { ...recorded(after), ...more },
      reason: reason ?? null,
    });
    await publishAccessChanged(tx.db, id);
    await publishLive(tx, [personalTopic(id), "admins"], "profile", id);
    return after;
  });
}

const recorded = ({ roles, admin_role, user_type, suspended_at }: AdminUser) => ({
  roles,
  admin_role,
  user_type,
  suspended_at,
});

/** @throws DomainError last_admin if no other owner could grant the role again */
export async function requireOtherOwner(ctx: DbCtx, id: string): Promise<void> {
  const owners = await lockActiveOwners(ctx.db);
  if (owners.includes(id) && owners.length === 1) throw new DomainError("last_admin");
}

/**
 * Grants or revokes a role; an admin has one of the three, so granting another replaces it. The
 * user type follows, and a person who loses the host role gets an email.
 * @param confirmed_by the second admin's name, for an admin role; null if there is none
 * @throws DomainError not_found, user_changed, last_admin
 */
export const setRole = (
  ctx: MailCtx,
  admin: Pick<User, "id">,
  id: string,
  { role, granted }: { role: GrantedRole; granted: boolean },
  confirmed_by: string | null = null,
): Promise<AdminUser> =>
  changeUser(ctx, admin, id, async (tx, before, now) => {
    const held = role === "host" ? before.roles.includes(role) : before.admin_role === role;
    if (held === granted) throw new DomainError("user_changed");
    if (before.admin_role === "owner" && role !== "host") await requireOtherOwner(tx, id);
    if (!granted) {
      await removeRole(tx.db, id, role === "host" ? role : "admin");
      if (role === "host")
        await queueMail(tx, { to: before.email, ...noHostMail(before.first_name, tx.publicUrl()) });
    } else if (role === "host") await addRole(tx.db, id, role, now);
    else await setAdminRole(tx.db, id, role, now);
    const { roles } = (await findUser(tx.db, id)) ?? before;
    const shown = roles.includes("host") ? "host" : "renter";
    const user_type = before.user_type === "admin" && roles.includes("admin") ? "admin" : shown;
    if (user_type !== before.user_type) await updateProfileRow(tx.db, id, { user_type }, now);
    return {
      action: granted ? "role_grant" : "role_revoke",
      ...(role !== "host" && { more: { confirmed_by } }),
    };
  });

/**
 * Signs a person out everywhere; they may sign in again. An admin is signed out by owners only.
 * @throws DomainError not_found, role_required
 */
export const endUserSessions = (
  ctx: TransactionCtx,
  admin: User,
  id: string,
): Promise<{ ended: number }> =>
  inTransaction(ctx, async (tx) => {
    const person = await findUser(tx.db, id);
    if (!person) throw new DomainError("not_found", { what: "user" });
    if (person.admin_role !== null) requireAdmin("change_roles", admin);
    // Admins who sign themselves out everywhere keep the session that they do it with.
    const which = id === admin.id ? { except: admin.sessionId } : {};
    const ended = await revokeSessions(tx.db, id, which, tx.clock.now().toISOString());
    await recordAudit(tx, {
      actorKind: "admin",
      actorId: admin.id,
      action: "session.revoke",
      subjectType: "account",
      subjectId: id,
      after: { ended },
    });
    return { ended };
  });

/** Signs everyone out, except for the admin's own session. */
export const endAllSessions = (
  ctx: TransactionCtx,
  admin: User,
  reason: string,
): Promise<{ ended: number }> =>
  inTransaction(ctx, async (tx) => {
    const now = tx.clock.now().toISOString();
    const ended = await revokeAllSessions(tx.db, { except: admin.sessionId, now });
    await recordAudit(tx, {
      actorKind: "admin",
      actorId: admin.id,
      action: "session.revoke_all",
      subjectType: "account",
      subjectId: admin.id,
      after: { ended },
      reason,
    });
    return { ended };
  });

/**
 * Suspends with a reason, which is emailed, or lifts a suspension. An admin is suspended by owners
 * only.
 * @throws DomainError not_found, user_changed, last_admin, role_required
 */
export const setSuspension = (
  ctx: MailCtx,
  admin: User,
  id: string,
  requested: { suspended: true; reason: string } | { suspended: false },
): Promise<AdminUser> =>
  changeUser(ctx, admin, id, async (tx, before, now) => {
    if (before.admin_role !== null) requireAdmin("change_roles", admin);
    if ((before.suspended_at !== null) === requested.suspended)
      throw new DomainError("user_changed");
    if (requested.suspended) await requireOtherOwner(tx, id);
    else await revokeSessions(tx.db, id, {}, now); // they stayed to report the suspension
    await updateAccount(tx.db, id, { suspended_at: requested.suspended ? now : null }, now);
    const mail = requested.suspended
      ? suspendedMail(before.first_name, requested.reason)
      : suspensionLiftedMail(before.first_name, tx.publicUrl());
    await queueMail(tx, { to: before.email, ...mail });
    return requested.suspended
      ? { action: "suspend", reason: requested.reason }
      : { action: "unsuspend" };
  });
