// The emails about a data copy and about a departure. Both are about the account, so they cannot be
// switched off.
import { PRODUCT_NAME } from "../../../domain/brand.ts";
import { todayInNassau } from "../../../domain/calendar/dates.ts";
import { formatMonthDayYear } from "../../../domain/text/format.ts";
import { layOutMail } from "../../platform/mail/mail-layout.ts";
import type { MailMessage } from "../../platform/mail/mail.ts";

type Body = Omit<MailMessage, "to">;

/** @param expiresAt ISO */
export const copyReadyMail = (
  firstName: string | null,
  expiresAt: string,
  publicUrl: string,
): Body =>
  layOutMail({
    subject: `Your ${PRODUCT_NAME} data is ready to download`,
    preview: "Download it from your settings.",
    heading: "Your data is ready",
    paragraphs: [
      firstName ? `Hello ${firstName},` : "Hello,",
      `The copy you requested is ready. Sign in and download it from your settings by ${formatMonthDayYear(todayInNassau(new Date(expiresAt)))}; after that, we'll delete it.`,
      "If you didn't request it, someone else may be signed in to your account. Change your password right away: that signs out all other devices.",
    ],
    action: { label: "Go to your data", url: `${publicUrl}/settings#data` },
  });

export const farewellMail = (firstName: string | null): Body =>
  layOutMail({
    subject: `Your ${PRODUCT_NAME} account has been deleted`,
    preview: "This is our last email about it.",
    heading: "Your account has been deleted",
    paragraphs: [
      firstName ? `Hello ${firstName},` : "Hello,",
      "We've deleted your account, as you asked. Your profile, photo, sessions and listings are gone. We keep past bookings and payments in our records, and the people you wrote to keep your messages, without your name.",
      "If you didn't ask for this, reply to this email. You can sign up again with this address at any time.",
    ],
  });
