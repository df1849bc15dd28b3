// SQL over notifications, and over the kinds that people do not want by email.
import { sql } from "kysely";
import type { NotificationKind } from "../../../domain/message/notification.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Position } from "../../platform/database/cursor.ts";
import type { NotificationsTable } from "../../platform/database/schema.ts";

export type NewNotification = Pick<
  NotificationsTable,
  "user_id" | "kind" | "event_key" | "title" | "body" | "path" | "read_at"
>;

/**
 * Waits for a concurrent insert of the same event.
 * @returns whether the event is new to the person
 */
export async function insertNotification(
  db: Db,
  row: NewNotification,
  now: Date,
): Promise<boolean> {
  const inserted = await db
    .insertInto("notifications")
    .values({ ...row, created_at: now.toISOString() })
    .onConflict((conflict) => conflict.columns(["user_id", "event_key"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/**
 * The person's email address; undefined if they have left, or want no emails of `kind` if given.
 */
export const findAddress = async (
  db: Db,
  userId: string,
  kind?: NotificationKind,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom("profiles")
      .innerJoin("accounts", "accounts.id", "profiles.user_id")
      .where("accounts.deleted_at", "is", null)
      .where("user_id", "=", userId)
      .where(({ not, exists, selectFrom }) => {
        const unwanted = selectFrom("unwanted_mails").where("user_id", "=", userId).select("kind");
        return kind === undefined
          ? sql<boolean>`true`
          : not(exists(unwanted.where("kind", "=", kind)));
      })
      .select("profiles.email")
      .executeTakeFirst()
  )?.email;

/** A person's notifications, newest first. */
export const findNotifications = (
  db: Db,
  userId: string,
  { after, limit }: { after: Position | undefined; limit: number },
) =>
  db
    .selectFrom("notifications")
    .where("user_id", "=", userId)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(created_at, id) < (${after?.key}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .select(["id", "kind", "title", "body", "path", "created_at", "read_at"])
    .select(sql<string>`(created_at at time zone 'UTC')::text`.as("key"))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

export const countUnreadNotifications = async (db: Db, userId: string): Promise<number> =>
  (
    await db
      .selectFrom("notifications")
      .where("user_id", "=", userId)
      .where("read_at", "is", null)
      .select((row) => row.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow()
  ).count;

/**
 * Marks one, all up to an instant, or those of some events as read.
 * @returns how many were unread before
 */
export async function markNotificationsRead(
  db: Db,
  userId: string,
  what: { id: string } | { until: string } | { keys: readonly string[] },
  now: Date,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("notifications")
    .set({ read_at: now.toISOString() })
    .where("user_id", "=", userId)
    .where("read_at", "is", null)
    .where((row) => {
      if ("id" in what) return row("id", "=", what.id);
      if ("keys" in what) return row("event_key", "in", what.keys);
      return row("created_at", "<=", what.until);
    })
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** @returns those of the people who had not read it */
export async function markEventRead(
  db: Db,
  userIds: readonly string[],
  key: string,
  now: Date,
): Promise<string[]> {
  const rows = await db
    .updateTable("notifications")
    .set({ read_at: now.toISOString() })
    .where("user_id", "in", userIds)
    .where("event_key", "=", key)
    .where("read_at", "is", null)
    .returning("user_id")
    .execute();
  return rows.map((row) => row.user_id);
}

/** The kinds that a person does not want by email. */
export const findUnwanted = async (db: Db, userId: string): Promise<NotificationKind[]> =>
  (
    await db.selectFrom("unwanted_mails").where("user_id", "=", userId).select("kind").execute()
  ).map(({ kind }) => kind);

/** Stores nothing for an account that no longer exists. */
export const addUnwanted = (
  db: Db,
  userId: string,
  kinds: readonly NotificationKind[],
  now: Date,
): Promise<unknown> =>
  db
    .insertInto("unwanted_mails")
    .columns(["user_id", "kind", "since"])
    .expression((row) =>
      row
        .selectFrom("accounts")
        .where("id", "=", userId)
        .select([
          "id",
          sql<NotificationKind>`unnest(${kinds}::text[])`.as("kind"),
          sql<string>`${now.toISOString()}::timestamptz`.as("since"),
        ]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const removeUnwanted = (
  db: Db,
  userId: string,
  kinds: readonly NotificationKind[],
): Promise<unknown> =>
  db
    .deleteFrom("unwanted_mails")
    .where("user_id", "=", userId)
    .where("kind", "in", kinds)
    .execute();
