// Endpoints for a booking's notifications: its file for other calendars, and the function that
// sends a decision.
import { z } from "zod";
import { id } from "../common.ts";
import { endpoint } from "../endpoint.ts";

export const exportBooking = endpoint({
  method: "GET",
  path: "/api/bookings/{id}/calendar.ics",
  access: "signed_in",
  summary:
    "A booking as a file for other calendars, for its renter, its host or an admin: an approved one, or one that was cancelled after that, whose file withdraws the event.",
  params: z.strictObject({ id }),
  contentType: "text/calendar",
  output: z.string(),
  errors: ["not_found"],
});

const unread = z.unknown().optional().describe("Not looked at: it is taken from the booking.");

export const sendBookingNotification = endpoint({
  method: "POST",
  path: "/functions/v1/send-booking-notification",
  access: "signed_in",
  summary:
    "Tells renter and host of the decision on a booking, for its host and admins. Whoever was told when it was taken, which happens by itself, is not told again. Names and addresses are the booking's own.",
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
  output: z.object({ told: z.int().describe("How many people this was news to.") }),
  errors: ["not_found", "forbidden", "notification_refused"],
});
