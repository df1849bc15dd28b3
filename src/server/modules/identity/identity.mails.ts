// The emails about the decision on a person's documents.
import { IDENTITY_DOCUMENT_DAYS } from "../../../domain/person/identity.ts";
import type { MailContent } from "../../platform/mail/mail-layout.ts";

const toProfile = (label: string, origin: string): NonNullable<MailContent["action"]> => ({
  label,
  url: `${origin}/profile#verification`,
});
const DELETION_SENTENCE = `We'll delete your documents in ${IDENTITY_DOCUMENT_DAYS} days, or right away if you delete them on your profile.`;

export const verifiedMail = (firstName: string, origin: string): MailContent => ({
  subject: "You're verified",
  preview: "Your documents match your profile.",
  heading: "You're verified",
  paragraphs: [
    `Hello ${firstName},`,
    "Your documents match your profile. People you share a car with can now see that you're verified, but never your documents.",
    DELETION_SENTENCE,
  ],
  action: toProfile("Open my profile", origin),
});

export const identityRejectedMail = (
  firstName: string,
  reason: string,
  origin: string,
): MailContent => ({
  subject: "We couldn't verify you",
  preview: "See why, and upload new documents.",
  heading: "We couldn't verify you",
  paragraphs: [
    `Hello ${firstName},`,
    `Reason: ${reason}`,
    `You can upload new documents at any time. ${DELETION_SENTENCE}`,
  ],
  action: toProfile("Upload new documents", origin),
});
