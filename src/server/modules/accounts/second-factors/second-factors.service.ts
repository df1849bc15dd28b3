// A person's second factors together: reading them, who may change them, what a change entails, and
// their removal by the operator. passkeys.service.ts and totp.service.ts change them.
import type { Output } from "../../../../contract/endpoint.ts";
import type { getSecondFactors } from "../../../../contract/people/second-factors.ts";
import { DomainError } from "../../../../domain/errors.ts";
import type { UsedFactor } from "../../../../domain/person/sign-in/second-factor.ts";
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
import { findSession, revokeSessions, setSessionFactor } from "../sessions/sessions.repository.ts";
import { dropMailedTokens } from "../sessions/mailed-tokens.repository.ts";
import { secondFactorMail, type FactorChange } from "./second-factors.mails.ts";
import {
  deleteSecondFactors,
  findPasskeys,
  findRecoveryCodes,
  findTotp,
  hasTotp,
  type PasskeyRow,
} from "./second-factors.repository.ts";

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
 * Locks the account for a change of its factors. Where a factor protects the account, only a
 * session that used one may change them: a stolen password must not add a factor of the thief's. A
 * passkey of anybody but an admin is merely convenient, so their password is enough.
 * @throws DomainError second_factor_required
 */
export async function lockForChange(ctx: DbCtx, user: User): Promise<AccountRow> {
  await lockOwnAccount(ctx.db, user.id);
  const isProtected =
    (await hasTotp(ctx.db, user.id)) ||
    (isAnyAdmin(user) && (await findPasskeys(ctx.db, user.id)).length > 0);
  const session = await findSession(ctx.db, user.sessionId);
  // Another session may have ended this one since the request began.
  if (!session || session.revoked_at !== null) throw new DomainError("unauthenticated");
  if (isProtected && !session.second_factor)
    throw new DomainError("second_factor_required", { step: "sign_in" });
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

/** Audits a change and emails the person about it. */
export async function reportChange(
  ctx: Pick<Ctx, "db" | "clock" | "jobs" | "publicUrl">,
  person: AccountRow,
  change: FactorChange,
  name?: string,
): Promise<void> {
  await recordAudit(ctx, {
    actorKind: person.user_type ?? "renter",
    actorId: person.id,
    action: `account.${change}`,
    subjectType: "account",
    subjectId: person.id,
    ...(name !== undefined && { after: { name } }),
  });
  const mail = secondFactorMail(change, person.first_name, ctx.publicUrl(), name);
  await queueMail(ctx, { to: person.email, ...mail });
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
    const mail = secondFactorMail("second_factors_remove", found.first_name, tx.publicUrl());
    await queueMail(tx, { to: found.email, ...mail });
    return "removed";
  });
}
