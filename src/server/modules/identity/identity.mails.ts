// What a person is told of the decision on their documents.
import { IDENTITY_DOCUMENT_DAYS } from "../../../domain/person/identity.ts";
import type { MailContent } from "../../platform/mail/mail-layout.ts";

const toProfile = (label: string, origin: string): NonNullable<MailContent["action"]> => ({
  label,
  url: `${origin}/profile#verification`,
});
const GOES = `Your documents are deleted ${IDENTITY_DOCUMENT_DAYS} days from now, or at once if you ask for it on your profile.`;

export const verifiedMail = (firstName: string, origin: string): MailContent => ({
  subject: "You are verified",
  preview: "Your documents show who your profile says you are.",
  heading: "You are verified",
  paragraphs: [
    `Hello ${firstName},`,
    "Your documents show who your profile says you are. Whoever you share a car with now sees that you are verified, and nothing of the documents.",
    GOES,
  ],
  action: toProfile("Open my profile", origin),
});

export const rejectedMail = (firstName: string, reason: string, origin: string): MailContent => ({
  subject: "We could not verify you",
  preview: "The reason is in this mail. You can send other documents.",
  heading: "We could not verify you",
  paragraphs: [
    `Hello ${firstName},`,
    `The reason given: ${reason}`,
    `You can send other documents at any time. ${GOES}`,
  ],
  action: toProfile("Send other documents", origin),
});
