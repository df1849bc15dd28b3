// The SQL of the tokens of emailed links.
import type { Selectable } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { OneTimeTokensTable } from "../../../platform/database/schema.ts";

export type Purpose = OneTimeTokensTable["purpose"];
/** The links that sign in, or confirm an address. */
export type LinkPurpose = Exclude<Purpose, "undo_factor">;
export type MailedToken = Selectable<OneTimeTokensTable>;

export async function insertMailedToken(
  db: Db,
  token: Omit<MailedToken, "used_at">,
): Promise<void> {
  await db
    .insertInto("one_time_tokens")
    .values({ ...token, used_at: null })
    .execute();
}

/** A token that can be redeemed now. */
export const findMailedToken = (
  db: Db,
  hash: Buffer,
  purpose: Purpose,
  now: string,
): Promise<MailedToken | undefined> =>
  db
    .selectFrom("one_time_tokens")
    .selectAll()
    .where("token_hash", "=", hash)
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();

/**
 * Redeems a token.
 * @returns it, or undefined if it is unknown, used, expired or for another purpose
 */
export const useMailedToken = (
  db: Db,
  hash: Buffer,
  purposes: readonly Purpose[],
  now: string,
): Promise<MailedToken | undefined> =>
  db
    .updateTable("one_time_tokens")
    .set({ used_at: now })
    .where("token_hash", "=", hash)
    .where("purpose", "in", purposes)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returningAll()
    .executeTakeFirst();

/** Invalidates the links emailed earlier for these purposes. */
export async function dropMailedTokens(
  db: Db,
  accountId: string,
  purposes: readonly Purpose[],
): Promise<void> {
  await db
    .deleteFrom("one_time_tokens")
    .where("account_id", "=", accountId)
    .where("purpose", "in", purposes)
    .where("used_at", "is", null)
    .execute();
}

/** The account's new email that is not confirmed yet. */
export async function findPendingEmail(
  db: Db,
  accountId: string,
  now: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("one_time_tokens")
    .select("email")
    .where("account_id", "=", accountId)
    .where("purpose", "=", "email_change")
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .orderBy("created_at", "desc")
    .executeTakeFirst();
  return row?.email;
}
