// Messages between people: the kinds of conversation, and what a message may contain. A message is
// plain text; HTML and links in it stay text.
import type { BookingStatus, PaymentStatus } from "../booking/booking.ts";
import { DomainError } from "../errors.ts";
import { isVisible, limitMarks } from "../text/text.ts";

/**
 * booking: its renter and host; listing: a question about a car before a booking; support: a person
 * and the admins.
 */
export const CONVERSATION_KINDS = ["booking", "listing", "support"] as const;
export type ConversationKind = (typeof CONVERSATION_KINDS)[number];

/**
 * A participant's role in a conversation: the person who rents or asks, the host, or the admins
 * together.
 */
export const CONVERSATION_SIDES = ["renter", "host", "support"] as const;
export type ConversationSide = (typeof CONVERSATION_SIDES)[number];

/**
 * The two inboxes: conversations as a renter, and conversations about the person's own cars. Admins
 * have cases instead.
 */
export const INBOX_SIDES = ["renter", "host"] as const;
export type InboxSide = (typeof INBOX_SIDES)[number];

export const MESSAGE_MAX_LENGTH = 4000;
/** A message that stays unread this long is sent by email. */
export const UNREAD_MAIL_MINUTES = 15;

/**
 * Control characters except line breaks and tabs, marks that change the text direction, and
 * invisible marks.
 */
const UNSEEN =
  // oxlint-disable-next-line no-control-regex -- they are what is taken out
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A typed text as stored: trimmed and without invisible characters. */
export const cleanText = (typed: string): string =>
  limitMarks(
    typed
      .replace(/\r\n?|[\u2028\u2029]/g, "\n")
      .replace(UNSEEN, "")
      .toWellFormed(),
  ).trim();

/**
 * A message as stored.
 * @throws DomainError message_empty, message_too_long
 */
export function cleanMessage(typed: string): string {
  const text = cleanText(typed);
  if (!isVisible(text)) throw new DomainError("message_empty");
  if (text.length > MESSAGE_MAX_LENGTH)
    throw new DomainError("message_too_long", { limit: MESSAGE_MAX_LENGTH });
  return text;
}

/**
 * A booking in one of these states has been approved, so both sides may read everything they wrote
 * to each other about the car. A card is charged on approval and never before (product.md, Booking
 * and payment).
 */
export const APPROVED_ONCE: {
  statuses: readonly BookingStatus[];
  paymentStatuses: readonly PaymentStatus[];
} = {
  statuses: ["approved", "completed"],
  paymentStatuses: ["paid", "refunded", "partially_refunded"],
};
