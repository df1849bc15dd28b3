// Creates, resends and redeems emailed links: confirmation, password recovery and email change.
import { createHash } from "node:crypto";
import type { AuthSession, VerifyType } from "../../../contract/people/auth.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import {
  inTransaction,
  type Ctx,
  type DataCtx,
  type DbCtx,
  type MailCtx,
  type SessionCtx,
  type TransactionCtx,
} from "../../platform/context.ts";
import { PERSONAL, queueMail, type MailMessage } from "../../platform/mail/mail.ts";
import { addressKey, countAttempt, type LimitCtx } from "../../platform/http/rate-limit.ts";
import { countFor, mayNotify } from "./sessions/sign-in-limits.ts";
import {
  confirmationMail,
  confirmLink,
  emailChangeMail,
  emailTakenMail,
  recoveryMail,
} from "./accounts.mails.ts";
import {
  findPersonByEmail,
  getPerson,
  lockAccount,
  updateAccount,
  updateProfileRow,
  type AccountRow,
} from "./accounts.repository.ts";
import { AuthError } from "./auth.errors.ts";
import { hashPassword } from "./passwords.ts";
import {
  dropMailedTokens,
  findMailedToken,
  findPendingEmail,
  insertMailedToken,
  revokeSessions,
  useMailedToken,
} from "./sessions/sessions.repository.ts";
import type { Purpose, StoredSession } from "./sessions/sessions.repository.ts";
import { openSession, type Client } from "./sessions/sessions.service.ts";
import { forgetOtherOrigins } from "./sessions/sign-in-origins.repository.ts";
import { hashToken, randomToken } from "./sessions/tokens.ts";
import { isUnconfirmed, removeUnconfirmed } from "./unconfirmed-accounts.service.ts";

const HOUR_MS = 3_600_000;
const LIFETIME_MS: Record<Purpose, number> = {
  signup: 24 * HOUR_MS,
  recovery: HOUR_MS,
  email_change: 24 * HOUR_MS,
};
const MAILS = { signup: confirmationMail, recovery: recoveryMail, email_change: emailChangeMail };
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

/** What a client can specify about a link. */
export interface LinkOptions {
  /** The local path to continue to, already validated. */
  next: string | undefined;
  /** SHA-256 of the client's secret, in base64url, if it uses the PKCE flow. */
  codeChallenge: string | undefined;
}

/**
 * Emails a link to `email`. Earlier links keep working until one of them is used: anybody can
 * request another, which must not revoke the link that its reader is about to open.
 */
export async function mailLink(
  ctx: MailCtx,
  purpose: Purpose,
  accountId: string,
  email: string,
  options: LinkOptions,
  mail: (url: string) => Omit<MailMessage, "to"> = MAILS[purpose],
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const token = await storeLink(tx, purpose, accountId, email, options);
    const url = confirmLink(tx.publicUrl(), token, purpose, options.next);
    await queueMail(tx, { to: email, ...mail(url) });
  });
}

/** Stores a new link. @returns its token, which only the email may contain */
export async function storeLink(
  ctx: DataCtx,
  purpose: Purpose,
  accountId: string,
  email: string,
  { codeChallenge }: LinkOptions,
): Promise<string> {
  const now = ctx.clock.now();
  // The challenge is part of the token: only the email's reader sees it, and it can't be altered.
  const token = codeChallenge ? `pkce.${codeChallenge}.${randomToken()}` : randomToken();
  await insertMailedToken(ctx.db, {
    token_hash: hashToken("mailed", token),
    account_id: accountId,
    purpose,
    email,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + LIFETIME_MS[purpose]).toISOString(),
  });
  return token;
}

/** A request for a link. */
export interface RequestedLink extends LinkOptions {
  /** The account's email. */
  email: string;
  purpose: Purpose;
  /** No email is sent: the limit is used up, and the links of the last hour still work. */
  isTooMuch?: boolean;
}

/**
 * Emails a link to set a new password, or resends the one that confirms a sign-up or a new address.
 * A job looks up the account, so the response and its time are the same for every email.
 * @throws AuthError over_request_rate_limit
 */
export async function requestLink(
  ctx: Pick<Ctx, "db" | "clock" | "config" | "jobs">,
  requested: RequestedLink,
  client: Client,
): Promise<void> {
  const what = requested.purpose === "recovery" ? "recover" : "resend";
  const { addressRefusal, accountRefusal, isKnown } = await countFor(
    ctx,
    what,
    requested.email,
    client,
  );
  const isTooMuch = (addressRefusal ?? accountRefusal) !== undefined && !isKnown;
  await sendLinkLater(ctx, { ...requested, isTooMuch });
  // A known client gets its email too, but a different response would reveal that it is known.
  if (addressRefusal) throw addressRefusal;
}

export const sendLinkLater = (
  ctx: Pick<Ctx, "db" | "jobs">,
  requested: RequestedLink,
): Promise<void> => ctx.jobs.send(ctx.db, "mail-link", requested, PERSONAL);

/** The job behind sendLinkLater. */
export async function mailRequestedLink(
  ctx: Ctx,
  { email, purpose, isTooMuch, ...options }: RequestedLink,
): Promise<void> {
  const person = isTooMuch ? undefined : await findPersonByEmail(ctx.db, email);
  if (!person || person.suspended_at) return;
  if (purpose === "email_change") await mailPendingEmail(ctx, person, options);
  else if (purpose === "recovery" || !person.email_confirmed_at)
    await mailLink(ctx, purpose, person.id, email, options);
}

/** Emails the account's new address: the link, or a notice if that address has an account. */
async function mailPendingEmail(ctx: Ctx, person: AccountRow, options: LinkOptions): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx.db, { id: person.id }); // blocks a request for another address
    const pending = await findPendingEmail(tx.db, person.id, tx.clock.now().toISOString());
    if (pending === undefined) return;
    const holder = await findPersonByEmail(tx.db, pending);
    // An unconfirmed sign-up does not count: opening the link removes it.
    if (!holder || isUnconfirmed(holder))
      return mailLink(tx, "email_change", person.id, pending, options);
    if (await mayNotify(tx, pending))
      await queueMail(tx, { to: pending, ...emailTakenMail(holder.first_name, tx.publicUrl()) });
  });
}

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
 * Opens a session for the token of an emailed link.
 * @throws AuthError otp_expired, user_banned, email_exists
 */
export function verify(
  ctx: SessionCtx,
  token: string,
  type: VerifyType,
  client: Client,
): Promise<AuthSession> {
  return inTransaction(ctx, async (tx) => {
    const { person, purpose } = await redeem(tx, token, PURPOSE[type], client);
    return openSession(tx, person, authenticationMethod(purpose), client);
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
): Promise<{ session: AuthSession } | { code: string }> {
  const challenge = /^pkce\.([\w-]{43})\./.exec(token)?.[1];
  return inTransaction(ctx, async (tx) => {
    const { person, purpose } = await redeem(tx, token, PURPOSE[type], client);
    if (!challenge)
      return { session: await openSession(tx, person, authenticationMethod(purpose), client) };
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

/** Exchanges verifyLink's code for a session. @throws AuthError bad_code_verifier, user_banned */
export function exchangeCode(
  ctx: SessionCtx,
  code: string,
  verifier: string,
  client: Client,
): Promise<AuthSession> {
  const hash = hashPkceCode(code, createHash("sha256").update(verifier).digest("base64url"));
  return inTransaction(ctx, async (tx) => {
    const token = await useMailedToken(
      tx.db,
      hash,
      ["signup", "recovery"],
      tx.clock.now().toISOString(),
    );
    if (!token) throw new AuthError("bad_code_verifier");
    return openSession(
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

const authenticationMethod = (purpose: Purpose): StoredSession["authentication_method"] =>
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
  await updateAccount(ctx.db, person.id, { email, email_confirmed_at: now }, now);
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
