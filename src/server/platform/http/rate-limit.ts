// Counts attempts against a limit in the database, so that the limit holds across all processes.
import { sql } from "kysely";
import type { CallLimit } from "../../../contract/endpoint.ts";
import { DomainError } from "../../../domain/errors.ts";
import type { Ctx, DataCtx, DbCtx, User } from "../context.ts";

/** Enough to count an attempt. */
export type LimitCtx = Pick<Ctx, "db" | "clock" | "config">;

/**
 * Counts a call of an endpoint against its limit.
 * @throws DomainError rate_limited
 */
export const countCall = (ctx: LimitCtx, limit: CallLimit, user: User): Promise<void> =>
  countAttempt(ctx, `${limit.name}:${user.id}`, limit);

/**
 * Counts one attempt under `key`.
 * @throws DomainError rate_limited with the seconds to wait, after `limit.attempts` attempts within
 * the window.
 */
export async function countAttempt(
  ctx: LimitCtx,
  key: string,
  limit: { attempts: number; seconds: number },
): Promise<void> {
  if (ctx.config.unlimited) return;
  const now = ctx.clock.now();
  const resets_at = new Date(now.getTime() + limit.seconds * 1000).toISOString();
  const row = await ctx.db
    .insertInto("rate_limits")
    .values({ key, hits: 1, resets_at })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        hits: sql<number>`case when rate_limits.resets_at <= ${now.toISOString()} then 1 else rate_limits.hits + 1 end`,
        resets_at: sql<string>`case when rate_limits.resets_at <= ${now.toISOString()} then excluded.resets_at else rate_limits.resets_at end`,
      }),
    )
    .returning(["hits", "resets_at"])
    .executeTakeFirstOrThrow();
  if (row.hits > limit.attempts) throw rateLimited(row.resets_at, now);
}

/**
 * Throws what countAttempt would throw for another attempt, without counting one.
 * @throws DomainError rate_limited
 */
export async function checkAttempts(
  ctx: LimitCtx,
  key: string,
  limit: { attempts: number },
): Promise<void> {
  if (ctx.config.unlimited) return;
  const now = ctx.clock.now();
  const usedUp = await ctx.db
    .selectFrom("rate_limits")
    .select("resets_at")
    .where("key", "=", key)
    .where("hits", ">=", limit.attempts)
    .where("resets_at", ">", now.toISOString())
    .executeTakeFirst();
  if (usedUp) throw rateLimited(usedUp.resets_at, now);
}

function rateLimited(resetsAt: string, now: Date): DomainError {
  const wait = Math.max(1, Math.ceil((Date.parse(resetsAt) - now.getTime()) / 1000));
  return new DomainError("rate_limited", { retry_after_seconds: wait });
}

/** Deletes the attempts under `keys` after a successful one. */
export async function forgetAttempts(ctx: DbCtx, ...keys: string[]): Promise<void> {
  await ctx.db.deleteFrom("rate_limits").where("key", "in", keys).execute();
}

/** Deletes the attempts whose window has ended. */
export async function forgetEndedLimits(ctx: DataCtx): Promise<void> {
  const now = ctx.clock.now().toISOString();
  await ctx.db.deleteFrom("rate_limits").where("resets_at", "<", now).execute();
}

/**
 * The key of an IP address. An IPv6 subscriber has at least a /64, so all of it counts as one
 * address.
 */
export function addressKey(ip: string): string {
  const embedded = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (embedded || !ip.includes(":")) return embedded ?? ip;
  const [head = "", tail = ""] = ip.toLowerCase().split("::");
  const groups = head.split(":").filter(Boolean);
  const missing = ip.includes("::")
    ? 8 - groups.length - tail.split(":").filter(Boolean).length
    : 0;
  return [...groups, ...Array<string>(missing).fill("0"), ...tail.split(":").filter(Boolean)]
    .slice(0, 4)
    .join(":");
}
