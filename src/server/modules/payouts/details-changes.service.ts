// Changes of bank details that do not apply yet, as operations see and stop them.
import { DomainError } from "../../../domain/errors.ts";
import { personalTopic } from "../../../domain/live.ts";
import {
  BANKS,
  maskPayoutDetails,
  type PayoutDetails,
} from "../../../domain/money/payout-details.ts";
import { inTransaction, type Ctx, type NotifyCtx, type User } from "../../platform/context.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { publishLive } from "../../platform/realtime/publish-live.ts";
import { findWarningEmails, getOwnProfile } from "../accounts/accounts.service.ts";
import { deleteChange, findChanges } from "./payout-details.repository.ts";
import { currentDetails, opened, toAudited } from "./payout-details.service.ts";
import { changeStoppedMail } from "./payouts.mails.ts";

/** How many changes operations see at once. */
const MOST_CHANGES = 100;

const describe = (details: PayoutDetails): string =>
  `${BANKS[details.bank]}, ending in ${maskPayoutDetails(details).account_last4}`;

/** For operations: what changes, and when. */
export async function listChanges(ctx: Pick<Ctx, "db" | "keys">) {
  const rows = await findChanges(ctx.db, MOST_CHANGES);
  return rows.map((row) => ({
    host: { id: row.host_id, name: row.host_name, email: row.email },
    from: row.current && describe(opened(ctx, { ...row, sealed: row.current })),
    to: describe(opened(ctx, row)),
    requested_at: row.requested_at,
    effective_at: row.effective_at,
  }));
}

/**
 * An admin stops a change that a host reported or that looks wrong. The host reads the reason.
 * @throws DomainError not_found if no change waits any more
 */
export async function stopChange(
  ctx: NotifyCtx,
  admin: User,
  hostId: string,
  reason: string,
): Promise<{ cancelled: true }> {
  await inTransaction(ctx, async (tx) => {
    const change = await deleteChange(tx.db, hostId);
    if (!change) throw new DomainError("not_found", { what: "change" });
    await recordAudit(tx, {
      actorKind: "admin",
      actorId: admin.id,
      action: "payout_details.cancel",
      subjectType: "account",
      subjectId: hostId,
      before: toAudited(opened(tx, change)),
      after: toAudited(await currentDetails(tx, hostId)),
      reason,
    });
    const profile = await getOwnProfile(tx, hostId);
    const mail = changeStoppedMail(profile.first_name, reason, tx.publicUrl());
    for (const to of await findWarningEmails(tx, profile)) await queueMail(tx, { to, ...mail });
    await publishLive(tx, [personalTopic(hostId), "admins"], "payouts");
  });
  return { cancelled: true };
}
