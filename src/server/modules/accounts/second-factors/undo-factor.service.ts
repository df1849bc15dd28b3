// "This wasn't me": the link in the email about a new second factor. It undoes what somebody with a
// stolen password has done, before it locks the owner out (docs/decisions/0033).
import { DomainError } from "../../../../domain/errors.ts";
import { recordAudit } from "../../../platform/database/audit-log.ts";
import { inTransaction, type DataCtx, type MailCtx } from "../../../platform/context.ts";
import { addressKey, countAttempt, type LimitCtx } from "../../../platform/http/rate-limit.ts";
import { getPerson, lockAccount, updateAccount } from "../accounts.repository.ts";
import { mailLink } from "../mailed-links.service.ts";
import { hashPassword } from "../passwords.ts";
import {
  dropMailedTokens,
  findMailedToken,
  insertMailedToken,
  useMailedToken,
} from "../sessions/mailed-tokens.repository.ts";
import { revokeSessions } from "../sessions/sessions.repository.ts";
import { hashToken, randomToken } from "../sessions/tokens.ts";
import { deleteFactorsSince } from "./second-factors.repository.ts";

/** How long the link works, in days. */
export const UNDO_DAYS = 7;
const DAY_MS = 86_400_000;
/** Unknown links per network address. */
const LOOKUPS = { attempts: 30, seconds: 15 * 60 };

/**
 * Stores the link for one address.
 * @param addedAt when the factor was added; the link removes what was added from then on
 * @returns its URL, which only the email may contain
 */
export async function storeUndoLink(
  ctx: DataCtx & Pick<MailCtx, "publicUrl">,
  accountId: string,
  email: string,
  addedAt: string,
): Promise<string> {
  const token = randomToken();
  await insertMailedToken(ctx.db, {
    token_hash: hashToken("mailed", token),
    account_id: accountId,
    purpose: "undo_factor",
    email,
    created_at: addedAt,
    expires_at: new Date(Date.parse(addedAt) + UNDO_DAYS * DAY_MS).toISOString(),
  });
  return `${ctx.publicUrl()}/auth/not-me?token=${token}`;
}

/**
 * Removes the factor of the link and those added after it, ends all sessions, makes the password
 * useless, and emails a link to set a new one to the account's address.
 * @throws DomainError not_found for a link that is unknown, used or expired; rate_limited
 */
export async function undoFactor(
  ctx: MailCtx & LimitCtx,
  token: string,
  ip: string,
): Promise<{ done: true }> {
  const hash = hashToken("mailed", token);
  const now = ctx.clock.now().toISOString();
  if (!(await findMailedToken(ctx.db, hash, "undo_factor", now)))
    await countAttempt(ctx, `undo-factor:address:${addressKey(ip)}`, LOOKUPS);
  return inTransaction(ctx, async (tx) => {
    const link = await useMailedToken(tx.db, hash, ["undo_factor"], now);
    if (!link) throw new DomainError("not_found", { what: "link" });
    await lockAccount(tx.db, { id: link.account_id });
    const person = await getPerson(tx.db, link.account_id);
    await deleteFactorsSince(tx.db, person.id, link.created_at);
    await revokeSessions(tx.db, person.id, {}, now);
    await dropMailedTokens(tx.db, person.id, ["recovery", "email_change"]);
    const password_hash = await hashPassword(randomToken());
    await updateAccount(tx.db, person.id, { password_hash }, now);
    await recordAudit(tx, {
      actorKind: person.user_type ?? "renter",
      actorId: person.id,
      action: "account.factor_undo",
      subjectType: "account",
      subjectId: person.id,
    });
    const options = { next: undefined, codeChallenge: undefined };
    if (!person.suspended_at) await mailLink(tx, "recovery", person.id, person.email, options);
    return { done: true };
  });
}
