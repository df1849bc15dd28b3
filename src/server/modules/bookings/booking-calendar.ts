// An approved booking as a file for other calendars: what renter and host each may know of it.
import { PRODUCT_NAME } from "../../../domain/brand.ts";
import { formatLong } from "../../../domain/dates.ts";
import type { Attachment } from "../../platform/mail.ts";
import { writeCalendar } from "../../platform/ical.ts";
import type { BookingDetails } from "./bookings.repository.ts";
import { carOf, contactOf, PATHS } from "./mail-words.ts";

/** Only for a booking that is approved: it names the other side, and the renter's has the pickup instructions. */
export function calendarFile(booking: BookingDetails, party: "renter" | "host", origin: string): Attachment {
  const url = origin + PATHS[party](booking.id);
  const lines = [
    `Pick-up: ${formatLong(booking.start_date)}`,
    `Return: ${formatLong(booking.end_date)}`,
    ...(party === "renter" && booking.pickup_instructions
      ? [`Pickup instructions: ${booking.pickup_instructions}`]
      : []),
    party === "renter" ? `Host: ${contactOf(booking, "host")}` : `Renter: ${contactOf(booking, "renter")}`,
    url,
  ];
  const content = writeCalendar("Booking", [
    {
      id: `booking-${booking.id}`,
      changedAt: booking.updated_at,
      start: booking.start_date,
      end: booking.end_date,
      summary: party === "renter" ? `${PRODUCT_NAME}: ${carOf(booking)}` : `${carOf(booking)} is rented`,
      description: lines.join("\n"),
      location: booking.location,
      url,
    },
  ]);
  return { filename: "booking.ics", contentType: "text/calendar; charset=utf-8; method=PUBLISH", content };
}
