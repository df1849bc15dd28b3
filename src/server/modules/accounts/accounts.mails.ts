// Mails about an account. Their links open a page that posts the token, so mail scanners that
// follow links use none up. A mail to an unconfirmed address contains nothing that whoever asked
// for it wrote.
import { PRODUCT_NAME } from "../../../domain/brand.ts";
import { layOutMail } from "../../platform/mail/mail-layout.ts";
import type { Message } from "../../platform/mail/mail.ts";
import type { Purpose } from "./sessions/sessions.repository.ts";

type Body = Omit<Message, "to">;

/**
 * The address of /auth/confirm for a mailed token.
 * @param next local path to go on to, already checked
 */
export function confirmLink(publicUrl: string, token: string, type: Purpose, next: string | undefined): string {
  const query = new URLSearchParams({ token_hash: token, type, ...(next ? { next } : {}) });
  return `${publicUrl}/auth/confirm?${query}`;
}

export const confirmationMail = (url: string): Body =>
  layOutMail({
    subject: `Confirm your email for ${PRODUCT_NAME}`,
    preview: "One click and your account is ready.",
    heading: "Confirm your email",
    paragraphs: [`Welcome to ${PRODUCT_NAME}. Confirm that this is your email, and you can sign in and book.`],
    action: { label: "Confirm email", url },
    note: "The link works once, for 24 hours. If you did not sign up, ignore this mail: nothing will happen.",
  });

export const recoveryMail = (url: string): Body =>
  layOutMail({
    subject: `Set a new password for ${PRODUCT_NAME}`,
    preview: "Choose a new password with this link.",
    heading: "Set a new password",
    paragraphs: ["Somebody, most likely you, asked to set a new password for your account."],
    action: { label: "Choose a new password", url },
    note: "The link works once, for one hour. If you did not ask for it, ignore this mail: your password stays as it is.",
  });

/** Instead of a confirmation, if an unconfirmed email was signed up with different passwords. */
export const contestedSignUpMail = (url: string): Body =>
  layOutMail({
    subject: `Finish signing up for ${PRODUCT_NAME}`,
    preview: "Choose your password and your account is ready.",
    heading: "Choose your password",
    paragraphs: [
      "Somebody, most likely you, signed up more than once with this email and with different passwords.",
      "None of them is valid. Choose a password to confirm that this is your email.",
    ],
    action: { label: "Choose a password", url },
    note: "The link works once, for one hour. If you did not sign up, ignore this mail: nothing will happen.",
  });

/** To the present address, after a password change. */
export const passwordChangedMail = (firstName: string | null, publicUrl: string): Body =>
  layOutMail({
    subject: `Your ${PRODUCT_NAME} password was changed`,
    preview: "Your password was changed, and other sessions were ended.",
    heading: "Your password was changed",
    paragraphs: [
      firstName ? `Hello ${firstName},` : "Hello,",
      "Your password was changed, and every other session was ended.",
      "If that was you, there is nothing to do. If it was not, choose a new password now: the sign-in page helps when you have forgotten it.",
    ],
    action: { label: "Sign in", url: `${publicUrl}/auth` },
  });

/** To the new address. */
export const emailChangeMail = (url: string): Body =>
  layOutMail({
    subject: `Confirm your new email for ${PRODUCT_NAME}`,
    preview: "Your account moves to this address once you confirm it.",
    heading: "Confirm your new email",
    paragraphs: ["Your account moves to this address once you confirm it. Until then you sign in with the old one."],
    action: { label: "Confirm new email", url },
    note: "The link works once, for 24 hours. If you did not ask for the change, ignore this mail.",
  });

/** To the new address, if it has an account already. */
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

/** To the present address, so that nobody's account is taken over in silence. */
export const emailChangeNotice = (firstName: string | null, publicUrl: string): Body =>
  layOutMail({
    subject: `Your ${PRODUCT_NAME} email is about to change`,
    preview: "Somebody, most likely you, asked to change the email of your account.",
    heading: "A new email for your account",
    paragraphs: [
      firstName ? `Hello ${firstName},` : "Hello,",
      "Somebody, most likely you, asked to change the email of your account. It takes effect when the new address is confirmed.",
      "If that was you, there is nothing to do. If it was not, sign in and change your password now: that ends every other session and cancels the change.",
    ],
    action: { label: "Sign in", url: `${publicUrl}/auth` },
  });

/** Instead of a confirmation, if the email of a sign-up has an account. */
export const knownAccountMail = (firstName: string | null, publicUrl: string): Body =>
  layOutMail({
    subject: `You already have a ${PRODUCT_NAME} account`,
    preview: "Somebody tried to sign up with your email.",
    heading: "You already have an account",
    paragraphs: [
      firstName ? `Hello ${firstName},` : "Hello,",
      "Somebody, perhaps you, tried to sign up with this email. You already have an account, so sign in instead. The sign-in page also helps if you have forgotten your password.",
    ],
    action: { label: "Sign in", url: `${publicUrl}/auth` },
    note: "If this wasn't you, you can ignore this email.",
  });

/** To a person who was suspended. */
export const suspendedMail = (firstName: string, reason: string): Body =>
  layOutMail({
    subject: `Your ${PRODUCT_NAME} account is suspended`,
    preview: "You can't sign in for the time being.",
    heading: "Your account is suspended",
    paragraphs: [
      `Hello ${firstName},`,
      "Your account is suspended: you can't sign in, and your listings are off the site. Existing bookings stay as they are.",
      `The reason given: ${reason}`,
    ],
  });

/** To a person whose host role an admin has revoked. */
export const noHostMail = (firstName: string, publicUrl: string): Body =>
  layOutMail({
    subject: `You are no longer a host on ${PRODUCT_NAME}`,
    preview: "Your listings are off the site. Existing bookings stay as they are.",
    heading: "You are no longer a host",
    paragraphs: [
      `Hello ${firstName},`,
      "We have ended your role as a host, so your listings are off the site. Existing bookings stay as they are, and what they earn you is paid out as before. You can still rent cars.",
    ],
    action: { label: "My bookings", url: `${publicUrl}/bookings` },
  });

export const suspensionLiftedMail = (firstName: string, publicUrl: string): Body =>
  layOutMail({
    subject: `Your ${PRODUCT_NAME} account works again`,
    preview: "You can sign in again.",
    heading: "Your account works again",
    paragraphs: [
      `Hello ${firstName},`,
      "The suspension of your account is over. Your listings are switched off: activate those that you want on the site.",
    ],
    action: { label: "Sign in", url: `${publicUrl}/auth` },
  });
