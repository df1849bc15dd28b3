// The emails to renter and host at each step of a booking; emails about money are in
// money.mails.ts. Nobody receives the other's contact details before approval.
import { toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { isPaidTooLate } from "../../../../domain/booking/booking-deadlines.ts";
import { PRODUCT_NAME } from "../../../../domain/brand.ts";
import { describeCancellation } from "../../../../domain/booking/cancellation-text.ts";
import { freeCancellation } from "../../../../domain/booking/cancellation.ts";
import { maskContacts } from "../../../../domain/text/contact-masking.ts";
import { formatDeadline, formatUsd } from "../../../../domain/text/format.ts";
import {
  nameCar,
  formatContact,
  formatDates,
  formatAmountDue,
  sayPickupInstructions,
  toBooking,
  toBrowse,
  type StepMails,
} from "./booking-mail.ts";
import { toOtherCars } from "../decisions/other-cars.ts";
import { MONEY_MAILS, receiptMail } from "./money.mails.ts";

const notCharged =
  "You weren't charged. If your bank shows a hold, it will disappear within a few days.";

/** The emails of each step, per recipient. */
export const BOOKING_MAILS: StepMails = {
  ...MONEY_MAILS,
  capture_succeeded: (booking, origin, { now, by }) => ({
    renter: {
      subject: `Confirmed: ${nameCar(booking)}, ${formatDates(booking)}`,
      preview: "Your booking is approved and paid.",
      heading: "Booking confirmed",
      paragraphs: [
        `Your booking is approved. We charged your card ${formatAmountDue(booking)}, fees included.`,
        ...sayPickupInstructions(booking),
        `Your host is ${formatContact(booking, "host")}.`,
      ],
      action: toBooking(booking, origin),
      note: describeCancellation(freeCancellation(toRentalPeriod(booking), now), now),
    },
    receipt: receiptMail(booking, origin),
    host: {
      subject: `New booking: ${nameCar(booking)}, ${formatDates(booking)}`,
      preview: "Your car is booked and paid for.",
      heading: "Your car is booked",
      paragraphs: [
        ...(by.kind === "admin" && by.id !== booking.host_id
          ? [`${PRODUCT_NAME} approved this request.`]
          : []),
        `Your renter is ${formatContact(booking, "renter")}.`,
        ...(booking.special_requests ? [`Special requests: ${booking.special_requests}`] : []),
        `You'll earn ${formatUsd(booking.host_share_cents)} once the trip is completed.`,
      ],
    },
  }),
  authorise_for_request: (booking, origin) => ({
    renter: {
      subject: `Requested: ${nameCar(booking)}, ${formatDates(booking)}`,
      preview: "You haven't been charged yet.",
      heading: "Booking requested",
      paragraphs: [
        `We've placed a hold of ${formatAmountDue(booking)} on your card. You'll be charged when the host approves.`,
        ...(booking.lapses_at
          ? [
              `If the host doesn't respond by ${formatDeadline(new Date(booking.lapses_at))}, the request expires and we'll release the hold.`,
            ]
          : []),
      ],
      action: toBooking(booking, origin),
    },
    host: {
      subject: `Request: ${nameCar(booking)}, ${formatDates(booking)}`,
      preview: "A renter is waiting for your answer.",
      heading: "You have a booking request",
      paragraphs: [
        `${booking.renter_first_name} would like to rent your car.`,
        ...(booking.special_requests
          ? [`Special requests: ${maskContacts(booking.special_requests)}`]
          : []),
        ...(booking.lapses_at
          ? [
              `Please answer by ${formatDeadline(new Date(booking.lapses_at))}. After that the request ends.`,
            ]
          : []),
      ],
    },
  }),
  reject: (booking, origin, { by, because, help }) => ({
    renter: {
      subject: `Not approved: ${nameCar(booking)}, ${formatDates(booking)}`,
      preview: notCharged,
      heading: "Your request wasn't approved",
      paragraphs: [
        ...(booking.decision_reason ? [`Reason: ${booking.decision_reason}`] : []),
        notCharged,
        ...(because === "host_suspended" && help ? [help] : []),
      ],
      action: because === "host_suspended" ? toOtherCars(booking, origin) : toBrowse(origin),
    },
    ...(by.id === booking.host_id
      ? {}
      : {
          host: {
            subject: `Not approved: ${nameCar(booking)}, ${formatDates(booking)}`,
            preview: `${PRODUCT_NAME} declined a request for your car.`,
            heading: `${PRODUCT_NAME} declined a request`,
            paragraphs: [
              ...(booking.decision_reason ? [`Reason: ${booking.decision_reason}`] : []),
              "The dates are free again.",
              ...(because === "renter_suspended" && help
                ? [`The renter can no longer use ${PRODUCT_NAME}. ${help}`]
                : []),
            ],
          },
        }),
  }),
  withdraw_request: (booking, origin) => ({
    renter: {
      subject: `Request withdrawn: ${nameCar(booking)}, ${formatDates(booking)}`,
      preview: notCharged,
      heading: "You withdrew your request",
      paragraphs: [notCharged],
      action: toBrowse(origin),
    },
    host: {
      subject: `Request withdrawn: ${nameCar(booking)}, ${formatDates(booking)}`,
      preview: "You don't need to do anything.",
      heading: `${booking.renter_first_name} withdrew their request`,
      paragraphs: ["The dates are free again. You don't need to do anything."],
    },
  }),
  lapse: (booking, origin) => ({
    renter: {
      subject: `Request expired: ${nameCar(booking)}, ${formatDates(booking)}`,
      preview: notCharged,
      heading: "Your request expired",
      paragraphs: [
        isPaidTooLate(booking)
          ? "Your payment came through after the pickup time, so the host couldn't answer your request. Your dates are free to book another car."
          : "The host didn't respond in time, so your dates are free to book another car.",
        notCharged,
      ],
      action: toBrowse(origin),
    },
    host: {
      subject: `Request ended: ${nameCar(booking)}, ${formatDates(booking)}`,
      ...(isPaidTooLate(booking)
        ? {
            preview: "You don't need to do anything.",
            heading: "A request expired",
            paragraphs: [
              "The renter's payment came through after the pickup time, so you couldn't answer. The dates are free again.",
            ],
          }
        : {
            preview: "It wasn't answered in time.",
            heading: "A request has ended",
            paragraphs: ["The request wasn't answered in time. The dates are free again."],
          }),
    },
  }),
  capture_refused: (booking, origin) => ({
    renter: {
      subject: `Payment failed: ${nameCar(booking)}, ${formatDates(booking)}`,
      preview: "Your card couldn't be charged.",
      heading: "Your card couldn't be charged",
      paragraphs: [
        "Your booking was approved, but your bank declined the charge, so we cancelled it. You weren't charged.",
        "You can book again with another card.",
      ],
      action: toBrowse(origin),
    },
    host: {
      subject: `Payment failed: ${nameCar(booking)}, ${formatDates(booking)}`,
      preview: "The renter's card couldn't be charged.",
      heading: "A booking fell through",
      paragraphs: ["The renter's card couldn't be charged. The dates are free again."],
    },
  }),
  void_late_authorisation: (booking, origin) => ({
    renter: {
      subject: `Too late: ${nameCar(booking)}, ${formatDates(booking)}`,
      preview: notCharged,
      heading: "Your payment arrived too late",
      paragraphs: [
        "Your checkout had expired before your payment arrived, so we couldn't make the booking.",
        notCharged,
      ],
      action: toBrowse(origin),
    },
  }),
};
