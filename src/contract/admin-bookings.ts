// Bookings as admins see them: everybody's, with every field, the payment behind each and the record of its steps.
// Approving and rejecting are in bookings.ts: an admin calls the same endpoints as a host.
import { z } from "zod";
import { AUDIT_ACTORS } from "../domain/audit.ts";
import { BOOKING_STATUSES } from "../domain/booking.ts";
import { search } from "./admin.ts";
import { bookingSchema } from "./bookings.ts";
import { cents, csv, cursor, id, instant } from "./common.ts";
import { endpoint } from "./endpoint.ts";

/** By status; pending holds the requests that wait for an answer. */
export const ADMIN_BOOKING_FILTERS = ["all", ...BOOKING_STATUSES] as const;

export const adminBookingSchema = bookingSchema
  .extend({ renter_id: id, host_id: id, stripe_session_id: z.string().nullable() })
  .meta({ id: "AdminBooking" });
export type AdminBooking = z.infer<typeof adminBookingSchema>;

const bookingsQuery = z.strictObject({
  filter: z.enum(ADMIN_BOOKING_FILTERS).optional(),
  search: search.describe(
    "Part of the car's title, make, model, year, plate or place, or of the renter's or host's name or e-mail; of one or two letters, the beginning of a word. Or the id of a booking or payment session.",
  ),
});

export const listAdminBookings = endpoint({
  method: "GET",
  path: "/api/admin/bookings",
  access: "admin",
  summary: "Everybody's bookings, newest first. Abandoned checkouts are left out.",
  query: bookingsQuery.extend({ cursor: cursor.optional() }),
  output: z.object({ bookings: z.array(adminBookingSchema), next_cursor: z.string().nullable() }),
  errors: [],
});

export const exportAdminBookings = endpoint({
  method: "GET",
  path: "/api/admin/bookings.csv",
  access: "admin",
  summary: "The same as CSV.",
  query: bookingsQuery,
  ...csv,
  errors: [],
});

export const getAdminBooking = endpoint({
  method: "GET",
  path: "/api/admin/bookings/{id}",
  access: "admin",
  summary: "One booking with its payment, what the ledger holds of it, and its steps.",
  params: z.strictObject({ id }),
  output: z.object({
    booking: adminBookingSchema,
    payment: z
      .object({
        provider: z.string(),
        session_id: z.string().nullable(),
        intent_id: z.string().nullable(),
        state: z.string(),
        amount_cents: cents,
        refunded_cents: cents,
        wanted: z.string().nullable().describe("What the provider has still to do for us."),
        attempts: z.int().describe("How often it was asked for that."),
        refused_at: instant.nullable(),
        created_at: instant,
        updated_at: instant,
      })
      .nullable(),
    movements: z
      .array(
        z.object({
          at: instant,
          kind: z.string(),
          entries: z.array(z.object({ account: z.string(), amount_cents: cents })),
        }),
      )
      .describe("Ledger transactions, oldest first; debit is positive."),
    steps: z
      .array(
        z.object({
          at: instant,
          action: z.string(),
          actor_kind: z.enum(AUDIT_ACTORS),
          actor_name: z.string().nullable(),
          before: z.record(z.string(), z.unknown()).nullable(),
          after: z.record(z.string(), z.unknown()).nullable(),
          reason: z.string().nullable(),
        }),
      )
      .describe("Oldest first."),
  }),
  errors: ["PGRST116"],
});
