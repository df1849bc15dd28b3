// SQL over accounts, profiles and roles. Sessions and emailed tokens have their own repositories.
import { sql, type Selectable, type Updateable } from "kysely";
import { DomainError } from "../../../domain/errors.ts";
import { ROLES, type AdminRole, type Role, type UserType } from "../../../domain/person/roles.ts";
import { sqlState, type Db } from "../../platform/database/database.ts";
import type { AccountsTable, ProfilesTable } from "../../platform/database/schema.ts";
import { AuthError } from "./auth.errors.ts";

/** An account with the names and the user type from its profile. */
export type AccountRow = Selectable<AccountsTable> & {
  first_name: string | null;
  last_name: string | null;
  user_type: UserType | null;
};
export type ProfileRow = Selectable<ProfilesTable>;

const people = (db: Db) =>
  db
    .selectFrom("accounts")
    .leftJoin("profiles", "profiles.user_id", "accounts.id")
    .selectAll("accounts")
    .select(["profiles.first_name", "profiles.last_name", "profiles.user_type"]);

/** `email` must be lower case. */
export const findPersonByEmail = (db: Db, email: string): Promise<AccountRow | undefined> =>
  people(db).where("accounts.email", "=", email).executeTakeFirst();

export const getPerson = (db: Db, id: string): Promise<AccountRow> =>
  people(db).where("accounts.id", "=", id).executeTakeFirstOrThrow();

/**
 * Takes the account's row lock, so that changes to one account run one after another. Rows that
 * only reference the account do not wait.
 */
export async function lockAccount(
  db: Db,
  which: { id: string } | { email: string },
): Promise<void> {
  const [column, value] =
    "id" in which ? (["id", which.id] as const) : (["email", which.email] as const);
  await db.selectFrom("accounts").select("id").where(column, "=", value).forNoKeyUpdate().execute();
}

/**
 * Locks the account of the signed-in person against other changes and against its deletion.
 * @throws DomainError unauthenticated if it was deleted after the request was authorised
 */
export async function lockOwnAccount(db: Db, id: string): Promise<void> {
  const account = await db
    .selectFrom("accounts")
    .select("deleted_at")
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!account || account.deleted_at !== null) throw new DomainError("unauthenticated");
}

export interface NewAccount {
  email: string;
  password_hash: string;
  email_confirmed_at: string | null;
}

/** @returns the new id, or undefined if the email already has an account */
export async function insertAccount(
  db: Db,
  account: NewAccount,
  now: string,
): Promise<string | undefined> {
  const row = await db
    .insertInto("accounts")
    .values({
      ...account,
      suspended_at: null,
      deleted_at: null,
      last_sign_in_at: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/**
 * Inserts an account, or locks the existing account with that email. The lock puts a concurrent
 * confirmation before or after this call.
 * @returns the id of the new account, or the account that has the email; neither if other sign-ups
 * were faster
 */
export async function insertOrLockAccount(
  db: Db,
  account: NewAccount,
  now: string,
): Promise<{ created?: string | undefined; known?: AccountRow | undefined }> {
  const created = await insertAccount(db, account, now);
  if (created) return { created };
  await lockAccount(db, { email: account.email });
  const known = await findPersonByEmail(db, account.email);
  // An unconfirmed sign-up may have been removed since the first try.
  return known ? { known } : { created: await insertAccount(db, account, now) };
}

/**
 * Deletes sign-ups that were never confirmed: the one with an email, or those made before an
 * instant. Suspended ones stay.
 * @returns their ids
 */
export async function deleteUnconfirmed(
  db: Db,
  which: { email: string } | { createdBefore: string },
): Promise<string[]> {
  const rows = await db
    .deleteFrom("accounts")
    .where("email_confirmed_at", "is", null)
    .where("last_sign_in_at", "is", null)
    .where("suspended_at", "is", null)
    .where("deleted_at", "is", null)
    .$call((query) =>
      "email" in which
        ? query.where("email", "=", which.email)
        : query.where("created_at", "<", which.createdBefore),
    )
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** @throws AuthError email_exists if another account has the new email */
export async function updateAccount(
  db: Db,
  id: string,
  change: Updateable<AccountsTable>,
  now: string,
): Promise<void> {
  try {
    await db
      .updateTable("accounts")
      .set({ ...change, updated_at: now })
      .where("id", "=", id)
      .execute();
  } catch (error) {
    if (sqlState(error)?.constraint === "accounts_email_key") throw new AuthError("email_exists");
    throw error;
  }
}

export type NewProfile = Pick<
  ProfileRow,
  "user_id" | "first_name" | "last_name" | "email" | "user_type"
> &
  Partial<Pick<ProfileRow, "phone" | "date_of_birth" | "about">>;

/** Creates the profile, or replaces the profile of an unconfirmed sign-up. */
export async function saveProfile(db: Db, profile: NewProfile, now: string): Promise<void> {
  await db
    .insertInto("profiles")
    .values({
      phone: null,
      date_of_birth: null,
      about: null,
      photo_id: null,
      ...profile,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet({ ...profile, updated_at: now }),
    )
    .execute();
}

export const findProfile = (db: Db, userId: string): Promise<ProfileRow | undefined> =>
  db.selectFrom("profiles").selectAll().where("user_id", "=", userId).executeTakeFirst();

/**
 * A new phone number is unverified.
 * @returns the changed row, or undefined if there is none
 */
export const updateProfileRow = (
  db: Db,
  userId: string,
  change: Updateable<ProfilesTable>,
  now: string,
): Promise<ProfileRow | undefined> =>
  db
    .updateTable("profiles")
    .set({ ...change, updated_at: now })
    .$if(change.phone !== undefined, (query) =>
      query.set({
        phone_verified_at: sql`case when phone = ${change.phone} then phone_verified_at end`,
      }),
    )
    .where("user_id", "=", userId)
    .returningAll()
    .executeTakeFirst();

/** @returns whether this is still the person's phone */
export const setPhoneVerified = async (
  db: Db,
  userId: string,
  phone: string,
  now: string,
): Promise<boolean> =>
  (
    await db
      .updateTable("profiles")
      .set({ phone_verified_at: now })
      .where("user_id", "=", userId)
      .where("phone", "=", phone)
      .executeTakeFirst()
  ).numUpdatedRows > 0n;

/** Sets the account's roles to exactly `roles`. */
export async function setRoles(
  db: Db,
  userId: string,
  roles: readonly Role[],
  now: string,
): Promise<void> {
  await db
    .deleteFrom("user_roles")
    .where("user_id", "=", userId)
    .where("role", "not in", roles)
    .execute();
  for (const role of roles) await addRole(db, userId, role, now);
}

export async function removeRoles(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("user_roles").where("user_id", "=", userId).execute();
}

/** @returns whether the role is new to the account */
export async function addRole(db: Db, userId: string, role: Role, now: string): Promise<boolean> {
  const row = await db
    .insertInto("user_roles")
    .values({
      user_id: userId,
      role,
      admin_role: role === "admin" ? "owner" : null,
      granted_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("role")
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes the account an admin of this kind, or changes the kind. */
export async function setAdminRole(
  db: Db,
  userId: string,
  admin_role: AdminRole,
  now: string,
): Promise<void> {
  await db
    .insertInto("user_roles")
    .values({ user_id: userId, role: "admin", admin_role, granted_at: now })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "role"]).doUpdateSet({ admin_role, granted_at: now }),
    )
    .execute();
}

/** The admins with one of the roles who are not suspended. */
const activeAdmins = (db: Db, roles: readonly AdminRole[]) =>
  db
    .selectFrom("user_roles")
    .innerJoin("accounts", "accounts.id", "user_roles.user_id")
    .where("user_roles.role", "=", "admin")
    .where("user_roles.admin_role", "in", roles)
    .where("accounts.suspended_at", "is", null);

/** The email addresses of the active admins with one of the roles. */
export const adminEmails = async (
  { db }: { db: Db },
  roles: readonly AdminRole[],
): Promise<string[]> =>
  (await activeAdmins(db, roles).select("accounts.email").execute()).map(({ email }) => email);

/** The ids of the active admins with one of the roles. */
export const findAdminIds = async (db: Db, roles: readonly AdminRole[]): Promise<string[]> =>
  (await activeAdmins(db, roles).select("accounts.id").execute()).map(({ id }) => id);

/** Sorts roles into the order of the domain's list. */
export const inOrder = (roles: readonly Role[]): Role[] =>
  ROLES.filter((role) => roles.includes(role));
