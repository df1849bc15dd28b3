// SQL over alerts, and over what people have chosen about them.
import type { Insertable, Selectable } from "kysely";
import type { AlertChannel, AlertKind, QuietHours } from "../../../../domain/message/alert.ts";
import type { Db } from "../../../platform/database/database.ts";
import type { AlertsTable } from "../../../platform/database/schema.ts";

export type AlertRow = Selectable<AlertsTable>;

/** @returns the id of the alert, if the event is new to the person */
export const insertAlert = async (
  db: Db,
  row: Insertable<AlertsTable>,
): Promise<string | undefined> =>
  (
    await db
      .insertInto("alerts")
      .values(row)
      .onConflict((conflict) => conflict.columns(["user_id", "event_key"]).doNothing())
      .returning("id")
      .executeTakeFirst()
  )?.id;

export const findAlert = (db: Db, id: string): Promise<AlertRow | undefined> =>
  db.selectFrom("alerts").selectAll().where("id", "=", id).executeTakeFirst();

/** Locks an alert whose texts and pushes were not queued yet. */
export const lockWaitingAlert = (db: Db, id: string): Promise<AlertRow | undefined> =>
  db
    .selectFrom("alerts")
    .selectAll()
    .where("id", "=", id)
    .where("handled_at", "is", null)
    .forUpdate()
    .executeTakeFirst();

export async function markHandled(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable("alerts")
    .set({ handled_at: now.toISOString() })
    .where("id", "=", id)
    .execute();
}

export async function markTextSent(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable("alerts")
    .set({ text_sent_at: now.toISOString() })
    .where("id", "=", id)
    .execute();
}

/**
 * Whether an alert no longer matters: its notification or message was read, or its booking has
 * moved on.
 */
export async function isOutdated(db: Db, alert: AlertRow): Promise<boolean> {
  const { user_id, event_key, booking_id, booking_status, conversation_id, message_seq } = alert;
  const read = await db
    .selectFrom("notifications")
    .select("id")
    .where("user_id", "=", user_id)
    .where("event_key", "=", event_key)
    .where("read_at", "is not", null)
    .executeTakeFirst();
  if (read) return true;
  if (booking_id !== null) {
    const booking = await db
      .selectFrom("bookings")
      .select("status")
      .where("id", "=", booking_id)
      .executeTakeFirst();
    if (booking?.status !== booking_status) return true;
  }
  if (conversation_id === null || message_seq === null) return false;
  const conversation = await db
    .selectFrom("conversations")
    .select(["renter_id", "renter_read_seq", "host_read_seq"])
    .where("id", "=", conversation_id)
    .executeTakeFirst();
  if (!conversation) return true;
  const { renter_id, renter_read_seq, host_read_seq } = conversation;
  return (renter_id === user_id ? renter_read_seq : host_read_seq) >= message_seq;
}

/** What decides where a person's alerts go; undefined if they have left. */
export const findRecipient = (db: Db, userId: string) =>
  db
    .selectFrom("accounts")
    .innerJoin("profiles", "profiles.user_id", "accounts.id")
    .leftJoin("alert_settings", "alert_settings.user_id", "accounts.id")
    .where("accounts.id", "=", userId)
    .where("accounts.deleted_at", "is", null)
    .select([
      "profiles.phone",
      "profiles.phone_verified_at",
      "alert_settings.is_quiet",
      "alert_settings.quiet_from",
      "alert_settings.quiet_until",
      "alert_settings.urgent_anyway",
      "alert_settings.stopped_phone",
    ])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom("user_roles")
          .select("role")
          .where("user_id", "=", userId)
          .where("role", "=", "host"),
      ).as("is_host"),
    )
    .executeTakeFirst();

/** What a person has switched on or off; the defaults apply to the rest. */
export const findAlertChoices = (db: Db, userId: string) =>
  db
    .selectFrom("alert_choices")
    .select(["kind", "channel", "wanted"])
    .where("user_id", "=", userId)
    .execute();

export async function saveAlertChoices(
  db: Db,
  userId: string,
  choices: readonly { kind: AlertKind; channel: AlertChannel; wanted: boolean }[],
  now: Date,
): Promise<void> {
  if (choices.length === 0) return;
  const chosen_at = now.toISOString();
  await db
    .insertInto("alert_choices")
    .values(choices.map((choice) => ({ ...choice, user_id: userId, chosen_at })))
    .onConflict((conflict) =>
      conflict.columns(["user_id", "kind", "channel"]).doUpdateSet((row) => ({
        wanted: row.ref("excluded.wanted"),
        chosen_at,
      })),
    )
    .execute();
}

/** Replaces a person's quiet hours and the number that wants no texts. */
export async function saveAlertSettings(
  db: Db,
  userId: string,
  settings: QuietHours & { stopped_phone: string | null },
): Promise<void> {
  await db
    .insertInto("alert_settings")
    .values({ user_id: userId, ...settings })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(settings))
    .execute();
}

export async function deleteOldAlerts(db: Db, createdBefore: string): Promise<void> {
  await db.deleteFrom("alerts").where("created_at", "<", createdBefore).execute();
}
