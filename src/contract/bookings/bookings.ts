// Endpoints for existing bookings, for the renter, the host and admins (specification sections 2,
// 4, 7). checkout.ts creates them.
import { z } from "zod";
import { BOOKING_MODES } from "../../domain/listing/listing.ts";
import {
  ACTOR_KINDS,
  BOOKING_STATUSES,
  PAYMENT_STATUSES,
  TRANSITIONS,
  type TransitionName,
} from "../../domain/booking/booking.ts";
import { IDENTITY_STATES } from "../../domain/person/identity.ts";
import { MONEY_EVENT_KINDS } from "../../domain/money/money-timeline.ts";
import { REFUND_BEARERS } from "../../domain/money/refund.ts";
import { REVIEW_STATES } from "../../domain/booking/review.ts";
import {
  calendarDate,
  cents,
  cursor,
  dollars,
  id,
  instant,
  personName,
  shownDay,
  text,
} from "../common.ts";
import { sessionId } from "./checkout.ts";
import { chargeLineSchema } from "./charge-lines.ts";
import { endpoint } from "../endpoint.ts";
import { ratingSchema } from "../people/ratings.ts";

export const BOOKINGS_PER_PAGE = 20;

export const bookingSchema = z
  .object({
    id,
    start_date: calendarDate,
    end_date: calendarDate,
    status: z.enum(BOOKING_STATUSES),
    payment_status: z.enum(PAYMENT_STATUSES),
    total_amount: dollars,
    special_requests: z.string().nullable(),
    created_at: instant,
    booking_mode: z.enum(BOOKING_MODES),
    price_per_day: dollars,
    lines: z.array(chargeLineSchema).describe("They add up to amount_due_cents."),
    service_fee_cents: cents,
    processing_fee_cents: cents,
    amount_due_cents: cents.describe("What the renter pays in all."),
    host_share_cents: cents
      .nullable()
      .describe("What the host earns at completion; null for the renter."),
    borne_by_host_cents: cents
      .nullable()
      .describe(
        "What parts that went back to the renter take off the host's earnings; null for the renter.",
      ),
    approving: z.boolean().describe("Approval was given; the capture is on its way."),
    refunded_cents: cents.describe("What has come back to the renter so far."),
    refund_pending_cents: cents.describe(
      "What was decided to come back to the renter, and has not yet.",
    ),
    refund_pending: z
      .boolean()
      .describe("A refund was decided, and the card provider has not made it yet."),
    lapses_at: instant.nullable().describe("When a request that nobody answers ends."),
    decision_reason: z.string().nullable(),
    car: z.object({
      id,
      title: z.string(),
      make: z.string(),
      model: z.string(),
      year: z.int(),
      images: z.array(z.string()),
      location: z.string(),
      pickup_instructions: z
        .string()
        .nullable()
        .describe("Only for the renter of an approved booking, and the host."),
      host: z.object({
        first_name: z.string(),
        last_name: z.string(),
        email: z.string().nullable().describe("Only once the booking is approved."),
        phone: z.string().nullable(),
        identity: z.enum(IDENTITY_STATES).describe("How their verification stands."),
      }),
    }),
    renter: z.object({
      first_name: z.string(),
      last_name: z.string(),
      email: z
        .string()
        .nullable()
        .describe("For the renter, and for the host once the booking is approved."),
      phone: z.string().nullable(),
      identity: z.enum(IDENTITY_STATES),
      rating: ratingSchema
        .nullable()
        .describe("Of what hosts wrote of the renter; null without any."),
    }),
    review: z.object({
      state: z
        .enum(REVIEW_STATES)
        .describe("Of the review of the one who asks; none for an admin."),
      ends_at: instant.describe("Until then both sides of a completed booking may write."),
      other_wrote: z.boolean(),
    }),
    cancellation: z.object({
      allowed: z
        .boolean()
        .describe("For the renter; the host and admins find theirs in host_actions."),
      fee_cents: cents,
      refund_cents: cents.describe(
        "What comes back to the renter when the one who asks cancels now.",
      ),
      until: instant.describe("Cancelling ends at this instant."),
    }),
    host_actions: z
      .object({ approve: z.boolean(), reject: z.boolean(), cancel: z.boolean() })
      .describe("What the host, or an admin, who asks may do now; nothing for the renter."),
  })
  .meta({ id: "Booking" });
export type Booking = z.infer<typeof bookingSchema>;

/** Renter booking filters of specification section 4; trips under way come first under all. */
export const BOOKING_FILTERS = ["all", "upcoming", "past", "cancelled"] as const;
export type BookingFilter = (typeof BOOKING_FILTERS)[number];

export const listBookings = endpoint({
  method: "GET",
  path: "/api/bookings",
  access: "signed_in",
  summary:
    "The renter's own bookings, newest first; trips under way stand first. Abandoned checkouts are left out.",
  query: z.strictObject({
    filter: z.enum(BOOKING_FILTERS).optional(),
    search: text(100).optional().describe("Part of title, make, model or location."),
    cursor: cursor.optional(),
  }),
  output: z.object({
    bookings: z.array(bookingSchema),
    next_cursor: z.string().nullable(),
    total: z.int(),
  }),
  errors: [],
});

/** BOOKING_FILTERS plus the requests that wait for a response and the rejected ones. */
export const HOST_BOOKING_FILTERS = [
  "all",
  "requests",
  "upcoming",
  "past",
  "rejected",
  "cancelled",
] as const;
export type HostBookingFilter = (typeof HOST_BOOKING_FILTERS)[number];

export const listHostBookings = endpoint({
  method: "GET",
  path: "/api/host/bookings",
  access: "signed_in",
  summary:
    "The bookings of the host's cars, newest first; trips under way stand first. Abandoned checkouts are left out.",
  query: z.strictObject({
    filter: z.enum(HOST_BOOKING_FILTERS).optional(),
    search: text(100)
      .optional()
      .describe("Part of title, make, model, location or the renter's name."),
    cursor: cursor.optional(),
  }),
  output: z.object({
    bookings: z.array(bookingSchema),
    next_cursor: z.string().nullable(),
    total: z.int(),
  }),
  errors: ["forbidden"],
});

export const listHostRenters = endpoint({
  method: "GET",
  path: "/api/host/renters",
  access: "signed_in",
  summary:
    "Who has the host's cars on days between two dates, for the calendar, 400 days at most. Abandoned checkouts are left out.",
  query: z.strictObject({ from: shownDay, to: shownDay, car_id: id.optional() }),
  output: z.object({ bookings: z.array(personName.extend({ id })) }),
  errors: ["forbidden", "dates_reversed", "calendar_window_too_long"],
});

export const getHostDashboard = endpoint({
  method: "GET",
  path: "/api/host/dashboard",
  access: "signed_in",
  summary:
    "The host's figures, earnings by month, the next pick-ups and returns, and the five most recent bookings.",
  output: z.object({
    total_listings: z.int(),
    active_listings: z.int(),
    total_bookings: z.int(),
    pending_bookings: z.int().describe("Requests that wait for an answer."),
    total_earnings: dollars.describe(
      "total_amount of completed bookings (specification section 9, statistics rules).",
    ),
    this_month_earnings: dollars.describe(
      "Of completed bookings that were made on or after the 1st of this month.",
    ),
    this_month_bookings: z.int(),
    months: z
      .array(z.object({ month: z.string(), earnings: dollars, bookings: z.int() }))
      .describe(
        "The last twelve months (yyyy-MM), oldest first, by the end date of completed bookings.",
      ),
    requests: z
      .array(bookingSchema)
      .describe(
        "Of those that wait for an answer, the ones that lapse first; the list of bookings has all of them.",
      ),
    next_pickups: z.array(bookingSchema),
    next_returns: z.array(bookingSchema),
    recent: z.array(bookingSchema),
  }),
  errors: ["forbidden"],
});

export const getRenterDashboard = endpoint({
  method: "GET",
  path: "/api/dashboard",
  access: "signed_in",
  summary: "The four figures and the five most recent bookings of the renter.",
  output: z.object({
    total_bookings: z.int(),
    upcoming_trips: z.int(),
    completed: z.int(),
    total_spent: dollars.describe(
      "total_amount of completed bookings (specification section 9, statistics rules).",
    ),
    recent: z.array(bookingSchema),
  }),
  errors: [],
});

export const getBooking = endpoint({
  method: "GET",
  path: "/api/bookings/{id}",
  access: "signed_in",
  summary: "One booking, for its renter, its host or an admin.",
  params: z.strictObject({ id }),
  output: bookingSchema,
  errors: ["not_found"],
});

const moneyEventSchema = z
  .object({
    at: instant,
    kind: z.enum(MONEY_EVENT_KINDS),
    amount_cents: cents.nullable().describe("Null where it is between other people."),
    by: z.enum(["renter", "host", "admin"]).nullable().describe("Of a refund: who decided it."),
    borne_by: z.enum(REFUND_BEARERS).nullable().describe("Of a part; null also for the renter."),
    reason: z.string().nullable(),
  })
  .meta({ id: "MoneyEvent" });

const steps = Object.keys(TRANSITIONS) as [TransitionName, ...TransitionName[]];

export const getBookingTimeline = endpoint({
  method: "GET",
  path: "/api/bookings/{id}/timeline",
  access: "signed_in",
  summary:
    "The steps of one booking and its money so far, oldest first, as its renter, its host or an admin may know them.",
  params: z.strictObject({ id }),
  output: z.object({
    steps: z.array(z.object({ at: instant, step: z.enum(steps), by: z.enum(ACTOR_KINDS) })),
    money: z.array(moneyEventSchema),
  }),
  errors: ["not_found"],
});

export const getBookingBySession = endpoint({
  method: "GET",
  path: "/api/checkout-sessions/{session_id}/booking",
  access: "signed_in",
  summary: "The renter's own booking by its payment session.",
  params: z.strictObject({ session_id: sessionId }),
  output: bookingSchema,
  errors: ["not_found"],
});

export const cancelBooking = endpoint({
  method: "POST",
  path: "/api/bookings/{id}/cancel",
  access: "signed_in",
  summary:
    "Cancels and gives back all that has not come back before: the renter until 24 hours before the start, the host until the end of the start date, an admin until the rental is completed.",
  params: z.strictObject({ id }),
  body: z
    .strictObject({
      reason: text(500)
        .transform((given) => given || undefined)
        .optional(),
    })
    .default({}),
  output: bookingSchema,
  errors: ["not_found", "forbidden", "transition_refused", "cancellation_too_late"],
});

export const approveBooking = endpoint({
  method: "POST",
  path: "/api/bookings/{id}/approve",
  access: "signed_in",
  summary: "The host or an admin approves a request; the held card is charged.",
  params: z.strictObject({ id }),
  output: bookingSchema,
  errors: ["not_found", "forbidden", "transition_refused"],
});

export const rejectBooking = endpoint({
  method: "POST",
  path: "/api/bookings/{id}/reject",
  access: "signed_in",
  summary: "The host or an admin rejects a request; the hold on the card is released.",
  params: z.strictObject({ id }),
  body: z.strictObject({ reason: text(500).min(1) }),
  output: bookingSchema,
  errors: ["not_found", "forbidden", "transition_refused"],
});
