// How often signing in and asking for mails may be tried: per account, which guards one person, and per address, which guards everybody.
import { isDomainError } from "../../../domain/errors.ts";
import type { Ctx } from "../../platform/context.ts";
import { addressKey, countAttempt, forgetAttempts } from "../../platform/rate-limit.ts";
import { AuthError } from "./auth.errors.ts";

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

const keyOf = (what: Attempt, account: string, ip: string): string => `${what}:pair:${addressKey(ip)}:${account}`;

/**
 * Counts one attempt. Call it outside of the transaction that may be rolled back.
 * @param account the e-mail that is tried, or the id of the account that asks
 * @param ip of the client
 * @throws AuthError over_request_rate_limit with a sentence that says how long to wait.
 */
export async function limit(ctx: Ctx, what: Attempt, account: string, ip: string): Promise<void> {
  const { seconds, ...attempts } = what === "sign-in" ? SIGN_IN : MAIL;
  try {
    // The narrowest first: what it refuses is not counted against the account, so one address can't lock its owner out.
    await countAttempt(ctx, keyOf(what, account, ip), { attempts: attempts.pair, seconds });
    await countAttempt(ctx, `${what}:address:${addressKey(ip)}`, { attempts: attempts.address, seconds });
    await countAttempt(ctx, `${what}:account:${account}`, { attempts: attempts.account, seconds });
  } catch (error) {
    throw asAuthError(error);
  }
}

/** Forgets the failed sign-ins of an account from this address, after one that succeeded. */
export const forgive = (ctx: Ctx, email: string, ip: string): Promise<void> =>
  forgetAttempts(ctx, keyOf("sign-in", email, ip));

/** A DomainError that a hook or a limit threw, in the terms of /auth/v1; anything else as it is. */
export function asAuthError(error: unknown): unknown {
  if (isDomainError(error, "rate_limited")) {
    const wait = error.details.retry_after_seconds;
    const message = `Too many attempts. Try again in ${inWords(wait)}.`;
    return new AuthError("over_request_rate_limit", { message, retryAfterSeconds: wait });
  }
  if (isDomainError(error, "unauthenticated")) return new AuthError("session_not_found");
  return error;
}

function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? "a second" : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}
