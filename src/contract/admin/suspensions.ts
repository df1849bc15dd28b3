// Admin endpoints for what a suspension or a lost dispute stops: a person's open bookings, trips on
// hold, and renters who can't book (docs/product.md, Admins).
import { z } from "zod";
import { OPEN_STATES } from "../../domain/booking/admin/open-booking.ts";
import { bookingNumber, calendarDate, cents, id, instant } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { adminBookingSchema } from "./admin-bookings.ts";
import { adminUserSchema } from "./admin-users.ts";

const openBookingSchema = z
  .object({
    id,
    number: bookingNumber,
    side: z.enum(["renter", "host"]).describe("Which side of the booking the person is."),
    state: z.enum(OPEN_STATES),
    start_date: calendarDate,
    end_date: calendarDate,
    car: z.string(),
    license_plate: z.string().nullable(),
    other: z.string().describe("The name of the other side."),
    amount_due_cents: cents,
    credit_cents: cents.describe("What the renter pays with credit."),
    refund_cents: cents.describe(
      "What a cancellation refunds to the card and returns as credit; 0 for a request.",
    ),
    may_cancel: z.boolean().describe("false while a card is being charged."),
    on_hold: z.boolean(),
    version: instant.describe("Changes with the booking."),
  })
  .meta({ id: "OpenBooking" });

export const listOpenBookings = endpoint({
  method: "GET",
  path: "/api/admin/users/{id}/open-bookings",
  access: "admin",
  policy: "admin.read",
  summary:
    "A person's requests, upcoming trips and trips in progress, as renter and as host, by start date.",
  params: z.strictObject({ id }),
  output: z.object({ bookings: z.array(openBookingSchema) }),
  errors: [],
});

export const decideTripHold = endpoint({
  method: "POST",
  path: "/api/admin/bookings/{id}/hold",
  access: "admin",
  policy: "admin.decide_bookings",
  summary: "Takes a trip off hold, or cancels it with a full refund. Both sides are notified.",
  params: z.strictObject({ id }),
  body: z.strictObject({ choice: z.enum(["keep", "cancel"]) }),
  output: adminBookingSchema,
  errors: ["not_found", "transition_refused"],
});

export const liftBookingBan = endpoint({
  method: "DELETE",
  path: "/api/admin/users/{id}/booking-ban",
  access: "admin",
  policy: "admin.suspend",
  summary:
    "Lets a renter book again whose bank took a payment back. Trips on hold still need a decision.",
  params: z.strictObject({ id }),
  output: adminUserSchema,
  errors: ["not_found"],
});
