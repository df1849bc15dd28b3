// Accounts: sign-up, sign-in, profiles and roles. Sessions (sessions.service.ts) and emailed links
// (mailed-links.service.ts) have files of their own.
import { randomUUID } from "node:crypto";
import type {
  Profile,
  updateProfile as updateProfileEndpoint,
} from "../../../contract/people/accounts.ts";
import type { AuthSession, AuthUser } from "../../../contract/people/auth.ts";
import type { Input } from "../../../contract/endpoint.ts";
import { todayInNassau } from "../../../domain/calendar/dates.ts";
import { DomainError } from "../../../domain/errors.ts";
import { personalTopic } from "../../../domain/live.ts";
import { PASSWORD_MIN_LENGTH } from "../../../domain/person/password.ts";
import { isDateOfBirth } from "../../../domain/person/renter.ts";
import type { Role, SignUpRole } from "../../../domain/person/roles.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import { requireHost } from "../../../domain/policies/host-area.ts";
import { isAdmin } from "../../../domain/policies/policy.ts";
import {
  inTransaction,
  type Ctx,
  type DataCtx,
  type DbCtx,
  type MailCtx,
  type SessionCtx,
  type TransactionCtx,
  type User,
} from "../../platform/context.ts";
import { notifyHostChanged } from "../../platform/realtime/events.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { publishLive } from "../../platform/realtime/publish-live.ts";
import { countFor, countSignIn } from "./sessions/sign-in-limits.ts";
import { contestedSignUpMail, knownAccountMail } from "./accounts.mails.ts";
import { presentProfile, presentUser } from "./accounts.presenter.ts";
import {
  addRole,
  findPersonByEmail,
  findProfile,
  getPerson,
  inOrder,
  insertAccount,
  insertOrLockAccount,
  lockAccount,
  lockOwnAccount,
  saveProfile,
  setPhoneVerified,
  setRoles,
  updateAccount,
  updateProfileRow,
  type NewProfile,
  type AccountRow,
  type ProfileRow,
} from "./accounts.repository.ts";
import { findUser } from "./admin-users.repository.ts";
import { AuthError } from "./auth.errors.ts";
import { mailLink, type LinkOptions } from "./mailed-links.service.ts";
import { refuseImpersonation } from "./check-names.ts";
import { hashPassword, isPassword } from "./passwords.ts";
import { openSession, type Client } from "./sessions/sessions.service.ts";
import { randomToken } from "./sessions/tokens.ts";

export { lockOwnAccount } from "./accounts.repository.ts";
export { requireOtherAdmin, mailAdmins } from "./admin-users.service.ts";
export { forgetPerson, getAddress, isOwnPassword } from "./departed-accounts.service.ts";
export { profilePhotoFiles } from "./profile-photos/profile-photos.service.ts";
export { countUsers, findPeople, findUserNames } from "./admin-users.repository.ts";
export { authenticate, readmit } from "./sessions/sessions.service.ts";

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

/**
 * Opens a session for an email and a password.
 * @throws AuthError invalid_credentials, email_not_confirmed, user_banned, over_request_rate_limit
 */
export async function signIn(
  ctx: SessionCtx,
  { email, password }: { email: string; password: string },
  client: Client,
): Promise<AuthSession> {
  const { addressRefusal, accountRefusal, isKnown, forgive } = await countFor(
    ctx,
    "sign-in",
    email,
    client,
  );
  const refusal = addressRefusal ?? accountRefusal;
  const person = await findPersonByEmail(ctx.db, email);
  const isRight = await isPassword(password, person?.password_hash);
  // A wrong password gets the same answer, after the same work, whether or not the client is known.
  if (refusal && !(isRight && isKnown)) throw refusal;
  if (!isRight || !person) throw new AuthError("invalid_credentials");
  if (!person.email_confirmed_at) throw new AuthError("email_not_confirmed");
  await countSignIn(ctx, email);
  const session = await openSession(ctx, person, "password", client);
  await forgive();
  return session;
}

/** Creates a confirmed account (operator, demo). @returns its id @throws AuthError email_exists */
export async function createAccount(
  ctx: TransactionCtx,
  account: Omit<NewProfile, "user_id"> & { password: string; roles: readonly Role[] },
): Promise<string> {
  const { password, roles, ...profile } = account;
  const password_hash = await hashPassword(password);
  const now = ctx.clock.now().toISOString();
  return inTransaction(ctx, async (tx) => {
    const id = await insertAccount(
      tx.db,
      { email: profile.email, password_hash, email_confirmed_at: now },
      now,
    );
    if (!id) throw new AuthError("email_exists");
    await saveProfile(tx.db, { ...profile, user_id: id }, now);
    await setRoles(tx.db, id, roles, now);
    return id;
  });
}

/** A person's stored profile. @throws DomainError not_found if there is none */
export async function getOwnProfile(ctx: DbCtx, userId: string): Promise<ProfileRow> {
  const row = await findProfile(ctx.db, userId);
  if (!row) throw new DomainError("not_found", { what: "profile" });
  return row;
}

/** The signed-in person's profile with roles. @throws DomainError not_found if there is none */
export async function readProfile(ctx: DbCtx, user: User): Promise<Profile> {
  return presentProfile(await getOwnProfile(ctx, user.id), user.roles);
}

/**
 * Changes the given fields. Without a profile, a first and a last name create one.
 * @throws DomainError not_found; invalid_request for a future date of birth or a refused name
 */
export function changeProfile(
  ctx: TransactionCtx,
  user: User,
  change: Input<typeof updateProfileEndpoint>["body"],
): Promise<Profile> {
  return inTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    const born = change.date_of_birth;
    if (born && !isDateOfBirth(born, todayInNassau(now)))
      throw new DomainError("invalid_request", {
        errors: [
          { field: "body.date_of_birth", message: "Date of birth must be a day in the past." },
        ],
      });
    if (Object.keys(change).length === 0) return readProfile(tx, user);
    await lockOwnAccount(tx.db, user.id);
    refuseImpersonation(change, await findProfile(tx.db, user.id));
    const row = await updateProfileRow(tx.db, user.id, change, now.toISOString());
    if (row) {
      await notifyHostChanged(tx, user.id);
      return presentProfile(row, user.roles);
    }
    const { first_name, last_name, phone = null, date_of_birth = null, about = null } = change;
    if (!first_name || !last_name) throw new DomainError("not_found", { what: "profile" });
    const { email } = await getPerson(tx.db, user.id);
    const user_type = user.roles.includes("host") ? "host" : "renter";
    const profile = {
      user_id: user.id,
      first_name,
      last_name,
      email,
      user_type,
      phone,
      date_of_birth,
      about,
    } as const;
    await saveProfile(tx.db, profile, now.toISOString());
    return readProfile(tx, user);
  });
}

/** Records that the phone is verified. @returns whether it is still the person's phone */
export const markPhoneVerified = (ctx: DataCtx, userId: string, phone: string): Promise<boolean> =>
  setPhoneVerified(ctx.db, userId, phone, ctx.clock.now().toISOString());

/** Makes the signed-in person a host. @throws DomainError not_found if there is no profile */
export async function addHostRole(ctx: TransactionCtx, user: User): Promise<Profile> {
  return inTransaction(ctx, async (tx) => {
    await lockOwnAccount(tx.db, user.id);
    const before = await getOwnProfile(tx, user.id);
    const now = tx.clock.now().toISOString();
    const isNew = await addRole(tx.db, user.id, "host", now);
    const user_type = before.user_type === "admin" ? "admin" : "host";
    const after =
      user_type === before.user_type
        ? before
        : await updateProfileRow(tx.db, user.id, { user_type }, now);
    if (isNew)
      await recordAudit(tx, {
        actorKind: isAdmin(user) ? "admin" : "renter",
        actorId: user.id,
        action: "account.role_grant",
        subjectType: "account",
        subjectId: user.id,
        before: { user_type: before.user_type },
        after: { role: "host", user_type },
      });
    return presentProfile(after ?? before, inOrder([...user.roles, "host"]));
  });
}

/**
 * Locks the account for the transaction, so that it can't be suspended or lose a role meanwhile.
 * @throws DomainError account_suspended; forbidden unless the person is a host or an admin now
 */
export async function holdHost(ctx: DbCtx, user: User): Promise<void> {
  await lockAccount(ctx.db, { id: user.id });
  const now = await findUser(ctx.db, user.id);
  if (now?.suspended_at) throw new DomainError("account_suspended");
  requireHost({ ...user, roles: now?.roles ?? [] });
}

/** Grants the admin role, for the operator's command line. @returns the outcome */
export async function grantAdmin(
  ctx: DataCtx,
  email: string,
): Promise<"granted" | "held already" | "unknown" | "unconfirmed"> {
  return ctx.db.transaction().execute(async (db) => {
    const person = await findPersonByEmail(db, email.trim().toLowerCase());
    if (!person) return "unknown";
    // Anyone can sign up with an address and set a password; only its owner can confirm it.
    if (person.email_confirmed_at === null) return "unconfirmed";
    if (!(await addRole(db, person.id, "admin", ctx.clock.now().toISOString())))
      return "held already";
    await recordAudit(
      { db, clock: ctx.clock },
      {
        actorKind: "operator",
        actorId: null,
        action: "account.role_grant",
        subjectType: "account",
        subjectId: person.id,
        after: { role: "admin" },
      },
    );
    await publishLive({ db }, [personalTopic(person.id), "admins"], "profile", person.id);
    return "granted";
  });
}
