// The mails of support: a written message to the operator, its number to the sender, and the answer to whoever wrote in the form.
import { PRODUCT_NAME } from "../../../domain/brand.ts";
import type { SupportCategory } from "../../../domain/message/support.ts";
import { layOutMail } from "../../platform/mail/mail-layout.ts";
import type { Message } from "../../platform/mail/mail.ts";

type Mail = Omit<Message, "to">;

export interface WrittenMessage {
  /** Of the case: its mails are one thread. */
  id: string;
  /** "CD-1042". */
  number: string;
  name: string;
  email: string;
  category: SupportCategory | null;
  message: string;
}

/** An answer to it goes to whoever wrote. */
export const operatorMail = (
  { id, number, name, email, category, message }: WrittenMessage,
  publicUrl: string,
): Mail => ({
  ...layOutMail({
    subject: `${number}: ${category ?? "no category"}, from ${name}`,
    preview: message.slice(0, 120),
    heading: "A message to support",
    paragraphs: [message],
    facts: [
      ["Case", number],
      ["From", name],
      ["Email", email],
      ["Category", category ?? "none"],
    ],
    action: { label: "Answer in the admin area", url: `${publicUrl}/admin/support/${id}` },
    note: `What you answer there is mailed to ${name} and kept with the case. An answer to this mail goes to ${email}, too, but is not kept.`,
  }),
  replyTo: email,
  thread: id,
});

/**
 * To whoever is named as the sender. Anybody may type anybody's address, so nothing of what was typed is in it.
 * @param url of the conversation, of who was signed in
 */
export const receivedMail = ({ id, number }: Pick<WrittenMessage, "id" | "number">, url: string | undefined): Mail => ({
  ...layOutMail({
    subject: `Your message to ${PRODUCT_NAME} is case ${number}`,
    preview: "We have your message.",
    heading: "We have your message",
    paragraphs: [`It is case ${number}. Name the number whenever you call or write to us about it.`],
    ...(url !== undefined && { action: { label: "See the conversation", url } }),
    note: "If you did not write to us, somebody typed your address in the form on our support page. Then there is nothing for you to do.",
  }),
  thread: id,
});

/** An answer to it goes to the operator, or is written in the conversation. */
export const answerMail = (
  { id, number, body }: { id: string; number: string; body: string },
  url: string | undefined,
): Mail => ({
  ...layOutMail({
    subject: `Our answer to your message (${number})`,
    preview: body.slice(0, 120),
    heading: "Our answer to your message",
    paragraphs: body.split(/\n+/),
    ...(url !== undefined && { action: { label: "Write back", url } }),
    note:
      url === undefined
        ? `To write back, answer this mail and leave ${number} in the subject.`
        : `The whole conversation stands in your messages, as case ${number}.`,
  }),
  thread: id,
});
