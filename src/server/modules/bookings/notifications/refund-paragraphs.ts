// What emails say about what goes back to the renter, to the card and as credit.
import { formatUsd } from "../../../../domain/text/format.ts";
import type { MailedBooking, RefundContext } from "./booking-mail.ts";

/** What the host pays, in integer cents. */
export const feeOf = ({ hostFee }: RefundContext): number => hostFee?.feeCents ?? 0;

/** What a cancellation returns to the renter's credit, and adds to it. */
export const creditParagraphs = (given: RefundContext): string[] => [
  ...(given.creditBackCents > 0
    ? [`You also get back the ${formatUsd(given.creditBackCents)} of credit you used.`]
    : []),
  ...(feeOf(given) > 0
    ? [
        `You also get ${formatUsd(feeOf(given))} of credit, because your host cancelled so late. We'll take it off the price when you book your next car.`,
      ]
    : []),
];

/** What a cancellation returns to the renter's card. */
export function cardParagraph(booking: MailedBooking, { backCents }: RefundContext): string {
  if (backCents === 0)
    return booking.lost_cents > 0
      ? "Your bank has already returned your payment, so there's nothing to refund."
      : "We've already refunded your card.";
  const back = formatUsd(backCents);
  return backCents === booking.amount_due_cents
    ? `We're refunding ${back} in full to your card. It may take a few days to appear.`
    : `We're refunding the remaining ${back} to your card. It may take a few days to appear.`;
}

/** What a partial refund amounts to, in integer cents. */
export const totalBack = ({ backCents, creditBackCents }: RefundContext): number =>
  backCents + creditBackCents;

/** Where a partial refund goes. */
export function sayWhereItGoes({ backCents, creditBackCents }: RefundContext): string {
  if (creditBackCents === 0) return "It may take a few days to appear on your card.";
  if (backCents === 0) return "It comes back as credit, which you can spend now.";
  return `${formatUsd(backCents)} goes to your card, which may take a few days, and ${formatUsd(creditBackCents)} comes back as credit, which you can spend now.`;
}

/** How a refund was made. */
export function sayHowItWasMade({ cents, by }: NonNullable<RefundContext["made"]>): string {
  const back = formatUsd(cents);
  return {
    dispute: `Your bank has returned ${back} to you, so this refund is settled.`,
    provider: `We've refunded ${back} to your card. It may take a few days to appear.`,
    credit: `We've returned ${back} as credit. We'll take it off the price when you book your next car.`,
  }[by];
}

/** What a cancellation returns to the renter, for the host. */
export const refundSentence = (
  { lost_cents }: MailedBooking,
  { backCents }: RefundContext,
): string =>
  backCents === 0 && lost_cents > 0
    ? "The renter's bank has taken the payment back."
    : "The renter gets a full refund.";
