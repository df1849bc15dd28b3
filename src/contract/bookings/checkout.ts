// The endpoints from Book Now to a charged card: checkout, provider events, and the sandbox's page
// (specification sections 4, 5, 7).
import { z } from "zod";
import { MAX_REQUESTS_LENGTH } from "../../domain/booking/rental-period.ts";
import { MAX_CARD_NAME_LENGTH } from "../../domain/money/card.ts";
import { BOOKING_STATUSES, PAYMENT_STATUSES } from "../../domain/booking/booking.ts";
import { calendarDate, cents, dollars, id, instant, text, timeOfDay } from "../common.ts";
import { bookedUsageTerms, usageTermsSchema } from "../listings/usage-terms.ts";
import { endpoint } from "../endpoint.ts";
import { addOnsInput } from "../listings/add-ons.ts";
import { driversInput } from "./booking-drivers.ts";
import { chargeLineSchema } from "./charge-lines.ts";

/** A checkout session of the card provider. */
export const sessionId = z
  .string()
  .max(200)
  .regex(/^\w[\w-]*$/, "is not a checkout session");

/** The domain reports times off the grid with a code of its own. */
const requestedTime = z.string().max(40).nullish();

const heldUntil = instant.describe(
  "When the car is free again: the return and the turnaround that the host had set.",
);

/** Why a period of days and hours can't be booked. */
export const PERIOD_ERRORS = [
  "dates_missing",
  "dates_invalid",
  "dates_reversed",
  "dates_past",
  "dates_too_long",
  "dates_too_far",
  "dates_taken",
  "times_off_grid",
  "outside_handover_hours",
  "too_soon",
  "too_short",
  "too_long",
] as const;

export const createBookingCheckout = endpoint({
  method: "POST",
  path: "/functions/v1/create-booking-checkout",
  access: "signed_in",
  limit: { name: "checkout", attempts: 20, seconds: 600 },
  summary: "Holds the dates and opens a card checkout. Returns its URL.",
  body: z.strictObject({
    car_id: id,
    // The domain reports missing, reversed, past, too long or too distant dates with codes of their
    // own.
    start_date: z.string().max(40).nullish(),
    end_date: z.string().max(40).nullish(),
    pickup_time: requestedTime.describe(
      "HH:MM in Nassau, on the half hour. Without it, the car's suggested time applies to both.",
    ),
    return_time: requestedTime.describe("Without it, the pickup time."),
    total_amount: dollars.describe(
      "The amount that the page showed. The request is refused unless it equals the server's quote.",
    ),
    amount_due_cents: cents
      .optional()
      .describe(
        "The amount due that the page showed. If given, it must also equal the server's quote.",
      ),
    credit_cents: cents
      .optional()
      .describe(
        "The part of the price that the page showed as paid with credit, before amount_due_cents; none if not given. Credit is always spent first.",
      ),
    usage_terms: usageTermsSchema
      .strict()
      .optional()
      .describe(
        "The car's terms that the page showed. Required with amount_due_cents. They must still apply.",
      ),
    ...addOnsInput,
    drivers: driversInput,
    special_requests: text(MAX_REQUESTS_LENGTH)
      .nullish()
      .transform((value) => value || null),
  }),
  output: z.object({
    url: z.string(),
    session_id: z.string(),
    booking_id: id,
    expires_at: instant,
    held_until: heldUntil,
  }),
  errors: [
    ...PERIOD_ERRORS,
    "car_not_available",
    "price_changed",
    "credit_changed",
    "usage_terms_changed",
    "meeting_place_not_offered",
    "extra_not_offered",
    "extra_out_of_stock",
    "own_car",
    "renter_too_young",
    "driver_not_verified",
    "driver_is_renter",
    "driver_named_twice",
    "too_many_drivers",
    "account_suspended",
    "booking_banned",
    "outstanding_balance",
    "date_of_birth_required",
    "too_many_holds",
    "hold_limit_reached",
    "car_awaits_inspection",
    "request_too_soon",
    "too_many_abandoned",
    "checkout_under_way",
    "payment_session_closed",
    "payment_under_review",
    "payment_provider_failed",
    "checkout_refused",
  ],
});

const openCheckout = z.object({
  url: z.string(),
  session_id: z.string(),
  start_date: calendarDate,
  end_date: calendarDate,
  pickup_time: timeOfDay.nullable(),
  return_time: timeOfDay.nullable(),
  meeting_place_id: z.string().nullable(),
  extras: z.array(z.object({ extra_id: z.string(), quantity: z.int() })),
  drivers: z.array(z.string()).describe("The addresses of the drivers that it names."),
  lines: z.array(chargeLineSchema).describe("What it charges."),
  usage_terms: bookedUsageTerms,
  expires_at: instant,
  held_until: heldUntil,
});

export const listOpenCheckouts = endpoint({
  method: "GET",
  path: "/api/checkout-sessions",
  access: "signed_in",
  summary:
    "The renter's own unpaid checkouts, which hold dates until they expire, in order of expiry.",
  output: z.object({
    checkouts: z.array(
      openCheckout.extend({ car: z.object({ id, make: z.string(), model: z.string() }) }),
    ),
  }),
  errors: [],
});

export const getOpenCheckout = endpoint({
  method: "GET",
  path: "/api/listings/{id}/open-checkout",
  access: "signed_in",
  summary:
    "The renter's own unpaid checkout for a car, which holds the dates; null if there is none.",
  params: z.strictObject({ id }),
  output: z.object({ checkout: openCheckout.nullable() }),
  errors: [],
});

export const releaseCheckout = endpoint({
  method: "DELETE",
  path: "/api/listings/{id}/open-checkout",
  access: "signed_in",
  summary:
    "Ends the renter's own unpaid checkout for a car and releases its dates. Succeeds even if there is none. A checkout that was paid at the last moment is a booking and remains.",
  params: z.strictObject({ id }),
  output: z.object({ checkout: z.null() }),
  errors: ["payment_provider_failed", "payment_under_review"],
});

export const verifyBookingPayment = endpoint({
  method: "POST",
  path: "/functions/v1/verify-booking-payment",
  access: "signed_in",
  policy: "booking.verify_payment",
  // A page verifies a few times. Each call waits for the card provider, so one person must not
  // occupy all the permits of a process (server/platform/http/admission-control.ts).
  limit: { name: "verify", attempts: 12, seconds: 60 },
  summary: "Asks the card provider for the state of a checkout and applies it, as a webhook would.",
  body: z.strictObject({ session_id: sessionId }),
  output: z.object({
    payment_status: z.enum(PAYMENT_STATUSES),
    status: z.enum(BOOKING_STATUSES),
    booking_id: id,
  }),
  errors: ["not_found", "payment_provider_failed"],
});

export const paymentWebhook = endpoint({
  method: "POST",
  path: "/webhooks/stripe",
  access: "provider",
  summary:
    "Receives signed events from the card provider. They are stored raw, then applied; a repeated event changes nothing.",
  headers: z.object({
    "stripe-signature": z
      .string()
      .describe('t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">; five minutes of tolerance.'),
  }),
  body: z
    .looseObject({
      id: z.string(),
      type: z.string(),
      data: z.looseObject({ object: z.looseObject({ id: z.string().optional() }) }).optional(),
    })
    .describe("The event as the provider sends it."),
  output: z.object({ received: z.literal(true) }),
  errors: ["webhook_signature_invalid", "malformed_json"],
});

export const sandboxCheckoutSchema = z
  .object({
    id: z.string(),
    description: z.string(),
    note: z.string().describe("What paying does, and other terms."),
    warning: z.string().nullable().describe("A term that is easily overlooked."),
    is_hold: z.boolean().describe("Whether paying only authorises the card."),
    purpose: z
      .enum(["book", "pay", "hold"])
      .describe("pay: an outstanding balance; hold: another card for a deposit."),
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
  session_id: z.string().regex(/^cs_test_[\w-]{10,80}$/, "is not a sandbox checkout"),
});

export const getSandboxCheckout = endpoint({
  method: "GET",
  path: "/api/sandbox/checkout/{session_id}",
  access: "public",
  summary:
    "Sandbox only: the data for the checkout page. Anyone with the URL may pay, as with a real provider.",
  params: sandboxParams,
  output: sandboxCheckoutSchema,
  errors: ["not_found"],
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
    name: text(MAX_CARD_NAME_LENGTH),
    confirmed: z
      .boolean()
      .optional()
      .describe("The response to the confirmation step of card 4000 0025 0000 3155."),
    webhooks: z
      .enum(["normal", "late", "twice", "never"])
      .optional()
      .describe("How the sandbox sends its events for this payment."),
  }),
  output: z.object({ state: z.enum(["paid", "needs_confirmation"]), success_url: z.string() }),
  errors: ["not_found", "payment_declined", "payment_session_closed"],
});
