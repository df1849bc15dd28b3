// Wraps auth-js calls for the pages: they return the result, or the error as a sentence for the
// user.
import type { AuthError, User } from "@supabase/auth-js";
import type { ownAuthClient } from "./account.ts";
import { followSession, loadAccount } from "./session.ts";

type Auth = NonNullable<Awaited<ReturnType<typeof ownAuthClient>>>;

export interface AuthFailure {
  /** The server's message, or our own if the server could not be reached. */
  message: string;
  /** The protocol's code, such as email_not_confirmed. */
  code: string | undefined;
  /** The same call may succeed later. */
  retryable: boolean;
}

const UNREACHABLE: AuthFailure = {
  message: "We can't reach the server. Check your connection and try again.",
  code: undefined,
  retryable: true,
};

const REPLACED: AuthFailure = {
  message: "This browser is now signed in to another account.",
  code: undefined,
  retryable: false,
};

function toFailure(error: AuthError): AuthFailure {
  if (error.status === 0) return UNREACHABLE;
  const failed = (error.status ?? 500) >= 500;
  return {
    message: failed ? "Something went wrong on our side. Please try again." : error.message,
    code: error.code,
    retryable: failed,
  };
}

/** Makes a call as this tab's account, in the browser only. Never throws: if the client cannot be
 *  loaded, the server counts as unreachable. */
export async function callAuth<R extends { data: unknown; error: AuthError | null }>(
  call: (auth: Auth) => Promise<R>,
): Promise<{ data: R["data"]; failure?: undefined } | { data?: undefined; failure: AuthFailure }> {
  try {
    const { ownAuthClient } = await loadAccount();
    const auth = await ownAuthClient();
    if (!auth) return { failure: REPLACED };
    const { data, error } = await call(auth);
    return error ? { failure: toFailure(error) } : { data };
  } catch {
    return { failure: UNREACHABLE };
  }
}

/** Makes a call that signs in; see startSession(). Never throws, like callAuth. */
export async function signInBy<R extends { data: { user: User | null }; error: AuthError | null }>(
  call: (auth: Auth) => Promise<R>,
): Promise<
  | { data: R["data"]; needsReload: boolean; failure?: undefined }
  | { data?: undefined; needsReload?: undefined; failure: AuthFailure }
> {
  followSession();
  try {
    const { startSession } = await loadAccount();
    const { data, error, needsReload } = await startSession(call);
    return error ? { failure: toFailure(error) } : { data, needsReload };
  } catch {
    return { failure: UNREACHABLE };
  }
}
