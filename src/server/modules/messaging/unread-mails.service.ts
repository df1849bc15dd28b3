// Alerts people of messages that stay unread for a minute, and emails those that stay unread for a
// quarter of an hour: once per conversation until it is read again.
import { formatBookingNumber } from "../../../domain/booking/booking-number.ts";
import { maskListing } from "../../../domain/listing/listing-masking.ts";
import { MESSAGE_ALERT_SECONDS } from "../../../domain/message/alert.ts";
import { UNREAD_MAIL_MINUTES, type ConversationSide } from "../../../domain/message/message.ts";
import { caseName } from "../../../domain/message/support.ts";
import { inTransaction, type Ctx } from "../../platform/context.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { layOutMail, type MailContent } from "../../platform/mail/mail-layout.ts";
import { alertPerson } from "../notifications/alerts/alerts.service.ts";
import { notify } from "../notifications/notifications.service.ts";
import { recordMailed } from "./cases.repository.ts";
import { findConversation, type ConversationRow } from "./conversations.repository.ts";
import {
  findFirstUnread,
  lockConversation,
  type LockedConversation,
  type MessageRow,
} from "./messages.repository.ts";
import { presentMessage } from "./messaging.presenter.ts";

/** The job that checks whether a message was read meanwhile. */
export const UNREAD_MAIL = "unread-message-mail";
/** The job that alerts the recipient, unless the message was read meanwhile. */
export const UNREAD_ALERT = "unread-message-alert";
export interface UnreadMail {
  conversation_id: string;
  side: ConversationSide;
  /** The number of the side's first unread message. */
  seq: number;
}

/** How much of a message an email shows, in characters. */
const SHOWN = 600;

/**
 * Schedules the checks for when the message is a minute and a quarter of an hour old, if it is the
 * other side's first unread one.
 */
export async function mailLater(
  ctx: Pick<Ctx, "db" | "clock" | "jobs">,
  conversation: LockedConversation,
  message: MessageRow,
): Promise<void> {
  const side =
    message.side !== "renter" ? "renter" : conversation.host_id === null ? "support" : "host";
  const first = await findFirstUnread(ctx.db, conversation, side);
  if (first?.seq !== message.seq) return;
  const job: UnreadMail = { conversation_id: conversation.id, side, seq: message.seq };
  const age = Math.floor((ctx.clock.now().getTime() - Date.parse(message.created_at)) / 1000);
  await ctx.jobs.send(ctx.db, UNREAD_MAIL, job, {
    delaySeconds: Math.max(0, UNREAD_MAIL_MINUTES * 60 - age),
  });
  if (side === "support") return;
  await ctx.jobs.send(ctx.db, UNREAD_ALERT, job, {
    delaySeconds: Math.max(0, MESSAGE_ALERT_SECONDS - age),
  });
}

/** Alerts the recipient of the message, unless it was read. The text stays on the site. */
export const alertUnread = (ctx: Ctx, { conversation_id, side, seq }: UnreadMail): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const locked = await lockConversation(tx.db, conversation_id);
    const message = await findFirstUnread(tx.db, locked, side);
    const to = side === "renter" ? locked.renter_id : locked.host_id;
    if (message?.seq !== seq || to === null) return;
    const conversation = await findConversation(tx.db, to, conversation_id);
    if (!conversation) return;
    const { first_name, booking_number } = conversation;
    await alertPerson(tx, {
      to,
      kind: "message",
      key: unreadKey(conversation_id, seq),
      title: `${first_name ?? "Support"} wrote to you`,
      body: [
        carName(conversation) ?? "Support",
        ...(booking_number === null ? [] : [formatBookingNumber(booking_number)]),
      ].join(", "),
      path: pathOf(conversation_id, side),
      message: { conversationId: conversation_id, seq },
    });
  });

const unreadKey = (conversationId: string, seq: number): string =>
  `conversation:${conversationId}:unread:${seq}`;
const pathOf = (conversationId: string, side: ConversationSide) =>
  `${side === "renter" ? "/messages" : "/host/messages"}?c=${conversationId}` as const;

/**
 * Emails the message once, unless it was read. If a later message is now the first unread one, it
 * schedules that instead.
 */
export const mailUnread = (ctx: Ctx, { conversation_id, side, seq }: UnreadMail): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const locked = await lockConversation(tx.db, conversation_id);
    const message = await findFirstUnread(tx.db, locked, side);
    if (!message) return;
    if (message.seq !== seq) return mailLater(tx, locked, message);
    if (side === "support") return mailOperator(tx, message);
    const to = side === "renter" ? locked.renter_id : locked.host_id;
    if (to === null) return;
    const conversation = await findConversation(tx.db, to, conversation_id);
    if (!conversation) return;
    const path = pathOf(conversation_id, side);
    await notify(tx, {
      to,
      kind: "message",
      key: unreadKey(conversation_id, seq),
      about: carName(conversation) ?? "Support",
      path,
      mail: chooseMail(
        conversation,
        presentMessage(message, conversation).body,
        tx.publicUrl() + path,
      ),
    });
  });

/** Admins have no inbox of their own, so their unread messages go to SUPPORT_EMAIL. */
async function mailOperator(
  ctx: Ctx,
  { conversation_id: id, seq, body }: MessageRow,
): Promise<void> {
  const number = await recordMailed(ctx.db, id, seq);
  if (number === undefined) return;
  const shown = shorten(body);
  await queueMail(ctx, {
    to: ctx.config.contacts.email.text,
    thread: id,
    ...layOutMail({
      subject: `${caseName(number)}: someone is waiting in the chat`,
      preview: shown.slice(0, 120),
      heading: "A message to support is waiting",
      paragraphs: shown.split(/\n+/),
      action: { label: "Answer in the admin area", url: `${ctx.publicUrl()}/admin/support/${id}` },
      note: "You won't get another email about this case until someone has read it.",
    }),
  });
}

const shorten = (body: string): string =>
  body.length > SHOWN ? `${body.slice(0, SHOWN).toWellFormed()}…` : body;

function carName(conversation: ConversationRow): string | undefined {
  const { year, make, model } = maskListing(conversation);
  return year === null ? undefined : `${year} ${make} ${model}`;
}

function chooseMail(conversation: ConversationRow, body: string, url: string): MailContent {
  const { first_name: name, unread, number, booking_number } = conversation;
  const who = name ?? "Support";
  const car = carName(conversation);
  const shown = shorten(body);
  return {
    subject: `${who} wrote to you${car ? ` about the ${car}` : number === null ? "" : ` (${caseName(number)})`}`,
    preview: shown.slice(0, 120),
    heading: unread > 1 ? `You have ${unread} new messages` : "You have a new message",
    paragraphs: [`${who} wrote:`, ...shown.split(/\n+/)],
    ...(booking_number !== null && {
      facts: [["Booking", formatBookingNumber(booking_number)]],
    }),
    action: { label: "Read and reply", url },
    note: "We won't email you about this conversation again until you've read it.",
  };
}
