// The mail about a message to support, to the operator: an answer to it goes to whoever wrote.
import type { SupportCategory } from "../../../domain/support.ts";
import { layOutMail } from "../../platform/mail-layout.ts";
import type { Message } from "../../platform/mail.ts";

export interface WrittenMessage {
  id: string;
  name: string;
  email: string;
  category: SupportCategory | null;
  message: string;
}

export const supportMail = (
  { id, name, email, category, message }: WrittenMessage,
  publicUrl: string,
): Omit<Message, "to"> => ({
  ...layOutMail({
    subject: `Support: ${category ?? "no category"}, from ${name}`,
    preview: message.slice(0, 120),
    heading: "A message to support",
    paragraphs: [message],
    facts: [
      ["From", name],
      ["Email", email],
      ["Category", category ?? "none"],
    ],
    action: { label: "Open in the admin area", url: `${publicUrl}/admin/support?message=${id}` },
    note: `Answer this mail to write to ${name}, then mark the message as answered in the admin area.`,
  }),
  replyTo: email,
});
