// A person's second factors together: reading them, who may change them, what a change entails, and
// their removal by the operator. passkeys.service.ts and totp.service.ts change them.
import type { Output } from "../../../../contract/endpoint.ts";
import type { getSecondFactors } from "../../../../contract/people/second-factors.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { isFromMail, type UsedFactor } from "../../../../domain/person/sign-in/second-factor.ts";
import { isAdmin } from "../../../../domain/policies/policy.ts";
import {
  inTransaction,
  type Ctx,
  type DataCtx,
  type DbCtx,
  type User,
} from "../../../platform/context.ts";
import { recordAudit } from "../../../platform/database/audit-log.ts";
import { queueMail } from "../../../platform/mail/mail.ts";
import {
  findPersonByEmail,
  getPerson,
  lockAccount,
  lockOwnAccount,
  type AccountRow,
} from "../accounts.repository.ts";
import { findWarningEmails } from "../previous-contacts.service.ts";
import { findSession, revokeSessions, setSessionFactor } from "../sessions/sessions.repository.ts";
import { dropMailedTokens } from "../sessions/mailed-tokens.repository.ts";
import { secondFactorMail, type FactorChange } from "./second-factors.mails.ts";
import {
  deletePasskeys,
  deleteSecondFactors,
  findPasskeys,
  findRecoveryCodes,
  findTotp,
  hasTotp,
  type PasskeyRow,
} from "./second-factors.repository.ts";
import { storeUndoLink } from "./undo-factor.service.ts";

/** Enough to change second factors. */
export type FactorCtx = Pick<
  Ctx,
  "db" | "clock" | "config" | "log" | "jobs" | "keys" | "publicUrl"
>;

export const presentPasskey = (row: PasskeyRow) => ({
  id: row.id,
  name: row.name,
  is_synced: row.is_synced,
  created_at: row.created_at,
  last_used_at: row.last_used_at,
});

export async function readSecondFactors(
  ctx: Pick<Ctx, "db" | "config">,
  user: User,
): Promise<Output<typeof getSecondFactors>> {
  const [passkeys, totp, codes] = [
    await findPasskeys(ctx.db, user.id),
    await findTotp(ctx.db, user.id),
    await findRecoveryCodes(ctx.db, user.id),
  ];
  return {
    passkeys: passkeys.map(presentPasskey),
    totp_enabled_at: totp?.confirmed_at ?? null,
    recovery_codes_left: codes.length,
    is_required: ctx.config.adminsNeedSecondFactor && isAnyAdmin(user),
  };
}

const isAnyAdmin = (user: User): boolean => isAdmin(user) || user.closedAdmin !== undefined;

/**
 * Whether a factor protects the account. A passkey of anybody but an admin is merely convenient, so
 * their password is enough.
 */
const isProtected = async ({ db }: DbCtx, user: User): Promise<boolean> =>
  (await hasTotp(db, user.id)) ||
  (isAnyAdmin(user) && (await findPasskeys(db, user.id)).length > 0);

/**
 * Locks the account for a change of its factors. Where a factor protects the account, only a
 * session that used one may change them: a stolen password must not add a factor of the thief's.
 * For the same reason, an admin who needs a factor sets up the first one after opening an emailed
 * link.
 * @throws DomainError second_factor_required
 */
export async function lockForChange(
  ctx: Pick<Ctx, "db" | "config">,
  user: User,
): Promise<AccountRow> {
  await lockOwnAccount(ctx.db, user.id);
  const session = await findSession(ctx.db, user.sessionId);
  // Another session may have ended this one since the request began.
  if (!session || session.revoked_at !== null) throw new DomainError("unauthenticated");
  if (await isProtected(ctx, user)) {
    if (!session.second_factor)
      throw new DomainError("second_factor_required", { step: "sign_in" });
  } else if (
    ctx.config.adminsNeedSecondFactor &&
    isAnyAdmin(user) &&
    !isFromMail(session.authentication_method)
  )
    throw new DomainError("second_factor_required", { step: "confirm_email" });
  return getPerson(ctx.db, user.id);
}

/** The session that set up a factor has shown that it has one. */
export const markUsed = ({ db }: DbCtx, user: User, factor: UsedFactor): Promise<void> =>
  setSessionFactor(db, user.sessionId, factor);

/** Somebody else may have what is replaced or removed, and may have requested links. */
export async function endOtherSessions(ctx: DataCtx, user: User): Promise<void> {
  const now = ctx.clock.now().toISOString();
  await dropMailedTokens(ctx.db, user.id, ["email_change", "recovery"]);
  await revokeSessions(ctx.db, user.id, { except: user.sessionId }, now);
}

/**
 * Removes the passkeys when a forgotten password is reset, because somebody who knew the password
 * may have added one. On a protected account that takes more than a password, so they stay.
 * @returns the names of those that were removed and of those that stay
 */
export async function reviewPasskeysOnReset(
  ctx: DataCtx,
  user: User,
): Promise<{ removed: string[]; left: string[] }> {
  if (await isProtected(ctx, user)) return { removed: [], left: await namePasskeys(ctx, user.id) };
  const removed = await deletePasskeys(ctx.db, user.id);
  for (const name of removed)
    await recordAudit(ctx, {
      actorKind: user.roles.includes("host") ? "host" : "renter",
      actorId: user.id,
      action: "account.passkey_remove",
      subjectType: "account",
      subjectId: user.id,
      after: { name },
    });
  return { removed, left: [] };
}

export const namePasskeys = async ({ db }: DbCtx, accountId: string): Promise<string[]> =>
  (await findPasskeys(db, accountId)).map(({ name }) => name);

/**
 * Audits a change and emails the person about it, also at the address that they had until recently.
 * @param about the name of a passkey; and when a factor was added, for the link that undoes it
 */
export async function reportChange(
  ctx: Pick<Ctx, "db" | "clock" | "jobs" | "publicUrl">,
  person: AccountRow,
  change: FactorChange,
  { name, addedAt }: { name?: string; addedAt?: string } = {},
): Promise<void> {
  await recordAudit(ctx, {
    actorKind: person.user_type ?? "renter",
    actorId: person.id,
    action: `account.${change}`,
    subjectType: "account",
    subjectId: person.id,
    ...(name !== undefined && { after: { name } }),
  });
  const { id: user_id, email, first_name: firstName } = person;
  for (const to of await findWarningEmails(ctx, { user_id, email })) {
    const undoUrl =
      addedAt === undefined ? undefined : await storeUndoLink(ctx, person.id, to, addedAt);
    const mail = secondFactorMail(change, { firstName, publicUrl: ctx.publicUrl(), name, undoUrl });
    await queueMail(ctx, { to, ...mail });
  }
}

/**
 * Removes all second factors of a person who has lost them, for the operator's command line, and
 * signs them out everywhere. The operator has made sure who asks (docs/operating).
 * @returns the outcome
 */
export function removeSecondFactors(
  ctx: Pick<Ctx, "db" | "clock" | "log" | "jobs" | "publicUrl">,
  email: string,
): Promise<"removed" | "none" | "unknown"> {
  return inTransaction(ctx, async (tx) => {
    const found = await findPersonByEmail(tx.db, email.trim().toLowerCase());
    if (!found) return "unknown";
    await lockAccount(tx.db, { id: found.id });
    if (!(await deleteSecondFactors(tx.db, found.id))) return "none";
    await revokeSessions(tx.db, found.id, {}, tx.clock.now().toISOString());
    await recordAudit(tx, {
      actorKind: "operator",
      actorId: null,
      action: "account.second_factors_remove",
      subjectType: "account",
      subjectId: found.id,
    });
    const mail = secondFactorMail("second_factors_remove", {
      firstName: found.first_name,
      publicUrl: tx.publicUrl(),
    });
    await queueMail(tx, { to: found.email, ...mail });
    return "removed";
  });
}
