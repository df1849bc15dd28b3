// Limits on sign-ins and requests for emails: per account, which protects one person, and per
// network address, which protects everybody. Other people's attempts never lock an owner out of an
// address or browser from which the account has signed in before.
import { isDomainError } from "../../../../domain/errors.ts";
import {
  addressKey,
  checkAttempts,
  countAttempt,
  forgetAttempts,
  type LimitCtx,
} from "../../../platform/http/rate-limit.ts";
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
  /** Attempts beyond `pair`. A sign-in then needs a known client and the right password. */
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
/** Attempts over an address's limit still cost a password check, but at most this many do. */
const FLOOD = 1000;
/** Sign-ins with the right password per account. `forgive` does not reset this count. */
const SIGNED_IN = { attempts: 50, seconds: QUARTER };
const signedInKey = (email: string): string => `sign-in:done:${email}`;

/** Each kind has its own count, so that attempts of one kind never block another. */
export type Attempt = "sign-in" | "sign-up" | "recover" | "resend" | "email-change";

export interface Counted {
  /** Set when the address's limit is used up, perhaps by other people who share it. */
  addressRefusal: AuthError | undefined;
  /** Set when the account's limit is used up, from anywhere or by this known browser itself. */
  accountRefusal: AuthError | undefined;
  /** Whether the account has signed in from this address or browser before. */
  isKnown: boolean;
  /** Resets this client's counts. Call it after a successful attempt. */
  forgive: () => Promise<void>;
}

/**
 * Counts one attempt. Call it outside any transaction that may be rolled back.
 *
 * A known browser has a secret, so only its own attempts count against it. Other clients count by
 * address and account, then by address, then by account. Refusals are returned, not thrown: the
 * caller admits a known client and does the same work for an unknown one, so that neither the
 * response nor its time reveals who is known.
 * @param account the email that is tried, or the id of the account that makes the request
 * @throws AuthError over_request_rate_limit with the time to wait, once this client has also used
 * up its reserve for the account, or floods; for a known browser also once its account has signed
 * in too often
 */
export async function countFor(
  ctx: LimitCtx,
  what: Attempt,
  account: string,
  client: Client,
): Promise<Counted> {
  const { seconds, ...limits } = what === "sign-in" ? SIGN_IN : MAIL;
  const known = await findKnownOrigins(ctx.db, account, client);
  const count = (key: string, attempts: number) =>
    catchRefusal(countAttempt(ctx, key, { attempts, seconds }));
  const address = addressKey(client.ip);
  const isKnownBrowser = known.has("browser");
  const key = `${what}:${isKnownBrowser ? `browser:${browserHash(client)}` : `pair:${address}`}:${account}`;
  const reserveKey = `${key}:reserve`;
  const forgive = () => forgetAttempts(ctx, key, reserveKey);

  const ownRefusal = await count(key, limits.pair);
  const refused = ownRefusal && (await catchRefusal(countAttempt(ctx, reserveKey, limits.reserve)));
  if (refused) throw sooner(ownRefusal, refused);
  const exhausted =
    isKnownBrowser &&
    what === "sign-in" &&
    (await catchRefusal(checkAttempts(ctx, signedInKey(account), SIGNED_IN)));
  if (exhausted) throw exhausted;
  if (isKnownBrowser)
    return { addressRefusal: undefined, accountRefusal: ownRefusal, isKnown: true, forgive };

  const addressRefusal = ownRefusal ?? (await count(`${what}:address:${address}`, limits.address));
  const flood = addressRefusal && (await count(`${what}:flood:${address}`, FLOOD));
  if (flood) throw flood;
  // Attempts that the address's limit refuses do not count against the account.
  const accountRefusal = addressRefusal
    ? undefined
    : await count(`${what}:account:${account}`, limits.account);
  return { addressRefusal, accountRefusal, isKnown: known.size > 0, forgive };
}

const sooner = (one: AuthError, other: AuthError): AuthError =>
  (one.retryAfterSeconds ?? 0) <= (other.retryAfterSeconds ?? 0) ? one : other;

/** Counts one sign-in with the right password. @throws AuthError over_request_rate_limit */
export async function countSignIn(ctx: LimitCtx, email: string): Promise<void> {
  const refused = await catchRefusal(countAttempt(ctx, signedInKey(email), SIGNED_IN));
  if (refused) throw refused;
}

/**
 * Counts one attempt at a signed-in person's current password. The count is per session, so no
 * stranger can use it up.
 * @throws AuthError over_request_rate_limit
 */
export async function countCurrentPassword(
  ctx: LimitCtx,
  sessionId: string,
): Promise<Pick<Counted, "forgive">> {
  const key = `current-password:${sessionId}`;
  const refused = await catchRefusal(
    countAttempt(ctx, key, { attempts: SIGN_IN.pair, seconds: SIGN_IN.seconds }),
  );
  if (refused) throw refused;
  return { forgive: () => forgetAttempts(ctx, key) };
}

/** Counts an email about an address that someone else requested. @returns whether to send it */
export const mayNotify = async (ctx: LimitCtx, email: string): Promise<boolean> =>
  (await catchRefusal(
    countAttempt(ctx, `email-taken:${email}`, { attempts: MAIL.pair, seconds: MAIL.seconds }),
  )) === undefined;

/** A person mistypes a code once or twice. */
const FEW_WRONG_CODES = { attempts: 2, seconds: DAY };

/** Counts a wrong code after the right password. @returns whether to warn the owner */
export async function countWrongCode(ctx: LimitCtx, accountId: string): Promise<boolean> {
  const key = `wrong-code:${accountId}`;
  const isMany = await catchRefusal(countAttempt(ctx, key, FEW_WRONG_CODES));
  if (!isMany) return false;
  const onceADay = { attempts: 1, seconds: DAY };
  return (await catchRefusal(countAttempt(ctx, `${key}:warning`, onceADay))) === undefined;
}

async function catchRefusal(counting: Promise<void>): Promise<AuthError | undefined> {
  try {
    await counting;
    return undefined;
  } catch (thrown) {
    const error = toAuthError(thrown);
    if (error instanceof AuthError) return error;
    throw error;
  }
}

/** Maps a DomainError of a hook or a limit to /auth/v1. Other errors stay unchanged. */
export function toAuthError(error: unknown): unknown {
  if (isDomainError(error, "rate_limited")) {
    const wait = error.details.retry_after_seconds;
    const message = `Too many attempts. Try again in ${formatWait(wait)}.`;
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

function formatWait(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? "a second" : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}
