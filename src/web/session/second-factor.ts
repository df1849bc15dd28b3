// Signs in with a passkey, or completes a sign-in with a code. Loaded when it is needed.
import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from "@simplewebauthn/browser";
import { AuthApiError, type AuthError, type User } from "@supabase/auth-js";
import type { EndpointOutput } from "../api/api-cache.ts";
import { signInBy } from "./auth-call.ts";

export type SignedIn = Awaited<ReturnType<typeof signInBy<Result>>>;
interface Result {
  data: { user: User | null };
  error: AuthError | null;
}

type Options = Parameters<typeof startAuthentication>[0]["optionsJSON"];

const NO_NAME = {
  message: "Passkeys don't work at an IP address. Open this site at http://localhost instead.",
  code: "passkeys_unavailable",
  retryable: false,
};

const CANCELLED = {
  message: "No passkey was used. Try again, or use your password.",
  code: "passkey_cancelled",
  retryable: false,
};

/** Posts to /auth/v1, where auth-js has no call of its own. @throws AuthApiError */
async function post<T>(path: string, body: object): Promise<T> {
  const response = await fetch(`/auth/v1/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new AuthApiError(answer.message, response.status, answer.code);
  return answer;
}

/** Signs in with what `path` answers: a session. */
const signInAt = (path: string, body: object): Promise<SignedIn> =>
  signInBy<Result>(async (auth) => {
    try {
      const session = await post<EndpointOutput<"POST /auth/v1/second-factor">>(path, body);
      const { data, error } = await auth.setSession(session);
      return { data: { user: data.user }, error };
    } catch (error) {
      if (error instanceof AuthApiError) return { data: { user: null }, error };
      throw error;
    }
  });

/** Completes a sign-in that was answered with mfa_required. Never throws. */
export const enterCode = (code: string): Promise<SignedIn> => signInAt("second-factor", { code });

const startSignIn = () =>
  post<EndpointOutput<"POST /auth/v1/passkeys/authentication/options">>(
    "passkeys/authentication/options",
    {},
  );

/** The person was asked to pick a passkey. Another request would end that one. */
let isPicking = false;

/** Signs in with a passkey that the person picks. Never throws. */
export async function signInWithPasskey(): Promise<SignedIn> {
  isPicking = true;
  try {
    const { challenge_id, options } = await startSignIn();
    const credential = await startAuthentication({ optionsJSON: options as unknown as Options });
    return await signInAt("passkeys/authentication/verify", { challenge_id, credential });
  } catch (error) {
    if (error instanceof AuthApiError)
      return { failure: { message: error.message, code: error.code, retryable: false } };
    const isUnnamed = error instanceof WebAuthnError && error.code === "ERROR_INVALID_DOMAIN";
    return { failure: isUnnamed ? NO_NAME : CANCELLED };
  } finally {
    isPicking = false;
  }
}

/**
 * Signs in with a passkey that the person chooses among the suggestions of the email field. Waits
 * for that as long as it takes. @returns undefined if the browser can't, or the offer ended
 */
export async function offerPasskeys(): Promise<SignedIn | undefined> {
  try {
    if (!(await browserSupportsWebAuthnAutofill())) return undefined;
    const { challenge_id, options } = await startSignIn();
    if (isPicking) return undefined;
    const credential = await startAuthentication({
      optionsJSON: options as unknown as Options,
      useBrowserAutofill: true,
    });
    return await signInAt("passkeys/authentication/verify", { challenge_id, credential });
  } catch {
    return undefined;
  }
}

export function withdrawOffer(): void {
  if (!isPicking) WebAuthnAbortService.cancelCeremony();
}

/** Has the browser create a passkey. @throws Error, also when the person cancels */
export const createPasskey = ({
  options,
}: Pick<EndpointOutput<"POST /api/passkeys/options">, "options">) =>
  startRegistration({
    optionsJSON: options as unknown as Parameters<typeof startRegistration>[0]["optionsJSON"],
  });
