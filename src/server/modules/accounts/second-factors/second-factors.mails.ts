// Emails about a change of an account's second factors. Each goes to the account's address, so that
// no change goes unnoticed.
import { PRODUCT_NAME } from "../../../../domain/brand.ts";
import { layOutMail } from "../../../platform/mail/mail-layout.ts";
import type { MailMessage } from "../../../platform/mail/mail.ts";
import { UNDO_DAYS } from "./undo-factor.service.ts";

/** What changed: the heading of the email, and a sentence about it. */
const CHANGES = {
  passkey_add: ["A passkey was added", "You can now sign in with the passkey \u201c{name}\u201d."],
  passkey_remove: [
    "A passkey was removed",
    "You can no longer sign in with the passkey \u201c{name}\u201d, and you've been signed out on all other devices.",
  ],
  totp_enable: [
    "Two-step verification is on",
    "From now on, signing in with your password needs a code from your authenticator app. You've been signed out on all other devices.",
  ],
  totp_disable: [
    "Two-step verification is off",
    "You can sign in with just your password again. You've been signed out on all other devices.",
  ],
  recovery_codes_renew: [
    "You have new recovery codes",
    "New recovery codes were made for your account. The old ones no longer work.",
  ],
  recovery_code_use: [
    "A recovery code was used",
    "Someone signed in to your account with one of your recovery codes, which now no longer works.",
  ],
  second_factors_remove: [
    "Your passkeys and two-step verification were removed",
    "Our team removed the passkeys and two-step verification of your account, and signed you out everywhere. Your password signs you in again.",
  ],
} as const;

export type FactorChange = keyof typeof CHANGES;

interface FactorMail {
  firstName: string | null;
  publicUrl: string;
  /** The name of the passkey that changed. */
  name?: string | undefined;
  /** The link that undoes what was added. */
  undoUrl?: string | undefined;
}

export function secondFactorMail(
  change: FactorChange,
  { firstName, publicUrl, name = "", undoUrl }: FactorMail,
): Omit<MailMessage, "to"> {
  const [heading, text] = CHANGES[change];
  return layOutMail({
    subject: `${heading}: your ${PRODUCT_NAME} account`,
    preview: "If this was you, there's nothing to do.",
    heading,
    paragraphs: [
      firstName ? `Hello ${firstName},` : "Hello,",
      text.replace("{name}", name),
      undoUrl
        ? `If this was you, there's nothing to do. If it wasn't, use this link within ${UNDO_DAYS} days. It removes what was added, signs out every device and emails you a link to choose a new password.`
        : "If this was you, there's nothing to do. If it wasn't, change your password right away and check your settings.",
    ],
    action: undoUrl
      ? { label: "This wasn't me", url: undoUrl }
      : { label: "Open settings", url: `${publicUrl}/settings` },
  });
}

/** Sent once a day when somebody has entered the password, and then wrong codes. */
export const wrongCodesMail = (
  firstName: string | null,
  publicUrl: string,
): Omit<MailMessage, "to"> =>
  layOutMail({
    subject: `Someone may have your ${PRODUCT_NAME} password`,
    preview: "They entered your password, but not the right code.",
    heading: "Someone may have your password",
    paragraphs: [
      firstName ? `Hello ${firstName},` : "Hello,",
      "Someone entered your password on a new device, and then several wrong codes. Two-step verification kept them out.",
      "If this was you, there's nothing to do. If it wasn't, choose a new password now, here and wherever else you use it.",
    ],
    action: { label: "Choose a new password", url: `${publicUrl}/auth/reset` },
  });
