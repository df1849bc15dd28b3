// SQL over what admins ask each other to confirm.
import { sql, type Selectable } from "kysely";
import type { AdminRole } from "../../../../domain/person/roles.ts";
import type { ApprovedAction } from "../../../../domain/policies/approval.ts";
import type { Db } from "../../../platform/database/database.ts";
import type { AdminApprovalsTable } from "../../../platform/database/schema.ts";

export type StoredApproval = Selectable<AdminApprovalsTable>;
export type NewApproval = Pick<
  StoredApproval,
  "action" | "subject_id" | "role" | "granted" | "requested_by" | "requested_at" | "expires_at"
>;

const approvals = (db: Db) =>
  db
    .selectFrom("admin_approvals as approval")
    .innerJoin("profiles as requester", "requester.user_id", "approval.requested_by")
    .leftJoin("profiles as person", "person.user_id", "approval.subject_id")
    .leftJoin("payout_batches as batch", "batch.id", "approval.subject_id")
    .selectAll("approval")
    .select([
      "batch.period_end",
      sql<string>`requester.first_name || ' ' || requester.last_name`.as("requester_name"),
      sql<string | null>`person.first_name || ' ' || person.last_name`.as("person_name"),
    ]);
export type ApprovalRow = Awaited<
  ReturnType<ReturnType<typeof approvals>["executeTakeFirstOrThrow"]>
>;

/** Those that wait or are confirmed but not used, oldest first. */
export const findOpenApprovals = (db: Db, now: string): Promise<ApprovalRow[]> =>
  approvals(db)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .where((or) => or.or([or("decision", "is", null), or("decision", "=", "confirmed")]))
    .orderBy("requested_at")
    .orderBy("approval.id")
    .execute();

export const findApproval = (db: Db, id: string): Promise<ApprovalRow | undefined> =>
  approvals(db).where("approval.id", "=", id).executeTakeFirst();

export const findApprovalsById = (db: Db, ids: readonly string[]): Promise<ApprovalRow[]> =>
  approvals(db).where("approval.id", "in", ids).execute();

/** Locked for the rest of the transaction. */
export const lockApproval = (db: Db, id: string): Promise<StoredApproval | undefined> =>
  db.selectFrom("admin_approvals").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

export const insertApproval = async (db: Db, approval: NewApproval): Promise<string> => {
  const { id } = await db
    .insertInto("admin_approvals")
    .values(approval)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};

export const updateApproval = async (
  db: Db,
  id: string,
  change: Partial<
    Pick<
      StoredApproval,
      "decision" | "decided_by" | "decided_at" | "reason" | "expires_at" | "used_at"
    >
  >,
): Promise<void> => {
  await db.updateTable("admin_approvals").set(change).where("id", "=", id).execute();
};

/** Uses a confirmation, once. @returns who confirmed; undefined if there is none to use */
export async function takeConfirmation(
  db: Db,
  {
    action,
    subjectId,
    requestedBy,
  }: { action: ApprovedAction; subjectId: string; requestedBy: string },
  now: string,
): Promise<string | undefined> {
  const row = await db
    .updateTable("admin_approvals")
    .set({ used_at: now })
    .where("action", "=", action)
    .where("subject_id", "=", subjectId)
    .where("requested_by", "=", requestedBy)
    .where("decision", "=", "confirmed")
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returning("decided_by")
    .executeTakeFirst();
  return row?.decided_by ?? undefined;
}

/** The admins with one of the roles, suspended ones included. */
export const findAdmins = (
  db: Db,
  roles: readonly AdminRole[],
): Promise<{ id: string; name: string; isActive: boolean }[]> =>
  db
    .selectFrom("user_roles")
    .innerJoin("accounts", "accounts.id", "user_roles.user_id")
    .innerJoin("profiles", "profiles.user_id", "user_roles.user_id")
    .where("role", "=", "admin")
    .where("admin_role", "in", roles)
    .select([
      "accounts.id",
      sql<boolean>`accounts.suspended_at is null`.as("isActive"),
      sql<string>`profiles.first_name || ' ' || profiles.last_name`.as("name"),
    ])
    .execute();
