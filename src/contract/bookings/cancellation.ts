// Cancelling approved bookings, and what hosts pay for it.
import { z } from "zod";
import {
  FREE_REASONS,
  HOST_CANCELLATION_REASONS,
} from "../../domain/booking/host-cancellation/host-cancellation.ts";
import { MAX_REASON_LENGTH } from "../../domain/text/limits.ts";
import { adminBookingSchema } from "../admin/admin-bookings.ts";
import { cents, id, text, timeOfDay } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { similarListing } from "../listings/listings.ts";
import { blockDays, bookingSchema } from "./bookings.ts";

export const cancelBooking = endpoint({
  method: "POST",
  path: "/api/bookings/{id}/cancel",
  access: "signed_in",
  policy: "booking.cancel",
  summary:
    "Cancels a booking and refunds everything not yet refunded. The renter may cancel until 24 hours before the pickup, the host until the end of the start date, and an admin until the rental is completed.",
  params: z.strictObject({ id }),
  body: z
    .strictObject({
      reason: text(MAX_REASON_LENGTH)
        .transform((given) => given || undefined)
        .optional(),
      cause: z
        .enum(HOST_CANCELLATION_REASONS)
        .optional()
        .describe(
          'Why the host cancels, "other" if not given. Only for the booking\'s host. The days are blocked unless it is renter_concern; with "other", block_days decides.',
        ),
      fee_cents: cents
        .optional()
        .describe(
          "The fee that the page showed to the booking's host, 0 if not given. A different fee is refused with host_fee_changed, which names it.",
        ),
      block_days: blockDays,
    })
    .default({}),
  output: bookingSchema,
  errors: [
    "not_found",
    "forbidden",
    "transition_refused",
    "cancellation_too_late",
    "car_is_out",
    "host_fee_changed",
  ],
});

export const getHostCancellationFee = endpoint({
  method: "GET",
  path: "/api/bookings/{id}/host-cancellation-fee",
  access: "signed_in",
  policy: "booking.cancel",
  summary: "What the host of an approved booking would pay for cancelling it now.",
  params: z.strictObject({ id }),
  output: z.object({
    fee_cents: cents.describe("Taken from the host's next earnings, as credit for the renter."),
    percent: z.int().describe("The share of total_amount, before the bounds; 0 if it is free."),
    free_because: z
      .enum(FREE_REASONS)
      .nullable()
      .describe(
        "early: the pickup is far enough ahead. storm: a storm affects the trip. no_deposit: the deposit could not be held on the renter's card. first_in_year: the host's first cancellation in a year. disputed: the renter's bank has taken the payment back or is deciding about it.",
      ),
  }),
  errors: ["not_found", "forbidden", "transition_refused", "cancellation_too_late", "car_is_out"],
});

export const getRebookOffers = endpoint({
  method: "GET",
  path: "/api/bookings/{id}/rebook-offers",
  access: "signed_in",
  policy: "booking.read_offers",
  summary:
    "Up to three cars for a paid booking that the host or an admin cancelled, until the end of its start date: on the same island, free for the whole time, with instant book and as many seats or more, nearest in price.",
  params: z.strictObject({ id }),
  output: z.object({
    needs_another_car: z.boolean().describe("False for any other booking, which has no offers."),
    pickup_time: timeOfDay
      .nullable()
      .describe(
        "When the offers are free from: the booked pickup or, once that has passed, later.",
      ),
    offers: z.array(similarListing),
  }),
  errors: ["not_found", "forbidden"],
});

export const waiveHostFee = endpoint({
  method: "POST",
  path: "/api/admin/bookings/{id}/host-fee-waiver",
  access: "admin",
  policy: "admin.move_money",
  summary:
    "Waives a host's cancellation fee, except for the admin's own bookings. The renter keeps the credit, and the platform bears the fee. The host is notified.",
  params: z.strictObject({ id }),
  body: z.strictObject({
    reason: text(MAX_REASON_LENGTH).min(1, "is required").describe("Shown to the host."),
  }),
  output: adminBookingSchema,
  errors: ["not_found", "forbidden", "no_host_fee", "host_fee_already_waived"],
});
