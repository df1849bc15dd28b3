// The previous email addresses and phones of accounts. A thief replaces them first, so warnings
// about an account go to them, too.
import { sql } from "kysely";
import { daysBefore } from "../../../domain/calendar/dates.ts";
import { PAYOUT_DETAILS_WAIT_HOURS } from "../../../domain/money/payout-details.ts";
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

/** How long a previous email address still gets warnings, in days. */
export const PREVIOUS_EMAIL_DAYS = 14;

/** The addresses that get warnings about an account: the current and the previous one. */
export async function findWarningEmails(
  ctx: Pick<DataCtx, "db" | "clock">,
  { user_id, email }: Pick<ProfileRow, "user_id" | "email">,
): Promise<string[]> {
  const since = daysBefore(ctx.clock.now(), PREVIOUS_EMAIL_DAYS);
  const previous = await findPreviousEmail(ctx.db, user_id, since);
  return previous === undefined || previous === email ? [email] : [email, previous];
}

/** How long a previous phone still gets warnings, in days: as long as changed bank details wait. */
const PREVIOUS_PHONE_DAYS = PAYOUT_DETAILS_WAIT_HOURS / 24;

/** The job that runs after a verified phone was replaced or removed. */
export const PHONE_REPLACED = "phone-replaced";
export interface ReplacedPhone {
  userId: string;
  phone: string;
}

/** The verified phone that a change replaces or removes. */
export const findReplacedPhone = (
  before: Pick<ProfileRow, "phone" | "phone_verified_at">,
  phone: string | null | undefined,
): string | undefined =>
  phone !== undefined && before.phone !== null && before.phone !== phone && before.phone_verified_at
    ? before.phone
    : undefined;

/**
 * Adds a replaced phone to the previous ones. It keeps all of them, so that a thief who changes the
 * number twice can't remove the owner's.
 */
export const rememberPhone = (before: ProfileRow, replaced: string, now: Date) => ({
  previous_phones: [...new Set([...findPreviousPhones(before, now), replaced])],
  phone_changed_at: now.toISOString(),
});

const findPreviousPhones = (
  { previous_phones, phone_changed_at }: Pick<ProfileRow, "previous_phones" | "phone_changed_at">,
  now: Date,
): string[] =>
  phone_changed_at !== null && phone_changed_at > daysBefore(now, PREVIOUS_PHONE_DAYS)
    ? previous_phones
    : [];

/** The phones that get warnings about an account: the verified one and the previous ones. */
export const findWarningPhones = (profile: ProfileRow, now: Date): string[] => {
  const { phone, phone_verified_at } = profile;
  const current = phone !== null && phone_verified_at ? [phone] : [];
  return [...new Set([...current, ...findPreviousPhones(profile, now)])];
};

/** Removes the addresses and phones that no warning goes to any more. */
export async function forgetPreviousContacts(db: Db, now: Date): Promise<void> {
  await db
    .updateTable("accounts")
    .set({ previous_email: null })
    .where("previous_email", "is not", null)
    .where("email_changed_at", "<", daysBefore(now, PREVIOUS_EMAIL_DAYS))
    .execute();
  await db
    .updateTable("profiles")
    .set({ previous_phones: [] })
    .where("previous_phones", "<>", sql<string[]>`'{}'`)
    .where("phone_changed_at", "<", daysBefore(now, PREVIOUS_PHONE_DAYS))
    .execute();
}
