// Serves public reads from a streaming replica (DATABASE_REPLICA_URL), but only while it has
// replayed every change this process knows of, so that a read after a change shows it. Reads for
// signed-in users and all writes go to the primary.
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import type { Logger } from "pino";
import { openDb, openPool, type Db } from "./database.ts";

export interface Replica {
  /** undefined while the replica may lack a change. */
  db(): Db | undefined;
  /**
   * Reports a change: the replica is not used until it has replayed it. Call this before dropping
   * anything from a cache.
   */
  changed(): void;
  stop(): Promise<void>;
}

/**
 * The interval between checks, and so the longest lag behind a change that was not published. Also
 * how long the replica may take to catch up before a warning is logged.
 */
const PULSE_MS = 1000;
const CHECK_MS = 10;

/** @param primary the database that the replica follows */
export function openReplica(url: string, primary: Db, log: Logger, connections: number): Replica {
  const pool = openPool(
    url,
    (error) => log.warn({ err: error }, "replica connection lost"),
    connections,
  );
  const db = openDb(pool);
  const alarm = new EventTarget();
  const stopping = new AbortController();
  let isCurrent = false;
  let changes = 0;

  /**
   * Waits until the replica has replayed everything the primary has written so far. False when that
   * takes too long, or when the replica follows no primary at all.
   */
  const catchesUp = async (): Promise<boolean> => {
    const target = sql<{ lsn: string }>`select pg_current_wal_insert_lsn()::text as lsn`;
    const lsn = (await target.execute(primary)).rows[0]?.lsn ?? "";
    const look = sql<{
      has: boolean;
    }>`select coalesce(pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn, false) as has`;
    for (
      const until = performance.now() + PULSE_MS;
      performance.now() < until;
      await delay(CHECK_MS)
    )
      if ((await look.execute(db)).rows[0]?.has) return true;
    return false;
  };
  const follow = async (): Promise<void> => {
    for (let wasCurrent = true; !stopping.signal.aborted;) {
      const born = changes;
      let problem: unknown;
      const has = await catchesUp().catch((error: unknown) => void (problem = error));
      if (born !== changes || stopping.signal.aborted) continue;
      isCurrent = has === true;
      if (isCurrent !== wasCurrent)
        if (isCurrent) log.info("the replica is read again");
        else
          log.warn(
            { err: problem },
            "the replica is behind, or does not answer: the primary is read",
          );
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
