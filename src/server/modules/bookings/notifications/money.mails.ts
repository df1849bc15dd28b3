// What renter, host and admins are told by mail about money: cancellations, parts that go back, receipts, refusals and disputes.
import { PRODUCT_NAME } from "../../../../domain/brand.ts";
import { formatInstantInNassau, formatLong } from "../../../../domain/calendar/dates.ts";
import { formatUsd } from "../../../../domain/money/money.ts";
import { receiptNumber } from "../../../../domain/money/receipt.ts";
import type { DisputeState } from "../../../platform/payments/provider.ts";
import {
  carOf,
  datesOf,
  dueOf,
  factsOf,
  fullName,
  toBooking,
  type GivenBack,
  type MailedBooking,
  type StepMails,
  type Words,
} from "./mail-words.ts";
import { linesOf, remainingOf } from "../receipt-lines.ts";

/** The steps by which money goes back. */
export const MONEY_MAILS: StepMails = {
  cancel_by_renter: (booking, origin, given) => ({
    renter: cancelledForRenter(booking, origin, given, "You cancelled this booking."),
    host: {
      subject: `Cancelled: ${carOf(booking)}, ${datesOf(booking)}`,
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
      "We are sorry: your host cancelled this booking.",
      reasonOf(given),
    ),
    host: {
      subject: `Cancelled: ${carOf(booking)}, ${datesOf(booking)}`,
      preview: "You cancelled this booking.",
      heading: "You cancelled this booking",
      paragraphs: ["The renter gets everything back. The dates are free again."],
    },
  }),
  cancel_by_admin: (booking, origin, given) => ({
    renter: cancelledForRenter(
      booking,
      origin,
      given,
      `We are sorry: ${PRODUCT_NAME} cancelled this booking.`,
      reasonOf(given),
    ),
    host: {
      subject: `Cancelled: ${carOf(booking)}, ${datesOf(booking)}`,
      preview: `${PRODUCT_NAME} cancelled this booking.`,
      heading: `${PRODUCT_NAME} cancelled this booking`,
      paragraphs: [...reasonOf(given), "The renter gets everything back. The dates are free again."],
    },
  }),
  refund_in_part: (booking, origin, given) => ({
    renter: {
      subject: `You get back ${formatUsd(given.backCents)}: ${carOf(booking)}, ${datesOf(booking)}`,
      preview: `You get back ${formatUsd(given.backCents)} of what you paid.`,
      heading: `You get back ${formatUsd(given.backCents)}`,
      paragraphs: [
        `Of the ${dueOf(booking)} that you paid, ${formatUsd(given.backCents)} goes back to your card. Banks take a few days to show it.`,
        ...reasonOf(given),
        ...(booking.status === "approved" ? ["Your booking stays as it is."] : []),
      ],
      action: toBooking(booking, origin),
    },
    ...(given.byHostCents > 0
      ? {
          host: {
            subject: `Part of a payment goes back: ${carOf(booking)}, ${datesOf(booking)}`,
            preview: `${formatUsd(given.byHostCents)} is taken off your earnings.`,
            heading: "Part of a payment goes back to the renter",
            paragraphs: [takenOffTheHost(booking, given), ...reasonOf(given)],
          },
        }
      : {}),
  }),
  refund_in_part_succeeded: (booking, origin, given) => ({ receipt: refundMail(booking, origin, given) }),
  refund_succeeded: (booking, origin, given) => ({ receipt: refundMail(booking, origin, given) }),
};

function takenOffTheHost({ renter_first_name }: MailedBooking, given: GivenBack): string {
  const byHost = formatUsd(given.byHostCents);
  if (given.byHostCents === given.backCents)
    return `${renter_first_name} gets back ${byHost}, which is taken off your earnings.`;
  return [
    `${renter_first_name} gets part of the payment back. ${byHost} of it is taken off your earnings.`,
    `${PRODUCT_NAME} covers the rest, so this booking never costs you more than it earns.`,
  ].join(" ");
}

const reasonOf = ({ reason }: GivenBack): string[] => (reason ? [`The reason given: ${reason}`] : []);

function cancelledForRenter(
  booking: MailedBooking,
  origin: string,
  { backCents }: GivenBack,
  first: string,
  reason: string[] = [],
): Words {
  const back = formatUsd(backCents);
  return {
    subject: `Cancelled: ${carOf(booking)}, ${datesOf(booking)}`,
    preview: `You get back ${back}.`,
    heading: "Booking cancelled",
    paragraphs: [
      [first, ...reason].join(" "),
      backCents === booking.amount_due_cents
        ? `You get back ${back}, all that you paid. Banks take a few days to show it.`
        : `You get back ${back}, all that you paid and have not got back before. Banks take a few days to show it.`,
    ],
    action: toBooking(booking, origin),
  };
}

const toReceipt = (booking: MailedBooking, origin: string) => ({
  label: "Open the receipt",
  url: `${origin}/bookings/${booking.id}/receipt`,
});

/** To be kept: what the card was charged, line by line. Made at the step that charges it. */
export const receiptMail = (booking: MailedBooking, origin: string): Words => ({
  subject: `Receipt: ${dueOf(booking)}, ${carOf(booking)}, ${datesOf(booking)}`,
  preview: `Your card was charged ${dueOf(booking)}.`,
  heading: `Your receipt from ${PRODUCT_NAME}`,
  paragraphs: [`${dueOf(booking)} was charged to your card. Keep this mail, or print the receipt.`],
  facts: [
    ["Receipt", receiptNumber(booking.id)],
    ["Renter", fullName(booking.renter_first_name, booking.renter_last_name)],
    ["Charged", formatInstantInNassau(new Date(booking.updated_at))],
    ["Car", carOf(booking)],
    ["Pickup date", formatLong(booking.start_date)],
    ["Return date", formatLong(booking.end_date)],
    ...linesOf(booking).map(({ label, amountCents }) => [label, formatUsd(amountCents)] as const),
    ["Total charged", dueOf(booking)],
  ],
  action: toReceipt(booking, origin),
});

/** What has come back with this step, and what remains paid. */
function refundMail(booking: MailedBooking, origin: string, { made }: GivenBack): Words | undefined {
  if (!made) return undefined;
  const back = formatUsd(made.cents);
  const lostCents = Math.max(0, booking.lost_cents);
  return {
    subject: `Refunded: ${back}, ${carOf(booking)}, ${datesOf(booking)}`,
    preview: `${back} has been given back to you.`,
    heading: `${back} is refunded`,
    paragraphs: [
      made.by === "dispute"
        ? `Your bank has given you ${back} back, so this refund is settled.`
        : `We have given ${back} back to the card that you paid with. Banks take a few days to show it.`,
    ],
    facts: [
      ["Receipt", receiptNumber(booking.id)],
      ["Car", carOf(booking)],
      ["Dates", datesOf(booking)],
      ["Total charged", dueOf(booking)],
      ["Refunded so far", formatUsd(booking.refunded_cents)],
      ...(lostCents > 0 ? [["Returned by your bank", formatUsd(lostCents)] as const] : []),
      ["Remains paid", formatUsd(remainingOf(booking))],
    ],
    action: toReceipt(booking, origin),
  };
}

/** To admins, once, when the provider has refused a refund for good: the booking is cancelled and the renter still waits for the money. */
export function refundRefusedMail(booking: MailedBooking, origin: string) {
  return {
    subject: `A refund was refused: ${carOf(booking)}, ${datesOf(booking)}`,
    preview: "The card provider refused a refund. It needs an admin.",
    heading: "A refund was refused",
    paragraphs: [
      `The booking ${booking.id} is ${booking.status}, and the card provider has refused a refund of its charge of ${dueOf(booking)}.`,
      "It is tried again by itself. Clear in the card provider's dashboard what keeps it from being made, such as an open dispute or an empty balance.",
    ],
    facts: factsOf(booking),
    action: toBooking(booking, origin, "admin"),
  };
}

/** To admins: a bank questions a charge, has taken it back, or the dispute has ended. */
export function disputeMail(booking: MailedBooking, { id, amountCents, reason, state }: DisputeState, origin: string) {
  const amount = formatUsd(amountCents);
  const [subject, what] = {
    inquiry: ["A bank asks about a payment", `A cardholder's bank asks about ${amount}. No money has moved.`],
    dropped: ["A bank asks no more", `A cardholder's bank asks about ${amount} no more. No money has moved.`],
    open: [
      "A payment is disputed",
      `A cardholder's bank has taken ${amount} back. It is held until the dispute is decided.`,
    ],
    won: ["A dispute is won", `${amount} is back.`],
    lost: [
      "A dispute is lost",
      `${amount} is gone. What was still to be refunded to this renter is settled with it; the platform bears the rest.`,
    ],
  }[state] as [string, string];
  return {
    subject: `${subject}: ${carOf(booking)}, ${datesOf(booking)}`,
    preview: what,
    heading: subject,
    paragraphs: [
      what,
      `The bank's reason: ${reason.replaceAll("_", " ")}. The dispute is ${id}, the booking ${booking.id}.`,
      ...(state === "open" || state === "inquiry"
        ? ["Answer it in the card provider's own dashboard within its deadline."]
        : []),
    ],
    facts: factsOf(booking),
    action: toBooking(booking, origin, "admin"),
  };
}
