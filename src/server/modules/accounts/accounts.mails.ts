// Emails about an account. Their links open a page that posts the token, so a mail scanner that
// follows a link does not use it up; an email to an unconfirmed address contains no text from the
// person who requested it.
import { PRODUCT_NAME } from "../../../domain/brand.ts";
import { layOutMail } from "../../platform/mail/mail-layout.ts";
import type { MailMessage } from "../../platform/mail/mail.ts";
import type { Purpose } from "./sessions/mailed-tokens.repository.ts";

type Body = Omit<MailMessage, "to">;

/**
 * The address of /auth/confirm for an emailed token.
 * @param next local path to continue to, already checked
 */
export function confirmLink(
  publicUrl: string,
  token: string,
  type: Purpose,
  next: string | undefined,
): string {
  const query = new URLSearchParams({ token_hash: token, type, ...(next ? { next } : {}) });
  return `${publicUrl}/auth/confirm?${query}`;
}

export const confirmationMail = (url: string): Body =>
  layOutMail({
    subject: `Confirm your email for ${PRODUCT_NAME}`,
    preview: "One click and your account is ready.",
    heading: "Confirm your email",
    paragraphs: [`Welcome to ${PRODUCT_NAME}! Confirm your email to sign in and book.`],
    action: { label: "Confirm email", url },
    note: "The link expires in 24 hours. Didn't sign up? You can ignore this email.",
  });

export const recoveryMail = (url: string): Body =>
  layOutMail({
    subject: `Set a new password for ${PRODUCT_NAME}`,
    preview: "Choose a new password with this link.",
    heading: "Set a new password",
    paragraphs: ["We received a request to reset your password."],
    action: { label: "Choose a new password", url },
    note: "The link expires in one hour. Didn't request this? You can ignore this email; your password won't change.",
  });

/** Replaces the confirmation when an unconfirmed email was signed up with different passwords. */
export const contestedSignUpMail = (url: string): Body =>
  layOutMail({
    subject: `Finish signing up for ${PRODUCT_NAME}`,
    preview: "Choose your password and your account is ready.",
    heading: "Choose your password",
    paragraphs: [
      "Someone, most likely you, signed up more than once with this email, using different passwords.",
      "To confirm your email, choose the password you want to use.",
    ],
    action: { label: "Choose a password", url },
    note: "The link expires in one hour. Didn't sign up? You can ignore this email.",
  });

/** Sent to the current address after a password change, with what became of the passkeys. */
export const passwordChangedMail = (
  firstName: string | null,
  publicUrl: string,
  passkeys: { removed: readonly string[]; left: readonly string[] },
): Body =>
  layOutMail({
    subject: `Your ${PRODUCT_NAME} password was changed`,
    preview: "You've been signed out on other devices.",
    heading: "Your password was changed",
    paragraphs: [
      firstName ? `Hello ${firstName},` : "Hello,",
      "Your password was changed, and you've been signed out on all other devices.",
      ...(passkeys.removed.length > 0
        ? [
            `We also removed your passkeys (${quoteAll(passkeys.removed)}), in case somebody else added one. You can add yours again in your settings.`,
          ]
        : []),
      ...(passkeys.left.length > 0
        ? [
            `These passkeys still sign in to your account: ${quoteAll(passkeys.left)}. Remove any that you don't know in your settings.`,
          ]
        : []),
      "If this was you, there's nothing to do. If it wasn't, reset your password right away from the sign-in page.",
    ],
    action: { label: "Sign in", url: `${publicUrl}/auth` },
  });

const quoteAll = (names: readonly string[]): string =>
  names.map((name) => `\u201c${name}\u201d`).join(", ");

/** Sent to the new address. */
export const emailChangeMail = (url: string): Body =>
  layOutMail({
    subject: `Confirm your new email for ${PRODUCT_NAME}`,
    preview: "Confirm this address to start using it.",
    heading: "Confirm your new email",
    paragraphs: [
      "Confirm this address to use it for your account. Until then, sign in with the old one.",
    ],
    action: { label: "Confirm new email", url },
    note: "The link expires in 24 hours. Didn't request this? You can ignore this email.",
  });

/** Sent to the new address if it already has an account. */
export const emailTakenMail = (firstName: string | null, publicUrl: string): Body =>
  layOutMail({
    subject: `You already have a ${PRODUCT_NAME} account`,
    preview: "Someone tried to use your email for another account.",
    heading: "You already have an account",
    paragraphs: [
      firstName ? `Hello ${firstName},` : "Hello,",
      "Someone, perhaps you, tried to use this email for another account. It already belongs to yours, so nothing has changed.",
    ],
    action: { label: "Sign in", url: `${publicUrl}/auth` },
    note: "If this wasn't you, you can ignore this email.",
  });

/** Sent to the current address, so that an account takeover never goes unnoticed. */
export const emailChangeRequestedMail = (firstName: string | null, publicUrl: string): Body =>
  layOutMail({
    subject: `Your ${PRODUCT_NAME} email is about to change`,
    preview: "Someone requested a new email for your account.",
    heading: "A new email for your account",
    paragraphs: [
      firstName ? `Hello ${firstName},` : "Hello,",
      "Someone requested a new email for your account. The change takes effect once the new address is confirmed.",
      "If this was you, there's nothing to do. If it wasn't, sign in and change your password right away: that signs out all other devices and cancels the change.",
    ],
    action: { label: "Sign in", url: `${publicUrl}/auth` },
  });

/** Replaces the confirmation when the email of a sign-up already has an account. */
export const knownAccountMail = (firstName: string | null, publicUrl: string): Body =>
  layOutMail({
    subject: `You already have a ${PRODUCT_NAME} account`,
    preview: "Someone tried to sign up with your email.",
    heading: "You already have an account",
    paragraphs: [
      firstName ? `Hello ${firstName},` : "Hello,",
      "Someone, perhaps you, tried to sign up with this email, which already has an account. Just sign in. If you've forgotten your password, you can reset it on the sign-in page.",
    ],
    action: { label: "Sign in", url: `${publicUrl}/auth` },
    note: "If this wasn't you, you can ignore this email.",
  });

/** Sent to a person whose account was suspended. */
export const suspendedMail = (firstName: string, reason: string): Body =>
  layOutMail({
    subject: `Your ${PRODUCT_NAME} account is suspended`,
    preview: "You can't sign in for now.",
    heading: "Your account is suspended",
    paragraphs: [
      `Hello ${firstName},`,
      "We've suspended your account. You can't sign in, and any listings are off the site. If this changes any of your bookings, we'll email you about it.",
      `Reason: ${reason}`,
    ],
  });

/** Sent to a person whose host role was revoked by an admin. */
export const noHostMail = (firstName: string, publicUrl: string): Body =>
  layOutMail({
    subject: `You are no longer a host on ${PRODUCT_NAME}`,
    preview: "Your listings are off the site. Existing bookings stay as they are.",
    heading: "You are no longer a host",
    paragraphs: [
      `Hello ${firstName},`,
      "We've ended your role as a host, so any listings are off the site. Existing bookings stay as they are, we'll pay what you've earned and still earn from them, and you can keep renting cars.",
    ],
    action: { label: "My bookings", url: `${publicUrl}/bookings` },
  });

export const suspensionLiftedMail = (firstName: string, publicUrl: string): Body =>
  layOutMail({
    subject: `Your ${PRODUCT_NAME} account is active again`,
    preview: "You can sign in again.",
    heading: "Your account is active again",
    paragraphs: [
      `Hello ${firstName},`,
      "Your account is no longer suspended. Any listings are inactive: activate the ones you want on the site.",
    ],
    action: { label: "Sign in", url: `${publicUrl}/auth` },
  });
