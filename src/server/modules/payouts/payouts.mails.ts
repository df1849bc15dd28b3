// The emails about payouts: to hosts when their payout details change, so that nobody redirects
// money unnoticed, and when a payout is made or comes back; to admins when a batch is ready for the
// bank.
import type { CalendarDate } from "../../../domain/calendar/dates.ts";
import { PRODUCT_NAME } from "../../../domain/brand.ts";
import { formatInstant, formatLong, formatUsd } from "../../../domain/text/format.ts";
import {
  BANKS,
  maskPayoutDetails,
  type PayoutDetails,
} from "../../../domain/money/payout-details.ts";
import type { MailMessage } from "../../platform/mail/mail.ts";
import { layOutMail, type MailContent } from "../../platform/mail/mail-layout.ts";
import type { PayoutRow } from "./payouts.repository.ts";

/**
 * @param details the details entered; undefined if they were removed
 * @param effectiveAt when they apply; null if they do already
 */
export function payoutDetailsMail(
  firstName: string,
  details: PayoutDetails | undefined,
  effectiveAt: string | null,
  origin: string,
): Omit<MailMessage, "to"> {
  const did = details ? (effectiveAt ? "are about to change" : "were changed") : "were removed";
  return layOutMail({
    subject: `Your ${PRODUCT_NAME} payout details ${did}`,
    preview: `Your payout details ${did}. If it wasn't you, act now.`,
    heading: `Your payout details ${did}`,
    paragraphs: [
      `Hello ${firstName},`,
      details
        ? effectiveAt
          ? `From ${formatInstant(new Date(effectiveAt))} we'll send your payouts to this account. Until then nothing changes, and you can cancel the change in your settings.`
          : "From now on we'll send your payouts to this account."
        : "We no longer have your bank details. Your payouts wait until you enter an account again.",
      "If it was you, there's nothing to do. If it wasn't, choose a new password now, which signs out every other device, and check your payout details.",
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

/** To a host whose changed details take effect. */
export const changeAppliedMail = (firstName: string, origin: string): Omit<MailMessage, "to"> =>
  layOutMail({
    subject: `Your new ${PRODUCT_NAME} payout details are now in use`,
    preview: "From now on we'll send your payouts to the new account.",
    heading: "Your new payout details are now in use",
    paragraphs: [
      `Hello ${firstName},`,
      "From now on we'll send your payouts to the account you entered. If you didn't request that change, choose a new password now, which signs out every other device, and check your payout details.",
    ],
    action: { label: "Check my payout details", url: `${origin}/host/settings#payouts` },
  });

/** To a host who cancelled a change before it applied. */
export const changeCancelledMail = (firstName: string, origin: string): Omit<MailMessage, "to"> =>
  layOutMail({
    subject: `The change of your ${PRODUCT_NAME} payout details was cancelled`,
    preview: "Your payout details stay as they were.",
    heading: "Your payout details stay as they were",
    paragraphs: [
      `Hello ${firstName},`,
      "The change of your payout details was cancelled. If you didn't request that change, choose a new password now, which signs out every other device.",
    ],
    action: { label: "Check my payout details", url: `${origin}/host/settings#payouts` },
  });

/** To a host whose change an admin stopped. */
export const changeStoppedMail = (
  firstName: string,
  reason: string,
  origin: string,
): Omit<MailMessage, "to"> =>
  layOutMail({
    subject: `We stopped the change of your ${PRODUCT_NAME} payout details`,
    preview: "Your payout details stay as they were.",
    heading: "Your payout details stay as they were",
    paragraphs: [
      `Hello ${firstName},`,
      "We stopped the change of your payout details before it took effect.",
      `The reason: ${reason}`,
      "If you requested the change, you can enter your details again, or write to us. If you didn't, choose a new password now, which signs out every other device.",
    ],
    action: { label: "Check my payout details", url: `${origin}/host/settings#payouts` },
  });

const toPayoutFacts = (row: PayoutRow, details: PayoutDetails): [string, string][] => [
  ["Amount", formatUsd(row.amount_cents)],
  ["For rentals up to", formatLong(row.period_end)],
  ["Bank", BANKS[details.bank]],
  ["Account", `ending in ${maskPayoutDetails(details).account_last4}`],
  ["Reference", row.reference],
];

/** To the host: the bank was instructed to pay. */
export function paidMail(row: PayoutRow, details: PayoutDetails, origin: string): MailContent {
  const amount = formatUsd(row.amount_cents);
  return {
    subject: `Your payout of ${amount} was made`,
    preview: `${amount} went to your account at ${BANKS[details.bank]}.`,
    heading: `Your payout of ${amount} was made`,
    paragraphs: [
      `Hello ${row.first_name},`,
      "We sent it to the account below. Your bank may take a few days to show it. The statement lists every booking in it.",
    ],
    facts: toPayoutFacts(row, details),
    action: { label: "See the statement", url: `${origin}/host/payouts/${row.id}` },
  };
}

/** To the host: the bank has not made the payout, or has sent it back. */
export function failedMail(row: PayoutRow, details: PayoutDetails, origin: string): MailContent {
  const amount = formatUsd(row.amount_cents);
  return {
    subject: `Your payout of ${amount} didn't go through`,
    preview: "Please check your payout details. The money isn't lost.",
    heading: `Your payout of ${amount} didn't go through`,
    paragraphs: [
      `Hello ${row.first_name},`,
      `Reason: ${row.failure_reason ?? ""}`,
      "Please check the account holder's name, the bank, the transit and the account number in your settings. We'll include the amount in your next Monday payout.",
    ],
    facts: toPayoutFacts(row, details),
    action: { label: "Check my payout details", url: `${origin}/host/settings#payouts` },
  };
}

/** To a host who is owed money and has not entered payout details. */
export const unaddressedMail = (
  host: { first_name: string; amount_cents: number },
  origin: string,
): MailContent => {
  const amount = formatUsd(host.amount_cents);
  return {
    subject: `${amount} is waiting for your bank details`,
    preview: "Enter a bank account, and we'll send it with the next payout.",
    heading: `${amount} is waiting for you`,
    paragraphs: [
      `Hello ${host.first_name},`,
      "We don't have your bank details, so we carried this week's payout over. Enter an account, and we'll pay you next Monday.",
    ],
    action: { label: "Enter my bank details", url: `${origin}/host/settings#payouts` },
  };
};

/** To admins: payouts wait for the bank. */
export function batchMadeMail(
  batch: { id: string; periodEnd: CalendarDate; payouts: number; amountCents: number },
  origin: string,
) {
  const what = `${batch.payouts} ${batch.payouts === 1 ? "payout" : "payouts"} totalling ${formatUsd(batch.amountCents)}`;
  return {
    subject: `Payouts for the bank: ${formatUsd(batch.amountCents)}`,
    preview: `${what} for rentals up to ${formatLong(batch.periodEnd)}.`,
    heading: "Payouts are ready for the bank",
    paragraphs: [
      `${what} for rentals up to ${formatLong(batch.periodEnd)}.`,
      "Download the bank file, send it to the bank, and mark the payouts as paid once the bank has made them.",
    ],
    action: { label: "See the payouts", url: `${origin}/admin/payouts/${batch.id}` },
  };
}
