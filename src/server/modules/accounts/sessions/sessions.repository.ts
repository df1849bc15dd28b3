// The SQL of sessions and refresh tokens.
import { sql, type Selectable } from "kysely";
import type { AdminRole, Role } from "../../../../domain/person/roles.ts";
import type { Reader } from "../../../../domain/policies/policy.ts";
import type { Db } from "../../../platform/database/database.ts";
import { LIVE_CHANNEL, publishAccessChanged } from "../../../platform/realtime/publish-live.ts";
import type { RefreshTokensTable, SessionsTable } from "../../../platform/database/schema.ts";
import type { SignInMethod } from "../../../../domain/person/sign-in/second-factor.ts";
import { inOrder } from "../accounts.repository.ts";

export type StoredSession = Selectable<SessionsTable>;
export type RefreshToken = Selectable<RefreshTokensTable>;

export interface LiveSession {
  usedFactor: boolean;
  hasFactor: boolean;
  method: SignInMethod;
  user: Reader & { sessionId: string; signedInAt: string };
  suspended_at: string | null;
}

/**
 * A live session's person, and whether they are suspended. Every signed-in request runs this
 * statement.
 */
export async function findLiveSession(
  db: Db,
  sessionId: string,
  accountId: string,
): Promise<LiveSession | undefined> {
  const row = await db
    .selectFrom("sessions")
    .innerJoin("accounts", "accounts.id", "sessions.account_id")
    .where("sessions.id", "=", sessionId)
    .where("sessions.account_id", "=", accountId)
    .where("sessions.revoked_at", "is", null)
    .select([
      "sessions.created_at as signedInAt",
      "accounts.suspended_at",
      "sessions.second_factor",
      "sessions.authentication_method as method",
      sql<boolean>`exists (select from passkeys where account_id = accounts.id)
        or exists (select from totp_secrets where account_id = accounts.id and confirmed_at is not null)`.as(
        "hasFactor",
      ),
      sql<Role[]>`array(select role from user_roles where user_id = accounts.id)`.as("roles"),
      sql<AdminRole | null>`(select admin_role from user_roles where user_id = accounts.id and role = 'admin')`.as(
        "adminRole",
      ),
    ])
    .executeTakeFirst();
  if (!row) return undefined;
  const { suspended_at, signedInAt, roles, adminRole, second_factor, hasFactor, method } = row;
  return {
    user: {
      id: accountId,
      sessionId,
      signedInAt,
      roles: inOrder(roles),
      adminRole: adminRole ?? undefined,
    },
    suspended_at,
    usedFactor: second_factor !== null,
    hasFactor,
    method,
  };
}

export const findSession = (db: Db, id: string): Promise<StoredSession | undefined> =>
  db.selectFrom("sessions").selectAll().where("id", "=", id).executeTakeFirst();

/** Sessions that have not ended, last used first. */
const liveSessions = (db: Db, accountId: string) =>
  db
    .selectFrom("sessions")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("revoked_at", "is", null)
    .orderBy("refreshed_at", "desc")
    .orderBy("id");

export const findLiveSessions = (db: Db, accountId: string): Promise<StoredSession[]> =>
  liveSessions(db, accountId).execute();

export const insertSession = (db: Db, session: Omit<StoredSession, "id">): Promise<StoredSession> =>
  db.insertInto("sessions").values(session).returningAll().executeTakeFirstOrThrow();

/**
 * Ends live sessions of the account and their live updates: one, all, all but one, or all but the
 * most recently used.
 * @returns the number of ended sessions
 */
export async function revokeSessions(
  db: Db,
  accountId: string,
  which: { only?: string; except?: string; exceptLastUsed?: number },
  now: string,
): Promise<number> {
  let update = db
    .updateTable("sessions")
    .set({ revoked_at: now })
    .where("account_id", "=", accountId)
    .where("revoked_at", "is", null);
  if (which.only) update = update.where("id", "=", which.only);
  if (which.except) update = update.where("id", "!=", which.except);
  if (which.exceptLastUsed !== undefined)
    update = update.where(
      "id",
      "in",
      liveSessions(db, accountId).clearSelect().select("id").offset(which.exceptLastUsed),
    );
  const ended = Number((await update.executeTakeFirst()).numUpdatedRows);
  if (ended > 0) await publishAccessChanged(db, accountId);
  return ended;
}

/** Ends the live sessions that a browser had, of any account, except the new one. */
export async function revokeSessionsOfBrowser(
  db: Db,
  browser: string,
  { except, now }: { except: string; now: string },
): Promise<void> {
  const ended = await db
    .updateTable("sessions")
    .set({ revoked_at: now })
    .where("browser", "=", browser)
    .where("revoked_at", "is", null)
    .where("id", "!=", except)
    .returning("account_id")
    .execute();
  for (const id of new Set(ended.map(({ account_id }) => account_id)))
    await publishAccessChanged(db, id);
}

/**
 * Ends all live sessions but one, and the live updates of their pages.
 * @returns the number of ended sessions
 */
export async function revokeAllSessions(
  db: Db,
  { except, now }: { except: string; now: string },
): Promise<number> {
  const ended = await db
    .updateTable("sessions")
    .set({ revoked_at: now })
    .where("revoked_at", "is", null)
    .where("id", "!=", except)
    .executeTakeFirst();
  await sql`select pg_notify(${LIVE_CHANNEL}, json_build_object('account', account_id)::text)
    from (select distinct account_id from sessions where revoked_at = ${now}) ended`.execute(db);
  return Number(ended.numUpdatedRows);
}

/** Deletes an account's sessions, emailed links and known origins. Disconnects its open pages. */
export async function deleteSessions(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom("sessions").where("account_id", "=", accountId).execute();
  await db.deleteFrom("sign_in_origins").where("account_id", "=", accountId).execute();
  await db.deleteFrom("one_time_tokens").where("account_id", "=", accountId).execute();
  await publishAccessChanged(db, accountId);
}

export async function setSessionFactor(
  db: Db,
  sessionId: string,
  factor: NonNullable<StoredSession["second_factor"]>,
): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ second_factor: factor })
    .where("id", "=", sessionId)
    .execute();
}

export async function insertRefreshToken(
  db: Db,
  hash: Buffer,
  sessionId: string,
  now: string,
): Promise<void> {
  await db
    .insertInto("refresh_tokens")
    .values({ token_hash: hash, session_id: sessionId, created_at: now })
    .execute();
}

/**
 * The session of a refresh token, locked before its tokens are read, so that the second of two
 * simultaneous refreshes sees the result of the first.
 */
export const lockSessionOfToken = (db: Db, hash: Buffer): Promise<StoredSession | undefined> =>
  db
    .selectFrom("sessions")
    .selectAll()
    .where(
      "id",
      "=",
      db.selectFrom("refresh_tokens").select("session_id").where("token_hash", "=", hash),
    )
    .forUpdate()
    .executeTakeFirst();

export const findRefreshToken = (db: Db, hash: Buffer): Promise<RefreshToken | undefined> =>
  db.selectFrom("refresh_tokens").selectAll().where("token_hash", "=", hash).executeTakeFirst();

/** Records that a token was used, with the salt of its child. */
export async function markTokenUsed(
  db: Db,
  hash: Buffer,
  childSalt: Buffer,
  now: string,
): Promise<void> {
  await db
    .updateTable("refresh_tokens")
    .set({ used_at: now, child_salt: childSalt })
    .where("token_hash", "=", hash)
    .execute();
}

/** Records that a token was superseded before it was used. */
export async function markTokenSuperseded(db: Db, hash: Buffer, now: string): Promise<void> {
  await db
    .updateTable("refresh_tokens")
    .set({ superseded_at: now })
    .where("token_hash", "=", hash)
    .execute();
}

export async function markSessionRefreshed(db: Db, sessionId: string, now: string): Promise<void> {
  await db.updateTable("sessions").set({ refreshed_at: now }).where("id", "=", sessionId).execute();
}

/** Deletes rows that are no longer needed. Each limit is an ISO instant. */
export async function deleteStale(
  db: Db,
  limits: { now: string; endedBefore: string; idleBefore: string; begunBefore: string },
): Promise<void> {
  await db.deleteFrom("one_time_tokens").where("expires_at", "<", limits.now).execute();
  // A live session may present its last used token again if the response was lost. A superseded
  // token was never used, so it stays as long as its session.
  await db.deleteFrom("refresh_tokens").where("used_at", "<", limits.idleBefore).execute();
  await db
    .deleteFrom("sign_in_origins")
    .where("last_sign_in_at", "<", limits.begunBefore)
    .execute();
  await db
    .deleteFrom("sessions")
    .where((or) =>
      or.or([
        or("revoked_at", "<", limits.endedBefore),
        or("refreshed_at", "<", limits.idleBefore),
        or("created_at", "<", limits.begunBefore),
      ]),
    )
    .execute();
}
