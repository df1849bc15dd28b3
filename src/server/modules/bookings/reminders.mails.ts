// The mails of the day before a trip begins or ends: when, where, how, and whom to reach. Both sides of it know each other by then.
import { formatLong } from "../../../domain/dates.ts";
import type { BookingDetails } from "./bookings.repository.ts";
import { carOf, contactOf, datesOf, toBooking, type Words } from "./mail-words.ts";

export type Reminder = "pickup" | "return";

/** What each side is told. */
export const REMINDERS: Record<
  Reminder,
  (booking: BookingDetails, origin: string) => Record<"renter" | "host", Words>
> = {
  pickup: (booking, origin) => ({
    renter: {
      subject: `Tomorrow: pick up the ${carOf(booking)}`,
      preview: `Your trip begins on ${formatLong(booking.start_date)}.`,
      heading: "Your trip begins tomorrow",
      paragraphs: [
        `Pick-up is on ${formatLong(booking.start_date)} in ${booking.location}.`,
        ...(booking.pickup_instructions ? [`Pickup instructions: ${booking.pickup_instructions}`] : []),
        `Your host is ${contactOf(booking, "host")}.`,
      ],
      action: toBooking(booking, origin),
    },
    host: {
      subject: `Tomorrow: your ${carOf(booking)} is picked up`,
      preview: `The trip of ${datesOf(booking)} begins.`,
      heading: "A trip with your car begins tomorrow",
      paragraphs: [
        `Pick-up is on ${formatLong(booking.start_date)} in ${booking.location}.`,
        ...(booking.special_requests ? [`Special requests: ${booking.special_requests}`] : []),
        `The renter is ${contactOf(booking, "renter")}.`,
      ],
      action: toBooking(booking, origin, "host"),
    },
  }),
  return: (booking, origin) => ({
    renter: {
      subject: `Tomorrow: return the ${carOf(booking)}`,
      preview: `Your trip ends on ${formatLong(booking.end_date)}.`,
      heading: "Your trip ends tomorrow",
      paragraphs: [
        `The car goes back on ${formatLong(booking.end_date)} in ${booking.location}.`,
        ...(booking.pickup_instructions ? [`The instructions for pick-up were: ${booking.pickup_instructions}`] : []),
        `If anything comes in between, tell your host, ${contactOf(booking, "host")}.`,
      ],
      action: toBooking(booking, origin),
    },
    host: {
      subject: `Tomorrow: your ${carOf(booking)} comes back`,
      preview: `The trip of ${datesOf(booking)} ends.`,
      heading: "Your car comes back tomorrow",
      paragraphs: [
        `The car goes back on ${formatLong(booking.end_date)} in ${booking.location}.`,
        `The renter is ${contactOf(booking, "renter")}.`,
      ],
      action: toBooking(booking, origin, "host"),
    },
  }),
};
