// The emails of support: a message to the operator, the case number to the sender, and the reply to
// a form.
import type { SupportCategory } from "../../../domain/message/support.ts";
import { layOutMail } from "../../platform/mail/mail-layout.ts";
import type { MailMessage } from "../../platform/mail/mail.ts";

type Mail = Omit<MailMessage, "to">;

export interface WrittenMessage {
  /** The case's id, which makes its emails one thread. */
  id: string;
  /** "CD-1042". */
  number: string;
  name: string;
  email: string;
  category: SupportCategory | null;
  message: string;
  /** The number of the booking that it is about. */
  booking: string | null;
}

/** Replies go to the sender. */
export const operatorMail = (
  { id, number, name, email, category, message, booking }: WrittenMessage,
  publicUrl: string,
): Mail => ({
  ...layOutMail({
    subject: `${number}: ${category ?? "no category"}, from ${name}`,
    preview: message.slice(0, 120),
    heading: "New message to support",
    paragraphs: [message],
    facts: [
      ["Case", number],
      ["From", name],
      ["Email", email],
      ["Category", category ?? "none"],
      ...(booking === null ? [] : [["Booking", booking] as const]),
    ],
    action: { label: "Reply in the admin area", url: `${publicUrl}/admin/support/${id}` },
    note: `We'll email your reply to ${name} and keep it with the case. If you reply to this email instead, it goes to ${email} but isn't kept.`,
  }),
  replyTo: email,
  thread: id,
});

/**
 * Sent to the given sender. Anyone may enter anyone's address, so it contains none of the entered
 * text.
 * @param url the conversation, if the sender was signed in
 */
export const receivedMail = (
  { id, number }: Pick<WrittenMessage, "id" | "number">,
  url: string | undefined,
): Mail => ({
  ...layOutMail({
    subject: `We've received your message (case ${number})`,
    preview: "Thanks for getting in touch.",
    heading: "We've received your message",
    paragraphs: [`Your case number is ${number}. Please mention it when you call or write to us.`],
    ...(url !== undefined && { action: { label: "View conversation", url } }),
    note: "Didn't write to us? Someone may have entered your address on our support page. You can ignore this email.",
  }),
  thread: id,
});

/** Replies go to the operator, or are written in the conversation. */
export const answerMail = (
  { id, number, body }: { id: string; number: string; body: string },
  url: string | undefined,
): Mail => ({
  ...layOutMail({
    subject: `Our reply to your message (${number})`,
    preview: body.slice(0, 120),
    heading: "Our reply to your message",
    paragraphs: body.split(/\n+/),
    ...(url !== undefined && { action: { label: "Reply", url } }),
    note:
      url === undefined
        ? `To reply, answer this email and keep ${number} in the subject.`
        : `You'll find the whole conversation in your messages, under case ${number}.`,
  }),
  thread: id,
});
