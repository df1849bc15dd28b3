// Notifies people of an event in the event's own transaction: a row for the bell and, unless the
// person has switched that kind off, an email. Some events also alert the person on the phone. Each
// happens once per event (docs/decisions/0017).
import {
  NOTIFICATIONS_PER_PAGE,
  type Notification,
} from "../../../contract/people/notifications.ts";
import { personalTopic } from "../../../domain/live.ts";
import { KIND_LABELS, type NotificationKind } from "../../../domain/message/notification.ts";
import {
  inTransaction,
  type Ctx,
  type DataCtx,
  type DbCtx,
  type NotifyCtx,
  type User,
} from "../../platform/context.ts";
import { toPage, readTimeCursor } from "../../platform/database/cursor.ts";
import type { Attachment } from "../../platform/mail/attachment.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { layOutMail, type MailContent } from "../../platform/mail/mail-layout.ts";
import { publishLive } from "../../platform/realtime/publish-live.ts";
import { alertPerson, type AlertInput } from "./alerts/alerts.service.ts";
import { unsubscribeUrl } from "./mail-choices.service.ts";
import {
  countUnreadNotifications,
  findAddress,
  findNotifications,
  insertNotification,
  markEventRead,
  markNotificationsRead,
} from "./notifications.repository.ts";

/** A notification to one person. */
export interface NotificationInput {
  /** The recipient's account id. */
  to: string;
  kind: NotificationKind;
  /** Identifies the event. A person is notified of it only once. */
  key: string;
  /**
   * The subject, in a line under the email's heading. It is stored, so it names no other people.
   */
  about: string;
  /** The page it links to. */
  path: `/${string}`;
  mail: MailContent;
  /** Emails it even if the person has switched the kind off. */
  always?: boolean;
  /** Already read in the bell, because the person did it. */
  isRead?: boolean;
  attachments?: readonly Attachment[];
  /** Also alerts the person on the phone, as far as they want that. */
  alert?: AlertInput | undefined;
}

/** @returns whether it is new to the person */
export function notify(ctx: NotifyCtx, notification: NotificationInput): Promise<boolean> {
  const { to, kind, key, about, path, mail, always, isRead, alert } = notification;
  return inTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    const row = {
      user_id: to,
      kind,
      event_key: key,
      title: mail.heading,
      body: about,
      path,
      read_at: isRead ? now.toISOString() : null,
    };
    if (!(await insertNotification(tx.db, row, now))) return false;
    const address = await findAddress(tx.db, to, always ? undefined : kind);
    if (address !== undefined) await queueMail(tx, { to: address, ...dressed(tx, notification) });
    if (alert) await alertPerson(tx, { to, key, path, title: mail.heading, ...alert });
    await publishLive(tx, personalTopic(to), "notifications");
    return true;
  });
}

/**
 * The email with its unsubscribe link and headers (RFC 2369, RFC 8058), unless it is always sent.
 */
function dressed(
  ctx: Pick<Ctx, "keys" | "publicUrl">,
  { to, kind, mail, always, attachments = [] }: NotificationInput,
) {
  if (always) return { ...layOutMail(mail), attachments };
  const off = unsubscribeUrl(ctx, { userId: to, kind });
  const { name, because } = KIND_LABELS[kind];
  const footer = {
    why: `You're receiving this because ${because}.`,
    links: [
      { label: "Email preferences", url: `${ctx.publicUrl()}/settings#notifications` },
      { label: `Unsubscribe from these emails (${name})`, url: off },
    ],
  };
  return {
    ...layOutMail({ ...mail, footer }),
    attachments,
    headers: {
      "List-Unsubscribe": `<${off}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}

/**
 * A page of a person's notifications.
 * @throws DomainError invalid_request for a cursor of another list
 */
export async function listNotifications(ctx: DbCtx, user: User, cursor: string | undefined) {
  const after = readTimeCursor(cursor);
  const [rows, unread] = await Promise.all([
    findNotifications(ctx.db, user.id, { after, limit: NOTIFICATIONS_PER_PAGE + 1 }),
    countUnreadNotifications(ctx.db, user.id),
  ]);
  const { shown, next_cursor } = toPage(rows, NOTIFICATIONS_PER_PAGE);
  return { notifications: shown.map(present), next_cursor, unread };
}

type Row = Awaited<ReturnType<typeof findNotifications>>[number];
const present = ({ id, kind, title, body, path, created_at, read_at }: Row): Notification => ({
  id,
  kind,
  title,
  body,
  path,
  created_at,
  is_read: read_at !== null,
});

/** Marks an event as read for people (at least one) who no longer have to act on it. */
export async function closeNotifications(
  ctx: DataCtx,
  userIds: readonly string[],
  key: string,
): Promise<void> {
  for (const id of await markEventRead(ctx.db, userIds, key, ctx.clock.now()))
    await publishLive(ctx, personalTopic(id), "notifications");
}

/** Marks only the person's own notifications, and notifies their other tabs. */
export async function readNotifications(
  ctx: DataCtx,
  user: User,
  what: { id: string } | { until: string } | { keys: readonly string[] },
) {
  if ((await markNotificationsRead(ctx.db, user.id, what, ctx.clock.now())) > 0)
    await publishLive(ctx, personalTopic(user.id), "notifications");
  return { unread: await countUnreadNotifications(ctx.db, user.id) };
}
