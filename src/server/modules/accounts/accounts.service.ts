// Accounts: sign-in, profiles and roles. Sign-up (sign-up.service.ts), sessions
// (sessions.service.ts) and emailed links (mailed-links.service.ts) have files of their own.
import type {
  Profile,
  updateProfile as updateProfileEndpoint,
} from "../../../contract/people/accounts.ts";
import type { Input } from "../../../contract/endpoint.ts";
import { todayInNassau } from "../../../domain/calendar/dates.ts";
import { DomainError } from "../../../domain/errors.ts";
import { personalTopic } from "../../../domain/live.ts";
import { isDateOfBirth } from "../../../domain/person/renter.ts";
import type { AdminRole, Role } from "../../../domain/person/roles.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import { mayEnterHostArea, requireHost } from "../../../domain/policies/host-area.ts";
import { isAdmin } from "../../../domain/policies/policy.ts";
import {
  inTransaction,
  type DataCtx,
  type DbCtx,
  type MailCtx,
  type SessionCtx,
  type TransactionCtx,
  type User,
} from "../../platform/context.ts";
import { notifyHostChanged } from "../../platform/realtime/events.ts";
import { publishLive } from "../../platform/realtime/publish-live.ts";
import { countFor, countSignIn } from "./sessions/sign-in-limits.ts";
import { presentProfile } from "./accounts.presenter.ts";
import {
  addRole,
  findPersonByEmail,
  findProfile,
  getPerson,
  inOrder,
  insertAccount,
  lockAccount,
  lockOwnAccount,
  saveProfile,
  setAdminRole,
  setPhoneVerified,
  setRoles,
  updateProfileRow,
  type NewProfile,
  type ProfileRow,
} from "./accounts.repository.ts";
import { findUser, lockActiveOwners } from "./admin-users.repository.ts";
import { AuthError } from "./auth.errors.ts";
import { refuseImpersonation } from "./check-names.ts";
import { hashPassword, isPassword } from "./passwords.ts";
import {
  findReplacedPhone,
  PHONE_REPLACED,
  rememberPhone,
  type ReplacedPhone,
} from "./previous-contacts.service.ts";
import { beginSession, type SignIn } from "./second-factors/sign-in-steps.service.ts";
import type { Client } from "./sessions/sessions.service.ts";

export { findAdminIds, lockAccount, lockOwnAccount } from "./accounts.repository.ts";
export {
  findWarningEmails,
  findWarningPhones,
  PHONE_REPLACED,
  type ReplacedPhone,
} from "./previous-contacts.service.ts";
export { requireOtherOwner, mailAdmins } from "./admin-users.service.ts";
export { forgetPerson, getAddress, isOwnPassword } from "./departed-accounts.service.ts";
export { removeSecondFactors } from "./second-factors/second-factors.service.ts";
export { profilePhotoFiles } from "./profile-photos/profile-photos.service.ts";
export { countUsers, findPeople, findUserNames } from "./admin-users.repository.ts";
export { authenticate, readmit } from "./sessions/authentication.service.ts";

/**
 * Signs in with an email and a password.
 * @throws AuthError invalid_credentials, email_not_confirmed, user_banned, over_request_rate_limit
 */
export async function signIn(
  ctx: SessionCtx,
  { email, password }: { email: string; password: string },
  client: Client,
): Promise<SignIn> {
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
  const signedIn = await beginSession(ctx, person, "password", client);
  await forgive();
  return signedIn;
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
  return presentProfile(await getOwnProfile(ctx, user.id), user);
}

/**
 * Changes the given fields. Without a profile, a first and a last name create one.
 * @throws DomainError not_found; invalid_request for a future date of birth or a refused name
 */
export function changeProfile(
  ctx: MailCtx,
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
    const before = await findProfile(tx.db, user.id);
    refuseImpersonation(change, before);
    const replaced = before && findReplacedPhone(before, change.phone);
    if (replaced)
      await tx.jobs.send(tx.db, PHONE_REPLACED, {
        userId: user.id,
        phone: replaced,
      } satisfies ReplacedPhone);
    const row = await updateProfileRow(
      tx.db,
      user.id,
      { ...change, ...(replaced && rememberPhone(before, replaced, now)) },
      now.toISOString(),
    );
    if (row) {
      await notifyHostChanged(tx, user.id);
      return presentProfile(row, user);
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
    return presentProfile(after ?? before, {
      ...user,
      roles: inOrder([...user.roles, "host"]),
    });
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

/**
 * Locks the account for the transaction, so that its reminders are collected one after the other.
 * @returns whether the person is a host or an admin now, and neither suspended nor deleted
 */
export async function lockActiveHost(ctx: DbCtx, id: string): Promise<boolean> {
  await lockAccount(ctx.db, { id });
  const now = await findUser(ctx.db, id);
  return now !== undefined && now.suspended_at === null && mayEnterHostArea(now);
}

/** Makes an account an admin, for the operator's command line. @returns the outcome */
export async function grantAdmin(
  ctx: DataCtx,
  email: string,
  role: AdminRole = "owner",
): Promise<"granted" | "held already" | "last owner" | "unknown" | "unconfirmed"> {
  return ctx.db.transaction().execute(async (db) => {
    const person = await findPersonByEmail(db, email.trim().toLowerCase());
    if (!person) return "unknown";
    // Anyone can sign up with an address and set a password; only its owner can confirm it.
    if (person.email_confirmed_at === null) return "unconfirmed";
    const current = (await findUser(db, person.id))?.admin_role;
    if (current === role) return "held already";
    if (current === "owner" && (await lockActiveOwners(db)).length === 1) return "last owner";
    await setAdminRole(db, person.id, role, ctx.clock.now().toISOString());
    await recordAudit(
      { db, clock: ctx.clock },
      {
        actorKind: "operator",
        actorId: null,
        action: "account.role_grant",
        subjectType: "account",
        subjectId: person.id,
        after: { role },
      },
    );
    await publishLive({ db }, [personalTopic(person.id), "admins"], "profile", person.id);
    return "granted";
  });
}
