// The mail about a change of where a host is paid, so that nobody's payouts are led elsewhere in silence.
import { PRODUCT_NAME } from "../../../domain/brand.ts";
import { BANKS, maskPayoutDetails, type PayoutDetails } from "../../../domain/payout-details.ts";
import type { Message } from "../../platform/mail.ts";
import { layOutMail } from "../../platform/mail-layout.ts";

/** @param details as they are now; undefined once they are removed */
export function payoutDetailsMail(
  firstName: string,
  details: PayoutDetails | undefined,
  origin: string,
): Omit<Message, "to"> {
  const did = details ? "changed" : "removed";
  return layOutMail({
    subject: `Your ${PRODUCT_NAME} payout details were ${did}`,
    preview: `Your payout details were ${did}. If it was not you, act now.`,
    heading: `Your payout details were ${did}`,
    paragraphs: [
      `Hello ${firstName},`,
      details
        ? "From now on your payouts go to this account."
        : "Your bank details are no longer stored. Your payouts wait until you enter an account again.",
      "If that was you, there is nothing to do. If it was not, choose a new password now, which ends every other session, and check your payout details.",
    ],
    facts: details
      ? [
          ["Bank", BANKS[details.bank]],
          ["Account", `ending in ${maskPayoutDetails(details).account_last4}`],
        ]
      : [],
    action: { label: "Check my payout details", url: `${origin}/host/settings#payouts` },
  });
}
