// A renter's receipt for one booking: what the card was charged, what was refunded, and what
// remains paid.
import { z } from "zod";
import {
  bookingNumber,
  calendarDate,
  cents,
  id,
  instant,
  personName,
  timeOfDay,
} from "../common.ts";
import { SHOWN_DISPUTES } from "../../domain/booking/shown-status.ts";
import { REFUND_MAKERS } from "../../domain/money/money-timeline.ts";
import { chargeLineSchema } from "./charge-lines.ts";
import { vatDocumentSchema } from "./vat-documents.ts";
import { endpoint } from "../endpoint.ts";
import { bookedPlace } from "../listings/add-ons.ts";
import { bookedUsageTerms } from "../listings/usage-terms.ts";

export const receiptSchema = z
  .object({
    number: z.string().describe('The receipt\'s own number, such as "3F2A9C-1B77E0".'),
    booking_id: id,
    booking_number: bookingNumber,
    charged_at: instant,
    card_last4: z
      .string()
      .nullable()
      .describe("The last four digits of the card; null if the provider returned none."),
    renter: personName.extend({ email: z.string() }),
    host: personName,
    car: z.object({
      title: z.string(),
      make: z.string(),
      model: z.string(),
      year: z.int(),
      location: z.string(),
    }),
    start_date: calendarDate,
    end_date: calendarDate,
    pickup_time: timeOfDay.nullable(),
    return_time: timeOfDay.nullable(),
    meeting_place: bookedPlace,
    usage_terms: bookedUsageTerms,
    lines: z.array(chargeLineSchema).describe("They add up to charged_cents."),
    charged_cents: cents,
    dispute: z.enum(SHOWN_DISPUTES).nullable().describe("As in Booking."),
    refunds: z
      .array(
        z.object({
          amount_cents: cents,
          decided_at: instant,
          made_at: instant.nullable().describe("Null until the refund is made."),
          made_by: z
            .enum(REFUND_MAKERS)
            .nullable()
            .describe("credit: the amount was returned as credit, not to the card."),
          reason: z.string().nullable(),
        }),
      )
      .describe("Oldest first."),
    bank_returned_cents: cents.describe(
      "What the renter's bank has permanently taken back, beyond the refunds.",
    ),
    vat_documents: z
      .array(vatDocumentSchema)
      .describe("The tax invoices and credit notes to the renter; empty without VAT numbers."),
    later_charges: z
      .array(
        z.object({
          label: z.string(),
          explanation: z.string(),
          amount_cents: cents,
          paid_at: instant,
          card_last4: z.string().nullable(),
          returned_cents: cents.describe("What was refunded, or charged back by the bank."),
        }),
      )
      .describe("What the card was charged after the trip, oldest first; not in charged_cents."),
    remaining_cents: cents.describe("charged_cents less everything returned to the card."),
  })
  .meta({ id: "Receipt" });
export type Receipt = z.infer<typeof receiptSchema>;

export const getReceipt = endpoint({
  method: "GET",
  path: "/api/bookings/{id}/receipt",
  access: "signed_in",
  policy: "booking.read_receipt",
  summary: "The receipt of a charged booking, for its renter or an admin.",
  params: z.strictObject({ id }),
  output: receiptSchema,
  errors: ["not_found", "forbidden", "not_charged"],
});
