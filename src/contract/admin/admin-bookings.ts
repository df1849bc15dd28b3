// Admin endpoints for bookings: all of them, with every field, the payment and the history of
// steps. Approving and rejecting are in bookings.ts: admins use the same endpoints as hosts.
import { z } from "zod";
import { AUDIT_ACTORS } from "../../domain/audit.ts";
import { BOOKING_STATUSES } from "../../domain/booking/booking.ts";
import { DISPUTE_STATES } from "../../domain/money/dispute.ts";
import { REFUND_BEARERS } from "../../domain/money/refund.ts";
import { search } from "./admin.ts";
import { bookingSchema } from "../bookings/bookings.ts";
import { cents, csv, cursor, dollars, id, instant, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";

/** By status; pending contains the requests that wait for a response. */
export const ADMIN_BOOKING_FILTERS = ["all", ...BOOKING_STATUSES] as const;
export type AdminBookingFilter = (typeof ADMIN_BOOKING_FILTERS)[number];

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
  summary:
    "One booking with its payment, refunds and disputes, what the ledger holds of it, and its steps.",
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
        fee_cents: cents
          .nullable()
          .describe("What the card provider keeps; null until it says so."),
        wanted: z.string().nullable().describe("What the provider has still to do for us."),
        attempts: z.int().describe("How often it was asked for that."),
        refused_at: instant.nullable(),
        created_at: instant,
        updated_at: instant,
      })
      .nullable(),
    refundable_cents: cents.describe("What can still be given back in part."),
    refunds: z
      .array(
        z.object({
          id,
          amount_cents: cents,
          borne_by: z
            .enum(REFUND_BEARERS)
            .nullable()
            .describe("Of a part; null for a cancellation."),
          borne_by_host_cents: cents.describe(
            "The part that comes out of the host's earnings. The platform pays the rest.",
          ),
          reason: z.string().nullable(),
          actor_kind: z.enum(["renter", "host", "admin"]),
          actor_name: z.string().nullable(),
          created_at: instant,
          made_at: instant.nullable(),
          made_by: z.enum(["provider", "dispute"]).nullable(),
        }),
      )
      .describe("Oldest first."),
    disputes: z.array(
      z.object({
        id: z.string().describe("The card provider's."),
        amount_cents: cents,
        fee_cents: cents.describe("What the card provider asks for it."),
        reason: z.string(),
        state: z.enum(DISPUTE_STATES).describe("inquiry: the bank asks, and no money has moved."),
        opened_at: instant,
        closed_at: instant.nullable(),
      }),
    ),
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
  errors: ["not_found"],
});

export const refundBooking = endpoint({
  method: "POST",
  path: "/api/admin/bookings/{id}/refunds",
  access: "admin",
  summary:
    "Gives back a part of what a booking was charged; the booking stays what it is. Once per refund id, which the caller makes up.",
  params: z.strictObject({ id }),
  body: z.strictObject({
    id,
    amount: dollars
      .min(0.01, "must be at least one cent")
      .max(1_000_000, "must be 1,000,000 or less"),
    borne_by: z
      .enum(REFUND_BEARERS)
      .describe(
        "Whose money it is: the host's, as far as the booking's earnings go, or the platform's.",
      ),
    reason: text(500)
      .min(1, "is required")
      .describe("The renter reads it, and the host who bears it."),
  }),
  output: bookingSchema,
  errors: ["not_found", "transition_refused", "refund_too_high", "refund_id_taken"],
});
