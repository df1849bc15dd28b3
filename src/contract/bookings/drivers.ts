// Endpoints for the additional drivers of a booking, for its renter and for invited people.
import { z } from "zod";
import { DRIVER_STATES } from "../../domain/booking/drivers/drivers.ts";
import { BOOKING_STATUSES } from "../../domain/booking/booking.ts";
import { IDENTITY_STATES } from "../../domain/person/identity.ts";
import { bookingNumber, calendarDate, emailAddress, id, instant, timeOfDay } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { bookingSchema } from "./bookings.ts";

/** Each one sends an email. Those of a checkout count too. */
export const DRIVER_INVITATIONS = { name: "driver-invitations", attempts: 10, seconds: 3600 };

export const inviteDriver = endpoint({
  method: "POST",
  path: "/api/bookings/{id}/drivers",
  access: "signed_in",
  policy: "booking.invite_driver",
  limit: DRIVER_INVITATIONS,
  summary:
    "Invites an additional driver by email, until the pickup. The response is the same whether or not the address has an account.",
  params: z.strictObject({ id }),
  body: z.strictObject({ email: emailAddress }),
  output: bookingSchema,
  errors: [
    "not_found",
    "forbidden",
    "drivers_closed",
    "trip_on_hold",
    "driver_is_renter",
    "driver_named_twice",
    "too_many_drivers",
  ],
});

export const resendDriverInvitation = endpoint({
  method: "POST",
  path: "/api/bookings/{id}/drivers/{driver_id}/resend",
  access: "signed_in",
  policy: "booking.invite_driver",
  limit: DRIVER_INVITATIONS,
  summary: "Sends an unanswered invitation again, with a new link. The earlier link stops working.",
  params: z.strictObject({ id, driver_id: id }),
  output: bookingSchema,
  errors: ["not_found", "forbidden", "drivers_closed", "trip_on_hold", "invitation_closed"],
});

export const removeDriver = endpoint({
  method: "DELETE",
  path: "/api/bookings/{id}/drivers/{driver_id}",
  access: "signed_in",
  policy: "booking.remove_driver",
  summary:
    "Removes an additional driver, until the pickup. The link of an invitation stops working.",
  params: z.strictObject({ id, driver_id: id }),
  output: bookingSchema,
  errors: ["not_found", "forbidden", "drivers_closed"],
});

const invitation = z
  .object({
    id,
    number: bookingNumber,
    state: z.enum(DRIVER_STATES),
    booking_status: z.enum(BOOKING_STATUSES),
    car: z.object({
      make: z.string(),
      model: z.string(),
      year: z.int(),
      images: z.array(z.string()),
    }),
    start_date: calendarDate,
    end_date: calendarDate,
    renter_first_name: z.string(),
    host_first_name: z.string(),
    expires_at: instant.nullable().describe("When an unanswered invitation expires."),
    handover: z
      .object({
        pickup_time: timeOfDay.nullable(),
        return_time: timeOfDay.nullable(),
        place: z.string(),
      })
      .nullable()
      .describe(
        "Where and when the car is handed over; null unless the caller drives and the booking is approved and not on hold.",
      ),
    on_hold: z.boolean().describe("Whether the car must not be handed over for now."),
    identity: z.enum(IDENTITY_STATES).describe("The state of the caller's own verification."),
    may_answer: z.boolean().describe("Whether the caller can accept or decline now."),
    may_leave: z.boolean().describe("Whether the caller, who has accepted, can still decline."),
  })
  .meta({ id: "DriverInvitation" });
export type DriverInvitation = z.infer<typeof invitation>;

const token = z
  .string()
  .max(100)
  .regex(/^[\w-]+$/, "is not the token of an invitation");
const TOKEN = "From the emailed link. A person who has answered needs none.";
const answer = z.strictObject({ token: token.nullish().describe(TOKEN) });

export const getDriverInvitation = endpoint({
  method: "GET",
  path: "/api/driving/{id}",
  access: "signed_in",
  summary:
    "An invitation to drive, for the person who holds its link and is signed in with the invited address, and for a driver who has accepted.",
  params: z.strictObject({ id }),
  query: z.strictObject({ token: token.optional().describe(TOKEN) }),
  output: invitation,
  errors: ["not_found", "invitation_for_another"],
});

export const listDrivenTrips = endpoint({
  method: "GET",
  path: "/api/driving",
  access: "signed_in",
  summary: "The trips, before their end, on which the signed-in user is an additional driver.",
  output: z.object({ trips: z.array(invitation) }),
  errors: [],
});

export const acceptDriverInvitation = endpoint({
  method: "POST",
  path: "/api/driving/{id}/accept",
  access: "signed_in",
  summary: "Accepts an invitation to drive. Requires a verified licence.",
  params: z.strictObject({ id }),
  body: answer,
  output: invitation,
  errors: [
    "not_found",
    "invitation_for_another",
    "invitation_closed",
    "account_suspended",
    "booking_banned",
    "driver_on_trip",
    "driver_not_verified",
    "date_of_birth_required",
    "renter_too_young",
  ],
});

export const declineDriverInvitation = endpoint({
  method: "POST",
  path: "/api/driving/{id}/decline",
  access: "signed_in",
  summary: "Declines an invitation to drive. A driver who has accepted can do so until the pickup.",
  params: z.strictObject({ id }),
  body: answer,
  output: invitation,
  errors: ["not_found", "invitation_for_another", "invitation_closed"],
});
