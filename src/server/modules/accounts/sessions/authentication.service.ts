// Who is behind an access token, and with which rights. Checked on every request.
import { DomainError } from "../../../../domain/errors.ts";
import { adminStep } from "../../../../domain/person/sign-in/second-factor.ts";
import type { Ctx, SessionCtx, User } from "../../../platform/context.ts";
import { AuthError } from "../auth.errors.ts";
import { findLiveSession, type LiveSession } from "./sessions.repository.ts";
import { readAccessToken } from "./tokens.ts";

/**
 * The person behind an access token.
 * @throws AuthError bad_jwt (not ours, altered, expired), session_not_found (ended), user_banned
 */
export async function requireSession(ctx: SessionCtx, bearer: string): Promise<User> {
  const claims = await readAccessToken(ctx, bearer);
  if (!claims) throw new AuthError("bad_jwt");
  const { accountId: id, sessionId } = claims;
  const session = await findLiveSession(ctx.db, sessionId, id);
  if (!session) throw new AuthError("session_not_found");
  if (session.suspended_at) throw new AuthError("user_banned");
  return admit(ctx, session);
}

/** The signed-in person, without the rights of an admin who still needs a second factor. */
function admit({ config }: Pick<Ctx, "config">, { user, ...factors }: LiveSession): User {
  const { adminRole, ...person } = user;
  const step = adminStep({ isRequired: config.adminsNeedSecondFactor, ...factors });
  if (adminRole === undefined || step === undefined) return user;
  return {
    ...person,
    roles: user.roles.filter((role) => role !== "admin"),
    closedAdmin: { role: adminRole, step },
  };
}

/**
 * The current state of a signed-in user; undefined if the session ended or the account is
 * suspended.
 */
export async function readmit(
  ctx: Pick<Ctx, "db" | "config">,
  { id, sessionId }: User,
): Promise<User | undefined> {
  const session = await findLiveSession(ctx.db, sessionId, id);
  return session?.suspended_at === null ? admit(ctx, session) : undefined;
}

/**
 * The person behind an access token, or undefined. Token, session, roles and suspension are checked
 * on every request (product.md, Accounts).
 * @throws DomainError account_suspended
 */
export async function authenticate(ctx: SessionCtx, bearer: string): Promise<User | undefined> {
  try {
    return await requireSession(ctx, bearer);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    if (error.code === "user_banned") throw new DomainError("account_suspended");
    return undefined;
  }
}
