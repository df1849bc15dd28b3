// Endpoints for a host's payouts: the next one, the past ones and their statements. People may read
// their own payouts even without the host role; admins may read statements.
import { z } from "zod";
import { BANK_IDS } from "../../domain/money/payout-details.ts";
import { CARRIED_REASONS, PAYOUT_STATES } from "../../domain/money/payout.ts";
import { bookingNumber, calendarDate, cents, cursor, id, instant, timeOfDay } from "../common.ts";
import { chargeLineSchema } from "../bookings/charge-lines.ts";
import { vatDocumentSchema } from "../bookings/vat-documents.ts";
import { endpoint } from "../endpoint.ts";
import { maskedPayoutDetailsSchema } from "./payout-details.ts";

export const PAYOUTS_PAGE = 20;

export const payoutSchema = z
  .object({
    id,
    reference: z.string().describe("The reference as shown on the bank statement."),
    period_end: calendarDate.describe(
      "The last Sunday of the period. Rentals that ended by then are included.",
    ),
    amount_cents: cents,
    state: z
      .enum(PAYOUT_STATES)
      .describe("pending: awaiting the bank; failed: replaced by a later payout."),
    bank: z.enum(BANK_IDS),
    account_last4: z.string(),
    bank_reference: z.string().nullable(),
    failure_reason: z.string().nullable(),
    created_at: instant,
    paid_at: instant.nullable(),
    failed_at: instant.nullable(),
  })
  .meta({ id: "Payout" });
export type Payout = z.infer<typeof payoutSchema>;

const ofRental = (text: string) =>
  cents.nullable().describe(`${text} Null for another kind of line.`);

export const payoutLineSchema = z
  .object({
    booking_id: id,
    booking_number: bookingNumber,
    kind: z
      .enum(["rental", "later_charge", "adjustment"])
      .describe("later_charge: a charge after the trip, with its booking."),
    title: z.string().describe("The car's title."),
    year: z.int(),
    make: z.string(),
    model: z.string(),
    start_date: calendarDate,
    end_date: calendarDate,
    pickup_time: timeOfDay.nullable().describe("Null for a booking without times."),
    return_time: timeOfDay.nullable(),
    rental_cents: ofRental("What the renter paid for the days, less the discount."),
    meeting_place_cents: ofRental("The fee of the meeting place."),
    extras_cents: ofRental("What the renter paid for the extras."),
    charge_lines: z
      .array(chargeLineSchema)
      .describe("The charge lines that the host earns a share of."),
    charge_name: z.string().nullable().describe('The charge after the trip: "Late return".'),
    later_charge_cents: cents
      .nullable()
      .describe("What the renter paid for the charge after the trip. Null for another kind."),
    platform_share_cents: cents
      .nullable()
      .describe("The platform's share of what the renter paid. Null for an adjustment."),
    amount_cents: cents.describe(
      "The host's amount: the share of a rental or a charge after the trip, or what an adjustment adds or deducts.",
    ),
    reason: z.string().nullable().describe("The reason for an adjustment."),
  })
  .meta({ id: "PayoutLine" });
export type PayoutLine = z.infer<typeof payoutLineSchema>;

export const getUpcomingPayout = endpoint({
  method: "GET",
  path: "/api/host/payouts/upcoming",
  access: "signed_in",
  summary: "The host's next payout and what it consists of.",
  output: z.object({
    pays_on: calendarDate.describe(
      "The next payout Monday, or today if the last Monday's payouts are not made yet.",
    ),
    period_end: calendarDate,
    balance_cents: cents.describe("The sum of the lines. If negative, the host owes the platform."),
    expected_cents: cents.describe("The sum for rentals that will have ended by then."),
    carried: z
      .enum(CARRIED_REASONS)
      .nullable()
      .describe(
        "Why nothing would be paid as things are now; null if something would be paid or there are no lines.",
      ),
    bank: maskedPayoutDetailsSchema.nullable(),
    lines: z
      .array(payoutLineSchema)
      .describe("Earned but not paid, ordered by the end of the rental."),
    expected: z.array(payoutLineSchema).describe("Lines of rentals that will have ended by then."),
    held: z
      .object({ bookings: z.int(), amount_cents: cents })
      .describe("Trips on hold, whose payout waits until an admin has decided. In no other line."),
    later: z
      .array(z.object({ pays_on: calendarDate, bookings: z.int(), amount_cents: cents }))
      .describe("The Mondays after that for which there are bookings."),
  }),
  errors: [],
});

export const listPayouts = endpoint({
  method: "GET",
  path: "/api/host/payouts",
  access: "signed_in",
  summary: "The host's payouts, newest first.",
  query: z.strictObject({ cursor: cursor.optional() }),
  output: z.object({ payouts: z.array(payoutSchema), next_cursor: z.string().nullable() }),
  errors: [],
});

export const getPayoutStatement = endpoint({
  method: "GET",
  path: "/api/host/payouts/{id}",
  access: "signed_in",
  policy: "payout.read",
  summary: "A payout with its statement, for its host and admins.",
  params: z.strictObject({ id }),
  output: z.object({
    payout: payoutSchema,
    host_name: z.string(),
    is_own: z.boolean().describe("False for an admin who reads another host's payout."),
    vat_documents: z
      .array(vatDocumentSchema)
      .describe(
        "The tax documents about these rentals and the platform's fee, as of the payout. An adjustment has the credit notes of its refund.",
      ),
    lines: z.array(payoutLineSchema),
    totals: z
      .object({
        rental_cents: cents,
        meeting_place_cents: cents,
        extras_cents: cents,
        later_charges_cents: cents,
        platform_share_cents: cents,
        host_share_cents: cents,
        adjustments_cents: cents,
      })
      .describe("The host share and the adjustments add up to the payout's amount."),
  }),
  errors: ["not_found"],
});

export const exportPayoutStatement = endpoint({
  method: "GET",
  path: "/api/host/payouts/{id}/statement.csv",
  access: "signed_in",
  policy: "payout.read",
  summary: "The statement of a payout as CSV.",
  params: z.strictObject({ id }),
  contentType: "text/csv",
  output: z.string(),
  errors: ["not_found"],
});
