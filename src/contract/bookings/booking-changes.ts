// Endpoints for changes to an approved booking: other dates, hours, place or extras (product.md,
// Changes).
import { z } from "zod";
import {
  CHANGE_SIDES,
  CHANGE_STATES,
  CHANGE_STEPS,
  MAX_CHANGE_MESSAGE_LENGTH,
} from "../../domain/booking/changes/booking-change.ts";
import { DECLINE_REASONS } from "../../domain/money/later/later-charge.ts";
import { calendarDate, cents, id, instant, text, timeOfDay } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { extraRequests } from "../listings/add-ons.ts";
import { chargeLineSchema } from "./charge-lines.ts";
import { PERIOD_ERRORS } from "./checkout.ts";

/** The domain reports times off the grid and dates with codes of their own. */
const requested = z.string().max(40).nullish();

const wanted = {
  start_date: requested.describe("Each of these stays as booked if it is left out."),
  end_date: requested,
  pickup_time: requested,
  return_time: requested,
  meeting_place_id: z
    .string()
    .min(1)
    .max(100)
    .nullish()
    .describe("Null for the car's own location; left out to stay as booked."),
  extras: extraRequests
    .optional()
    .describe("Extras to add to the booked ones. A change removes none."),
};

const changedTerms = z
  .object({
    start_date: calendarDate,
    end_date: calendarDate,
    pickup_time: timeOfDay.nullable(),
    return_time: timeOfDay.nullable(),
    days: z.int(),
    meeting_place_id: z.string().nullable(),
    meeting_place_name: z.string().nullable().describe("Null for the car's own location."),
    extras: z.array(z.object({ extra_id: z.string(), name: z.string(), quantity: z.int() })),
  })
  .meta({ id: "ChangedTerms" });

const price = {
  lines: z
    .array(chargeLineSchema)
    .describe("The differences. The amount of a line is negative for what is given back."),
  amount_due_cents: cents.describe("What the renter pays."),
  refund_cents: cents.describe(
    "What the renter gets back in any case: days given up more than 24 hours before they begin.",
  ),
  agreed_refund_max_cents: cents.describe(
    "The most that the renter can get back for later days. The host decides how much.",
  ),
  is_auto_accepted: z
    .boolean()
    .describe(
      "Whether the change needs no answer: the host has approved extensions in advance, or the renter gives up days more than 24 hours before they begin.",
    ),
};

const quote = z
  .object({
    from: changedTerms,
    to: changedTerms,
    ...price,
    host_share_cents: cents
      .nullable()
      .describe("What the host additionally earns, or loses if negative; null for the renter."),
    expires_at: instant.describe("Until when the other side can answer."),
    has_saved_card: z
      .boolean()
      .describe("Whether a saved card can be charged; otherwise the renter pays on a page."),
  })
  .meta({ id: "BookingChangeQuote" });

const change = z
  .object({
    id,
    state: z.enum(CHANGE_STATES),
    requested_by: z.enum(CHANGE_SIDES),
    message: z.string().nullable(),
    from: changedTerms,
    to: changedTerms,
    ...price,
    agreed_refund_cents: cents.nullable().describe("What the host agreed to; null until accepted."),
    refunded_cents: cents.describe(
      "What the renter got back: for days given up, or a payment that came too late.",
    ),
    host_share_cents: cents.nullable().describe("Null for the renter."),
    requested_at: instant,
    expires_at: instant.describe("Until when the request can be answered, or paid once accepted."),
    answered_at: instant.nullable(),
    closed_at: instant.nullable(),
    declined: z
      .enum(DECLINE_REASONS)
      .nullable()
      .describe("Why the saved card could not be charged; the renter pays on a page."),
    card_last4: z.string().nullable().describe("The card that paid."),
    may: z.array(z.enum(CHANGE_STEPS)).describe("What the caller may do now."),
  })
  .meta({ id: "BookingChange" });

export const changes = z.object({
  changes: z.array(change).describe("Newest first. At most one of them is open."),
  may_request: z.boolean(),
});

/** The page on which the renter pays, if the saved card could not be charged. */
const afterPayment = changes.extend({ checkout_url: z.string().nullable() });

const path = "/api/bookings/{id}/changes";
const params = z.strictObject({ id });
const ofChange = {
  method: "POST",
  access: "signed_in",
  params: z.strictObject({ id, change_id: id }),
} as const;

const QUOTE_ERRORS = [
  "not_found",
  "forbidden",
  "car_not_available",
  "change_not_possible",
  "change_already_open",
  "change_empty",
  "change_after_pickup",
  "change_in_past",
  "change_without_overlap",
  "change_amount_out_of_range",
  ...PERIOD_ERRORS,
  "meeting_place_not_offered",
  "extra_not_offered",
  "extra_out_of_stock",
  "change_extra_fixed",
  "outstanding_balance",
] as const;
const PAYMENT_ERRORS = ["payment_provider_failed", "checkout_refused"] as const;
const AGREE_ERRORS = ["refund_too_high", ...PAYMENT_ERRORS] as const;

export const getBookingChanges = endpoint({
  method: "GET",
  path,
  access: "signed_in",
  policy: "booking_change.read",
  params,
  summary: "The changes to a booking, for its renter, its host or an admin.",
  output: changes,
  errors: ["not_found"],
});

export const quoteBookingChange = endpoint({
  method: "POST",
  path: `${path}/quote`,
  access: "signed_in",
  policy: "booking_change.request",
  params,
  limit: { name: "change-quotes", attempts: 300, seconds: 3600 },
  summary: "What a change would cost or give back. Nothing is held.",
  body: z.strictObject(wanted),
  output: quote,
  errors: QUOTE_ERRORS,
});

export const requestBookingChange = endpoint({
  method: "POST",
  path,
  access: "signed_in",
  policy: "booking_change.request",
  params,
  limit: { name: "change-requests", attempts: 30, seconds: 3600 },
  summary:
    "Requests a change and holds its days and extras. A change that needs no answer is accepted and paid immediately. The amounts and is_auto_accepted must equal the quote's.",
  body: z.strictObject({
    id: id.describe("Made by the client. A request sent twice with the same id counts once."),
    ...wanted,
    amount_due_cents: cents,
    refund_cents: cents,
    agreed_refund_max_cents: cents,
    is_auto_accepted: z.boolean(),
    message: text(MAX_CHANGE_MESSAGE_LENGTH)
      .nullish()
      .transform((value) => value || null),
  }),
  output: afterPayment,
  errors: [...QUOTE_ERRORS, "change_id_taken", "change_price_changed", ...AGREE_ERRORS],
});

export const acceptBookingChange = endpoint({
  ...ofChange,
  path: `${path}/{change_id}/acceptance`,
  policy: "booking_change.answer",
  limit: { name: "change-answers", attempts: 60, seconds: 3600 },
  summary:
    "The other side accepts. A change that costs nothing takes effect immediately; any other is charged to the saved card and takes effect once it is paid.",
  body: z.strictObject({
    agreed_refund_cents: cents
      .min(0)
      .optional()
      .describe("From the host: how much of agreed_refund_max_cents to give back; 0 if left out."),
  }),
  output: afterPayment,
  errors: [
    "not_found",
    "forbidden",
    "change_closed",
    "change_not_possible",
    "change_after_pickup",
    "outstanding_balance",
    "agreed_refund_out_of_range",
    // A host's offer to move the trip after a storm does not reserve the new days.
    "car_not_available",
    "dates_taken",
    "extra_out_of_stock",
    ...AGREE_ERRORS,
  ],
});

export const declineBookingChange = endpoint({
  ...ofChange,
  path: `${path}/{change_id}/refusal`,
  policy: "booking_change.answer",
  limit: { name: "change-answers", attempts: 60, seconds: 3600 },
  summary: "The other side declines. The booking stays as it is, and the days are free again.",
  output: changes,
  errors: ["not_found", "forbidden", "change_closed"],
});

export const withdrawBookingChange = endpoint({
  ...ofChange,
  path: `${path}/{change_id}/withdrawal`,
  policy: "booking_change.request",
  limit: { name: "change-withdrawals", attempts: 60, seconds: 3600 },
  summary:
    "The side that asked withdraws the request, or the renter withdraws an accepted one instead of paying. Refused while the card is being charged.",
  output: changes,
  errors: ["not_found", "forbidden", "change_closed", "payment_provider_failed"],
});

export const payBookingChange = endpoint({
  ...ofChange,
  path: `${path}/{change_id}/payment`,
  policy: "booking_change.pay",
  limit: { name: "change-payments", attempts: 30, seconds: 3600 },
  summary:
    "The renter pays an accepted change whose charge failed. The response has the URL of a checkout page. A repeat never charges twice.",
  output: afterPayment,
  errors: [
    "not_found",
    "forbidden",
    "change_closed",
    "change_not_possible",
    "change_after_pickup",
    ...PAYMENT_ERRORS,
  ],
});
