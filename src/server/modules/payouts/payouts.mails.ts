// The mails about payouts: of a change of where a host is paid, so that nothing is led elsewhere in silence; to hosts when a payout
// is made or comes back; to admins when a batch waits for the bank.
import { PRODUCT_NAME } from "../../../domain/brand.ts";
import { formatLong } from "../../../domain/calendar/dates.ts";
import { formatUsd } from "../../../domain/money/money.ts";
import { BANKS, maskPayoutDetails, type PayoutDetails } from "../../../domain/money/payout-details.ts";
import type { Message } from "../../platform/mail/mail.ts";
import { layOutMail, type MailContent } from "../../platform/mail/mail-layout.ts";
import type { PayoutRow } from "./payouts.repository.ts";

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

const factsOf = (row: PayoutRow, details: PayoutDetails): [string, string][] => [
  ["Amount", formatUsd(row.amount_cents)],
  ["For rentals up to", formatLong(row.period_end)],
  ["Bank", BANKS[details.bank]],
  ["Account", `ending in ${maskPayoutDetails(details).account_last4}`],
  ["Reference", row.reference],
];

/** To the host: the bank has been told to pay. */
export function paidMail(row: PayoutRow, details: PayoutDetails, origin: string): MailContent {
  const amount = formatUsd(row.amount_cents);
  return {
    subject: `Your payout of ${amount} was made`,
    preview: `${amount} went to your account at ${BANKS[details.bank]}.`,
    heading: `Your payout of ${amount} was made`,
    paragraphs: [
      `Hello ${row.first_name},`,
      "It went to the account below. Your bank may take a few days to show it. The statement lists each booking in it.",
    ],
    facts: factsOf(row, details),
    action: { label: "See the statement", url: `${origin}/host/payouts/${row.id}` },
  };
}

/** To the host: the bank has not made it, or has sent it back. */
export function failedMail(row: PayoutRow, details: PayoutDetails, origin: string): MailContent {
  const amount = formatUsd(row.amount_cents);
  return {
    subject: `Your payout of ${amount} did not go through`,
    preview: "Please check your payout details. The amount is not lost.",
    heading: `Your payout of ${amount} did not go through`,
    paragraphs: [
      `Hello ${row.first_name},`,
      `The reason: ${row.failure_reason ?? ""}`,
      "Please check the account holder's name, the bank, the transit and the account number in your settings. The amount is part of your next payout on a Monday.",
    ],
    facts: factsOf(row, details),
    action: { label: "Check my payout details", url: `${origin}/host/settings#payouts` },
  };
}

/** To a host who is owed something and has not said where to pay it. */
export const unaddressedMail = (host: { first_name: string; amount_cents: number }, origin: string): MailContent => {
  const amount = formatUsd(host.amount_cents);
  return {
    subject: `${amount} waits for your bank details`,
    preview: "Say where you are paid, and it comes with the next payout.",
    heading: `${amount} waits for you`,
    paragraphs: [
      `Hello ${host.first_name},`,
      "We do not know which bank account your payouts go to, so this week's was carried over. Enter an account, and it comes with the payout of the next Monday.",
    ],
    action: { label: "Enter my bank details", url: `${origin}/host/settings#payouts` },
  };
};

/** To admins: payouts wait for the bank. */
export function batchMadeMail(
  batch: { id: string; periodEnd: string; payouts: number; amountCents: number },
  origin: string,
) {
  const what = `${batch.payouts} ${batch.payouts === 1 ? "payout" : "payouts"} of ${formatUsd(batch.amountCents)} in all`;
  return {
    subject: `Payouts for the bank: ${formatUsd(batch.amountCents)}`,
    preview: `${what} for rentals up to ${formatLong(batch.periodEnd)}.`,
    heading: "Payouts are ready for the bank",
    paragraphs: [
      `There are ${what} for rentals up to ${formatLong(batch.periodEnd)}.`,
      "Download the file for the bank, hand it over, and mark the payouts as paid once the bank has made them.",
    ],
    action: { label: "See the payouts", url: `${origin}/admin/payouts/${batch.id}` },
  };
}
