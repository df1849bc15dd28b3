// Signing in to an account with two-step verification: the password or mailed link gives no session
// but a challenge, and a code completes it (docs/decisions/0033).
import type { AuthSession } from "../../../../contract/people/auth.ts";
import { inTransaction, type Ctx, type SessionCtx } from "../../../platform/context.ts";
import { queueMail } from "../../../platform/mail/mail.ts";
import { countAttempt, forgetAttempts, type LimitCtx } from "../../../platform/http/rate-limit.ts";
import { getPerson, lockAccount, type AccountRow } from "../accounts.repository.ts";
import { AuthError } from "../auth.errors.ts";
import { findWarningEmails } from "../previous-contacts.service.ts";
import { openSession, type Client } from "../sessions/sessions.service.ts";
import { countWrongCode } from "../sessions/sign-in-limits.ts";
import { browserHash, findKnownOrigins } from "../sessions/sign-in-origins.repository.ts";
import { hashToken, randomToken } from "../sessions/tokens.ts";
import { wrongCodesMail } from "./second-factors.mails.ts";
import { reportChange } from "./second-factors.service.ts";
import {
  findCodeChallenge,
  hasTotp,
  insertChallenge,
  takeChallenge,
  type ChallengeRow,
} from "./second-factors.repository.ts";
import { redeemCode } from "./totp.service.ts";

/** How long a sign-in waits for the code, in seconds. */
export const CODE_SECONDS = 10 * 60;
/** Codes per account, from a browser that it knows or from all others together. */
const CODES = { attempts: 5, seconds: 15 * 60 };
const CODES_A_DAY = { attempts: 30, seconds: 24 * 3600 };

/** A session, or the secret that completes the sign-in together with a code. */
export type SignIn = { session: AuthSession } | { challenge: string };

/**
 * Signs in a person who has proved one factor.
 * @throws AuthError user_banned, invalid_credentials like openSession
 */
export async function beginSession(
  ctx: SessionCtx,
  person: AccountRow,
  method: NonNullable<ChallengeRow["authentication_method"]>,
  client: Client,
): Promise<SignIn> {
  if (!(await hasTotp(ctx.db, person.id)))
    return { session: await openSession(ctx, person, { method, secondFactor: null }, client) };
  if (person.suspended_at) throw new AuthError("user_banned");
  const challenge = randomToken();
  const now = ctx.clock.now();
  await insertChallenge(ctx.db, {
    kind: "second_factor",
    secret_hash: hashToken("second-factor", challenge),
    account_id: person.id,
    authentication_method: method,
    password_hash: person.password_hash,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + CODE_SECONDS * 1000).toISOString(),
  });
  return { challenge };
}

/**
 * Completes a sign-in with a code of the app or a recovery code.
 * @throws AuthError mfa_challenge_expired, mfa_verification_failed, user_banned,
 * invalid_credentials if the password was changed in the meantime; DomainError rate_limited
 */
export async function completeSignIn(
  ctx: SessionCtx & Pick<Ctx, "jobs">,
  secret: string | undefined,
  code: string,
  client: Client,
): Promise<AuthSession> {
  const hash = hashToken("second-factor", secret ?? "");
  const challenge = await findCodeChallenge(ctx.db, hash, ctx.clock.now().toISOString());
  if (!challenge?.account_id || !challenge.authentication_method || !challenge.password_hash)
    throw new AuthError("mfa_challenge_expired");
  const { id, account_id, authentication_method: method, password_hash } = challenge;
  const owner = await getPerson(ctx.db, account_id);
  const counted = await countCode(ctx, owner, client);
  const session = await inTransaction(ctx, async (tx) => {
    await lockAccount(tx.db, { id: account_id });
    const secondFactor = await redeemCode(tx, account_id, code);
    if (!secondFactor) throw new AuthError("mfa_verification_failed");
    const now = tx.clock.now().toISOString();
    if (!(await takeChallenge(tx.db, { id, kind: "second_factor" }, now)))
      throw new AuthError("mfa_challenge_expired");
    const person = await getPerson(tx.db, account_id);
    if (secondFactor === "recovery_code") await reportChange(tx, person, "recovery_code_use");
    return openSession(tx, { ...person, password_hash }, { method, secondFactor }, client);
  }).catch(async (error: unknown) => {
    if (error instanceof AuthError && error.code === "mfa_verification_failed" && !counted.isKnown)
      await warnOfWrongCodes(ctx, owner);
    throw error;
  });
  await counted.forgive();
  return session;
}

/**
 * Counts one code. A known browser has a count of its own, so that somebody who has the password
 * cannot lock the owner out.
 * @throws DomainError rate_limited
 */
async function countCode(
  ctx: LimitCtx,
  { id, email }: AccountRow,
  client: Client,
): Promise<{ isKnown: boolean; forgive: () => Promise<void> }> {
  const isKnown = (await findKnownOrigins(ctx.db, email, client)).has("browser");
  const key = `second-factor:${isKnown ? browserHash(client) : "others"}:${id}`;
  const dayKey = `${key}:day`;
  await countAttempt(ctx, key, CODES);
  await countAttempt(ctx, dayKey, CODES_A_DAY);
  return { isKnown, forgive: () => forgetAttempts(ctx, key, dayKey) };
}

/** Emails the owner, once a day, that somebody seems to have the password. */
async function warnOfWrongCodes(
  ctx: SessionCtx & Pick<Ctx, "jobs">,
  { id: user_id, email, first_name }: AccountRow,
): Promise<void> {
  if (!(await countWrongCode(ctx, user_id))) return;
  const mail = wrongCodesMail(first_name, ctx.publicUrl());
  for (const to of await findWarningEmails(ctx, { user_id, email }))
    await queueMail(ctx, { to, ...mail });
}
