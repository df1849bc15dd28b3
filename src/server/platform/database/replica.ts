// Reads of what anybody may see, on a streaming replica (DATABASE_REPLICA_URL): only while it has all that this process has heard of, so that
// what is read after a change shows the change. Who is signed in, and every write, goes to the primary.
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import type { Logger } from "pino";
import type { Ctx, User } from "../context.ts";
import { isDatabaseAway, openDb, openPool, sqlState, type Db } from "./database.ts";

export interface Replica {
  /** undefined while it may lack something. */
  db(): Db | undefined;
  /** Something changed: it is read again once it has that. Call it before anything that is kept is dropped. */
  changed(): void;
  stop(): Promise<void>;
}

/** How often it is looked at, and so how far it may be behind what nobody announced; and how long it may take to catch up before that is said. */
const PULSE_MS = 1000;
const LOOK_MS = 10;

/** @param primary what it follows */
export function openReplica(url: string, primary: Db, log: Logger, connections: number): Replica {
  const pool = openPool(url, (error) => log.warn({ err: error }, "replica connection lost"), connections);
  const db = openDb(pool);
  const alarm = new EventTarget();
  const stopping = new AbortController();
  let isCurrent = false;
  let changes = 0;

  /** Waits until it has all that the primary has now. False where that takes too long, or where it follows no primary at all. */
  const catchesUp = async (): Promise<boolean> => {
    const target = sql<{ lsn: string }>`select pg_current_wal_insert_lsn()::text as lsn`;
    const lsn = (await target.execute(primary)).rows[0]?.lsn ?? "";
    const look = sql<{ has: boolean }>`select coalesce(pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn, false) as has`;
    for (const until = performance.now() + PULSE_MS; performance.now() < until; await delay(LOOK_MS))
      if ((await look.execute(db)).rows[0]?.has) return true;
    return false;
  };
  const follow = async (): Promise<void> => {
    for (let wasCurrent = true; !stopping.signal.aborted;) {
      const born = changes;
      let fault: unknown;
      const has = await catchesUp().catch((error: unknown) => void (fault = error));
      if (born !== changes || stopping.signal.aborted) continue;
      isCurrent = has === true;
      if (isCurrent !== wasCurrent)
        if (isCurrent) log.info("the replica is read again");
        else log.warn({ err: fault }, "the replica is behind, or does not answer: the primary is read");
      wasCurrent = isCurrent;
      const pulse = AbortSignal.any([stopping.signal, AbortSignal.timeout(PULSE_MS)]);
      await once(alarm, "change", { signal: pulse }).catch(() => {});
    }
  };
  const following = follow();

  return {
    db: () => (isCurrent ? db : undefined),
    changed() {
      changes++;
      isCurrent = false;
      alarm.dispatchEvent(new Event("change"));
    },
    async stop() {
      stopping.abort();
      isCurrent = false;
      await following;
      await pool.end();
    },
  };
}

/** A query that waited for what the replica had to undo, or to which it was not there. */
const SERIALIZATION_FAILURE = "40001";
const isReplicasFault = (error: unknown): boolean =>
  isDatabaseAway(error) || sqlState(error)?.code === SERIALIZATION_FAILURE;

/** Reads what anybody may see: for a visitor on the replica where there is one, for who is signed in on the primary, so that they see what they wrote. */
export async function readPublic<T>(ctx: Ctx, user: User | undefined, read: (ctx: Ctx) => Promise<T>): Promise<T> {
  const db = user ? undefined : ctx.replica?.db();
  if (!db) return read(ctx);
  try {
    return await read({ ...ctx, db });
  } catch (error) {
    if (!isReplicasFault(error)) throw error;
    ctx.replica?.changed();
    return read(ctx);
  }
}
