// What people write to each other: in which conversations, and what a message may be. It is text; HTML and links in it stay text.
import type { BookingStatus, PaymentStatus } from "../booking/booking.ts";
import { DomainError } from "../errors.ts";
import { isVisible, limitMarks } from "../text/text.ts";

/** booking: renter and host of one; listing: a question about a car before a booking; support: a person and the admins. */
export const CONVERSATION_KINDS = ["booking", "listing", "support"] as const;
export type ConversationKind = (typeof CONVERSATION_KINDS)[number];

/** Where somebody stands in a conversation: who rents or asks, the host, or the admins together. */
export const CONVERSATION_SIDES = ["renter", "host", "support"] as const;
export type ConversationSide = (typeof CONVERSATION_SIDES)[number];

/** Whose inbox it is: what somebody rents and asks, or what is about their cars. Admins have their cases instead. */
export const INBOX_SIDES = ["renter", "host"] as const;
export type InboxSide = (typeof INBOX_SIDES)[number];

export const MESSAGE_MAX_LENGTH = 4000;
/** A message that nobody reads for so long is mailed. */
export const UNREAD_MAIL_MINUTES = 15;

/** Control characters but line breaks and tabs, and marks that turn what stands around them or that nobody sees. */
// oxlint-disable-next-line no-control-regex -- they are what is taken out
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** What is kept of a text that somebody typed: trimmed, without characters that can't be seen. */
export const cleanText = (typed: string): string =>
  limitMarks(
    typed
      .replace(/\r\n?|[\u2028\u2029]/g, "\n")
      .replace(UNSEEN, "")
      .toWellFormed(),
  ).trim();

/**
 * What is kept of a message.
 * @throws DomainError message_empty, message_too_long
 */
export function cleanMessage(typed: string): string {
  const text = cleanText(typed);
  if (!isVisible(text)) throw new DomainError("message_empty");
  if (text.length > MESSAGE_MAX_LENGTH) throw new DomainError("message_too_long", { limit: MESSAGE_MAX_LENGTH });
  return text;
}

/**
 * A booking in one of these was approved once: from then on its two sides may read all that they wrote to each other about the car.
 * A card is charged when a booking is approved and never before (product.md, Booking and payment).
 */
export const APPROVED_ONCE: { statuses: readonly BookingStatus[]; paymentStatuses: readonly PaymentStatus[] } = {
  statuses: ["approved", "completed"],
  paymentStatuses: ["paid", "refunded", "partially_refunded"],
};
