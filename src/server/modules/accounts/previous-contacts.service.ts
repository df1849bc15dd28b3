// Addresses and phones that accounts had until recently: a thief changes them first, so a warning
// about an account also goes to those before.
import { sql } from "kysely";
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

/** How long a replaced phone is still texted about the bank details, in days: as long as changed
 *  details wait (PAYOUT_DETAILS_WAIT_HOURS). */
export const PREVIOUS_PHONE_DAYS = 3;

/** The job for a verified phone that its owner's account has replaced or removed. */
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
 * Adds a replaced phone to the recent ones. All are remembered: neither an owner who has just
 * changed the number nor a thief who changes it twice can hide one from the warnings.
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

/** Where texts that warn about an account go: its verified phone, and those until recently. */
export const findWarningPhones = (profile: ProfileRow, now: Date): string[] => {
  const { phone, phone_verified_at } = profile;
  const current = phone !== null && phone_verified_at ? [phone] : [];
  return [...new Set([...current, ...findPreviousPhones(profile, now)])];
};

/** Forgets those that are not texted any more. */
export const forgetPreviousPhones = async (db: Db, changedBefore: string): Promise<void> => {
  await db
    .updateTable("profiles")
    .set({ previous_phones: [] })
    .where("previous_phones", "<>", sql<string[]>`'{}'`)
    .where("phone_changed_at", "<", changedBefore)
    .execute();
};
