// SQL over the browsers that receive web push, and over the key pair that signs for them.
import { sql, type Insertable } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { PushKeysTable, PushSubscriptionsTable } from "../../../platform/database/schema.ts";

/** Stores the subscription of a session. A browser that had another session takes this one. */
export async function saveSubscription(
  db: Db,
  row: Insertable<PushSubscriptionsTable>,
): Promise<void> {
  await db
    .deleteFrom("push_subscriptions")
    .where((either) =>
      either.or([either("endpoint", "=", row.endpoint), either("session_id", "=", row.session_id)]),
    )
    .execute();
  await db.insertInto("push_subscriptions").values(row).execute();
}

/** Keeps the newest `limit` subscriptions of a person. */
export async function deleteSurplus(db: Db, userId: string, limit: number): Promise<void> {
  await db
    .deleteFrom("push_subscriptions")
    .where("session_id", "in", (row) =>
      row
        .selectFrom("push_subscriptions")
        .where("user_id", "=", userId)
        .select("session_id")
        .orderBy("created_at", "desc")
        .orderBy("session_id")
        .offset(limit),
    )
    .execute();
}

export async function deleteSubscription(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom("push_subscriptions").where("session_id", "=", sessionId).execute();
}

/**
 * Records whether a push service fails, at an instant, or works.
 * @returns since when it has been failing; undefined if it works, or the subscription is gone
 */
export const recordPush = async (
  db: Db,
  endpoint: string,
  failedAt: Date | null,
): Promise<string | undefined> =>
  (
    await db
      .updateTable("push_subscriptions")
      .set((row) => ({
        failing_since:
          failedAt &&
          row.fn.coalesce("failing_since", sql<string>`${failedAt.toISOString()}::timestamptz`),
      }))
      .where("endpoint", "=", endpoint)
      .returning("failing_since")
      .executeTakeFirst()
  )?.failing_since ?? undefined;

/** Deletes a subscription that the push service refuses, unless a new one has replaced it. */
export async function deleteEndpoint(db: Db, endpoint: string): Promise<void> {
  await db.deleteFrom("push_subscriptions").where("endpoint", "=", endpoint).execute();
}

/** Those of live sessions. A session that has ended receives nothing. */
const liveSubscriptions = (db: Db) =>
  db
    .selectFrom("push_subscriptions")
    .innerJoin("sessions", "sessions.id", "push_subscriptions.session_id")
    .where("sessions.revoked_at", "is", null)
    .select([
      "push_subscriptions.session_id",
      "push_subscriptions.user_id",
      "push_subscriptions.endpoint",
      "push_subscriptions.p256dh",
      "push_subscriptions.auth",
      "push_subscriptions.failing_since",
    ]);

export type Subscription = NonNullable<Awaited<ReturnType<typeof findSubscription>>>;

export const findSubscriptions = (db: Db, userId: string) =>
  liveSubscriptions(db).where("push_subscriptions.user_id", "=", userId).execute();

export const findSubscription = (db: Db, sessionId: string) =>
  liveSubscriptions(db).where("session_id", "=", sessionId).executeTakeFirst();

export async function deleteEndedSubscriptions(db: Db): Promise<void> {
  await db
    .deleteFrom("push_subscriptions")
    .where("session_id", "in", (row) =>
      row.selectFrom("sessions").where("revoked_at", "is not", null).select("id"),
    )
    .execute();
}

export const findPushKeys = (db: Db) => db.selectFrom("push_keys").selectAll().executeTakeFirst();

/** Stores the key pair unless another process has stored one in the meantime. */
export async function insertPushKeys(db: Db, row: Insertable<PushKeysTable>): Promise<void> {
  await db
    .insertInto("push_keys")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

export async function resealPushKeys(
  db: Db,
  { sealed, key_id }: { sealed: Buffer; key_id: string },
): Promise<void> {
  await db.updateTable("push_keys").set({ sealed, key_id }).where("id", "=", sql.lit(1)).execute();
}
