// Booking a car, paying for it, and a renter's own bookings (specification sections 2, 4, 5, 7).
import { z } from "zod";
import { BOOKING_MODES } from "../domain/listing.ts";
import { BOOKING_STATUSES, PAYMENT_STATUSES } from "../domain/booking.ts";
import { calendarDate, cents, cursor, dollars, id, instant, text } from "./common.ts";
import { endpoint } from "./endpoint.ts";

export const BOOKINGS_PER_PAGE = 20;

/** A checkout session of the card provider. */
const sessionId = z
  .string()
  .max(200)
  .regex(/^\w[\w-]*$/, "is not a checkout session");

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
    service_fee_cents: cents,
    processing_fee_cents: cents,
    amount_due_cents: cents.describe("What the renter pays in all."),
    approving: z.boolean().describe("Approval was given; the capture is on its way."),
    refund_pending: z.boolean(),
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
      pickup_instructions: z.string().nullable().describe("Only for the renter of an approved booking, and the host."),
      host: z.object({
        first_name: z.string(),
        last_name: z.string(),
        email: z.string().nullable().describe("Only once the booking is approved."),
        phone: z.string().nullable(),
      }),
    }),
    renter: z.object({
      first_name: z.string(),
      last_name: z.string(),
      email: z.string().nullable().describe("For the renter, and for the host once the booking is approved."),
      phone: z.string().nullable(),
    }),
    cancellation: z.object({
      allowed: z.boolean(),
      fee_cents: cents,
      refund_cents: cents,
      until: instant.describe("Cancelling ends at this instant."),
    }),
  })
  .meta({ id: "Booking" });
export type Booking = z.infer<typeof bookingSchema>;

/** Specification section 4, renter booking filters; trips under way stand first under all. */
export const BOOKING_FILTERS = ["all", "upcoming", "past", "cancelled"] as const;

export const listBookings = endpoint({
  method: "GET",
  path: "/api/bookings",
  access: "signed_in",
  summary: "The renter's own bookings, newest first; trips under way stand first. Abandoned checkouts are left out.",
  query: z.strictObject({
    filter: z.enum(BOOKING_FILTERS).optional(),
    search: text(100).optional().describe("Part of title, make, model or location."),
    cursor: cursor.optional(),
  }),
  output: z.object({ bookings: z.array(bookingSchema), next_cursor: z.string().nullable(), total: z.int() }),
  errors: [],
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
    total_spent: dollars.describe("total_amount of completed bookings (specification section 9, statistics rules)."),
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
  errors: ["PGRST116"],
});

export const getBookingBySession = endpoint({
  method: "GET",
  path: "/api/bookings/by-session/{session_id}",
  access: "signed_in",
  summary: "The renter's own booking by its payment session.",
  params: z.strictObject({ session_id: sessionId }),
  output: bookingSchema,
  errors: ["PGRST116"],
});

export const cancelBooking = endpoint({
  method: "POST",
  path: "/api/bookings/{id}/cancel",
  access: "signed_in",
  summary:
    "Cancels with a full refund: the renter until 24 hours before the start, the host until the end of the start date.",
  params: z.strictObject({ id }),
  body: z.strictObject({ reason: text(500).optional() }).default({}),
  output: bookingSchema,
  errors: ["PGRST116", "forbidden", "transition_refused", "cancellation_too_late"],
});

export const approveBooking = endpoint({
  method: "POST",
  path: "/api/bookings/{id}/approve",
  access: "signed_in",
  summary: "The host or an admin approves a request; the held card is charged.",
  params: z.strictObject({ id }),
  output: bookingSchema,
  errors: ["PGRST116", "forbidden", "transition_refused"],
});

export const rejectBooking = endpoint({
  method: "POST",
  path: "/api/bookings/{id}/reject",
  access: "signed_in",
  summary: "The host or an admin rejects a request; the hold on the card is released.",
  params: z.strictObject({ id }),
  body: z.strictObject({ reason: text(500).min(1) }),
  output: bookingSchema,
  errors: ["PGRST116", "forbidden", "transition_refused"],
});

export const createBookingCheckout = endpoint({
  method: "POST",
  path: "/functions/v1/create-booking-checkout",
  access: "signed_in",
  summary: "Holds the dates and opens a card checkout; answers with its address.",
  body: z.strictObject({
    car_id: id,
    // Which of these is missing, reversed, past, too long or too far is the domain's to say, with a code of its own.
    start_date: z.string().max(40).nullish(),
    end_date: z.string().max(40).nullish(),
    total_amount: dollars.describe("What the page showed; refused when it is not the server's quote."),
    special_requests: text(1000)
      .nullish()
      .transform((value) => value || null),
  }),
  output: z.object({ url: z.string(), session_id: z.string(), booking_id: id, expires_at: instant }),
  errors: [
    "dates_missing",
    "dates_invalid",
    "dates_reversed",
    "dates_past",
    "dates_too_long",
    "dates_too_far",
    "dates_taken",
    "car_not_available",
    "price_changed",
    "own_car",
    "renter_too_young",
    "date_of_birth_required",
    "too_many_holds",
    "payment_provider_failed",
  ],
});

export const getOpenCheckout = endpoint({
  method: "GET",
  path: "/api/listings/{id}/open-checkout",
  access: "signed_in",
  summary: "The renter's own unpaid checkout for a car, which holds its dates; null when there is none.",
  params: z.strictObject({ id }),
  output: z.object({
    checkout: z
      .object({
        url: z.string(),
        session_id: z.string(),
        start_date: calendarDate,
        end_date: calendarDate,
        expires_at: instant,
      })
      .nullable(),
  }),
  errors: [],
});

export const releaseCheckout = endpoint({
  method: "DELETE",
  path: "/api/listings/{id}/open-checkout",
  access: "signed_in",
  summary:
    "Ends the renter's own unpaid checkout for a car and gives its dates back. Done as well when there is none; one that was paid at the last moment is a booking and stays.",
  params: z.strictObject({ id }),
  output: z.object({ checkout: z.null() }),
  errors: ["payment_provider_failed"],
});

export const verifyBookingPayment = endpoint({
  method: "POST",
  path: "/functions/v1/verify-booking-payment",
  access: "signed_in",
  summary: "Asks the card provider how a checkout stands and applies it, as a webhook would.",
  body: z.strictObject({ session_id: sessionId }),
  output: z.object({
    payment_status: z.enum(PAYMENT_STATUSES),
    status: z.enum(BOOKING_STATUSES),
    booking_id: id,
  }),
  errors: ["PGRST116", "payment_provider_failed"],
});

export const paymentWebhook = endpoint({
  method: "POST",
  path: "/webhooks/stripe",
  access: "provider",
  summary: "Signed events of the card provider. Stored raw, then applied; a repeat changes nothing.",
  headers: z.object({
    "stripe-signature": z
      .string()
      .describe('t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">; five minutes of tolerance.'),
  }),
  body: z
    .looseObject({
      id: z.string(),
      type: z.string(),
      data: z.looseObject({ object: z.looseObject({ id: z.string() }) }),
    })
    .describe("The event as the provider sends it."),
  output: z.object({ received: z.literal(true) }),
  errors: ["webhook_signature_invalid", "malformed_json"],
});

export const sandboxCheckoutSchema = z
  .object({
    id: z.string(),
    description: z.string(),
    amount_cents: cents,
    line_items: z.array(z.object({ name: z.string(), amount_cents: cents })),
    session_status: z.enum(["open", "complete", "expired"]),
    needs_confirmation: z.boolean(),
    expires_at: instant,
    success_url: z.string(),
    cancel_url: z.string(),
  })
  .meta({ id: "SandboxCheckout" });

const sandboxParams = z.strictObject({
  session_id: z.string().regex(/^cs_test_[\w-]{10,80}$/, "is not a checkout of the sandbox"),
});

export const getSandboxCheckout = endpoint({
  method: "GET",
  path: "/api/sandbox/checkout/{session_id}",
  access: "public",
  summary: "Sandbox only: what the checkout page shows. Whoever has the address may pay, as with a real provider.",
  params: sandboxParams,
  output: sandboxCheckoutSchema,
  errors: ["PGRST116"],
});

export const paySandboxCheckout = endpoint({
  method: "POST",
  path: "/api/sandbox/checkout/{session_id}/pay",
  access: "public",
  summary: "Sandbox only: pays with a test card, as Stripe's test mode would.",
  params: sandboxParams,
  body: z.strictObject({
    number: z.string().max(40),
    expiry: z.string().max(10),
    cvc: z.string().max(8),
    name: text(120),
    confirmed: z.boolean().optional().describe("The answer to the confirmation step of card 4000 0025 0000 3155."),
    webhooks: z
      .enum(["normal", "late", "twice", "never"])
      .optional()
      .describe("How the sandbox sends its events for this payment."),
  }),
  output: z.object({ state: z.enum(["paid", "needs_confirmation"]), success_url: z.string() }),
  errors: ["PGRST116", "payment_declined", "payment_session_closed"],
});
