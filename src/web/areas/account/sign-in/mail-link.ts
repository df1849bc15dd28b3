// Requests emailed links: confirmations and password resets. The server's response does not reveal
// whether the address has an account.
import type { AuthError } from "@supabase/auth-js";
import { paths } from "../../../paths.ts";
import { callAuth, type AuthFailure } from "../../../session/auth-call.ts";

export type LinkKind = "signup" | "recovery" | "email_change";

/** Where a confirmed address leads: the page that led to the sign-up, or else the home page. */
export const confirmedUrl = (next: string | null) => `${location.origin}${next ?? paths.home()}`;

/** Requests an email. @returns the failure, if any */
export async function requestMailLink(
  kind: LinkKind,
  email: string,
  next: string | null = null,
): Promise<AuthFailure | undefined> {
  const { failure } = await callAuth<{ data: unknown; error: AuthError | null }>((auth) =>
    kind === "recovery"
      ? auth.resetPasswordForEmail(email, { redirectTo: `${location.origin}${paths.authReset()}` })
      : auth.resend({ type: kind, email, options: { emailRedirectTo: confirmedUrl(next) } }),
  );
  return failure;
}
