// How often signing in and asking for mails may be tried: per account, which guards one person, and per address, which guards everybody.
import { isDomainError } from "../../../domain/errors.ts";
import type { Ctx } from "../../platform/context.ts";
import { countAttempt, forgetAttempts } from "../../platform/rate-limit.ts";
import { AuthError } from "./auth.errors.ts";

const QUARTER = 15 * 60;
const HOUR = 60 * 60;

const LIMITS = {
  "sign-in": { account: { attempts: 10, seconds: QUARTER }, address: { attempts: 50, seconds: QUARTER } },
  mail: { account: { attempts: 5, seconds: HOUR }, address: { attempts: 30, seconds: HOUR } },
};

/**
 * Counts one attempt. Call it outside of the transaction that may be rolled back.
 * @param ip of the client
 * @throws AuthError over_request_rate_limit with a sentence that says how long to wait.
 */
export async function limit(ctx: Ctx, what: keyof typeof LIMITS, email: string, ip: string): Promise<void> {
  try {
    await countAttempt(ctx, `${what}:address:${addressKey(ip)}`, LIMITS[what].address);
    await countAttempt(ctx, `${what}:account:${email}`, LIMITS[what].account);
  } catch (error) {
    throw asAuthError(error);
  }
}

/** Forgets the failed sign-ins of an account, after one that succeeded. */
export const forgive = (ctx: Ctx, email: string): Promise<void> => forgetAttempts(ctx, `sign-in:account:${email}`);

/** A DomainError that a hook or a limit threw, in the terms of /auth/v1; anything else as it is. */
export function asAuthError(error: unknown): unknown {
  if (isDomainError(error, "rate_limited")) {
    const wait = error.details.retry_after_seconds;
    const message = `Too many attempts. Try again in ${inWords(wait)}.`;
    return new AuthError("over_request_rate_limit", { message, retryAfterSeconds: wait });
  }
  return error;
}

function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? "a second" : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}

/** An IPv6 subscriber owns a /64 at least, so the whole of it counts as one address. */
export function addressKey(ip: string): string {
  const embedded = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (embedded || !ip.includes(":")) return embedded ?? ip;
  const [head = "", tail = ""] = ip.toLowerCase().split("::");
  const groups = head.split(":").filter(Boolean);
  const missing = ip.includes("::") ? 8 - groups.length - tail.split(":").filter(Boolean).length : 0;
  return [...groups, ...Array<string>(missing).fill("0"), ...tail.split(":").filter(Boolean)].slice(0, 4).join(":");
}
