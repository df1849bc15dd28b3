// Anonymises the account of a person who leaves; its rows stay because other rows reference them.
// The module personal-data decides who may leave and deletes the rest.
import { inTransaction, type Ctx, type DbCtx, type User } from "../../platform/context.ts";
import type { UserType } from "../../../domain/person/roles.ts";
import {
  findProfile,
  getPerson,
  removeRoles,
  updateAccount,
  updateProfileRow,
} from "./accounts.repository.ts";
import { hashPassword, isPassword } from "./passwords.ts";
import { REMOVE_PORTRAIT } from "./profile-photos/profile-photos.service.ts";
import { deleteSecondFactors } from "./second-factors/second-factors.repository.ts";
import { deleteSessions } from "./sessions/sessions.repository.ts";
import { randomToken } from "./sessions/tokens.ts";

export const isOwnPassword = async (ctx: DbCtx, user: User, password: string): Promise<boolean> =>
  isPassword(password, (await getPerson(ctx.db, user.id)).password_hash);

/** The person's email address and first name, for emails about the account. */
export async function getAddress(
  ctx: DbCtx,
  userId: string,
): Promise<{ email: string; firstName: string | null }> {
  const { email, first_name } = await getPerson(ctx.db, userId);
  return { email, firstName: first_name };
}

/**
 * Anonymises the account and ends every session. Call it with the account locked.
 * @param email a placeholder; the person may sign up with their own email again
 * @returns the person's former details, for the last email
 */
export function forgetPerson(
  ctx: Pick<Ctx, "db" | "clock" | "log" | "jobs">,
  userId: string,
  email: string,
): Promise<{ email: string; firstName: string | null; userType: UserType }> {
  return inTransaction(ctx, async (tx) => {
    const now = tx.clock.now().toISOString();
    const person = await getPerson(tx.db, userId);
    const profile = await findProfile(tx.db, userId);
    const password_hash = await hashPassword(randomToken());
    await deleteSessions(tx.db, userId);
    await deleteSecondFactors(tx.db, userId);
    await removeRoles(tx.db, userId);
    await updateAccount(
      tx.db,
      userId,
      { email, password_hash, deleted_at: now, last_sign_in_at: null, previous_email: null },
      now,
    );
    await updateProfileRow(
      tx.db,
      userId,
      {
        first_name: "Former",
        last_name: "member",
        email,
        user_type: "renter",
        phone: null,
        previous_phones: [],
        date_of_birth: null,
        about: null,
        photo_id: null,
      },
      now,
    );
    if (profile?.photo_id) await tx.jobs.send(tx.db, REMOVE_PORTRAIT, { id: profile.photo_id });
    return {
      email: person.email,
      firstName: person.first_name,
      userType: person.user_type ?? "renter",
    };
  });
}
