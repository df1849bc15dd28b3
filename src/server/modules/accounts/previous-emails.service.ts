// Addresses that accounts had until recently: a thief changes the email first, so a warning about
// an account also goes to the one before.
import { daysBefore } from "../../../domain/calendar/dates.ts";
import type { DataCtx } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import type { ProfileRow } from "./accounts.repository.ts";

/** The address that an account had before, if it changed after `since`. */
const findPreviousEmail = async (db: Db, id: string, since: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom("accounts")
      .select("previous_email")
      .where("id", "=", id)
      .where("email_changed_at", ">", since)
      .executeTakeFirst()
  )?.previous_email ?? undefined;

/** Forgets those that no warning goes to any more. */
export const forgetPreviousEmails = async (db: Db, changedBefore: string): Promise<void> => {
  await db
    .updateTable("accounts")
    .set({ previous_email: null })
    .where("previous_email", "is not", null)
    .where("email_changed_at", "<", changedBefore)
    .execute();
};

/** How long an earlier email address still hears about a change of the bank details, in days. */
export const PREVIOUS_EMAIL_DAYS = 14;

/** Where warnings about an account go: its address, and the one it had until recently. */
export async function findWarningEmails(
  ctx: Pick<DataCtx, "db" | "clock">,
  { user_id, email }: Pick<ProfileRow, "user_id" | "email">,
): Promise<string[]> {
  const since = daysBefore(ctx.clock.now(), PREVIOUS_EMAIL_DAYS);
  const previous = await findPreviousEmail(ctx.db, user_id, since);
  return previous === undefined || previous === email ? [email] : [email, previous];
}
