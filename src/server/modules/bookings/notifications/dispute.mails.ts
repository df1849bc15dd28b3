// The emails about a payment that the renter's bank disputes: to admins at each step, and to the
// host when the dispute is opened and decided.
import { formatBookingNumber } from "../../../../domain/booking/booking-number.ts";
import type { DisputeStatus } from "../../../../domain/money/dispute.ts";
import { formatInstant, formatUsd } from "../../../../domain/text/format.ts";
import type { DisputeState } from "../../../platform/payments/provider.ts";
import {
  formatDates,
  nameCar,
  toBooking,
  toMailFacts,
  type BookingMail,
  type MailedBooking,
} from "./booking-mail.ts";

/** What has happened at each step, to an amount of the booking's own charge. */
const sayStep = (state: DisputeStatus, amount: string): [subject: string, what: string] =>
  ({
    inquiry: [
      "A bank is asking about a payment",
      `A cardholder's bank is asking about ${amount}. No money has moved.`,
    ],
    dropped: [
      "A bank inquiry was closed",
      `A cardholder's bank closed its inquiry about ${amount}. No money has moved.`,
    ],
    open: [
      "A payment is disputed",
      `A cardholder's bank took ${amount} back. It's held until the dispute is decided.`,
    ],
    won: ["A dispute was won", `${amount} is back.`],
    lost: [
      "Charged back",
      `The bank kept ${amount}. It settles any refund this renter was still due; the platform covers the rest.`,
    ],
  })[state] as [string, string];

/** To admins: a bank inquires about a charge, has taken it back, or the dispute has ended. */
export function disputeMail(booking: MailedBooking, provided: DisputeState, origin: string) {
  const { state } = provided;
  const [subject, what] = sayStep(state, formatUsd(provided.amountCents));
  const mail = describeDispute(booking, provided, { subject, what, origin });
  return {
    ...mail,
    paragraphs: [
      ...mail.paragraphs,
      ...(state === "won" && booking.status === "cancelled"
        ? ["The booking is cancelled, so we refund whatever the renter hasn't received yet."]
        : []),
      ...(state === "lost" && booking.status === "cancelled"
        ? ["The booking is cancelled."]
        : state === "lost" && booking.hold_reason !== null
          ? ["The trip is on hold: decide in the queue whether it goes ahead."]
          : []),
    ],
  };
}

/** To admins, about a charge after the trip, or about what was taken from the deposit. */
export function laterDisputeMail(
  booking: MailedBooking,
  provided: DisputeState,
  { subject: charged, origin }: { subject: "charge" | "deposit"; origin: string },
) {
  const amount = formatUsd(provided.amountCents);
  const [subject, said] = sayStep(provided.state, amount);
  const what =
    provided.state === "lost"
      ? `The bank kept ${amount}. The platform covers it; the host keeps the earnings.`
      : said;
  const mail = describeDispute(booking, provided, { subject, what, origin });
  const name =
    charged === "deposit" ? "what was taken from the deposit" : "a charge after the trip";
  const about = `It's about ${name}. The booking and its refunds stay as they are.`;
  return { ...mail, paragraphs: [...mail.paragraphs, about] };
}

/** What every email to admins about a dispute says. */
function describeDispute(
  booking: MailedBooking,
  { id, amountCents, reason, state, respondBy }: DisputeState,
  { subject, what, origin }: { subject: string; what: string; origin: string },
) {
  return {
    subject: `${subject}: ${nameCar(booking)}, ${formatDates(booking)}`,
    preview: what,
    heading: subject,
    paragraphs: [
      what,
      `The bank's reason: ${reason.replaceAll("_", " ")}. The dispute is ${id}, the booking ${formatBookingNumber(booking.number)}.`,
      ...(state === "open" || state === "inquiry"
        ? ["Answer it in the card provider's dashboard before its deadline."]
        : []),
    ],
    facts: [
      ...toMailFacts(booking),
      ["Disputed", formatUsd(amountCents)] as const,
      ...((state === "open" || state === "inquiry") && respondBy
        ? [["Respond by", formatInstant(respondBy)] as const]
        : []),
    ],
    action: toBooking(booking, origin, "admin"),
  };
}

/** To admins, three days before the card provider's deadline. */
export const disputeReminderMail = (
  booking: MailedBooking,
  { id, amountCents, respondBy }: { id: string; amountCents: number; respondBy: Date },
  origin: string,
) => ({
  subject: `Answer by ${formatInstant(respondBy)}: dispute of ${formatUsd(amountCents)}`,
  preview: "Answer this dispute soon, or we lose it.",
  heading: "A dispute has to be answered soon",
  paragraphs: [
    `Booking ${formatBookingNumber(booking.number)}: answer dispute ${id} in the card provider's dashboard by ${formatInstant(respondBy)}. Without an answer, we lose it.`,
  ],
  facts: [...toMailFacts(booking), ["Disputed", formatUsd(amountCents)] as const],
  action: toBooking(booking, origin, "admin"),
});

/** To the host. Inquiries move no money, so the host hears of them only if they become disputes. */
export function hostDisputeMail(
  booking: MailedBooking,
  state: DisputeStatus,
  origin: string,
): BookingMail | undefined {
  const about = `${nameCar(booking)}, ${formatDates(booking)}`;
  const { renter_first_name: renter } = booking;
  const action = toBooking(booking, origin, "host");
  const isOver = booking.status === "completed";
  switch (state) {
    case "open":
      return {
        subject: `Disputed: ${about}`,
        preview: `${renter}'s bank is disputing the payment.`,
        heading: `${renter}'s bank is disputing the payment`,
        paragraphs: [
          "We're answering the bank, and we'll tell you how it decides. That can take some weeks.",
          isOver
            ? "Your earnings from this trip don't change."
            : "The booking stays as it is for now. We no longer show the renter the pickup instructions.",
        ],
        action,
      };
    case "won":
      return {
        subject: `Dispute won: ${about}`,
        preview: "The payment stays with us.",
        heading: "The dispute is over",
        paragraphs: ["The bank decided in our favour. Your earnings don't change."],
        action,
      };
    case "lost":
      return {
        subject: `Charged back: ${about}`,
        preview: `${renter}'s bank took the payment back for good.`,
        heading: "Charged back",
        paragraphs: [
          `${renter}'s bank took the payment back for good.`,
          isOver
            ? "We bear the loss, so your earnings from this trip don't change."
            : "We'll decide what happens to this booking, and we'll email you.",
        ],
        action,
      };
    default:
      return undefined;
  }
}
