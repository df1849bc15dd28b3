// The emails about additional drivers. Headings are stored for the bell, so they name nobody. Only
// the page of the trip says where the car is handed over, and only after the driver has accepted.
import { formatBookingNumber } from "../../../../domain/booking/booking-number.ts";
import { PRODUCT_NAME } from "../../../../domain/brand.ts";
import { shortenName } from "../../../../domain/booking/drivers/drivers.ts";
import { formatDeadline } from "../../../../domain/text/format.ts";
import type { MailContent } from "../../../platform/mail/mail-layout.ts";
import {
  formatDates,
  nameCar,
  toBooking,
  type BookingMail,
  type ByParty,
  type MailedBooking,
} from "../notifications/booking-mail.ts";

/** The page of a driver's trip. */
export const drivingPath = (driverId: string) => `/driving/${driverId}` as const;

export const toDriverFacts = (booking: MailedBooking): NonNullable<MailContent["facts"]> => [
  ["Booking", formatBookingNumber(booking.number)],
  ["Car", nameCar(booking)],
  ["Dates", formatDates(booking)],
];

export function invitationMail(
  booking: MailedBooking,
  { id, token, expiresAt }: { id: string; token: string; expiresAt: Date },
  origin: string,
): BookingMail {
  const renter = shortenName(booking.renter_first_name);
  const rents = booking.status === "pending" ? "has asked to rent" : "is renting";
  return {
    subject: `${renter} would like you to drive: ${nameCar(booking)}, ${formatDates(booking)}`,
    preview: "Accept with your own verified licence. It's free.",
    heading: `${renter} invited you to share the driving`,
    paragraphs: [
      `${renter} ${rents} ${shortenName(booking.host_first_name)}'s car on ${PRODUCT_NAME} and would like you to drive it too. It costs you nothing.`,
      "To accept, sign in or sign up with this email address and verify your driving licence.",
    ],
    facts: toDriverFacts(booking),
    action: { label: "View invitation", url: `${origin}${drivingPath(id)}?token=${token}` },
    note: `The invitation is valid until ${formatDeadline(expiresAt)}. If you don't know ${renter}, you can ignore this email.`,
  };
}

type BothSides = Required<Pick<ByParty, "renter" | "host">>;

/** To renter and host. */
export function acceptedMails(
  booking: MailedBooking,
  driverName: string,
  origin: string,
): BothSides {
  const shared = {
    subject: `${driverName} will also drive: ${nameCar(booking)}, ${formatDates(booking)}`,
    preview: "Their licence is verified.",
    heading: "An additional driver accepted",
  };
  const from = booking.status === "pending" ? " once the host approves your request" : "";
  return {
    renter: {
      ...shared,
      paragraphs: [
        `${driverName} accepted your invitation. Their licence is verified, so they can drive${from}.`,
      ],
      action: toBooking(booking, origin),
    },
    host: {
      ...shared,
      paragraphs: [
        `${booking.renter_first_name} added ${driverName} as an additional driver. Their licence is verified.`,
      ],
      action: toBooking(booking, origin, "host"),
    },
  };
}

/** To the renter. It contains only the address, so that a person who refuses stays unknown. */
export const declinedMail = (
  booking: MailedBooking,
  email: string,
  origin: string,
): BookingMail => ({
  subject: `${email} won't drive: ${nameCar(booking)}, ${formatDates(booking)}`,
  preview: "You can invite someone else.",
  heading: "An additional driver declined",
  paragraphs: [
    `${email} declined your invitation to drive. You can invite someone else until the pickup.`,
  ],
  action: toBooking(booking, origin),
});

/** To renter and host, who knew that the person would drive. */
export function leftMails(booking: MailedBooking, driverName: string, origin: string): BothSides {
  const shared = {
    subject: `${driverName} won't drive: ${nameCar(booking)}, ${formatDates(booking)}`,
    heading: "An additional driver left the trip",
  };
  return {
    renter: {
      ...shared,
      preview: "You can invite someone else.",
      paragraphs: [
        `${driverName} won't drive on your trip. You can invite someone else until the pickup.`,
      ],
      action: toBooking(booking, origin),
    },
    host: {
      ...shared,
      preview: "They may not drive your car.",
      paragraphs: [`${driverName} won't drive your car on this trip.`],
      action: toBooking(booking, origin, "host"),
    },
  };
}

/** To the renter who paid after the pickup: nobody can be invited then. */
export const tooLateMail = (booking: MailedBooking, origin: string): BookingMail => ({
  subject: `Your drivers weren't invited: ${nameCar(booking)}, ${formatDates(booking)}`,
  preview: "The pickup time had passed.",
  heading: "Only you can drive on this trip",
  paragraphs: [
    "When you booked, the pickup time had already passed, so we couldn't invite your additional drivers.",
  ],
  action: toBooking(booking, origin),
});

/** To the driver who accepted; on a request, once more when the host approves it. */
export function welcomeMail(booking: MailedBooking, id: string, origin: string): BookingMail {
  const isPending = booking.status === "pending";
  const start = isPending ? "You're on the list" : "You can drive";
  return {
    subject: `${start}: ${nameCar(booking)}, ${formatDates(booking)}`,
    preview: isPending
      ? "We'll email you when the host approves."
      : `You're a driver on ${booking.renter_first_name}'s trip.`,
    heading: isPending ? "You're on the list" : "You're on the trip as a driver",
    paragraphs: [
      isPending
        ? `You're on the list of drivers for ${booking.renter_first_name}'s trip. We'll email you when the host approves.`
        : `You may drive ${booking.host_first_name}'s car on ${booking.renter_first_name}'s trip. Bring your licence to the pickup.`,
    ],
    facts: toDriverFacts(booking),
    action: { label: "View the trip", url: origin + drivingPath(id) },
  };
}

/** Why a driver or an invited person is no longer needed. */
export type DriverEnd = "removed" | "trip_cancelled" | "request_ended";

export function endMail(booking: MailedBooking, why: DriverEnd): BookingMail {
  const renter = booking.renter_first_name;
  const trip = `${nameCar(booking)}, ${formatDates(booking)}`;
  const text = {
    removed: {
      subject: `You won't drive: ${trip}`,
      heading: "You're no longer a driver on a trip",
      reason: `${renter} has removed you from the drivers of this trip.`,
    },
    trip_cancelled: {
      subject: `Trip cancelled: ${trip}`,
      heading: "The trip was cancelled",
      reason: `${renter}'s trip was cancelled, so you won't drive.`,
    },
    request_ended: {
      subject: `The trip won't take place: ${trip}`,
      heading: "The trip won't take place",
      reason: `${renter}'s request for this car ended without a booking, so you won't drive.`,
    },
  }[why];
  return {
    subject: text.subject,
    preview: "You don't need to do anything.",
    heading: text.heading,
    paragraphs: [`${text.reason} You don't need to do anything.`],
    facts: toDriverFacts(booking),
  };
}

/** To a driver, on the day before the pickup. */
export const driverReminderMail = (
  booking: MailedBooking,
  id: string,
  origin: string,
): BookingMail => ({
  subject: `Tomorrow: you're driving the ${nameCar(booking)}`,
  preview: "Bring your licence to the pickup.",
  heading: "You're driving tomorrow",
  paragraphs: [
    `${booking.renter_first_name}'s trip starts tomorrow. Bring your licence to the pickup. See on the trip's page when and where it is.`,
  ],
  facts: toDriverFacts(booking),
  action: { label: "View the trip", url: origin + drivingPath(id) },
});
