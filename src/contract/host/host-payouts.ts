// Endpoints for a host's payouts: the next one, the past ones and their statements. People may read
// their own payouts even without the host role; admins may read statements.
import { z } from "zod";
import { BANK_IDS } from "../../domain/money/payout-details.ts";
import { CARRIED_REASONS, PAYOUT_STATES } from "../../domain/money/payout.ts";
import { calendarDate, cents, cursor, id, instant } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { maskedPayoutDetailsSchema } from "./payout-details.ts";

export const PAYOUTS_PAGE = 20;

export const payoutSchema = z
  .object({
    id,
    reference: z.string().describe("As it stands on the bank's statement."),
    period_end: calendarDate.describe("The Sunday up to which rentals count."),
    amount_cents: cents,
    state: z
      .enum(PAYOUT_STATES)
      .describe("pending: it waits for the bank. failed: a later payout takes its place."),
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

export const payoutLineSchema = z
  .object({
    booking_id: id,
    kind: z.enum(["rental", "adjustment"]),
    title: z.string().describe("The car's."),
    year: z.int(),
    make: z.string(),
    model: z.string(),
    start_date: calendarDate,
    end_date: calendarDate,
    rental_cents: cents
      .nullable()
      .describe("What the renter paid for the rental, without fees; null of an adjustment."),
    platform_share_cents: cents
      .nullable()
      .describe("What the platform keeps of it; null of an adjustment."),
    amount_cents: cents.describe(
      "The host's: the share of a rental, or what an adjustment adds or takes off.",
    ),
    reason: z.string().nullable().describe("Of an adjustment."),
  })
  .meta({ id: "PayoutLine" });
export type PayoutLine = z.infer<typeof payoutLineSchema>;

export const getUpcomingPayout = endpoint({
  method: "GET",
  path: "/api/host/payouts/upcoming",
  access: "signed_in",
  summary: "What the host is paid next, and why.",
  output: z.object({
    pays_on: calendarDate.describe(
      "The Monday, or today where the last one's payouts are still to be made.",
    ),
    period_end: calendarDate,
    balance_cents: cents.describe("What the lines come to; below zero the host owes."),
    expected_cents: cents.describe("What the rentals come to that will have ended by then."),
    carried: z
      .enum(CARRIED_REASONS)
      .nullable()
      .describe(
        "Why, as it looks now, nothing will be paid; null where something will, or there is nothing to pay.",
      ),
    bank: maskedPayoutDetailsSchema.nullable(),
    lines: z.array(payoutLineSchema).describe("Earned and not paid, the first to end first."),
    expected: z.array(payoutLineSchema).describe("Of rentals that will have ended."),
    later: z
      .array(z.object({ pays_on: calendarDate, bookings: z.int(), amount_cents: cents }))
      .describe("The Mondays after that, as far as there are bookings."),
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
  summary: "A payout with its statement, to its host and to admins.",
  params: z.strictObject({ id }),
  output: z.object({
    payout: payoutSchema,
    host_name: z.string(),
    is_own: z.boolean().describe("False for an admin who reads somebody else's."),
    lines: z.array(payoutLineSchema),
    totals: z
      .object({
        rental_cents: cents,
        platform_share_cents: cents,
        host_share_cents: cents,
        adjustments_cents: cents,
      })
      .describe("Host share and adjustments come to the amount of the payout."),
  }),
  errors: ["not_found"],
});

export const exportPayoutStatement = endpoint({
  method: "GET",
  path: "/api/host/payouts/{id}/statement.csv",
  access: "signed_in",
  summary: "The statement of a payout as CSV.",
  params: z.strictObject({ id }),
  contentType: "text/csv",
  output: z.string(),
  errors: ["not_found"],
});
