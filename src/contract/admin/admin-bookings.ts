// Admin endpoints for bookings: all of them, with every field, the payment and the history of
// steps. Approving and rejecting are in bookings.ts: admins use the same endpoints as hosts.
import { z } from "zod";
import { MAX_REASON_LENGTH } from "../../domain/text/limits.ts";
import { AUDIT_ACTORS } from "../../domain/audit.ts";
import { MAX_RENTAL_DAYS } from "../../domain/booking/rental-period.ts";
import {
  ADMIN_BOOKING_FILTERS,
  ADMIN_BOOKING_SORTS,
} from "../../domain/booking/admin/admin-booking-lists.ts";
import { HOLD_REASONS } from "../../domain/booking/admin/trip-hold.ts";
import { DISPUTE_STATES } from "../../domain/money/dispute.ts";
import { REFUND_ACTORS, REFUND_MAKERS } from "../../domain/money/money-timeline.ts";
import { REFUND_BEARERS } from "../../domain/money/refund.ts";
import { ISLAND_IDS } from "../../domain/place/islands.ts";
import { search } from "./admin.ts";
import { bookingSchema } from "../bookings/bookings.ts";
import { cents, csv, cursor, dollars, id, instant, listDay, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";

export const adminBookingSchema = bookingSchema
  .extend({
    renter_id: id,
    host_id: id,
    stripe_session_id: z.string().nullable(),
    given_back_days: z.int().describe("Days that were charged and given back by changes."),
    refunded_days: z.int().describe("The booked days that partial refunds were for."),
    hold_reason: z.enum(HOLD_REASONS).nullable().describe("Why the trip is on hold."),
    is_car_out: z.boolean().describe("Whether the car was picked up and not returned."),
  })
  .meta({ id: "AdminBooking" });
export type AdminBooking = z.infer<typeof adminBookingSchema>;

const bookingsQuery = z.strictObject({
  filter: z
    .enum(ADMIN_BOOKING_FILTERS)
    .optional()
    .describe(
      "A status, or approved trips: in_progress today, or with a pickup or return today. The last two ignore from and to.",
    ),
  sort: z
    .enum(ADMIN_BOOKING_SORTS)
    .optional()
    .describe(
      "By when it was made (newest first by default), by pickup, by return or by amount_due_cents.",
    ),
  island: z.enum(ISLAND_IDS).optional().describe("The island of the car."),
  from: listDay
    .optional()
    .describe("Only trips with a day from this one on; the day of return counts."),
  to: listDay.optional().describe("Only trips with a day up to and including this one."),
  search: search.describe(
    "Part of the car's title, make, model, year, plate or location, or of the renter's or host's name or email. One or two letters match only the beginning of a word. The number of a booking, a receipt or a phone, a card's last four digits, and the id of a booking or payment session also work.",
  ),
});

export const listAdminBookings = endpoint({
  method: "GET",
  path: "/api/admin/bookings",
  access: "admin",
  policy: "admin.read",
  summary: "All bookings. Abandoned checkouts are omitted.",
  query: bookingsQuery.extend({ cursor: cursor.optional() }),
  output: z.object({
    bookings: z.array(adminBookingSchema),
    next_cursor: z.string().nullable(),
    total: z
      .int()
      .optional()
      .describe("How many there are on all pages, or how many were counted; on the first page."),
    total_is_exact: z.boolean().optional().describe("False if there may be more than `total`."),
    total_amount_due_cents: cents
      .optional()
      .describe("The sum of amount_due_cents on all pages, if the total is exact."),
  }),
  errors: ["dates_reversed"],
});

/** How many of a person's bookings are listed beside something else, such as a support case. */
export const NEAREST_BOOKINGS = 5;

export const listUserBookings = endpoint({
  method: "GET",
  path: "/api/admin/users/{id}/bookings",
  access: "admin",
  policy: "admin.read",
  summary:
    "The bookings nearest to now of which a person is the renter or the host: trips in progress, then upcoming trips and requests by start date, then the rest, the latest end date first. Abandoned checkouts are omitted.",
  params: z.strictObject({ id }),
  query: z.strictObject({
    side: z.enum(["renter", "host"]).optional().describe("The person's side; both by default."),
  }),
  output: z.object({
    bookings: z.array(adminBookingSchema),
    more: z.boolean().describe("Whether there are more than these."),
  }),
  errors: [],
});

export const exportAdminBookings = endpoint({
  method: "GET",
  path: "/api/admin/bookings.csv",
  access: "admin",
  policy: "admin.read",
  summary: "The same bookings as CSV.",
  query: bookingsQuery,
  ...csv,
  errors: ["dates_reversed"],
});

export const getAdminBooking = endpoint({
  method: "GET",
  path: "/api/admin/bookings/{id}",
  access: "admin",
  policy: "admin.read",
  summary:
    "One booking with its payment, refunds, disputes, ledger transactions and history of steps.",
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
          .describe("The card provider's fee; null until the provider reports it."),
        wanted: z
          .string()
          .nullable()
          .describe("The action that the provider still has to perform; null if none is pending."),
        attempts: z.int().describe("How often the provider was asked to perform that action."),
        refused_at: instant.nullable(),
        created_at: instant,
        updated_at: instant,
      })
      .nullable(),
    refundable_cents: cents.describe("The largest partial refund that is still possible."),
    refunds: z
      .array(
        z.object({
          id,
          amount_cents: cents,
          borne_by: z
            .enum(REFUND_BEARERS)
            .nullable()
            .describe("Who bears a partial refund; null for a cancellation."),
          borne_by_host_cents: cents.describe(
            "The part deducted from the host's earnings. The platform pays the rest.",
          ),
          days: z
            .int()
            .nullable()
            .describe("The booked days that the refund is for; null for an amount."),
          reason: z.string().nullable(),
          actor_kind: z.enum(REFUND_ACTORS),
          actor_name: z.string().nullable(),
          created_at: instant,
          made_at: instant.nullable(),
          made_by: z.enum(REFUND_MAKERS).nullable(),
        }),
      )
      .describe("Oldest first."),
    disputes: z.array(
      z.object({
        id: z.string().describe("The card provider's id."),
        amount_cents: cents,
        fee_cents: cents.describe("The card provider's fee for the dispute."),
        reason: z.string(),
        state: z
          .enum(DISPUTE_STATES)
          .describe("inquiry: the bank has asked about the charge, and no money has moved."),
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
      .describe("Ledger transactions, oldest first. Debits are positive."),
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
  policy: "admin.move_money",
  summary:
    "Refunds part of a booking's charge, as days or as an amount, without changing the booking's status or dates. The caller chooses the refund id, and each id is refunded at most once.",
  params: z.strictObject({ id }),
  body: z
    .strictObject({
      id,
      days: z
        .int()
        .min(1, "must be at least 1")
        .max(MAX_RENTAL_DAYS, `must be ${MAX_RENTAL_DAYS} or less`)
        .optional()
        .describe("The number of booked days to refund. Each costs the same part of all lines."),
      amount: dollars
        .min(0.01, "must be at least one cent")
        .max(1_000_000, "must be 1,000,000 or less")
        .optional()
        .describe("The amount to refund, instead of days."),
      borne_by: z
        .enum(REFUND_BEARERS)
        .describe(
          "Who bears the refund: both sides, in proportion to what the booking earns them; the host, up to the booking's earnings; or the platform.",
        ),
      reason: text(MAX_REASON_LENGTH)
        .min(1, "is required")
        .describe("Shown to the renter, and to the host if the host bears a part of the refund."),
    })
    .refine(({ days, amount }) => (days === undefined) !== (amount === undefined), {
      path: ["days"],
      error: "is required, or amount, but not both",
    }),
  output: bookingSchema,
  errors: ["not_found", "transition_refused", "refund_too_high", "refund_id_taken"],
});
