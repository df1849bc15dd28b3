// Changes signed-in people make to their account: password, email, names (PUT /auth/v1/user).
import type { authUpdateUser, AuthUser } from "../../../contract/people/auth.ts";
import { PASSWORD_MIN_LENGTH } from "../../../domain/person/password.ts";
import type { Input } from "../../../contract/endpoint.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import { inTransaction, type Ctx, type DataCtx, type User } from "../../platform/context.ts";
import { notifyHostChanged } from "../../platform/realtime/events.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { countCurrentPassword, countFor } from "./sessions/sign-in-limits.ts";
import { emailChangeRequestedMail, passwordChangedMail } from "./accounts.mails.ts";
import { presentUser } from "./accounts.presenter.ts";
import {
  findProfile,
  getPerson,
  lockOwnAccount,
  updateAccount,
  updateProfileRow,
  type AccountRow,
} from "./accounts.repository.ts";
import { AuthError } from "./auth.errors.ts";
import { sendLinkLater, storeLink, type LinkOptions } from "./mailed-links.service.ts";
import { refuseImpersonation } from "./check-names.ts";
import { hashPassword, isPassword } from "./passwords.ts";
import { namePasskeys, reviewPasskeysOnReset } from "./second-factors/second-factors.service.ts";
import { findSession, revokeSessions } from "./sessions/sessions.repository.ts";
import { dropMailedTokens, findPendingEmail } from "./sessions/mailed-tokens.repository.ts";
import type { Client } from "./sessions/sessions.service.ts";
import { forgetOtherOrigins } from "./sessions/sign-in-origins.repository.ts";

export async function getUser(ctx: DataCtx, user: User): Promise<AuthUser> {
  const pending = await findPendingEmail(ctx.db, user.id, ctx.clock.now().toISOString());
  return presentUser(await getPerson(ctx.db, user.id), pending);
}

/** How long a session that began with a recovery link replaces the current password. */
const RECOVERY_MS = 3_600_000;

/**
 * Changes the given fields; a new password or email requires the current password, so that a stolen
 * session cannot take over the account. A new password ends the other sessions, revokes emailed
 * links and forgets the other known origins; a new email takes effect once it is confirmed.
 * @throws AuthError weak_password, same_password, reauthentication_needed, invalid_credentials
 * (current_password), over_request_rate_limit; DomainError invalid_request (see check-names.ts)
 */
export async function updateUser(
  ctx: Ctx,
  user: User,
  input: Input<typeof authUpdateUser>["body"],
  options: LinkOptions,
  client: Client,
): Promise<AuthUser> {
  const { email, password, current_password, data } = input;
  if (password !== undefined && password.length < PASSWORD_MIN_LENGTH)
    throw new AuthError("weak_password");
  const person = await getPerson(ctx.db, user.id);
  const takesOver = password !== undefined || (email !== undefined && email !== person.email);
  if (current_password !== undefined)
    await checkCurrentPassword(ctx, user, person, current_password);
  else if (takesOver && !(await isRecovering(ctx, user)))
    throw new AuthError("reauthentication_needed");
  const passwordHash = password === undefined ? undefined : await newPasswordHash(person, password);
  if (email !== undefined && email !== person.email) {
    const { addressRefusal, accountRefusal } = await countFor(ctx, "email-change", user.id, client);
    const refusal = addressRefusal ?? accountRefusal;
    if (refusal) throw refusal;
  }

  await inTransaction(ctx, async (tx) => {
    const now = tx.clock.now().toISOString();
    await lockOwnAccount(tx.db, user.id);
    if (data) refuseImpersonation(data, await findProfile(tx.db, user.id));
    if (passwordHash !== undefined) {
      const isReset = current_password === undefined;
      await changePassword(tx, user, person, { passwordHash, isReset }, client);
    }
    if (data && Object.keys(data).length > 0) {
      await updateProfileRow(tx.db, user.id, data, now);
      await notifyHostChanged(tx, user.id);
    }
    if (email !== undefined) await requestEmailChange(tx, person, email, options);
  });
  return getUser(ctx, user);
}

async function checkCurrentPassword(
  ctx: Pick<Ctx, "db" | "clock" | "config">,
  user: User,
  person: AccountRow,
  password: string,
): Promise<void> {
  const { forgive } = await countCurrentPassword(ctx, user.sessionId);
  if (!(await isPassword(password, person.password_hash)))
    throw new AuthError("invalid_credentials", { message: "Your current password is incorrect." });
  await forgive();
}

async function isRecovering(ctx: DataCtx, { sessionId }: User): Promise<boolean> {
  const session = await findSession(ctx.db, sessionId);
  const age = ctx.clock.now().getTime() - Date.parse(session?.created_at ?? "");
  return session?.authentication_method === "recovery" && age < RECOVERY_MS;
}

async function newPasswordHash(person: AccountRow, password: string): Promise<string> {
  if (await isPassword(password, person.password_hash)) throw new AuthError("same_password");
  return hashPassword(password);
}

async function changePassword(
  ctx: Pick<Ctx, "db" | "clock" | "jobs" | "publicUrl">,
  user: User,
  person: AccountRow,
  { passwordHash, isReset }: { passwordHash: string; isReset: boolean },
  client: Client,
): Promise<void> {
  const now = ctx.clock.now().toISOString();
  await updateAccount(ctx.db, user.id, { password_hash: passwordHash }, now);
  const passkeys = isReset
    ? await reviewPasskeysOnReset(ctx, user)
    : { removed: [], left: await namePasskeys(ctx, user.id) };
  await revokeSessions(ctx.db, user.id, { except: user.sessionId }, now);
  await forgetOtherOrigins(ctx.db, user.id, client);
  await dropMailedTokens(ctx.db, user.id, ["recovery", "email_change"]);
  await queueMail(ctx, {
    to: person.email,
    ...passwordChangedMail(person.first_name, ctx.publicUrl(), passkeys),
  });
  await recordAudit(ctx, {
    actorKind: person.user_type ?? "renter",
    actorId: user.id,
    action: "account.password_change",
    subjectType: "account",
    subjectId: user.id,
  });
}

/**
 * Stores the request for a new address and notifies the current one; requesting the current address
 * withdraws it. A job checks whether the new address has an account, so the response and its timing
 * are the same for every address.
 */
async function requestEmailChange(
  ctx: Pick<Ctx, "db" | "clock" | "jobs" | "publicUrl">,
  person: AccountRow,
  email: string,
  options: LinkOptions,
): Promise<void> {
  await dropMailedTokens(ctx.db, person.id, ["email_change"]);
  if (email === person.email) return;
  // The job emails a different link.
  await storeLink(ctx, "email_change", person.id, email, options);
  await sendLinkLater(ctx, { email: person.email, purpose: "email_change", ...options });
  const mail = emailChangeRequestedMail(person.first_name, ctx.publicUrl());
  await queueMail(ctx, { to: person.email, ...mail });
}
