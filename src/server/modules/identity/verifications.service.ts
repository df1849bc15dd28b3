// Verifications for admins: list, approve and reject them.
import { ADMIN_PAGE } from "../../../contract/admin/admin.ts";
import type { Verification } from "../../../contract/admin/admin-verifications.ts";
import { DomainError } from "../../../domain/errors.ts";
import { personalTopic } from "../../../domain/live.ts";
import { inTransaction, type DbCtx, type NotifyCtx, type User } from "../../platform/context.ts";
import { toPage, readTimeCursor } from "../../platform/database/cursor.ts";
import { notifyHostChanged } from "../../platform/realtime/events.ts";
import { publishLive } from "../../platform/realtime/publish-live.ts";
import { notify } from "../notifications/notifications.service.ts";
import { identityRejectedMail, verifiedMail } from "./identity.mails.ts";
import { presentVerification } from "./identity.presenter.ts";
import {
  findIdentityDocuments,
  findIdentity,
  findUnopened,
  findVerificationPage,
  lockIdentity,
  updateIdentity,
  type VerificationSearch,
} from "./identity.repository.ts";
import { audit } from "./identity.service.ts";

export interface VerificationsQuery {
  filter?: VerificationSearch["filter"] | undefined;
  search?: string | undefined;
  cursor?: string | undefined;
}

/** @throws DomainError invalid_request for a cursor of another list */
export async function listVerifications(
  ctx: DbCtx,
  { filter = "all", search, cursor }: VerificationsQuery,
) {
  const rows = await findVerificationPage(
    ctx.db,
    { filter, search: search || undefined },
    { after: readTimeCursor(cursor), limit: ADMIN_PAGE + 1 },
  );
  const { shown, next_cursor } = toPage(rows, ADMIN_PAGE);
  const documents = await findIdentityDocuments(
    ctx.db,
    shown.map((row) => row.user_id),
  );
  const verifications = shown.map((row) =>
    presentVerification(
      row,
      documents.filter((each) => each.user_id === row.user_id),
    ),
  );
  return { verifications, next_cursor };
}

/** @throws DomainError not_found for a person who has never submitted */
export async function readVerification(ctx: DbCtx, userId: string): Promise<Verification> {
  const row = await findIdentity(ctx.db, userId);
  if (!row?.submitted_at) throw new DomainError("not_found", { what: "verification" });
  return presentVerification(row, await findIdentityDocuments(ctx.db, [userId]));
}

/**
 * @throws DomainError not_found, identity_changed, identity_unopened; forbidden for one's own;
 * date_of_birth_required if it was removed from the profile meanwhile
 */
export const approve = (
  ctx: NotifyCtx,
  admin: User,
  userId: string,
  version: string,
): Promise<Verification> => decide(ctx, admin, userId, { version });

/** @throws DomainError not_found, identity_changed */
export const reject = (
  ctx: NotifyCtx,
  admin: User,
  userId: string,
  decision: { version: string; reason: string },
): Promise<Verification> => decide(ctx, admin, userId, decision);

/** Decides a pending submission, or revokes an approved verification. */
async function decide(
  ctx: NotifyCtx,
  admin: User,
  userId: string,
  { version, reason }: { version: string; reason?: string },
): Promise<Verification> {
  await inTransaction(ctx, async (tx) => {
    await readVerification(tx, userId);
    await lockIdentity(tx.db, userId);
    const before = await findIdentity(tx.db, userId);
    const isOpen =
      before?.state === "submitted" || (reason !== undefined && before?.state_today === "verified");
    if (!before || before.seen !== version || !isOpen) throw new DomainError("identity_changed");
    if (reason === undefined && admin.id === userId) throw new DomainError("forbidden");
    if (reason === undefined) await checkApproval(tx, before);
    const state = reason === undefined ? "verified" : "rejected";
    const decided_at = tx.clock.now().toISOString();
    await updateIdentity(tx.db, userId, {
      state,
      decided_at,
      decided_by: admin.id,
      reason: reason ?? null,
      verified_as: reason === undefined ? before.name : null,
    });
    await audit(tx, admin, reason === undefined ? "verify" : "reject", userId, { state }, reason);
    await notify(tx, {
      to: userId,
      kind: "identity",
      key: `identity:${before.version}:${state}`,
      about: reason ?? "Your driving licence and your government ID",
      path: "/profile#verification",
      mail:
        reason === undefined
          ? verifiedMail(before.first_name, tx.publicUrl())
          : identityRejectedMail(before.first_name, reason, tx.publicUrl()),
    });
    await notifyHostChanged(tx, userId);
    await publishLive(tx, [personalTopic(userId), "admins"], "profile");
  });
  return readVerification(ctx, userId);
}

/** @throws DomainError date_of_birth_required, identity_unopened */
async function checkApproval(
  ctx: DbCtx,
  { user_id, date_of_birth }: { user_id: string; date_of_birth: string | null },
): Promise<void> {
  if (date_of_birth === null) throw new DomainError("date_of_birth_required");
  const documents = await findUnopened(ctx.db, user_id);
  if (documents.length > 0) throw new DomainError("identity_unopened", { documents });
}
