// The tables of sessions, refresh tokens, known sign-in origins and emailed links.
import type { Generated } from "kysely";

export interface SessionsTable {
  id: Generated<string>;
  account_id: string;
  created_at: string;
  refreshed_at: string;
  revoked_at: string | null;
  authentication_method: "password" | "otp" | "recovery";
  user_agent: string | null;
  ip: string | null;
}
export interface RefreshTokensTable {
  token_hash: Buffer;
  session_id: string;
  created_at: string;
  used_at: string | null;
  child_salt: Buffer | null;
  superseded_at: string | null;
}
export interface SignInOriginsTable {
  account_id: string;
  kind: "address" | "browser";
  value: string;
  last_sign_in_at: string;
}
export interface OneTimeTokensTable {
  token_hash: Buffer;
  account_id: string;
  purpose: "signup" | "recovery" | "email_change";
  email: string;
  created_at: string;
  expires_at: string;
  used_at: string | null;
}
