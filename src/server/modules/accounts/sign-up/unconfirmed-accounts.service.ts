// Unconfirmed sign-ups. They expire, and are removed when another person confirms the address.
import { recordAudit } from "../../../platform/database/audit-log.ts";
import { inTransaction, type TransactionCtx } from "../../../platform/context.ts";
import { deleteUnconfirmed, type AccountRow } from "../accounts.repository.ts";

/** How long a sign-up waits for its confirmation. Emailing the link again does not extend it. */
export const UNCONFIRMED_DAYS = 7;

/** Whether this is a sign-up that may be removed. A suspended one stays. */
export const isUnconfirmed = ({ email_confirmed_at, suspended_at }: AccountRow): boolean =>
  email_confirmed_at === null && suspended_at === null;

/**
 * Removes the unconfirmed account of an email, or all older than an instant, with their links.
 * Nobody has ever signed in to one, so it owns nothing.
 */
export function removeUnconfirmed(
  ctx: TransactionCtx,
  which: { email: string } | { createdBefore: string },
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    for (const id of await deleteUnconfirmed(tx.db, which))
      await recordAudit(tx, {
        actorKind: "system",
        actorId: null,
        action: "account.delete",
        subjectType: "account",
        subjectId: id,
        reason: "the sign-up was never confirmed",
      });
  });
}
