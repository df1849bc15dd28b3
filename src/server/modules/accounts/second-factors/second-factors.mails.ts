// Emails about a change of an account's second factors. Each goes to the account's address, so that
// no change goes unnoticed.
import { PRODUCT_NAME } from "../../../../domain/brand.ts";
import { layOutMail } from "../../../platform/mail/mail-layout.ts";
import type { MailMessage } from "../../../platform/mail/mail.ts";

/** What changed: the heading of the email, and a sentence about it. */
const CHANGES = {
  passkey_add: ["A passkey was added", "You can now sign in with the passkey \u201c{name}\u201d."],
  passkey_remove: [
    "A passkey was removed",
    "The passkey \u201c{name}\u201d no longer signs in to your account, and you've been signed out on all other devices.",
  ],
  totp_enable: [
    "Two-step verification is on",
    "From now on, signing in with your password needs a code from your authenticator app. You've been signed out on all other devices.",
  ],
  totp_disable: [
    "Two-step verification is off",
    "Your password alone signs in to your account again. You've been signed out on all other devices.",
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
    "Your second step was removed",
    "Our team removed the passkeys and two-step verification of your account, and signed you out everywhere. Your password signs you in again.",
  ],
} as const;

export type FactorChange = keyof typeof CHANGES;

/** @param name of the passkey that changed */
export function secondFactorMail(
  change: FactorChange,
  firstName: string | null,
  publicUrl: string,
  name = "",
): Omit<MailMessage, "to"> {
  const [heading, text] = CHANGES[change];
  return layOutMail({
    subject: `${heading}: your ${PRODUCT_NAME} account`,
    preview: "If this was you, there's nothing to do.",
    heading,
    paragraphs: [
      firstName ? `Hello ${firstName},` : "Hello,",
      text.replace("{name}", name),
      "If this was you, there's nothing to do. If it wasn't, change your password right away and check your settings.",
    ],
    action: { label: "Open settings", url: `${publicUrl}/settings` },
  });
}
