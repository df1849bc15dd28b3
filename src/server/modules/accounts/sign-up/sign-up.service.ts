// Sign-up: creates an unconfirmed account, without revealing whether the email has one already.
import { randomUUID } from "node:crypto";
import type { AuthUser } from "../../../../contract/people/auth.ts";
import { PASSWORD_MIN_LENGTH } from "../../../../domain/person/password.ts";
import type { Role, SignUpRole } from "../../../../domain/person/roles.ts";
import { recordAudit } from "../../../platform/database/audit-log.ts";
import { inTransaction, type Ctx, type MailCtx } from "../../../platform/context.ts";
import { queueMail } from "../../../platform/mail/mail.ts";
import { countFor } from "../sessions/sign-in-limits.ts";
import { contestedSignUpMail, knownAccountMail } from "../accounts.mails.ts";
import { presentUser } from "../accounts.presenter.ts";
import {
  findPersonByEmail,
  insertOrLockAccount,
  saveProfile,
  setRoles,
  updateAccount,
  type AccountRow,
} from "../accounts.repository.ts";
import { AuthError } from "../auth.errors.ts";
import { mailLink, type LinkOptions } from "../mailed-links.service.ts";
import { refuseImpersonation } from "../check-names.ts";
import { hashPassword, isPassword } from "../passwords.ts";
import type { Client } from "../sessions/sessions.service.ts";
import { randomToken } from "../sessions/tokens.ts";

/** Everybody may rent. Hosts may rent out cars as well. */
const grantedRoles = (userType: SignUpRole): Role[] =>
  userType === "host" ? ["renter", "host"] : ["renter"];

export interface SignUp {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  userType: SignUpRole;
}

/**
 * Creates an unconfirmed account and emails the confirmation link. The response is the same if the
 * email has an account, and after too many sign-ups, when the links of the last hour still work.
 * @throws AuthError weak_password, over_request_rate_limit; DomainError like refuseImpersonation
 */
export async function signUp(
  ctx: Ctx,
  input: SignUp,
  options: LinkOptions,
  client: Client,
): Promise<AuthUser> {
  if (input.password.length < PASSWORD_MIN_LENGTH) throw new AuthError("weak_password");
  const { email, firstName: first_name, lastName: last_name, userType: user_type } = input;
  refuseImpersonation({ first_name, last_name });
  const { addressRefusal, accountRefusal } = await countFor(ctx, "sign-up", email, client);
  if (addressRefusal) throw addressRefusal;
  const password_hash = await hashPassword(input.password);
  const before = await findPersonByEmail(ctx.db, email);
  const isRepeat = await isPassword(input.password, before?.password_hash); // takes constant time
  // Also runs over the limit, so that a different password voids the one that used up the limit.
  await storeSignUp(
    ctx,
    input,
    { password_hash, repeats: isRepeat ? before : undefined },
    accountRefusal ? undefined : options,
  );

  const now = ctx.clock.now().toISOString();
  // A random id, because the account's own would reveal whether the email had signed up before.
  return presentUser({
    id: randomUUID(),
    email,
    password_hash,
    first_name,
    last_name,
    user_type,
    email_confirmed_at: null,
    email_changed_at: null,
    previous_email: null,
    suspended_at: null,
    deleted_at: null,
    last_sign_in_at: null,
    created_at: now,
    updated_at: now,
  });
}

/**
 * The part of a sign-up that depends on what is stored for the email:
 * - A confirmed account: its owner is notified.
 * - An unconfirmed account with another password: neither password is valid from now on. The reader
 *   of the emails sets one. The first sign-up's links and names stay, so nobody can revoke them.
 * - An unconfirmed account with the same password: the same person, who may correct the names.
 * @param options of the emailed link; undefined if no email is to be sent
 */
async function storeSignUp(
  ctx: MailCtx,
  { email, firstName: first_name, lastName: last_name, userType: user_type }: SignUp,
  { password_hash, repeats }: { password_hash: string; repeats: AccountRow | undefined },
  options: LinkOptions | undefined,
): Promise<void> {
  const now = ctx.clock.now().toISOString();
  await inTransaction(ctx, async (tx) => {
    const account = { email, password_hash, email_confirmed_at: null };
    const { created, known } = await insertOrLockAccount(tx.db, account, now);
    let id = created;
    if (id) {
      await recordAudit(tx, {
        actorKind: "anonymous",
        actorId: null,
        action: "account.create",
        subjectType: "account",
        subjectId: id,
      });
    } else {
      if (!known || known.email_confirmed_at || known.suspended_at) {
        const mail = knownAccountMail(known?.first_name ?? null, tx.publicUrl());
        if (options) await queueMail(tx, { to: email, ...mail });
        return;
      }
      id = known.id;
      if (known.password_hash !== repeats?.password_hash) {
        await updateAccount(tx.db, id, { password_hash: await hashPassword(randomToken()) }, now);
        if (options) await mailLink(tx, "recovery", id, email, options, contestedSignUpMail);
        return;
      }
    }
    await saveProfile(tx.db, { user_id: id, first_name, last_name, email, user_type }, now);
    await setRoles(tx.db, id, grantedRoles(user_type), now);
    if (options) await mailLink(tx, "signup", id, email, options);
  });
}
