// What only makes pages look again is announced once its transaction has committed, many at a time. PostgreSQL lets transactions that notify
// commit one after the other, each with the disk: inside of them, a disk that is slow for a moment would have all writers queue for seconds.
import { sql } from "kysely";
import type { Logger } from "pino";
import type { Db } from "../database/database.ts";
import { inSharedTurn } from "../jobs/single-flight.ts";

interface Announcement {
  channel: string;
  payload: string;
}

/** Of each transaction what it has to announce. */
const held = new WeakMap<Db, Announcement[]>();

/** Of each pool what goes with the next announcement. */
const waiting = new WeakMap<Db, Announcement[]>();

/**
 * Announces when the transaction of `db` has committed, never after a rollback; without a transaction at once. Lost where the process is killed
 * between the two: what must reach the other nodes is notified in its transaction instead.
 */
export async function announce(db: Db, channel: string, payloads: readonly string[]): Promise<void> {
  const announcements = payloads.map((payload) => ({ channel, payload }));
  const those = held.get(db);
  if (those) those.push(...announcements);
  else await notify(db, announcements);
}

/** Runs `work` in a transaction of `db`, then announces what it had to. */
export async function announcing<T>(db: Db, log: Logger, work: (tx: Db) => Promise<T>): Promise<T> {
  const announcements: Announcement[] = [];
  const done = await db.transaction().execute((tx) => {
    held.set(tx, announcements);
    return work(tx);
  });
  if (announcements.length > 0) {
    // The change is made whatever becomes of this; who lost the database looks at everything again.
    await enqueue(db, announcements).catch((error: unknown) => log.warn({ err: error }, "a change was not announced"));
  }
  return done;
}

/** One announcement is under way at a time; what comes meanwhile goes with the next. */
function enqueue(db: Db, announcements: readonly Announcement[]): Promise<void> {
  const all = waiting.get(db) ?? [];
  all.push(...announcements);
  waiting.set(db, all);
  return inSharedTurn(db, "announce", () => {
    waiting.delete(db);
    return notify(db, all);
  });
}

async function notify(db: Db, announcements: readonly Announcement[]): Promise<void> {
  const [channels, payloads] = [announcements.map((each) => each.channel), announcements.map((each) => each.payload)];
  // Nothing is written that the disk would have to confirm.
  await sql`
    select set_config('synchronous_commit', 'off', true), pg_notify(channel, payload)
    from unnest(${channels}::text[], ${payloads}::text[]) as one (channel, payload)`.execute(db);
}
