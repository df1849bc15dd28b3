// What renter and host are told by mail at each step of a booking; what is about money is in money.mails.ts. Nobody gets the other's address
// before approval.
import { renterMayCancelUntil } from "../../../../domain/booking/booking-deadlines.ts";
import { maskContacts } from "../../../../domain/text/contact-masking.ts";
import { formatInstantInNassau } from "../../../../domain/calendar/dates.ts";
import { formatUsd } from "../../../../domain/money/money.ts";
import { carOf, contactOf, datesOf, dueOf, toBooking, toBrowse, type StepMails } from "./mail-words.ts";
import { MONEY_MAILS, receiptMail } from "./money.mails.ts";

const notCharged = "Nothing was charged. A hold that your bank shows goes away by itself within a few days.";

/** What is said at each step to whom. */
export const MAILS: StepMails = {
  ...MONEY_MAILS,
  capture_succeeded: (booking, origin, { now }) => ({
    renter: {
      subject: `Confirmed: ${carOf(booking)}, ${datesOf(booking)}`,
      preview: "Your booking is approved and paid.",
      heading: "Booking confirmed",
      paragraphs: [
        `Your booking is approved, and your card was charged ${dueOf(booking)} in all, with fees.`,
        ...(booking.pickup_instructions ? [`Pickup instructions: ${booking.pickup_instructions}`] : []),
        `Your host is ${contactOf(booking, "host")}.`,
      ],
      action: toBooking(booking, origin),
      ...(now < renterMayCancelUntil(booking.start_date)
        ? {
            note: `You can cancel with a full refund until ${formatInstantInNassau(renterMayCancelUntil(booking.start_date))}.`,
          }
        : {}),
    },
    receipt: receiptMail(booking, origin),
    host: {
      subject: `New booking: ${carOf(booking)}, ${datesOf(booking)}`,
      preview: "Your car is booked and paid for.",
      heading: "Your car is booked",
      paragraphs: [
        `Your renter is ${contactOf(booking, "renter")}.`,
        ...(booking.special_requests ? [`Special requests: ${booking.special_requests}`] : []),
        `You earn ${formatUsd(booking.host_share_cents)} once the rental is completed.`,
      ],
    },
  }),
  authorise_for_request: (booking, origin) => ({
    renter: {
      subject: `Requested: ${carOf(booking)}, ${datesOf(booking)}`,
      preview: "Your card is held, not charged.",
      heading: "Booking requested",
      paragraphs: [
        `Your card is held for ${dueOf(booking)} and not charged. It is charged when the host approves.`,
        ...(booking.lapses_at
          ? [
              `Without an answer the request ends on ${formatInstantInNassau(new Date(booking.lapses_at))}, and the hold is released.`,
            ]
          : []),
      ],
      action: toBooking(booking, origin),
    },
    host: {
      subject: `Request: ${carOf(booking)}, ${datesOf(booking)}`,
      preview: "A renter waits for your answer.",
      heading: "A renter asks for your car",
      paragraphs: [
        `${booking.renter_first_name} would like to rent your car.`,
        ...(booking.special_requests ? [`Special requests: ${maskContacts(booking.special_requests)}`] : []),
        ...(booking.lapses_at
          ? [`The request ends on ${formatInstantInNassau(new Date(booking.lapses_at))} if nobody answers it.`]
          : []),
      ],
    },
  }),
  reject: (booking, origin) => ({
    renter: {
      subject: `Not approved: ${carOf(booking)}, ${datesOf(booking)}`,
      preview: notCharged,
      heading: "Your request was not approved",
      paragraphs: [...(booking.decision_reason ? [`The reason given: ${booking.decision_reason}`] : []), notCharged],
      action: toBrowse(origin),
    },
  }),
  lapse: (booking, origin) => ({
    renter: {
      subject: `No answer: ${carOf(booking)}, ${datesOf(booking)}`,
      preview: notCharged,
      heading: "Your request was not answered in time",
      paragraphs: [notCharged, "The dates are free again, so you can look for another car."],
      action: toBrowse(origin),
    },
    host: {
      subject: `Request ended: ${carOf(booking)}, ${datesOf(booking)}`,
      preview: "Nobody answered in time.",
      heading: "A request has ended",
      paragraphs: ["The request was not answered in time. The dates are free again."],
    },
  }),
  capture_refused: (booking, origin) => ({
    renter: {
      subject: `Payment failed: ${carOf(booking)}, ${datesOf(booking)}`,
      preview: "Your card could not be charged.",
      heading: "Your card could not be charged",
      paragraphs: [
        "The booking was approved, but your bank refused the charge, so the booking is cancelled and nothing was taken.",
        "You can book again with another card.",
      ],
      action: toBrowse(origin),
    },
    host: {
      subject: `Payment failed: ${carOf(booking)}, ${datesOf(booking)}`,
      preview: "The renter's card could not be charged.",
      heading: "A booking fell through",
      paragraphs: ["The renter's card could not be charged. The dates are free again."],
    },
  }),
  void_late_authorisation: (booking, origin) => ({
    renter: {
      subject: `Too late: ${carOf(booking)}, ${datesOf(booking)}`,
      preview: notCharged,
      heading: "Your payment came too late",
      paragraphs: [
        "The checkout had ended before your payment arrived, so the dates were free again and the booking was not made.",
        notCharged,
      ],
      action: toBrowse(origin),
    },
  }),
};
