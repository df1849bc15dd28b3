// Sessions: opened, refreshed with a token that is used once, checked on every request, ended.
import type { AuthSession } from "../../../contract/auth.ts";
import { ACCESS_TOKEN_SECONDS } from "../../../contract/auth.ts";
import { daysBefore } from "../../../domain/dates.ts";
import { DomainError } from "../../../domain/errors.ts";
import { recordAudit } from "../../platform/audit.ts";
import { inTransaction, type Ctx, type User } from "../../platform/context.ts";
import { presentUser } from "./accounts.presenter.ts";
import { getPerson, inOrder, lockAccount, updateAccount, type Person } from "./accounts.repository.ts";
import { AuthError } from "./auth.errors.ts";
import {
  findLiveSession,
  insertRefreshToken,
  insertSession,
  lockRefreshToken,
  markRefreshed,
  revokeSessions,
  type Session,
} from "./sessions.repository.ts";
import { hashToken, randomToken, readAccessToken, signAccessToken } from "./tokens.ts";

/** For so long a used refresh token may be used again: several tabs refresh at once, an answer gets lost. */
const REUSE_WINDOW_MS = 10_000;

/** A session that nobody has refreshed for so long is over. */
const IDLE_SESSION_DAYS = 90;
/** After so long a session is over, however often it was refreshed. */
const MOST_SESSION_DAYS = 365;

/** Sessions that were refreshed or begun before these instants (ISO) are over (product.md, Accounts). */
export const sessionLimits = (now: Date): { idleBefore: string; begunBefore: string } => ({
  idleBefore: daysBefore(now, IDLE_SESSION_DAYS),
  begunBefore: daysBefore(now, MOST_SESSION_DAYS),
});

/** Where a request comes from; kept with the session so that its owner can recognise it. */
export interface Client {
  ip: string;
  userAgent: string | undefined;
}

/**
 * Opens a session for somebody who has proved who they are.
 * @throws AuthError user_banned, invalid_credentials where the account changed meanwhile
 */
export async function openSession(
  ctx: Ctx,
  person: Person,
  method: Session["authentication_method"],
  client: Client,
): Promise<AuthSession> {
  if (person.suspended_at) throw new AuthError("user_banned");
  const now = ctx.clock.now().toISOString();
  return inTransaction(ctx, async (ctx) => {
    await lockAccount(ctx.db, { id: person.id });
    const { deleted_at, password_hash } = await getPerson(ctx.db, person.id);
    // Left, or given another password, while what was sent was being checked.
    if (deleted_at !== null || password_hash !== person.password_hash) throw new AuthError("invalid_credentials");
    await updateAccount(ctx.db, person.id, { last_sign_in_at: now }, now);
    const session = await insertSession(ctx.db, {
      account_id: person.id,
      created_at: now,
      refreshed_at: now,
      revoked_at: null,
      authentication_method: method,
      user_agent: client.userAgent?.slice(0, 400) ?? null,
      ip: client.ip.slice(0, 64),
    });
    return giveTokens(ctx, { ...person, last_sign_in_at: now, updated_at: now }, session);
  });
}

async function giveTokens(ctx: Ctx, person: Person, session: Session): Promise<AuthSession> {
  const refreshToken = randomToken();
  await insertRefreshToken(ctx.db, hashToken("refresh", refreshToken), session.id, ctx.clock.now().toISOString());
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
 * New tokens for a refresh token.
 * @throws AuthError refresh_token_not_found for one that is unknown or of a session that has ended or is too old; refresh_token_already_used
 * for one used more than ten seconds ago, which ends the session: somebody has a copy. user_banned
 */
export async function refreshSession(ctx: Ctx, refreshToken: string): Promise<AuthSession> {
  const hash = hashToken("refresh", refreshToken);
  // A failure is returned, not thrown, inside: throwing would take the revocation back.
  const outcome = await inTransaction(ctx, async (ctx) => {
    const found = await lockRefreshToken(ctx.db, hash);
    if (!found || found.session.revoked_at) return new AuthError("refresh_token_not_found");
    const { token, session } = found;
    const now = ctx.clock.now();
    const { idleBefore, begunBefore } = sessionLimits(now);
    if (session.refreshed_at < idleBefore || session.created_at < begunBefore)
      return new AuthError("refresh_token_not_found");
    if (token.used_at && now.getTime() - Date.parse(token.used_at) > REUSE_WINDOW_MS) {
      await revokeSessions(ctx.db, session.account_id, { only: session.id }, now.toISOString());
      await recordAudit(ctx, {
        actorKind: "anonymous",
        actorId: null,
        action: "session.revoke",
        subjectType: "account",
        subjectId: session.account_id,
        reason: "refresh token used again",
      });
      return new AuthError("refresh_token_already_used");
    }
    const person = await getPerson(ctx.db, session.account_id);
    if (person.suspended_at) return new AuthError("user_banned");
    await markRefreshed(ctx.db, hash, session.id, now.toISOString());
    return giveTokens(ctx, person, session);
  });
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}

/** Ends this session, all of the account's, or all but this one; what ends others is recorded. */
export async function signOut(ctx: Ctx, user: User, scope: "local" | "global" | "others"): Promise<void> {
  const which = { local: { only: user.sessionId }, others: { except: user.sessionId }, global: {} }[scope];
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

/**
 * The person behind an access token.
 * @throws AuthError bad_jwt (not ours, changed, expired), session_not_found (ended), user_banned
 */
export async function requireSession(ctx: Ctx, bearer: string): Promise<User> {
  const claims = await readAccessToken(ctx, bearer);
  if (!claims) throw new AuthError("bad_jwt");
  const { accountId: id, sessionId } = claims;
  const session = await findLiveSession(ctx.db, sessionId, id);
  if (!session) throw new AuthError("session_not_found");
  if (session.suspended_at) throw new AuthError("user_banned");
  return { id, sessionId, roles: inOrder(session.roles) };
}

/** Somebody who was let in, as they are now; undefined where the session has ended or the account is suspended. */
export async function readmit(ctx: Ctx, { id, sessionId }: User): Promise<User | undefined> {
  const session = await findLiveSession(ctx.db, sessionId, id);
  return session && !session.suspended_at ? { id, sessionId, roles: inOrder(session.roles) } : undefined;
}

/**
 * The person behind an access token, or undefined for none: token, session, roles and suspension are checked on every
 * request (product.md, Accounts).
 * @throws DomainError account_suspended
 */
export async function authenticate(ctx: Ctx, bearer: string): Promise<User | undefined> {
  try {
    return await requireSession(ctx, bearer);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    if (error.code === "user_banned") throw new DomainError("account_suspended");
    return undefined;
  }
}
