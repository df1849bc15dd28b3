// The emails on the day before a trip begins or ends, and shortly before the return: when, where,
// how, and whom to contact. By then renter and host know each other's contact details.
import type { BookingDriver } from "../../../../contract/bookings/booking-drivers.ts";
import { listDrivers, warnOfDrivers } from "../../../../domain/booking/drivers/drivers.ts";
import { formatTimeOfDay } from "../../../../domain/text/format.ts";
import type { BookedStorm } from "../storms/current-storm.ts";
import {
  nameCar,
  formatContact,
  formatDates,
  sayHandoverPlace,
  sayPickup,
  sayPickupInstructions,
  sayReturn,
  toBooking,
  toTrip,
  TRIP_PATHS,
  type MailedBooking,
  type BookingMail,
} from "./booking-mail.ts";

export type Reminder = "pickup" | "return" | "return_soon";

/** The reminder for each side. */
export const REMINDERS: Record<
  Reminder,
  (
    booking: MailedBooking,
    origin: string,
    drivers: Record<"renter" | "host", readonly BookingDriver[]>,
  ) => Record<"renter" | "host", BookingMail>
> = {
  pickup: (booking, origin, drivers) => ({
    renter: {
      subject: `Tomorrow: pick up the ${nameCar(booking)}`,
      preview: `Your trip starts on ${sayPickup(booking)}.`,
      heading: "Your trip starts tomorrow",
      paragraphs: [
        `Pickup is on ${sayPickup(booking)} ${sayHandoverPlace(booking)}.`,
        ...sayPickupInstructions(booking),
        ...warnOfDrivers(drivers.renter),
        `Your host is ${formatContact(booking, "host")}.`,
      ],
      action: toBooking(booking, origin),
    },
    host: {
      subject: `Tomorrow: pickup of your ${nameCar(booking)}`,
      preview: `Trip: ${formatDates(booking)}.`,
      heading: "A trip with your car begins tomorrow",
      paragraphs: [
        `Pickup is on ${sayPickup(booking)} ${sayHandoverPlace(booking)}.`,
        ...(booking.special_requests ? [`Special requests: ${booking.special_requests}`] : []),
        `The renter is ${formatContact(booking, "renter")}.`,
        ...listDrivers(drivers.host).map((line) => `${line}.`),
      ],
      action: toBooking(booking, origin, "host"),
    },
  }),
  return: (booking, origin) => ({
    renter: {
      subject: `Tomorrow: return the ${nameCar(booking)}`,
      preview: `Your trip ends on ${sayReturn(booking)}.`,
      heading: "Your trip ends tomorrow",
      paragraphs: [
        `The car is due back on ${sayReturn(booking)} ${sayHandoverPlace(booking)}.`,
        ...sayPickupInstructions(booking, "Your pickup instructions were"),
        `Running late or plans changed? Let your host know: ${formatContact(booking, "host")}.`,
      ],
      action: toBooking(booking, origin),
    },
    host: {
      subject: `Tomorrow: your ${nameCar(booking)} comes back`,
      preview: `Trip: ${formatDates(booking)}.`,
      heading: "Your car comes back tomorrow",
      paragraphs: [
        `The car is due back on ${sayReturn(booking)} ${sayHandoverPlace(booking)}.`,
        `The renter is ${formatContact(booking, "renter")}.`,
      ],
      action: toBooking(booking, origin, "host"),
    },
  }),
  return_soon: (booking, origin) => ({
    renter: {
      subject: `${nameReturnDay(booking)}: return the ${nameCar(booking)}`,
      preview: `It's due back at ${formatReturnTime(booking)}.`,
      heading: `Your car is due back at ${formatReturnTime(booking)}`,
      paragraphs: [
        `It is due back ${sayHandoverPlace(booking)}. Record the return together on the trip's page.`,
        "Need the car for longer? Tap “Extend trip” before it is due back.",
        `Running late? Let your host know: ${formatContact(booking, "host")}.`,
      ],
      action: {
        label: "Extend trip",
        url: `${origin}${TRIP_PATHS.renter(booking.id)}#extend`,
      },
    },
    host: {
      subject: `${nameReturnDay(booking)}: your ${nameCar(booking)} comes back`,
      preview: `It's due back at ${formatReturnTime(booking)}.`,
      heading: `Your car comes back at ${formatReturnTime(booking)}`,
      paragraphs: [
        `It is due back ${sayHandoverPlace(booking)}. Record the return together on the trip's page.`,
        `The renter is ${formatContact(booking, "renter")}.`,
      ],
      action: toTrip(booking, origin, "host"),
    },
  }),
};

/**
 * In place of the pickup's reminder if a storm is on then. Both sides can still cancel for free, so
 * nobody is told to be there.
 */
export const remindInStorm = (
  booking: MailedBooking,
  { name, message }: BookedStorm,
  origin: string,
): Record<"renter" | "host", BookingMail> => ({
  renter: {
    subject: `${name}: your trip with the ${nameCar(booking)} tomorrow`,
    preview: "Check with your host before you go.",
    heading: `${name}: your trip tomorrow`,
    paragraphs: [
      message,
      `Pickup is booked for ${sayPickup(booking)}. Check with your host before you go: ${formatContact(booking, "host")}.`,
      "You can cancel until the end of the pickup day and get back everything you paid. Or move your trip to free days after the storm, at the same price.",
    ],
    action: toBooking(booking, origin),
  },
  host: {
    subject: `${name}: pickup of your ${nameCar(booking)} tomorrow`,
    preview: "Check with the renter whether it can take place.",
    heading: `${name}: a trip with your car is booked for tomorrow`,
    paragraphs: [
      message,
      `Pickup is booked for ${sayPickup(booking)}. Check with the renter whether it can take place: ${formatContact(booking, "renter")}.`,
      "You can both cancel for free until the end of the pickup day, and cancelling doesn't count against you. You can also offer to move the trip to days after the storm.",
    ],
    action: toBooking(booking, origin, "host"),
  },
});

/** A return shortly after midnight is tomorrow. */
const nameReturnDay = ({ end_date, today }: MailedBooking): string =>
  end_date === today ? "Today" : "Tomorrow";

const formatReturnTime = (booking: MailedBooking): string => {
  const time = booking.return_time ? formatTimeOfDay(booking.return_time) : "the agreed time";
  return booking.end_date === booking.today ? time : `${time} tomorrow`;
};
