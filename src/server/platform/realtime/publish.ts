// Publishes notifications that only make pages refetch after their transaction has committed, in
// batches. PostgreSQL commits transactions with NOTIFY one at a time, each waiting for the disk.
// With NOTIFY inside them, a slow disk would make all writers queue for seconds.
import { sql } from "kysely";
import type { Logger } from "pino";
import type { Db } from "../database/database.ts";
import { singleFlight } from "../jobs/single-flight.ts";

interface Announcement {
  channel: string;
  payload: string;
}

/** The notifications to publish after each open transaction. */
const hold = new WeakMap<Db, Announcement[]>();

/** The notifications of each pool that go with its next batch. */
const waiting = new WeakMap<Db, Announcement[]>();

/**
 * Publishes after the transaction of `db` has committed, never after a rollback; without a
 * transaction, immediately. They are lost if the process is killed in between, so a message that
 * must reach the other nodes is sent with NOTIFY inside the transaction instead.
 */
export async function publish(db: Db, channel: string, payloads: readonly string[]): Promise<void> {
  const announcements = payloads.map((payload) => ({ channel, payload }));
  const those = hold.get(db);
  if (those) those.push(...announcements);
  else await notify(db, announcements);
}

/** Runs `work` in a transaction of `db`, then publishes its notifications. */
export async function publishAfterCommit<T>(
  db: Db,
  log: Logger,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  const announcements: Announcement[] = [];
  const done = await db.transaction().execute((tx) => {
    hold.set(tx, announcements);
    return work(tx);
  });
  if (announcements.length > 0) {
    // The change is committed even if this fails. Processes that lost the database reload
    // everything.
    await enqueue(db, announcements).catch((error: unknown) =>
      log.warn({ err: error }, "a change was not announced"),
    );
  }
  return done;
}

/** One batch is in flight at a time. Notifications that arrive meanwhile go with the next one. */
function enqueue(db: Db, announcements: readonly Announcement[]): Promise<void> {
  const all = waiting.get(db) ?? [];
  all.push(...announcements);
  waiting.set(db, all);
  return singleFlight(db, "announce", () => {
    waiting.delete(db);
    return notify(db, all);
  });
}

async function notify(db: Db, announcements: readonly Announcement[]): Promise<void> {
  const [channels, payloads] = [
    announcements.map((each) => each.channel),
    announcements.map((each) => each.payload),
  ];
  // synchronous_commit is off, because nothing is written that must survive a crash.
  await sql`
    select set_config('synchronous_commit', 'off', true), pg_notify(channel, payload)
    from unnest(${channels}::text[], ${payloads}::text[]) as one (channel, payload)`.execute(db);
}
