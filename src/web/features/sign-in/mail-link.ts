// Mails with a link: the confirmation of a sign-up, and the way to a new password. The server answers alike for unknown addresses.
import type { AuthError } from "@supabase/auth-js";
import { paths } from "../../paths.ts";
import { callAuth, type AuthFailure } from "../../lib/auth-call.ts";

export type LinkKind = "signup" | "recovery" | "email_change";

/** Where a confirmed person arrives: the page that sent them to sign up, else the root of the site (specification section 7). */
export const confirmedAt = (next: string | null) => `${location.origin}${next ?? paths.home()}`;

/** Asks for a mail. Limited per account and per address; nothing in the answer tells whether the account exists. */
export async function mailLink(
  kind: LinkKind,
  email: string,
  next: string | null = null,
): Promise<AuthFailure | undefined> {
  const { failure } = await callAuth<{ data: unknown; error: AuthError | null }>((auth) =>
    kind === "recovery"
      ? auth.resetPasswordForEmail(email, { redirectTo: `${location.origin}${paths.authReset()}` })
      : auth.resend({ type: kind, email, options: { emailRedirectTo: confirmedAt(next) } }),
  );
  return failure;
}
