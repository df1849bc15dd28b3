// How often signing in and asking for mails may be tried: per account, which guards one person, and
// per address, which guards everybody. Strangers' attempts never keep out an owner who has signed
// in from the same address or browser before.
import { isDomainError } from "../../../domain/errors.ts";
import type { Ctx } from "../../platform/context.ts";
import { addressKey, countAttempt, forgetAttempts } from "../../platform/rate-limit.ts";
import { AuthError } from "./auth.errors.ts";
import type { Client } from "./sessions.service.ts";
import { browserHash, findKnownOrigins } from "./sign-in-origins.repository.ts";

const QUARTER = 15 * 60;
const HOUR = 60 * 60;

/** What one address may try of one account, all addresses of one account, and one address in all. */
interface Limits {
  pair: number;
  account: number;
  address: number;
  seconds: number;
}
const SIGN_IN: Limits = { pair: 10, account: 50, address: 50, seconds: QUARTER };
const MAIL: Limits = { pair: 5, account: 20, address: 30, seconds: HOUR };

/** Each has a count of its own, so that nobody uses up what another needs to get back in. */
export type Attempt = "sign-in" | "sign-up" | "recover" | "resend" | "email-change";

export interface Counted {
  /**
   * The error for unknown clients, once attempts from anywhere have used up the account's limit.
   */
  refusal: AuthError | undefined;
  /** Whether the account has been signed in to from this address or browser. */
  isKnown: boolean;
  /** Forgets this client's attempts, after one that succeeded. */
  forgive: () => Promise<void>;
}

/**
 * Counts one attempt. Call it outside of the transaction that may be rolled back.
 *
 * A browser that has signed in to the account has a count of its own, which is all that limits it.
 * Anybody else counts by address, then by account. Strangers elsewhere can only use up the
 * account's limit, so that refusal is returned and not thrown: the caller lets a known client pass,
 * without its answer telling anybody who is known.
 * @param account the e-mail that is tried, or the id of the account that asks
 * @throws AuthError over_request_rate_limit, with a sentence
 * that says how long to wait, for what this client has used up
 */
export async function countFor(ctx: Ctx, what: Attempt, account: string, client: Client): Promise<Counted> {
  const { seconds, ...attempts } = what === "sign-in" ? SIGN_IN : MAIL;
  const known = await findKnownOrigins(ctx.db, account, client);
  const address = addressKey(client.ip);
  const isKnownBrowser = known.has("browser");
  const own = isKnownBrowser
    ? `${what}:browser:${browserHash(client)}:${account}`
    : `${what}:pair:${address}:${account}`;
  const count = (key: string, allowed: number) => refusalOf(countAttempt(ctx, key, { attempts: allowed, seconds }));
  // The narrowest first: what it refuses is not counted against the account.
  const refused =
    (await count(own, attempts.pair)) ??
    (isKnownBrowser ? undefined : await count(`${what}:address:${address}`, attempts.address));
  if (refused) throw refused;
  const refusal = isKnownBrowser ? undefined : await count(`${what}:account:${account}`, attempts.account);
  return { refusal, isKnown: known.size > 0, forgive: () => forgetAttempts(ctx, own) };
}

/**
 * Counts one attempt at the current password of whoever is
 * signed in: per session, so no stranger uses it up.
 * @throws AuthError over_request_rate_limit
 */
export async function countCurrentPassword(ctx: Ctx, sessionId: string): Promise<Pick<Counted, "forgive">> {
  const key = `current-password:${sessionId}`;
  const refused = await refusalOf(countAttempt(ctx, key, { attempts: SIGN_IN.pair, seconds: SIGN_IN.seconds }));
  if (refused) throw refused;
  return { forgive: () => forgetAttempts(ctx, key) };
}

/**
 * Counts one mail to whoever has an address that somebody
 * else asked for. @returns whether to send it
 */
export const mayNotify = async (ctx: Ctx, email: string): Promise<boolean> =>
  (await refusalOf(countAttempt(ctx, `email-taken:${email}`, { attempts: MAIL.pair, seconds: MAIL.seconds }))) ===
  undefined;

async function refusalOf(counting: Promise<void>): Promise<AuthError | undefined> {
  try {
    await counting;
    return undefined;
  } catch (thrown) {
    const error = asAuthError(thrown);
    if (error instanceof AuthError) return error;
    throw error;
  }
}

/** A DomainError that a hook or a limit threw, in the terms of /auth/v1; anything else as it is. */
export function asAuthError(error: unknown): unknown {
  if (isDomainError(error, "rate_limited")) {
    const wait = error.details.retry_after_seconds;
    const message = `Too many attempts. Try again in ${inWords(wait)}.`;
    return new AuthError("over_request_rate_limit", { message, retryAfterSeconds: wait });
  }
  if (isDomainError(error, "invalid_request")) {
    const sentences = error.details.errors.map(({ message }) => message);
    return new AuthError("validation_failed", { message: sentences.join(" ") });
  }
  if (isDomainError(error, "unauthenticated")) return new AuthError("session_not_found");
  if (isDomainError(error, "busy"))
    return new AuthError("busy", { retryAfterSeconds: error.details.retry_after_seconds });
  return error;
}

function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? "a second" : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}
