// A booking as an iCal file, with only what its reader (renter or host) may know. The file of a
// cancelled booking withdraws the event.
import { formatBookingNumber } from "../../../domain/booking/booking-number.ts";
import { listExtras } from "../../../domain/listing/add-ons/extras.ts";
import { formatInstant } from "../../../domain/text/format.ts";
import { openDelay } from "../../../domain/trip/trip-end.ts";
import { PRODUCT_NAME } from "../../../domain/brand.ts";
import { addDays } from "../../../domain/calendar/dates.ts";
import type { Ctx } from "../../platform/context.ts";
import type { Attachment } from "../../platform/mail/attachment.ts";
import { writeCalendar } from "../../platform/ical.ts";
import type { BookingDetailsRow } from "./bookings.repository.ts";
import {
  handoverPosition,
  formatContact,
  formatPickup,
  formatReturn,
  linkToPlace,
  nameHandoverPlace,
  nameCar,
  nameCarTo,
  PATHS,
  sayPickupInstructions,
} from "./notifications/booking-mail.ts";

/**
 * Only for a booking that is or was approved: the file names the other side, and the renter's copy
 * contains the pickup instructions.
 */
export function calendarFile(
  ctx: Pick<Ctx, "config" | "publicUrl">,
  booking: BookingDetailsRow,
  party: "renter" | "host",
): Attachment {
  const url = ctx.publicUrl() + PATHS[party](booking.id);
  const method = booking.status === "cancelled" ? "CANCEL" : "PUBLISH";
  const content = writeCalendar(
    "Booking",
    [
      {
        id: `booking-${booking.id}`,
        changedAt: booking.updated_at,
        ...toEventTime(booking),
        summary:
          party === "renter"
            ? `${PRODUCT_NAME}: ${nameCar(booking)}`
            : `${nameCarTo(party, booking)} is rented`,
        ...(method === "PUBLISH" ? { description: describe(booking, party, url) } : {}),
        location: nameHandoverPlace(booking),
        position: handoverPosition(booking),
        url,
        organizerEmail: readAddress(ctx.config.mailFrom),
      },
    ],
    method,
  );
  return {
    filename: "booking.ics",
    contentType: `text/calendar; charset=utf-8; method=${method}`,
    content,
  };
}

/** Without times, whole days: the car is due back on the last one. */
const toEventTime = (booking: BookingDetailsRow): { start: string; end: string } =>
  booking.pickup_time
    ? { start: openDelay(booking)?.toISOString() ?? booking.pickup_at, end: booking.return_at }
    : { start: booking.start_date, end: addDays(booking.end_date, 1) };

function describe(booking: BookingDetailsRow, party: "renter" | "host", url: string): string {
  const delayed = openDelay(booking);
  const lines = [
    `Booking: ${formatBookingNumber(booking.number)}`,
    `Pickup: ${formatPickup(booking)}`,
    ...(delayed ? [`New pickup time (flight delayed): ${formatInstant(delayed)}`] : []),
    `Return by: ${formatReturn(booking)}`,
    ...listExtras(booking.extras).map((extra) => `Extra: ${extra}`),
    ...(party === "renter" ? sayPickupInstructions(booking) : []),
    party === "renter"
      ? `Host: ${formatContact(booking, "host")}`
      : `Renter: ${formatContact(booking, "renter")}`,
    `Open in Maps: ${linkToPlace(booking)}`,
    url,
  ];
  return lines.join("\n");
}

/** The address in "Name <address>". */
const readAddress = (sender: string): string => /<([^>]+)>/.exec(sender)?.[1] ?? sender;
