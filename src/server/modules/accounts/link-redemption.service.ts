// Redeems emailed links (mailed-links.service.ts): confirms the account and opens a session.
import { createHash } from "node:crypto";
import type { VerifyType } from "../../../contract/people/auth.ts";
import { daysBefore } from "../../../domain/calendar/dates.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import {
  inTransaction,
  type DbCtx,
  type SessionCtx,
  type TransactionCtx,
} from "../../platform/context.ts";
import { addressKey, countAttempt, type LimitCtx } from "../../platform/http/rate-limit.ts";
import {
  getPerson,
  lockAccount,
  updateAccount,
  updateProfileRow,
  type AccountRow,
} from "./accounts.repository.ts";
import { AuthError } from "./auth.errors.ts";
import { hashPassword } from "./passwords.ts";
import { PREVIOUS_EMAIL_DAYS } from "./previous-contacts.service.ts";
import { revokeSessions } from "./sessions/sessions.repository.ts";
import {
  dropMailedTokens,
  findMailedToken,
  insertMailedToken,
  useMailedToken,
  type Purpose,
} from "./sessions/mailed-tokens.repository.ts";
import { beginSession, type SignIn } from "./second-factors/sign-in-steps.service.ts";
import type { Client } from "./sessions/sessions.service.ts";
import { forgetOtherOrigins } from "./sessions/sign-in-origins.repository.ts";
import { hashToken, randomToken } from "./sessions/tokens.ts";
import { removeUnconfirmed } from "./sign-up/unconfirmed-accounts.service.ts";

const PKCE_CODE_MS = 5 * 60_000;
/** Lookups of unknown links per network address. */
const LOOKUPS = { attempts: 30, seconds: 15 * 60 };

/** auth-js also calls a confirmation "email". */
const PURPOSE: Record<VerifyType, Purpose> = {
  signup: "signup",
  email: "signup",
  recovery: "recovery",
  email_change: "email_change",
};

/**
 * The account that an emailed link signs in to, or null if verify() would refuse the link. The
 * token stays valid.
 * @throws DomainError rate_limited
 */
export async function findLinkAccount(
  ctx: LimitCtx,
  token: string,
  type: VerifyType,
  ip: string,
): Promise<{ id: string; email: string } | null> {
  const found = await findMailedToken(
    ctx.db,
    hashToken("mailed", token),
    PURPOSE[type],
    ctx.clock.now().toISOString(),
  );
  if (!found) {
    await countAttempt(ctx, `mailed-link:address:${addressKey(ip)}`, LOOKUPS);
    return null;
  }
  const { id, email, suspended_at } = await getPerson(ctx.db, found.account_id);
  const isForThisAddress = found.purpose === "email_change" || found.email === email;
  return isForThisAddress && !suspended_at ? { id, email } : null;
}

/**
 * Signs in with the token of an emailed link.
 * @throws AuthError otp_expired, user_banned, email_exists
 */
export function verify(
  ctx: SessionCtx,
  token: string,
  type: VerifyType,
  client: Client,
): Promise<SignIn> {
  return inTransaction(ctx, async (tx) => {
    const { person, purpose } = await redeem(tx, token, PURPOSE[type], client);
    return beginSession(tx, person, authenticationMethod(purpose), client);
  });
}

/**
 * Like verify, for an opened link. A PKCE client receives a code that only it can exchange.
 * @throws AuthError like verify
 */
export function verifyLink(
  ctx: SessionCtx,
  token: string,
  type: VerifyType,
  client: Client,
): Promise<SignIn | { code: string }> {
  const challenge = /^pkce\.([\w-]{43})\./.exec(token)?.[1];
  return inTransaction(ctx, async (tx) => {
    const { person, purpose } = await redeem(tx, token, PURPOSE[type], client);
    if (!challenge) return beginSession(tx, person, authenticationMethod(purpose), client);
    const code = randomToken();
    const now = tx.clock.now();
    await insertMailedToken(tx.db, {
      token_hash: hashPkceCode(code, challenge),
      account_id: person.id,
      purpose: purpose === "recovery" ? "recovery" : "signup",
      email: person.email,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + PKCE_CODE_MS).toISOString(),
    });
    return { code };
  });
}

/** Signs in with verifyLink's code. @throws AuthError bad_code_verifier, user_banned */
export function exchangeCode(
  ctx: SessionCtx,
  code: string,
  verifier: string,
  client: Client,
): Promise<SignIn> {
  const hash = hashPkceCode(code, createHash("sha256").update(verifier).digest("base64url"));
  return inTransaction(ctx, async (tx) => {
    const token = await useMailedToken(
      tx.db,
      hash,
      ["signup", "recovery"],
      tx.clock.now().toISOString(),
    );
    if (!token) throw new AuthError("bad_code_verifier");
    return beginSession(
      tx,
      await getPerson(tx.db, token.account_id),
      authenticationMethod(token.purpose),
      client,
    );
  });
}

/** The hash includes the challenge, so a code is found only with its verifier. */
const hashPkceCode = (code: string, challenge: string): Buffer =>
  hashToken("pkce-code", `${code}\n${challenge}`);

const authenticationMethod = (purpose: Purpose): "recovery" | "otp" =>
  purpose === "recovery" ? "recovery" : "otp";

/**
 * Redeems a token for its purpose. The account is confirmed in any case, since its email was read.
 */
async function redeem(
  ctx: TransactionCtx,
  token: string,
  purpose: Purpose,
  client: Client,
): Promise<{ person: AccountRow; purpose: Purpose }> {
  const now = ctx.clock.now().toISOString();
  const used = await useMailedToken(ctx.db, hashToken("mailed", token), [purpose], now);
  if (!used) throw new AuthError("otp_expired");
  await lockAccount(ctx.db, { id: used.account_id });
  const person = await getPerson(ctx.db, used.account_id);
  if (person.suspended_at) throw new AuthError("user_banned");
  if (purpose === "email_change") await changeEmail(ctx, person, used.email, client);
  else if (used.email !== person.email) throw new AuthError("otp_expired");
  else if (!person.email_confirmed_at) await confirm(ctx, person, purpose, now);
  // The other links for this purpose, and those for the confirmation, become invalid with it.
  await dropMailedTokens(ctx.db, person.id, ["signup", purpose]);
  return { person: await getPerson(ctx.db, person.id), purpose };
}

async function confirm(
  ctx: DbCtx,
  person: AccountRow,
  purpose: Purpose,
  now: string,
): Promise<void> {
  // Recovery proves who owns the address, but not who chose the unconfirmed sign-up's password.
  const password =
    purpose === "recovery" ? { password_hash: await hashPassword(randomToken()) } : {};
  await updateAccount(ctx.db, person.id, { email_confirmed_at: now, ...password }, now);
}

async function changeEmail(
  ctx: TransactionCtx,
  person: AccountRow,
  email: string,
  client: Client,
): Promise<void> {
  const now = ctx.clock.now().toISOString();
  await removeUnconfirmed(ctx, { email });
  // Of several changes within days, the address before the first is the one that hears of them.
  const since = daysBefore(ctx.clock.now(), PREVIOUS_EMAIL_DAYS);
  const isRepeated = person.email_changed_at !== null && person.email_changed_at > since;
  const previous = {
    previous_email: (isRepeated ? person.previous_email : null) ?? person.email,
    email_changed_at: now,
  };
  await updateAccount(ctx.db, person.id, { email, email_confirmed_at: now, ...previous }, now);
  await updateProfileRow(ctx.db, person.id, { email }, now);
  await dropMailedTokens(ctx.db, person.id, ["recovery"]); // sent to the old address
  await revokeSessions(ctx.db, person.id, {}, now); // the link opens a new session
  await forgetOtherOrigins(ctx.db, person.id, client);
  await recordAudit(ctx, {
    actorKind: person.user_type ?? "renter",
    actorId: person.id,
    action: "account.email_change",
    subjectType: "account",
    subjectId: person.id,
  });
}
