// Maps rows of accounts and profiles to the contract's types.
import type { Profile } from "../../../contract/people/accounts.ts";
import type { AuthUser } from "../../../contract/people/auth.ts";
import type { User } from "../../platform/context.ts";
import { inOrder, type AccountRow, type ProfileRow } from "./accounts.repository.ts";

export const presentAppMetadata = (): AuthUser["app_metadata"] => ({
  provider: "email",
  providers: ["email"],
});

export function presentUserMetadata(
  person: Pick<AccountRow, "first_name" | "last_name" | "user_type">,
): Record<string, string> {
  const { first_name, last_name, user_type } = person;
  return first_name && last_name && user_type ? { first_name, last_name, user_type } : {};
}

/**
 * The user object of auth-js. Identities are listed only once the address is confirmed, so a
 * sign-up never reveals whether the email has an account.
 */
export function presentUser(person: AccountRow, newEmail?: string): AuthUser {
  const {
    id,
    email,
    email_confirmed_at: confirmed,
    last_sign_in_at,
    created_at,
    updated_at,
  } = person;
  const identity = {
    identity_id: id,
    id,
    user_id: id,
    provider: "email",
    email,
    created_at,
    updated_at,
    last_sign_in_at,
  };
  return {
    id,
    aud: "authenticated",
    role: "authenticated",
    email,
    phone: "",
    ...(newEmail ? { new_email: newEmail } : {}),
    ...(confirmed ? { email_confirmed_at: confirmed, confirmed_at: confirmed } : {}),
    ...(last_sign_in_at ? { last_sign_in_at } : {}),
    app_metadata: presentAppMetadata(),
    user_metadata: presentUserMetadata(person),
    identities: confirmed
      ? [{ ...identity, identity_data: { sub: id, email, email_verified: true } }]
      : [],
    is_anonymous: false,
    created_at,
    updated_at,
  };
}

export const presentProfile = (
  row: ProfileRow,
  { roles, adminRole, closedAdmin }: Pick<User, "roles" | "adminRole" | "closedAdmin">,
): Profile => ({
  id: row.id,
  user_id: row.user_id,
  first_name: row.first_name,
  last_name: row.last_name,
  email: row.email,
  user_type: row.user_type,
  phone: row.phone,
  phone_verified_at: row.phone_verified_at,
  date_of_birth: row.date_of_birth,
  about: row.about,
  photo_id: row.photo_id,
  created_at: row.created_at,
  roles: closedAdmin ? inOrder([...roles, "admin"]) : [...roles],
  admin_role: adminRole ?? closedAdmin?.role ?? null,
  admin_step: closedAdmin?.step ?? null,
});
