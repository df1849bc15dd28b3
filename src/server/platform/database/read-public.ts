// Reads public data from the replica where its lag cannot be noticed.
import type { Ctx, User } from "../context.ts";
import { isDatabaseAway, sqlState } from "./database.ts";

/** A replica cancels queries that conflict with replayed changes with this SQLSTATE. */
const SERIALIZATION_FAILURE = "40001";
const isReplicaError = (error: unknown): boolean =>
  isDatabaseAway(error) || sqlState(error)?.code === SERIALIZATION_FAILURE;

/**
 * Reads public data: from the replica for a visitor, from the primary for a signed-in user, who
 * must see their own changes. Falls back to the primary when the replica fails.
 */
export async function readPublic<T, C extends Pick<Ctx, "db" | "replica">>(
  ctx: C,
  user: User | undefined,
  read: (ctx: C) => Promise<T>,
): Promise<T> {
  const db = user ? undefined : ctx.replica?.db();
  if (!db) return read(ctx);
  try {
    return await read({ ...ctx, db });
  } catch (error) {
    if (!isReplicaError(error)) throw error;
    ctx.replica?.changed();
    return read(ctx);
  }
}
