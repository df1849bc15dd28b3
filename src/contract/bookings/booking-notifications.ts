// Endpoints for a booking's notifications: its file for other calendars, and the function that
// sends a decision.
import { z } from "zod";
import { id } from "../common.ts";
import { endpoint } from "../endpoint.ts";

export const exportBooking = endpoint({
  method: "GET",
  path: "/api/bookings/{id}/calendar.ics",
  access: "signed_in",
  policy: "booking.export",
  summary:
    "A booking as an iCal file, for its renter, its host or an admin. It must be approved or cancelled after approval; the file of a cancelled booking withdraws the event.",
  params: z.strictObject({ id }),
  contentType: "text/calendar",
  output: z.string(),
  errors: ["not_found"],
});

const unread = z.unknown().optional().describe("Ignored. The value is taken from the booking.");

export const sendBookingNotification = endpoint({
  method: "POST",
  path: "/functions/v1/send-booking-notification",
  access: "signed_in",
  policy: "booking.notify",
  summary:
    "Notifies the renter and the host of the decision on a booking. A host isn't notified of their own rejection. Only its host and admins may call it. Decisions notify both automatically, and nobody is notified twice. Names and addresses come from the booking.",
  body: z.strictObject({
    type: z.enum(["approval", "rejection"]),
    bookingId: id,
    renterEmail: unread,
    renterName: unread,
    hostEmail: unread,
    hostName: unread,
    carTitle: unread,
    startDate: unread,
    endDate: unread,
    totalAmount: unread,
  }),
  output: z.object({ told: z.int().describe("How many people were newly notified.") }),
  errors: ["not_found", "forbidden", "notification_refused"],
});
