// The emails about the decision on a host's VAT number.
import type { MailContent } from "../../platform/mail/mail-layout.ts";

const toSettings = (origin: string) => ({
  label: "Open my settings",
  url: `${origin}/host/settings#vat`,
});

/** To the admins who decide about it. */
export const vatNumberToCheckMail = (
  { vat_number, legal_name }: { vat_number: string; legal_name: string },
  origin: string,
) => ({
  subject: `Check a VAT number: ${vat_number}`,
  preview: `${legal_name} is waiting for your decision.`,
  heading: "Check a VAT number",
  paragraphs: [
    "A host has entered a VAT number. Compare it with the VAT certificate or the tax office's register, then confirm or reject it.",
  ],
  facts: [
    ["VAT number", vat_number],
    ["Registered name", legal_name],
  ] as [string, string][],
  action: { label: "Check the number", url: `${origin}/admin/money#vat` },
});

export const vatNumberCheckedMail = (
  firstName: string,
  vatNumber: string,
  origin: string,
): MailContent => ({
  subject: "We've confirmed your VAT number",
  preview: `Receipts for your cars now show VAT number ${vatNumber}.`,
  heading: "We've confirmed your VAT number",
  paragraphs: [
    `Hello ${firstName},`,
    `From now on, we issue tax invoices to your renters in your name, with VAT number ${vatNumber}. Each receipt shows how much VAT your price includes. Your prices stay the same, and you'll find the VAT in your statements.`,
  ],
  action: toSettings(origin),
});

export const vatNumberRejectedMail = (
  firstName: string,
  reason: string,
  origin: string,
): MailContent => ({
  subject: "We couldn't confirm your VAT number",
  preview: "See why. You can enter it again.",
  heading: "We couldn't confirm your VAT number",
  paragraphs: [
    `Hello ${firstName},`,
    `Reason: ${reason}`,
    "Your bookings and payouts go on as before. You can enter the number again at any time.",
  ],
  action: toSettings(origin),
});

export const vatNumberEndedMail = (
  firstName: string,
  { vatNumber, reason }: { vatNumber: string; reason: string },
  origin: string,
): MailContent => ({
  subject: "We no longer use your VAT number",
  preview: "See why, and what changes.",
  heading: "We no longer use your VAT number",
  paragraphs: [
    `Hello ${firstName},`,
    `Reason: ${reason}`,
    `From now on, your receipts show no VAT and don't mention VAT number ${vatNumber}. Those your renters have stay as they are. You can enter a number again at any time.`,
  ],
  action: toSettings(origin),
});

export const vatNumberRemovedMail = (
  firstName: string,
  vatNumber: string,
  origin: string,
): MailContent => ({
  subject: "Your VAT number was removed",
  preview: `Your receipts no longer show VAT number ${vatNumber}.`,
  heading: "Your VAT number was removed",
  paragraphs: [
    `Hello ${firstName},`,
    `You've removed VAT number ${vatNumber}. From now on, your receipts show no VAT. Those your renters have stay as they are.`,
    "If this wasn't you, change your password and enter the number again.",
  ],
  action: toSettings(origin),
});
