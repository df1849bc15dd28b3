// The tables of notifications (0024_notifications.sql).
import type { Generated } from "kysely";
import type { NotificationKind } from "../../../domain/message/notification.ts";

export interface NotificationsTable {
  id: Generated<string>;
  user_id: string;
  kind: NotificationKind;
  event_key: string;
  title: string;
  body: string;
  path: string;
  created_at: string;
  read_at: string | null;
}
export interface UnwantedMailsTable {
  user_id: string;
  kind: NotificationKind;
  since: string;
}
