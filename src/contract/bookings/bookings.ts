// Endpoints for existing bookings, for the renter, the host and admins (specification sections 2,
// 4, 7). checkout.ts creates them; host-bookings.ts lists a host's.
import { z } from "zod";
import { MAX_REASON_LENGTH, MAX_SEARCH_LENGTH } from "../../domain/text/limits.ts";
import { BOOKING_MODES } from "../../domain/listing/listing.ts";
import { BOOKING_STATUSES, PAYMENT_STATUSES } from "../../domain/booking/booking.ts";
import { BOOKING_ACTIONS } from "../../domain/policies/booking.ts";
import { IDENTITY_STATES } from "../../domain/person/identity.ts";
import { SHOWN_DISPUTES } from "../../domain/booking/shown-status.ts";
import { HOST_CANCELLATION_REASONS } from "../../domain/booking/host-cancellation/host-cancellation.ts";
import { REVIEW_STATES } from "../../domain/review/review.ts";
import {
  bookingNumber,
  calendarDate,
  cents,
  cursor,
  dollars,
  id,
  instant,
  text,
  timeOfDay,
} from "../common.ts";
import { bookingDriverSchema } from "./booking-drivers.ts";
import { bookingRenterSchema } from "./booking-renter.ts";
import { sessionId } from "./checkout.ts";
import { chargeLineSchema } from "./charge-lines.ts";
import { endpoint } from "../endpoint.ts";
import { bookedPlace } from "../listings/add-ons.ts";
import { bookedUsageTerms } from "../listings/usage-terms.ts";

export const BOOKINGS_PER_PAGE = 20;

export const bookingSchema = z
  .object({
    id,
    number: bookingNumber,
    start_date: calendarDate,
    end_date: calendarDate,
    pickup_time: timeOfDay
      .nullable()
      .describe("HH:MM in Nassau; null only for bookings made before there were times."),
    return_time: timeOfDay.nullable(),
    meeting_place: bookedPlace,
    usage_terms: bookedUsageTerms,
    status: z.enum(BOOKING_STATUSES),
    payment_status: z.enum(PAYMENT_STATUSES),
    dispute: z
      .enum(SHOWN_DISPUTES)
      .nullable()
      .describe(
        "open: the renter's bank has taken the payment back until it decides; lost: for good. Shown in place of both statuses.",
      ),
    on_hold: z
      .boolean()
      .describe("Whether the trip waits for our decision: the car is not handed over until then."),
    storm: z
      .object({ id, name: z.string(), message: z.string(), last_day: calendarDate })
      .nullable()
      .describe("The storm that affects the trip, which either side may cancel at no cost."),
    picked_up_at: instant.nullable().describe("When the pickup was confirmed."),
    returned_at: instant
      .nullable()
      .describe(
        "When the car came back: the confirmed return, or the renter's notice if the host did not answer it.",
      ),
    return_noticed_at: instant
      .nullable()
      .describe("When the renter said that the car is back. From then on, it is not overdue."),
    delayed_pickup_at: instant
      .nullable()
      .describe("When the renter expects to pick up the car, after reporting a delayed flight."),
    has_trip: z
      .boolean()
      .describe("Whether the pickup and the return are or can be recorded, or were."),
    total_amount: dollars,
    special_requests: z.string().nullable(),
    created_at: instant,
    booking_mode: z.enum(BOOKING_MODES),
    price_per_day: dollars.describe("The car's standard price per day, when it was booked."),
    day_prices_cents: z
      .array(cents)
      .nullable()
      .describe("The price of each day before the discount; null if all cost price_per_day."),
    lines: z.array(chargeLineSchema).describe("They add up to amount_due_cents."),
    service_fee_cents: cents,
    processing_fee_cents: cents,
    amount_due_cents: cents.describe("The total that the renter's card pays."),
    credit_cents: cents.describe("What the renter pays with credit."),
    host_share_cents: cents
      .nullable()
      .describe("What the host earns at completion; null for the renter."),
    borne_by_host_cents: cents
      .nullable()
      .describe(
        "The part of partial refunds deducted from the host's earnings; null for the renter.",
      ),
    approving: z
      .boolean()
      .describe("Whether the booking is approved but the card is not captured yet."),
    refunded_cents: cents.describe("The amount refunded to the renter's card so far."),
    credit_returned_cents: cents.describe(
      "What refunds have returned as credit. A refund goes to the card first.",
    ),
    refund_pending_cents: cents.describe(
      "The amount of refunds that were decided but are not made yet.",
    ),
    refund_pending: z
      .boolean()
      .describe("Whether a refund was decided that the card provider has not made yet."),
    withdrawn: z
      .boolean()
      .describe("Whether the renter withdrew the request before it was answered."),
    paid_too_late: z
      .boolean()
      .describe("Whether a request lapsed because its payment came after the pickup time."),
    lapses_at: instant.nullable().describe("When a request lapses if nobody responds."),
    decision_reason: z.string().nullable(),
    host_cancellation: z
      .object({
        reason: z.enum(HOST_CANCELLATION_REASONS).nullable().describe("Null for the renter."),
        fee_cents: cents.describe("What the host pays. The renter receives it as credit."),
        is_waived: z.boolean().describe("Whether an admin waived the fee. Not visible to renters."),
      })
      .nullable()
      .describe("The host's cancellation; null unless the host cancelled."),
    car: z.object({
      id,
      title: z.string(),
      make: z.string(),
      model: z.string(),
      year: z.int(),
      license_plate: z.string().nullable().describe("Visible only to the host and admins."),
      images: z.array(z.string()),
      location: z.string(),
      latitude: z
        .number()
        .nullable()
        .describe(
          "Visible to the host. Visible to the renter of an approved booking at the car's own location.",
        ),
      longitude: z.number().nullable(),
      pickup_instructions: z
        .string()
        .nullable()
        .describe(
          "Visible to the host. Visible to the renter of an approved booking at the car's own location, unless the renter is suspended, the payment disputed or the trip on hold.",
        ),
      host: z.object({
        first_name: z.string(),
        last_name: z.string(),
        email: z.string().nullable().describe("null until the booking is approved."),
        phone: z.string().nullable(),
        identity: z.enum(IDENTITY_STATES).describe("The state of the host's verification."),
      }),
    }),
    renter: bookingRenterSchema,
    drivers: z
      .array(bookingDriverSchema)
      .describe(
        "The additional drivers. The host sees those who are expected; only admins see removed ones.",
      ),
    review: z.object({
      state: z.enum(REVIEW_STATES).describe("The state of the caller's review; none for an admin."),
      ends_at: instant.describe(
        "When the time for both sides of a completed booking to write a review ends.",
      ),
      other_wrote: z.boolean(),
    }),
    cancellation: z.object({
      allowed: z
        .boolean()
        .describe("Whether the renter may cancel. For the host and admins, see host_actions."),
      fee_cents: cents,
      refund_cents: cents.describe("The refund to the renter's card if the caller cancels now."),
      credit_cents: cents.describe("The credit that the renter then gets back."),
      until: instant.describe("When the renter's time to cancel ends."),
    }),
    host_actions: z
      .object({ approve: z.boolean(), reject: z.boolean(), cancel: z.boolean() })
      .describe("What a calling host or admin may do now; all false for the renter."),
    may: z
      .array(z.enum(BOOKING_ACTIONS))
      .describe("What the caller may do now as the renter, the host or an admin."),
  })
  .meta({ id: "Booking" });
export type Booking = z.infer<typeof bookingSchema>;

/** Renter booking filters of specification section 4. */
export const BOOKING_FILTERS = ["all", "upcoming", "past", "cancelled"] as const;
export type BookingFilter = (typeof BOOKING_FILTERS)[number];

export const listBookings = endpoint({
  method: "GET",
  path: "/api/bookings",
  access: "signed_in",
  summary:
    "The renter's own bookings: current trips first, then upcoming trips and requests by start date, then the rest, the latest end date first. Abandoned checkouts are omitted.",
  query: z.strictObject({
    filter: z.enum(BOOKING_FILTERS).optional(),
    search: text(MAX_SEARCH_LENGTH)
      .optional()
      .describe("Part of the car's text or the host's name, or the number."),
    cursor: cursor.optional(),
  }),
  output: z.object({
    bookings: z.array(bookingSchema),
    next_cursor: z.string().nullable(),
    total: z.int(),
  }),
  errors: [],
});

export const getRenterDashboard = endpoint({
  method: "GET",
  path: "/api/dashboard",
  access: "signed_in",
  summary: "The renter's four figures, next trip and five most recent bookings.",
  output: z.object({
    total_bookings: z.int(),
    upcoming_trips: z.int(),
    completed: z.int(),
    total_spent: dollars.describe(
      "total_amount of completed bookings (specification section 9, statistics rules).",
    ),
    next_trip: bookingSchema
      .nullable()
      .describe("The trip in progress, or the approved trip that starts next; null if none."),
    recent: z.array(bookingSchema),
  }),
  errors: [],
});

export const getBooking = endpoint({
  method: "GET",
  path: "/api/bookings/{id}",
  access: "signed_in",
  policy: "booking.read",
  summary: "One booking, for its renter, its host or an admin.",
  params: z.strictObject({ id }),
  output: bookingSchema,
  errors: ["not_found"],
});

export const getBookingBySession = endpoint({
  method: "GET",
  path: "/api/checkout-sessions/{session_id}/booking",
  access: "signed_in",
  policy: "booking.verify_payment",
  summary: "The renter's own booking by its payment session.",
  params: z.strictObject({ session_id: sessionId }),
  output: bookingSchema,
  errors: ["not_found"],
});

export const blockDays = z
  .boolean()
  .optional()
  .describe("Also blocks the days that this frees, from today on. Only for the booking's host.");

export const withdrawBooking = endpoint({
  method: "POST",
  path: "/api/bookings/{id}/withdraw",
  access: "signed_in",
  policy: "booking.withdraw",
  summary:
    "Withdraws the renter's own unanswered request. The hold on the card is released and the dates are free again.",
  params: z.strictObject({ id }),
  output: bookingSchema,
  errors: ["not_found", "forbidden", "transition_refused"],
});

export const approveBooking = endpoint({
  method: "POST",
  path: "/api/bookings/{id}/approve",
  access: "signed_in",
  policy: "booking.approve",
  summary: "Approves a request, for its host or an admin. The authorised card is charged.",
  params: z.strictObject({ id }),
  output: bookingSchema,
  errors: ["not_found", "forbidden", "transition_refused", "trip_on_hold"],
});

export const rejectBooking = endpoint({
  method: "POST",
  path: "/api/bookings/{id}/reject",
  access: "signed_in",
  policy: "booking.reject",
  summary: "Rejects a request, for its host or an admin. The hold on the card is released.",
  params: z.strictObject({ id }),
  body: z.strictObject({ reason: text(MAX_REASON_LENGTH).min(1), block_days: blockDays }),
  output: bookingSchema,
  errors: ["not_found", "forbidden", "transition_refused"],
});
