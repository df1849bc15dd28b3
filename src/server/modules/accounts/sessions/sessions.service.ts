// Opens sessions, refreshes them with single-use tokens, checks them per request and ends them.
import type { AuthSession } from "../../../../contract/people/auth.ts";
import { ACCESS_TOKEN_SECONDS } from "../../../../contract/people/auth.ts";
import { daysBefore } from "../../../../domain/calendar/dates.ts";
import { isRecentSignIn } from "../../../../domain/person/sign-in/recent-sign-in.ts";
import { recordAudit } from "../../../platform/database/audit-log.ts";
import {
  inTransaction,
  type Ctx,
  type DataCtx,
  type SessionCtx,
  type TransactionCtx,
  type User,
} from "../../../platform/context.ts";
import { countAttempt, type LimitCtx } from "../../../platform/http/rate-limit.ts";
import { presentUser } from "../accounts.presenter.ts";
import { getPerson, lockAccount, updateAccount, type AccountRow } from "../accounts.repository.ts";
import { AuthError } from "../auth.errors.ts";
import { hasTotp } from "../second-factors/second-factors.repository.ts";
import {
  findRefreshToken,
  insertRefreshToken,
  insertSession,
  lockSessionOfToken,
  markSessionRefreshed,
  markTokenSuperseded,
  markTokenUsed,
  revokeSessions,
  revokeSessionsOfBrowser,
  type StoredSession,
} from "./sessions.repository.ts";
import { browserHash, rememberOrigin, type Client } from "./sign-in-origins.repository.ts";
import { childToken, hashToken, randomSalt, randomToken, signAccessToken } from "./tokens.ts";

export type { Client };

/**
 * How long a used refresh token still returns the active one, as tabs may refresh simultaneously.
 */
const REUSE_WINDOW_MS = 10_000;

/** A session ends after this time without a refresh. */
const IDLE_SESSION_DAYS = 90;
/** A session ends after this time, however often it is refreshed. */
const MOST_SESSION_DAYS = 365;

/**
 * Refreshes per session. auth-js refreshes once an hour, but every 30 seconds and with each request
 * of the page if the computer's clock is an hour fast.
 */
const ROTATIONS = { attempts: 600, seconds: 3600 };

/** Live sessions per account. Another one ends the least recently used. */
const MOST_SESSIONS = 50;

/** How long an address or browser is known after a sign-in: the maximum lifetime of a session. */
export const KNOWN_ORIGIN_DAYS = MOST_SESSION_DAYS;

/** Sessions last refreshed or begun before these ISO instants have ended (product.md, Accounts). */
export const sessionLimits = (now: Date): { idleBefore: string; begunBefore: string } => ({
  idleBefore: daysBefore(now, IDLE_SESSION_DAYS),
  begunBefore: daysBefore(now, MOST_SESSION_DAYS),
});

/**
 * Opens a session for a person who has proved their identity, and ends the one that the browser
 * had.
 * @throws AuthError user_banned, invalid_credentials if the account changed in the meantime
 */
export async function openSession(
  ctx: SessionCtx,
  person: AccountRow,
  how: {
    method: StoredSession["authentication_method"];
    secondFactor: StoredSession["second_factor"];
  },
  client: Client,
): Promise<AuthSession> {
  if (person.suspended_at) throw new AuthError("user_banned");
  const now = ctx.clock.now().toISOString();
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx.db, { id: person.id });
    const { deleted_at, password_hash } = await getPerson(tx.db, person.id);
    // The account was closed, or its password changed, while the credentials were being checked.
    if (deleted_at !== null || password_hash !== person.password_hash)
      throw new AuthError("invalid_credentials");
    // Two-step verification was turned on in the meantime.
    if (how.secondFactor === null && (await hasTotp(tx.db, person.id)))
      throw new AuthError("invalid_credentials");
    await updateAccount(tx.db, person.id, { last_sign_in_at: now }, now);
    await revokeSessions(tx.db, person.id, { exceptLastUsed: MOST_SESSIONS - 1 }, now);
    const session = await insertSession(tx.db, {
      account_id: person.id,
      created_at: now,
      refreshed_at: now,
      revoked_at: null,
      authentication_method: how.method,
      second_factor: how.secondFactor,
      user_agent: client.userAgent?.slice(0, 400) ?? null,
      ip: client.ip.slice(0, 64),
      browser: browserHash(client),
    });
    await revokeSessionsOfBrowser(tx.db, browserHash(client), { except: session.id, now });
    await rememberOrigin(tx.db, person.id, client, now);
    const refreshToken = randomToken();
    await insertRefreshToken(tx.db, hashToken("refresh", refreshToken), session.id, now);
    return toAuthSession(
      tx,
      { ...person, last_sign_in_at: now, updated_at: now },
      session,
      refreshToken,
    );
  });
}

async function toAuthSession(
  ctx: Pick<Ctx, "clock" | "keys" | "publicUrl">,
  person: AccountRow,
  session: StoredSession,
  refreshToken: string,
): Promise<AuthSession> {
  const { token, expiresAt } = await signAccessToken(ctx, person, session);
  return {
    access_token: token,
    token_type: "bearer",
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: presentUser(person),
  };
}

/**
 * Exchanges a refresh token for new tokens.
 * @throws AuthError refresh_token_not_found if it is unknown, or its session has ended;
 * refresh_token_already_used if two people have it (see rotate), which ends the session;
 * user_banned; DomainError rate_limited, which leaves the session and its tokens as they are
 */
export async function refreshSession(ctx: SessionCtx, refreshToken: string): Promise<AuthSession> {
  // A failure is returned, not thrown: throwing would roll back the revocation.
  const outcome = await inTransaction(ctx, async (tx) => {
    const session = await lockSessionOfToken(tx.db, hashToken("refresh", refreshToken));
    if (!session || session.revoked_at) return new AuthError("refresh_token_not_found");
    const now = tx.clock.now();
    const { idleBefore, begunBefore } = sessionLimits(now);
    if (session.refreshed_at < idleBefore || session.created_at < begunBefore)
      return new AuthError("refresh_token_not_found");
    const person = await getPerson(tx.db, session.account_id);
    if (person.suspended_at) return new AuthError("user_banned");
    const next = await rotate(tx, session.id, refreshToken);
    if (next === undefined) {
      await revokeCopiedSession(tx, session);
      return new AuthError("refresh_token_already_used");
    }
    await markSessionRefreshed(tx.db, session.id, now.toISOString());
    return toAuthSession(tx, person, session, next);
  });
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}

/**
 * The active refresh token of a locked session, given any token T of the session. The tokens form
 * one chain: T's child is derived from T and a salt that is stored when T is used. The last token,
 * which is unused, is active.
 *
 * - T was never used: it is used now, and its child becomes active.
 * - T was used in the last ten seconds (several tabs): its child, or the child's successor if used.
 * - T was used earlier, but its child was not (the response was lost): T is used again with a new
 *   salt. The new child becomes active and the old one is superseded.
 * - T was superseded, or its child was used: there are two holders. @returns undefined
 *
 * The second of two holders of T to refresh either supersedes the other's token or presents a token
 * whose child was used. So a stolen copy is detected once both have refreshed, more than ten
 * seconds apart.
 */
async function rotate(
  ctx: LimitCtx,
  sessionId: string,
  token: string,
): Promise<string | undefined> {
  const found = await findRefreshToken(ctx.db, hashToken("refresh", token));
  if (!found || found.superseded_at !== null) return undefined;
  const { used_at, child_salt } = found;
  if (used_at === null) return issueChild(ctx, sessionId, token);
  const now = ctx.clock.now();
  const isRecent = now.getTime() - Date.parse(used_at) <= REUSE_WINDOW_MS;
  // Used before salts were stored (migration 0035): its child is unknown.
  if (child_salt === null) return isRecent ? issueChild(ctx, sessionId, token) : undefined;
  const child = childToken(token, child_salt);
  const childHash = hashToken("refresh", child);
  const childUsedAt = (await findRefreshToken(ctx.db, childHash))?.used_at;
  if (childUsedAt !== null) return isRecent ? rotate(ctx, sessionId, child) : undefined;
  if (isRecent) return child;
  await markTokenSuperseded(ctx.db, childHash, now.toISOString());
  return issueChild(ctx, sessionId, token);
}

async function issueChild(ctx: LimitCtx, sessionId: string, token: string): Promise<string> {
  await countAttempt(ctx, `refresh:${sessionId}`, ROTATIONS);
  const now = ctx.clock.now().toISOString();
  const salt = randomSalt();
  const child = childToken(token, salt);
  await markTokenUsed(ctx.db, hashToken("refresh", token), salt, now);
  await insertRefreshToken(ctx.db, hashToken("refresh", child), sessionId, now);
  return child;
}

async function revokeCopiedSession(ctx: DataCtx, session: StoredSession): Promise<void> {
  await revokeSessions(
    ctx.db,
    session.account_id,
    { only: session.id },
    ctx.clock.now().toISOString(),
  );
  await recordAudit(ctx, {
    actorKind: "anonymous",
    actorId: null,
    action: "session.revoke",
    subjectType: "account",
    subjectId: session.account_id,
    reason: "refresh token used again",
  });
}

/**
 * Ends this session, all of the account's sessions, or all others. Ending others is audited.
 * Staying signed in while the others end requires a recent sign-in (ASVS 7.5.2). Ending all does
 * not: it is the protocol's default, and a thief would end their own session with it.
 * @throws AuthError reauthentication_needed
 */
export async function signOut(
  ctx: TransactionCtx,
  user: User,
  scope: "local" | "global" | "others",
): Promise<void> {
  if (scope === "others" && !isRecentSignIn(user.signedInAt, ctx.clock.now()))
    throw new AuthError("reauthentication_needed", { message: "Sign in again to do this." });
  const which = { local: { only: user.sessionId }, others: { except: user.sessionId }, global: {} }[
    scope
  ];
  await inTransaction(ctx, async (tx) => {
    await revokeSessions(tx.db, user.id, which, tx.clock.now().toISOString());
    if (scope === "local") return;
    const { user_type } = await getPerson(tx.db, user.id);
    await recordAudit(tx, {
      actorKind: user_type ?? "renter",
      actorId: user.id,
      action: "session.revoke",
      subjectType: "account",
      subjectId: user.id,
      reason: scope === "global" ? "everywhere" : "everywhere else",
    });
  });
}
