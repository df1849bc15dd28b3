// The emails on the day before a trip begins or ends: when, where, how, and whom to contact. By
// then renter and host know each other's contact details.
import {
  nameCar,
  formatContact,
  formatDates,
  sayHandoverPlace,
  sayPickup,
  sayPickupInstructions,
  sayReturn,
  toBooking,
  type MailedBooking,
  type BookingMail,
} from "./booking-mail.ts";

export type Reminder = "pickup" | "return";

/** The reminder for each side. */
export const REMINDERS: Record<
  Reminder,
  (booking: MailedBooking, origin: string) => Record<"renter" | "host", BookingMail>
> = {
  pickup: (booking, origin) => ({
    renter: {
      subject: `Tomorrow: pick up the ${nameCar(booking)}`,
      preview: `Your trip starts on ${sayPickup(booking)}.`,
      heading: "Your trip starts tomorrow",
      paragraphs: [
        `Pickup is on ${sayPickup(booking)} ${sayHandoverPlace(booking)}.`,
        ...sayPickupInstructions(booking),
        `Your host is ${formatContact(booking, "host")}.`,
      ],
      action: toBooking(booking, origin),
    },
    host: {
      subject: `Tomorrow: pickup of your ${nameCar(booking)}`,
      preview: `The trip on ${formatDates(booking)} begins.`,
      heading: "A trip with your car begins tomorrow",
      paragraphs: [
        `Pickup is on ${sayPickup(booking)} ${sayHandoverPlace(booking)}.`,
        ...(booking.special_requests ? [`Special requests: ${booking.special_requests}`] : []),
        `The renter is ${formatContact(booking, "renter")}.`,
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
      preview: `The trip on ${formatDates(booking)} ends.`,
      heading: "Your car comes back tomorrow",
      paragraphs: [
        `The car is due back on ${sayReturn(booking)} ${sayHandoverPlace(booking)}.`,
        `The renter is ${formatContact(booking, "renter")}.`,
      ],
      action: toBooking(booking, origin, "host"),
    },
  }),
};
