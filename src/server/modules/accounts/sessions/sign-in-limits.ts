// How often signing in and asking for mails may be tried: per account, which protects one person,
// and per network address, which protects everybody. Other people's attempts never lock an owner
// out of an address or a browser that has signed in to the account before.
import { isDomainError } from "../../../../domain/errors.ts";
import type { Ctx } from "../../../platform/context.ts";
import { addressKey, checkAttempts, countAttempt, forgetAttempts } from "../../../platform/http/rate-limit.ts";
import { AuthError } from "../auth.errors.ts";
import type { Client } from "./sessions.service.ts";
import { browserHash, findKnownOrigins } from "./sign-in-origins.repository.ts";

const QUARTER = 15 * 60;
const HOUR = 60 * 60;
const DAY = 24 * HOUR;

interface Limits {
  /** Attempts from one address, or one known browser, at one account. */
  pair: number;
  /** Attempts from all addresses at one account. */
  account: number;
  /** Attempts from one address at all accounts. */
  address: number;
  seconds: number;
  /** Attempts beyond `pair`. Of sign-ins, only the right password of a known client gets through. */
  reserve: { attempts: number; seconds: number };
}
const SIGN_IN: Limits = {
  pair: 10,
  account: 50,
  address: 50,
  seconds: QUARTER,
  reserve: { attempts: 100, seconds: DAY },
};
const MAIL: Limits = {
  pair: 5,
  account: 20,
  address: 30,
  seconds: HOUR,
  reserve: { attempts: 1, seconds: 10 * 60 },
};
/** Attempts beyond an address's limit still cost a password check. This many more are a flood. */
const FLOOD = 1000;
/** Successful sign-ins per account. They are never forgiven; only the right password uses them up. */
const SIGNED_IN = { attempts: 50, seconds: QUARTER };
const signedInKey = (email: string): string => `sign-in:done:${email}`;

/** Each has a count of its own, so that nobody uses up what another needs to get back in. */
export type Attempt = "sign-in" | "sign-up" | "recover" | "resend" | "email-change";

export interface Counted {
  /** What the address may try is used up, perhaps by other people who share it. */
  addressRefusal: AuthError | undefined;
  /** The account's limit is used up, by attempts from anywhere or by this known browser's own. */
  accountRefusal: AuthError | undefined;
  /** Whether the account has been signed in to from this address or browser. */
  isKnown: boolean;
  /** Forgets this client's attempts, after one that succeeded. */
  forgive: () => Promise<void>;
}

/**
 * Counts one attempt. Call it outside of a transaction that may be rolled back.
 *
 * A known browser has a secret of its own, so only its own attempts count against it. Anybody else
 * counts by address and account, then by address, then by account. Refusals are returned, not
 * thrown: the caller lets a known client pass, and does the same work for an unknown one, so that
 * neither answer nor time tells who is known.
 * @param account the email that is tried, or the id of the account that asks
 * @throws AuthError over_request_rate_limit, which says how long to wait, once this client has used
 * up its reserve at this account as well, or floods; so does a known browser once its account has
 * been signed in to too often
 */
export async function countFor(ctx: Ctx, what: Attempt, account: string, client: Client): Promise<Counted> {
  const { seconds, ...limits } = what === "sign-in" ? SIGN_IN : MAIL;
  const known = await findKnownOrigins(ctx.db, account, client);
  const count = (key: string, attempts: number) => refusalOf(countAttempt(ctx, key, { attempts, seconds }));
  const address = addressKey(client.ip);
  const isKnownBrowser = known.has("browser");
  const key = `${what}:${isKnownBrowser ? `browser:${browserHash(client)}` : `pair:${address}`}:${account}`;
  const reserveKey = `${key}:reserve`;
  const forgive = () => forgetAttempts(ctx, key, reserveKey);

  const ownRefusal = await count(key, limits.pair);
  const refused = ownRefusal && (await refusalOf(countAttempt(ctx, reserveKey, limits.reserve)));
  if (refused) throw sooner(ownRefusal, refused);
  const exhausted =
    isKnownBrowser && what === "sign-in" && (await refusalOf(checkAttempts(ctx, signedInKey(account), SIGNED_IN)));
  if (exhausted) throw exhausted;
  if (isKnownBrowser) return { addressRefusal: undefined, accountRefusal: ownRefusal, isKnown: true, forgive };

  const addressRefusal = ownRefusal ?? (await count(`${what}:address:${address}`, limits.address));
  const flood = addressRefusal && (await count(`${what}:flood:${address}`, FLOOD));
  if (flood) throw flood;
  // What the address's limit refuses is not counted against the account.
  const accountRefusal = addressRefusal ? undefined : await count(`${what}:account:${account}`, limits.account);
  return { addressRefusal, accountRefusal, isKnown: known.size > 0, forgive };
}

const sooner = (one: AuthError, other: AuthError): AuthError =>
  (one.retryAfterSeconds ?? 0) <= (other.retryAfterSeconds ?? 0) ? one : other;

/** Counts one sign-in with the right password. @throws AuthError over_request_rate_limit */
export async function countSignIn(ctx: Ctx, email: string): Promise<void> {
  const refused = await refusalOf(countAttempt(ctx, signedInKey(email), SIGNED_IN));
  if (refused) throw refused;
}

/**
 * Counts one attempt at the current password of whoever is signed in: per session, so no stranger uses it up.
 * @throws AuthError over_request_rate_limit
 */
export async function countCurrentPassword(ctx: Ctx, sessionId: string): Promise<Pick<Counted, "forgive">> {
  const key = `current-password:${sessionId}`;
  const refused = await refusalOf(countAttempt(ctx, key, { attempts: SIGN_IN.pair, seconds: SIGN_IN.seconds }));
  if (refused) throw refused;
  return { forgive: () => forgetAttempts(ctx, key) };
}

/** Counts one mail to whoever has an address that somebody else asked for. @returns whether to send it */
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
