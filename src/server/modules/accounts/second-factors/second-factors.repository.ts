// The SQL of passkeys, authenticator secrets, recovery codes and unfinished sign-ins.
import type { Insertable, Selectable } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type {
  PasskeysTable,
  SignInChallengesTable,
  TotpSecretsTable,
} from "../../../platform/database/schema.ts";

export type PasskeyRow = Selectable<PasskeysTable>;
export type TotpRow = Selectable<TotpSecretsTable>;
export type ChallengeRow = Selectable<SignInChallengesTable>;

/** The account's passkeys, the oldest first. */
export const findPasskeys = (db: Db, accountId: string): Promise<PasskeyRow[]> =>
  db
    .selectFrom("passkeys")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();

/** The passkey that an authenticator named, locked. */
export const lockPasskey = (db: Db, credentialId: string): Promise<PasskeyRow | undefined> =>
  db
    .selectFrom("passkeys")
    .selectAll()
    .where("credential_id", "=", credentialId)
    .forUpdate()
    .executeTakeFirst();

/** @returns undefined if an account has this passkey already */
export const insertPasskey = (
  db: Db,
  passkey: Insertable<PasskeysTable>,
): Promise<PasskeyRow | undefined> =>
  db
    .insertInto("passkeys")
    .values(passkey)
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returningAll()
    .executeTakeFirst();

export const updatePasskey = (
  db: Db,
  which: { id: string; account_id: string },
  change: Partial<Pick<PasskeyRow, "name" | "sign_count" | "is_synced" | "last_used_at">>,
): Promise<PasskeyRow | undefined> =>
  db
    .updateTable("passkeys")
    .set(change)
    .where("id", "=", which.id)
    .where("account_id", "=", which.account_id)
    .returningAll()
    .executeTakeFirst();

export const deletePasskey = (
  db: Db,
  { id, account_id }: { id: string; account_id: string },
): Promise<PasskeyRow | undefined> =>
  db
    .deleteFrom("passkeys")
    .where("id", "=", id)
    .where("account_id", "=", account_id)
    .returningAll()
    .executeTakeFirst();

export const findTotp = (db: Db, accountId: string): Promise<TotpRow | undefined> =>
  db.selectFrom("totp_secrets").selectAll().where("account_id", "=", accountId).executeTakeFirst();

/** Whether the account needs a code to sign in. */
export const hasTotp = async (db: Db, accountId: string): Promise<boolean> =>
  Boolean((await findTotp(db, accountId))?.confirmed_at);

/** Stores a secret that no code has confirmed yet, in place of an earlier one. */
export async function saveTotp(
  db: Db,
  row: Pick<TotpRow, "account_id" | "sealed" | "key_id" | "created_at">,
): Promise<void> {
  const values = { ...row, confirmed_at: null, last_step: null };
  await db
    .insertInto("totp_secrets")
    .values(values)
    .onConflict((conflict) => conflict.column("account_id").doUpdateSet(values))
    .execute();
}

export async function updateTotp(
  db: Db,
  accountId: string,
  change: Partial<Omit<TotpRow, "account_id">>,
): Promise<void> {
  await db.updateTable("totp_secrets").set(change).where("account_id", "=", accountId).execute();
}

/** @returns whether there was a secret */
export async function deleteTotp(db: Db, accountId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("totp_secrets")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  await db.deleteFrom("recovery_codes").where("account_id", "=", accountId).execute();
  return numDeletedRows > 0n;
}

/** Secrets that are sealed with another key. */
export const findTotpSealedBefore = (db: Db, keyId: string): Promise<TotpRow[]> =>
  db.selectFrom("totp_secrets").selectAll().where("key_id", "!=", keyId).execute();

export async function replaceRecoveryCodes(
  db: Db,
  accountId: string,
  hashes: readonly string[],
): Promise<void> {
  await db.deleteFrom("recovery_codes").where("account_id", "=", accountId).execute();
  await db
    .insertInto("recovery_codes")
    .values(hashes.map((code_hash) => ({ account_id: accountId, code_hash })))
    .execute();
}

export const findRecoveryCodes = (db: Db, accountId: string) =>
  db
    .selectFrom("recovery_codes")
    .select(["id", "code_hash"])
    .where("account_id", "=", accountId)
    .where("used_at", "is", null)
    .execute();

export async function markRecoveryCodeUsed(db: Db, id: string, now: string): Promise<void> {
  await db.updateTable("recovery_codes").set({ used_at: now }).where("id", "=", id).execute();
}

export const insertChallenge = async (
  db: Db,
  challenge: Insertable<SignInChallengesTable>,
): Promise<string> =>
  (
    await db
      .insertInto("sign_in_challenges")
      .values(challenge)
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;

/** The challenge of a sign-in that waits for a code; undefined once it has expired. */
export const findCodeChallenge = (
  db: Db,
  secretHash: Buffer,
  now: string,
): Promise<ChallengeRow | undefined> =>
  db
    .selectFrom("sign_in_challenges")
    .selectAll()
    .where("kind", "=", "second_factor")
    .where("secret_hash", "=", secretHash)
    .where("expires_at", ">", now)
    .executeTakeFirst();

/**
 * Takes a challenge, which works once.
 * @returns undefined if it is unknown, was taken or has expired
 */
export async function takeChallenge(
  db: Db,
  { id, kind }: Pick<ChallengeRow, "id" | "kind">,
  now: string,
): Promise<ChallengeRow | undefined> {
  const taken = await db
    .deleteFrom("sign_in_challenges")
    .where("id", "=", id)
    .where("kind", "=", kind)
    .returningAll()
    .executeTakeFirst();
  return taken && taken.expires_at > now ? taken : undefined;
}

export async function deleteExpiredChallenges(db: Db, now: string): Promise<void> {
  await db.deleteFrom("sign_in_challenges").where("expires_at", "<", now).execute();
}

/** Deletes the factors that were added at `since` or later, and unfinished sign-ins. */
export async function deleteFactorsSince(db: Db, accountId: string, since: string): Promise<void> {
  await db
    .deleteFrom("passkeys")
    .where("account_id", "=", accountId)
    .where("created_at", ">=", since)
    .execute();
  await db.deleteFrom("sign_in_challenges").where("account_id", "=", accountId).execute();
  const totp = await findTotp(db, accountId);
  if (totp && (totp.confirmed_at ?? since) >= since) await deleteTotp(db, accountId);
}

/** @returns the names of the deleted passkeys */
export const deletePasskeys = async (db: Db, accountId: string): Promise<string[]> =>
  (
    await db.deleteFrom("passkeys").where("account_id", "=", accountId).returning("name").execute()
  ).map(({ name }) => name);

/** Deletes all second factors of an account. @returns whether there were any */
export async function deleteSecondFactors(db: Db, accountId: string): Promise<boolean> {
  const passkeys = await db
    .deleteFrom("passkeys")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  await db.deleteFrom("sign_in_challenges").where("account_id", "=", accountId).execute();
  const hadTotp = await deleteTotp(db, accountId);
  return passkeys.numDeletedRows > 0n || hadTotp;
}
