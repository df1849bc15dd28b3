// Admin endpoints for the card provider's payouts to our bank, compared with our books line by
// line.
import { z } from "zod";
import {
  PROVIDER_LINE_KINDS,
  PROVIDER_PAYOUT_STATES,
} from "../../domain/money/books/provider-payout.ts";
import { bookingNumber, cents, cursor, id, instant } from "../common.ts";
import { endpoint } from "../endpoint.ts";

const providerId = z.string().max(255);

export const providerPayoutSchema = z
  .object({
    id: providerId.describe("The card provider's id."),
    amount_cents: cents.describe("Negative if the provider collects from our bank."),
    status: z.enum(PROVIDER_PAYOUT_STATES),
    created_at: instant,
    arrives_at: instant.describe(
      "The day on which it is expected at the bank, as midnight in UTC.",
    ),
    lines: z.int(),
    unmatched: z.int().describe("Lines that our books do not contain."),
    difference_cents: cents.describe("The amount less the sum of its lines."),
    state: z
      .enum(["waiting", "matched", "unmatched"])
      .describe(
        "matched: our books contain every line, and they add up to the amount; waiting: the provider has not listed the lines yet.",
      ),
  })
  .meta({ id: "ProviderPayout" });
export type ProviderPayout = z.infer<typeof providerPayoutSchema>;

export const listProviderPayouts = endpoint({
  method: "GET",
  path: "/api/admin/provider-payouts",
  access: "admin",
  policy: "admin.read_money",
  summary: "The card provider's payouts to our bank, newest first.",
  query: z.strictObject({ cursor: cursor.optional() }),
  output: z.object({
    payouts: z.array(providerPayoutSchema),
    next_cursor: z.string().nullable(),
  }),
  errors: [],
});

export const providerPayoutLineSchema = z
  .object({
    id: providerId.describe("The card provider's id."),
    kind: z.enum(PROVIDER_LINE_KINDS),
    type: z.string().describe("The type as the provider names it."),
    amount_cents: cents.describe("Before the fee."),
    fee_cents: cents,
    created_at: instant,
    booking_id: id.nullable(),
    booking_number: bookingNumber.nullable(),
    is_matched: z.boolean().describe("Whether our books contain it with this amount and fee."),
  })
  .meta({ id: "ProviderPayoutLine" });
export type ProviderPayoutLine = z.infer<typeof providerPayoutLineSchema>;

export const getProviderPayout = endpoint({
  method: "GET",
  path: "/api/admin/provider-payouts/{payout_id}",
  access: "admin",
  policy: "admin.read_money",
  summary: "One payout of the card provider with its lines, those without a match first.",
  params: z.strictObject({ payout_id: z.string().regex(/^\w{1,80}$/, "is not a payout") }),
  output: z.object({ payout: providerPayoutSchema, lines: z.array(providerPayoutLineSchema) }),
  errors: ["not_found"],
});
