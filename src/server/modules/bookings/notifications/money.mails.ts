// The emails to renter, host and admins about money: cancellations, partial refunds, receipts, and
// refusals. Those about disputes are in dispute.mails.ts.
import {
  cardParagraph,
  creditParagraphs,
  feeOf,
  refundSentence,
  sayHowItWasMade,
  sayWhereItGoes,
  totalBack,
} from "./refund-paragraphs.ts";
import { formatBookingNumber } from "../../../../domain/booking/booking-number.ts";
import { PRODUCT_NAME } from "../../../../domain/brand.ts";
import { formatCounted, formatInstant, formatUsd } from "../../../../domain/text/format.ts";
import { receiptNumber, remainingCents } from "../../../../domain/money/books/receipt.ts";
import {
  nameCar,
  formatDates,
  formatAmountDue,
  toMailFacts,
  partyName,
  toBooking,
  type RefundContext,
  type MailedBooking,
  type StepMails,
  type BookingMail,
  formatPickup,
  formatReturn,
} from "./booking-mail.ts";
import { offerFacts, offerParagraphs, toOtherCars } from "../decisions/other-cars.ts";

/** The steps that refund money. */
export const MONEY_MAILS: StepMails = {
  cancel_by_renter: (booking, origin, given) => ({
    renter: cancelledForRenter(booking, origin, given, "You cancelled this booking."),
    host: {
      subject: `Cancelled: ${nameCar(booking)}, ${formatDates(booking)}`,
      preview: "The renter cancelled.",
      heading: "The renter cancelled",
      paragraphs: [`${booking.renter_first_name} cancelled the booking. The dates are free again.`],
    },
  }),
  cancel_by_host: (booking, origin, given) => ({
    renter: cancelledForRenter(
      booking,
      origin,
      given,
      "We're sorry: your host cancelled this booking.",
      { reason: reasonParagraph(given), findsOther: true },
    ),
    host: {
      subject: `Cancelled: ${nameCar(booking)}, ${formatDates(booking)}`,
      preview: "You cancelled this booking.",
      heading: "You cancelled this booking",
      paragraphs: [
        `${refundSentence(booking, given)} The dates are ${given.blocksDays ? "now blocked in your calendar" : "free again"}.`,
        ...(feeOf(given) > 0
          ? [
              `The cancellation fee is ${formatUsd(feeOf(given))}. ${booking.renter_first_name} gets it as credit, and we'll take it off your next payout. If you couldn't avoid cancelling, reply with proof, such as an invoice from the garage, and we may waive the fee.`,
            ]
          : []),
      ],
    },
  }),
  cancel_by_admin: (booking, origin, given) => ({
    renter: cancelledForRenter(
      booking,
      origin,
      given,
      given.because === "host_suspended"
        ? `We're sorry: we cancelled this booking because your host can no longer rent out cars on ${PRODUCT_NAME}.`
        : `We're sorry: ${PRODUCT_NAME} cancelled this booking.`,
      {
        reason: reasonParagraph(given),
        findsOther: given.because === "host_suspended" || given.offers !== undefined,
      },
    ),
    host: {
      subject: `Cancelled: ${nameCar(booking)}, ${formatDates(booking)}`,
      preview: `${PRODUCT_NAME} cancelled this booking.`,
      heading: `${PRODUCT_NAME} cancelled this booking`,
      paragraphs: [
        ...becauseParagraph(given),
        ...reasonParagraph(given),
        `${refundSentence(booking, given)} The dates are free again.`,
        ...(given.because && given.help ? [given.help] : []),
      ],
    },
  }),
  cancel_for_dispute: (booking, origin, given) => ({
    renter: cancelledForRenter(
      booking,
      origin,
      given,
      `${PRODUCT_NAME} cancelled this booking because your bank took the payment back.`,
    ),
    host: {
      subject: `Cancelled: ${nameCar(booking)}, ${formatDates(booking)}`,
      preview: "The renter's bank took the payment back.",
      heading: "Charged back: the trip is cancelled",
      paragraphs: [
        `${booking.renter_first_name}'s bank took the payment back for good, so we cancelled this booking before it began. The dates are free again, and there are no earnings from it.`,
        "Please don't hand over the car.",
        ...(given.help ? [given.help] : []),
      ],
    },
  }),
  refund_after_appeal: (booking, origin, { backCents }) => ({
    renter: {
      subject: `${formatUsd(backCents)} refund: ${nameCar(booking)}, ${formatDates(booking)}`,
      preview: `We're refunding ${formatUsd(backCents)}.`,
      heading: `${formatUsd(backCents)} refund`,
      paragraphs: [
        `Your bank returned ${formatUsd(backCents)} to us for this booking. It was cancelled, so we're refunding that to your card. It may take a few days to appear.`,
      ],
      action: toBooking(booking, origin),
    },
  }),
  refund_in_part: (booking, origin, given) => ({
    renter: {
      subject: `${formatUsd(totalBack(given))} refund: ${nameCar(booking)}, ${formatDates(booking)}`,
      preview: `We're refunding ${formatUsd(totalBack(given))} of what you paid.`,
      heading: `${formatUsd(totalBack(given))} refund`,
      paragraphs: [
        `We're refunding ${formatUsd(totalBack(given))} of the ${formatUsd(booking.amount_due_cents + booking.credit_cents)} you paid${forDays(given)}. ${sayWhereItGoes(given)}`,
        ...reasonParagraph(given),
        ...(booking.status === "approved" ? ["Your booking hasn't changed."] : []),
      ],
      action: toBooking(booking, origin),
    },
    ...(given.byHostCents > 0
      ? {
          host: {
            subject: `Partial refund: ${nameCar(booking)}, ${formatDates(booking)}`,
            preview: `${formatUsd(given.byHostCents)} is taken off your earnings.`,
            heading: "Part of a payment was refunded to the renter",
            paragraphs: [takenOffTheHost(booking, given), ...reasonParagraph(given)],
          },
        }
      : {}),
  }),
  refund_in_part_succeeded: (booking, origin, given) => ({
    receipt: refundMail(booking, origin, given),
  }),
  refund_succeeded: (booking, origin, given) => ({ receipt: refundMail(booking, origin, given) }),
};

function takenOffTheHost({ renter_first_name }: MailedBooking, given: RefundContext): string {
  const byHost = formatUsd(given.byHostCents);
  if (given.byHostCents === totalBack(given))
    return `${renter_first_name} gets back ${byHost}${forDays(given)}, which is taken off your earnings.`;
  return [
    `${renter_first_name} gets part of the payment back${forDays(given)}. ${byHost} of it is taken off your earnings.`,
    given.part?.bearer === "shared"
      ? `That is your share of what is refunded. ${PRODUCT_NAME} gives back its own share and the fees.`
      : `${PRODUCT_NAME} covers the rest, so this booking never costs you more than it earns.`,
  ].join(" ");
}

/** " for 2 days", if the refund is for days. */
const forDays = ({ part }: RefundContext): string =>
  part && "days" in part.size ? ` for ${formatCounted(part.size.days, "day", "days")}` : "";

const BECAUSE: Record<NonNullable<RefundContext["because"]>, string> = {
  renter_suspended: `The renter can no longer use ${PRODUCT_NAME}. Please don't hand over the car.`,
  host_suspended: `You can no longer rent out cars on ${PRODUCT_NAME}.`,
  charged_back: "The renter's bank took a payment back. Please don't hand over the car.",
};
const becauseParagraph = ({ because }: RefundContext): string[] =>
  because ? [BECAUSE[because]] : [];

const reasonParagraph = ({ reason }: RefundContext): string[] =>
  reason ? [`Reason: ${reason}`] : [];

function cancelledForRenter(
  booking: MailedBooking,
  origin: string,
  given: RefundContext,
  first: string,
  { reason = [], findsOther = false }: { reason?: string[]; findsOther?: boolean } = {},
): BookingMail {
  const { backCents } = given;
  return {
    subject: `Cancelled: ${nameCar(booking)}, ${formatDates(booking)}`,
    preview:
      backCents === 0 ? "Your booking is cancelled." : `We're refunding ${formatUsd(backCents)}.`,
    heading: "Booking cancelled",
    paragraphs: [
      [first, ...reason].join(" "),
      cardParagraph(booking, given),
      ...creditParagraphs(given),
      ...(findsOther ? offerParagraphs(booking, given) : []),
    ],
    facts: [...toMailFacts(booking), ...offerFacts(origin, given)],
    action: findsOther ? toOtherCars(booking, origin, given) : toBooking(booking, origin),
  };
}

const toReceipt = (booking: MailedBooking, origin: string) => ({
  label: "View receipt",
  url: `${origin}/bookings/${booking.id}/receipt`,
});

/**
 * For the renter's records: what the card was charged, line by line. Sent at the step that charges
 * it.
 */
export const receiptMail = (booking: MailedBooking, origin: string): BookingMail => ({
  subject: `Receipt: ${formatAmountDue(booking)}, ${nameCar(booking)}, ${formatDates(booking)}`,
  preview: `Your card was charged ${formatAmountDue(booking)}.`,
  heading: `Your receipt from ${PRODUCT_NAME}`,
  paragraphs: [
    `${formatAmountDue(booking)} was charged to your card. Keep this email for your records.`,
  ],
  facts: [
    ["Receipt", receiptNumber(booking.id)],
    ["Booking", formatBookingNumber(booking.number)],
    ["Renter", partyName(booking.renter_first_name, booking.renter_last_name)],
    ["Charged", formatInstant(new Date(booking.updated_at))],
    ["Car", nameCar(booking)],
    ["Pickup date", formatPickup(booking)],
    ["Return date", formatReturn(booking)],
    ...booking.lines.map(({ label, amountCents }) => [label, formatUsd(amountCents)] as const),
    ["Total charged", formatAmountDue(booking)],
  ],
  action: toReceipt(booking, origin),
});

/** The receipt after a change that was paid: the whole charge, with what the change added. */
export const changeReceiptMail = (
  booking: MailedBooking,
  origin: string,
  changeCents: number,
): BookingMail => ({
  ...receiptMail(booking, origin),
  subject: `Receipt: ${formatUsd(changeCents)} for a change, ${nameCar(booking)}, ${formatDates(booking)}`,
  preview: `Your card was charged ${formatUsd(changeCents)} for the change to your trip.`,
  heading: "The receipt for your changed trip",
  paragraphs: [
    `${formatUsd(changeCents)} was charged for the change to your trip. This is the whole booking as it is now. Keep this email for your records.`,
  ],
});

/** What was refunded with this step, and what remains paid. */
function refundMail(
  booking: MailedBooking,
  origin: string,
  { made }: RefundContext,
): BookingMail | undefined {
  if (!made) return undefined;
  const back = formatUsd(made.cents);
  const lostCents = Math.max(0, booking.lost_cents);
  return {
    subject: `Refunded: ${back}, ${nameCar(booking)}, ${formatDates(booking)}`,
    preview: `We've refunded ${back}.`,
    heading: `We've refunded ${back}`,
    paragraphs: [sayHowItWasMade(made)],
    facts: [
      ["Receipt", receiptNumber(booking.id)],
      ["Booking", formatBookingNumber(booking.number)],
      ["Car", nameCar(booking)],
      ["Dates", formatDates(booking)],
      ["Total charged", formatAmountDue(booking)],
      ["Refunded so far", formatUsd(booking.refunded_cents)],
      ...(booking.credit_returned_cents > 0
        ? [["Returned as credit", formatUsd(booking.credit_returned_cents)] as const]
        : []),
      ...(lostCents > 0 ? [["Charged back by your bank", formatUsd(lostCents)] as const] : []),
      [
        "Net paid",
        formatUsd(
          remainingCents({
            amountDueCents: booking.amount_due_cents,
            madeCents: booking.refunded_cents,
            lostCents,
          }),
        ),
      ],
    ],
    action: toReceipt(booking, origin),
  };
}

/**
 * To admins, once, when the provider has refused a refund for good: the booking is cancelled and
 * the renter is still waiting for the money.
 */
export function refundRefusedMail(booking: MailedBooking, origin: string) {
  return {
    subject: `A refund was refused: ${nameCar(booking)}, ${formatDates(booking)}`,
    preview: "The card provider refused a refund. It needs your attention.",
    heading: "A refund was refused",
    paragraphs: [
      `The card provider refused a refund for booking ${formatBookingNumber(booking.number)}, which is ${booking.status} and was charged ${formatAmountDue(booking)}.`,
      "We'll keep trying. In the card provider's dashboard, clear whatever blocks it, such as an open dispute or an empty balance.",
    ],
    facts: toMailFacts(booking),
    action: toBooking(booking, origin, "admin"),
  };
}
