// Tells people what has happened, in the transaction in which it happens: a row for the bell and, unless the person has switched mails
// of the kind off, a mail; both once per event (docs/decisions/0017).
import { NOTIFICATIONS_PER_PAGE, type Notification } from "../../../contract/people/notifications.ts";
import { personalTopic } from "../../../domain/live.ts";
import { KIND_WORDS, type NotificationKind } from "../../../domain/message/notification.ts";
import { inTransaction, type Ctx, type User } from "../../platform/context.ts";
import { pageOf, readTimeCursor } from "../../platform/database/cursor.ts";
import { queueMail, type Attachment } from "../../platform/mail/mail.ts";
import { layOutMail, type MailContent } from "../../platform/mail/mail-layout.ts";
import { tellLive } from "../../platform/realtime/publish-live.ts";
import { unsubscribeUrl } from "./mail-choices.service.ts";
import {
  countUnread,
  findAddress,
  findNotifications,
  insertNotification,
  markRead,
} from "./notifications.repository.ts";

/** What one person is told. */
export interface Notice {
  /** The id of their account. */
  to: string;
  kind: NotificationKind;
  /** Names the event; whoever was told of it is not told again. */
  key: string;
  /** What it is about, in a line under the mail's heading. No names of other people: it is kept. */
  about: string;
  /** The page of ours that it leads to. */
  path: `/${string}`;
  mail: MailContent;
  /** Mails it even where the person has switched off mails of the kind. */
  always?: boolean;
  attachments?: readonly Attachment[];
}

/** @returns whether it is news to the person. */
export function notify(ctx: Ctx, notice: Notice): Promise<boolean> {
  const { to, kind, key, about, path, mail, always } = notice;
  return inTransaction(ctx, async (tx) => {
    const row = { user_id: to, kind, event_key: key, title: mail.heading, body: about, path };
    if (!(await insertNotification(tx, row))) return false;
    const address = await findAddress(tx, to, always ? undefined : kind);
    if (address !== undefined) await queueMail(tx, { to: address, ...dressed(tx, notice) });
    await tellLive(tx, personalTopic(to), "notifications");
    return true;
  });
}

/**
 * The mail with what one needs to get no more of its kind
 * (RFC 2369, RFC 8058), unless it always comes.
 */
function dressed(ctx: Ctx, { to, kind, mail, always, attachments = [] }: Notice) {
  if (always) return { ...layOutMail(mail), attachments };
  const off = unsubscribeUrl(ctx, { userId: to, kind });
  const { name, because } = KIND_WORDS[kind];
  const footer = {
    why: `You get this mail because ${because}.`,
    links: [
      { label: "Choose what we mail you", url: `${ctx.publicUrl()}/settings#notifications` },
      { label: `No more mails of this kind (${name})`, url: off },
    ],
  };
  return {
    ...layOutMail({ ...mail, footer }),
    attachments,
    headers: { "List-Unsubscribe": `<${off}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
  };
}

/** A page of what a person was told. @throws DomainError invalid_request for a cursor of another list */
export async function listNotifications(ctx: Ctx, user: User, cursor: string | undefined) {
  const after = readTimeCursor(cursor);
  const [rows, unread] = await Promise.all([
    findNotifications(ctx, user.id, { after, limit: NOTIFICATIONS_PER_PAGE + 1 }),
    countUnread(ctx, user.id),
  ]);
  const { shown, next_cursor } = pageOf(rows, NOTIFICATIONS_PER_PAGE);
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

/** Of others' notifications nothing changes. The person's other tabs are told. */
export async function readNotifications(ctx: Ctx, user: User, what: { id: string } | { until: string }) {
  if ((await markRead(ctx, user.id, what)) > 0) await tellLive(ctx, personalTopic(user.id), "notifications");
  return { unread: await countUnread(ctx, user.id) };
}
