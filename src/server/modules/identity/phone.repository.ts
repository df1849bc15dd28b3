// SQL over the verification codes sent to phones.
import type { Insertable, Selectable } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { PhoneCodesTable } from "../../platform/database/schema.ts";

type CodeRow = Selectable<PhoneCodesTable>;

/** Replaces the previous code and its attempts. */
export async function saveCode(
  db: Db,
  code: Omit<Insertable<PhoneCodesTable>, "tries">,
): Promise<void> {
  const row = { ...code, tries: 0 };
  await db
    .insertInto("phone_codes")
    .values(row)
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
    .execute();
}

/**
 * Counts an attempt at a person's code.
 * @returns the code, including this attempt
 */
export const countTry = (db: Db, userId: string): Promise<CodeRow | undefined> =>
  db
    .updateTable("phone_codes")
    .set((row) => ({ tries: row("tries", "+", 1) }))
    .where("user_id", "=", userId)
    .returningAll()
    .executeTakeFirst();

/** Locks the code, so that two requests with the same code run one after the other. */
export const findCode = (db: Db, userId: string): Promise<CodeRow | undefined> =>
  db
    .selectFrom("phone_codes")
    .selectAll()
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();

export async function deleteCode(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("phone_codes").where("user_id", "=", userId).execute();
}

export async function deleteOldCodes(db: Db, now: string): Promise<void> {
  await db.deleteFrom("phone_codes").where("expires_at", "<=", now).execute();
}
