// The mails about the copy of somebody's data and about their departure. Both are about the account: nobody switches them off.
import { PRODUCT_NAME } from "../../../domain/brand.ts";
import { formatMonthDayYear, todayInNassau } from "../../../domain/calendar/dates.ts";
import { layOutMail } from "../../platform/mail/mail-layout.ts";
import type { Message } from "../../platform/mail/mail.ts";

type Body = Omit<Message, "to">;

/** @param expiresAt ISO */
export const copyReadyMail = (firstName: string | null, expiresAt: string, publicUrl: string): Body =>
  layOutMail({
    subject: `The copy of your ${PRODUCT_NAME} data is ready`,
    preview: "Download it from your settings.",
    heading: "The copy of your data is ready",
    paragraphs: [
      firstName ? `Hello ${firstName},` : "Hello,",
      `The copy that you asked for is ready. Sign in and download it from your settings, until ${formatMonthDayYear(todayInNassau(new Date(expiresAt)))}; then it is deleted.`,
      "If you did not ask for it, somebody else is signed in to your account: choose a new password now, which ends every other session.",
    ],
    action: { label: "Go to your data", url: `${publicUrl}/settings#data` },
  });

export const farewellMail = (firstName: string | null): Body =>
  layOutMail({
    subject: `Your ${PRODUCT_NAME} account is deleted`,
    preview: "Your account is deleted, and this is our last mail about it.",
    heading: "Your account is deleted",
    paragraphs: [
      firstName ? `Hello ${firstName},` : "Hello,",
      "Your account is deleted, as you asked. Your profile, your photo, your sessions and your listings are gone. Bookings and payments that are over stay in our books, and what you wrote stays with whom you wrote to, without your name.",
      "If it was not you who asked for it, answer this mail. You may sign up again with this address at any time.",
    ],
  });
