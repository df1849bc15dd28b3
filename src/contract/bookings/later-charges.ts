// Endpoints for the charges after a booking (product.md, Charges after the trip).
import { z } from "zod";
import {
  DECLINE_REASONS,
  LATER_CHARGE_STATES,
  LATER_CHARGE_STEPS,
  MAX_CONTEST_LENGTH,
} from "../../domain/money/later/later-charge.ts";
import { TARIFF_KINDS } from "../../domain/tariff/tariff.ts";
import { cents, id, instant, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";

export const laterChargeSchema = z
  .object({
    id,
    kind: z.enum(TARIFF_KINDS),
    explanation: z
      .string()
      .describe("The arithmetic, from the readings that both sides confirmed, or the case."),
    case_id: id.nullable().describe("The decided or accepted case that it follows from."),
    amount_cents: cents,
    host_share_cents: cents.nullable().describe("What the host earns; null for the renter."),
    state: z.enum(LATER_CHARGE_STATES),
    announced_at: instant,
    due_at: instant.describe("When the saved card is charged."),
    contested_at: instant.nullable(),
    contest_words: z.string().nullable(),
    waived_at: instant.nullable(),
    waive_reason: z.string().nullable().describe("Why an admin waived it; null if the host did."),
    declined: z.enum(DECLINE_REASONS).nullable().describe("Why the card could not be charged."),
    paid_at: instant.nullable(),
    card_last4: z.string().nullable(),
    refunds: z
      .array(
        z.object({
          id,
          amount_cents: cents,
          borne_by_host_cents: cents.nullable().describe("As host_share_cents."),
          reason: z.string().nullable().describe("Null for a host who bears nothing of it."),
          decided_at: instant,
          made_at: instant.nullable().describe("Null until the refund is made."),
        }),
      )
      .describe("Oldest first."),
    refundable_cents: cents.describe("What can still be refunded."),
    may: z.array(z.enum(LATER_CHARGE_STEPS)).describe("What the caller may do now."),
  })
  .meta({ id: "LaterCharge" });
export type LaterCharge = z.infer<typeof laterChargeSchema>;

export const laterChargesSchema = z.object({ charges: z.array(laterChargeSchema) });

const path = "/api/bookings/{id}/charges";
const ofCharge = {
  method: "POST",
  access: "signed_in",
  params: z.strictObject({ id, charge_id: id }),
} as const;

export const getLaterCharges = endpoint({
  method: "GET",
  path,
  access: "signed_in",
  policy: "later_charge.read",
  params: z.strictObject({ id }),
  summary: "The charges after a booking, for its renter, its host or an admin.",
  output: laterChargesSchema,
  errors: ["not_found"],
});

export const payLaterCharge = endpoint({
  ...ofCharge,
  path: `${path}/{charge_id}/payment`,
  policy: "later_charge.pay",
  limit: { name: "later-charge-payments", attempts: 30, seconds: 3600 },
  summary:
    "Charges the saved card now. If the card can't be charged, the response has the URL of a checkout page. A repeat never charges twice.",
  output: laterChargesSchema.extend({ checkout_url: z.string().nullable() }),
  errors: [
    "not_found",
    "forbidden",
    "later_charge_closed",
    "payment_provider_failed",
    "checkout_refused",
  ],
});

export const confirmLaterCharge = endpoint({
  ...ofCharge,
  path: `${path}/{charge_id}/confirmation`,
  policy: "later_charge.pay",
  limit: { name: "later-charge-confirmations", attempts: 60, seconds: 3600 },
  summary: "Asks the card provider whether the renter has paid on the checkout page.",
  output: laterChargesSchema,
  errors: ["not_found", "forbidden", "payment_provider_failed"],
});

export const contestLaterCharge = endpoint({
  ...ofCharge,
  path: `${path}/{charge_id}/contest`,
  policy: "later_charge.contest",
  limit: { name: "later-charge-contests", attempts: 30, seconds: 3600 },
  summary: "Contests an announced charge, which then waits for a decision and is not charged.",
  body: z.strictObject({ words: text(MAX_CONTEST_LENGTH).min(1) }),
  output: laterChargesSchema,
  errors: ["not_found", "forbidden", "later_charge_closed"],
});

export const waiveLaterCharge = endpoint({
  ...ofCharge,
  path: `${path}/{charge_id}/waiver`,
  policy: "later_charge.waive",
  limit: { name: "later-charge-waivers", attempts: 30, seconds: 3600 },
  summary:
    "Waives a charge that is announced, contested or outstanding. A waived charge is never made.",
  output: laterChargesSchema,
  errors: ["not_found", "forbidden", "later_charge_closed"],
});
