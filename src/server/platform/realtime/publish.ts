// Publishes notifications that only make pages refetch after their transaction has committed, in
// batches. PostgreSQL commits transactions with NOTIFY one at a time, each waiting for the disk.
// With NOTIFY inside them, a slow disk would make all writers queue for seconds.
import { sql } from "kysely";
import type { Logger } from "pino";
import type { Db } from "../database/database.ts";
import { singleFlight } from "../jobs/single-flight.ts";

interface PendingMessage {
  channel: string;
  payload: string;
}

/** The notifications to publish after each open transaction. */
const hold = new WeakMap<Db, PendingMessage[]>();

/** The notifications of each pool that go with its next batch. */
const waiting = new WeakMap<Db, PendingMessage[]>();

/**
 * Publishes after the transaction of `db` has committed, never after a rollback; without a
 * transaction, immediately. They are lost if the process is killed in between, so a message that
 * must reach the other nodes is sent with NOTIFY inside the transaction instead.
 */
export async function publish(db: Db, channel: string, payloads: readonly string[]): Promise<void> {
  const messages = payloads.map((payload) => ({ channel, payload }));
  const those = hold.get(db);
  if (those) those.push(...messages);
  else await notify(db, messages);
}

/** Runs `work` in a transaction of `db`, then publishes its notifications. */
export async function publishAfterCommit<T>(
  db: Db,
  log: Logger,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  const messages: PendingMessage[] = [];
  const done = await db.transaction().execute((tx) => {
    hold.set(tx, messages);
    return work(tx);
  });
  if (messages.length > 0) {
    // The change is committed even if this fails. Processes that lost the database reload
    // everything.
    await enqueue(db, messages).catch((error: unknown) =>
      log.warn({ err: error }, "a change was not announced"),
    );
  }
  return done;
}

/** One batch is in flight at a time. Notifications that arrive meanwhile go with the next one. */
function enqueue(db: Db, messages: readonly PendingMessage[]): Promise<void> {
  const all = waiting.get(db) ?? [];
  all.push(...messages);
  waiting.set(db, all);
  return singleFlight(db, "announce", () => {
    waiting.delete(db);
    return notify(db, all);
  });
}

async function notify(db: Db, messages: readonly PendingMessage[]): Promise<void> {
  const [channels, payloads] = [
    messages.map((each) => each.channel),
    messages.map((each) => each.payload),
  ];
  // synchronous_commit is off, because nothing is written that must survive a crash.
  await sql`
    select set_config('synchronous_commit', 'off', true), pg_notify(channel, payload)
    from unnest(${channels}::text[], ${payloads}::text[]) as one (channel, payload)`.execute(db);
}
