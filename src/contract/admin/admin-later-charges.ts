// Admin endpoints for the charges after bookings: waived or refunded, each with a reason.
import { z } from "zod";
import { REFUND_BEARERS } from "../../domain/money/refund.ts";
import { MAX_REASON_LENGTH } from "../../domain/text/limits.ts";
import { laterChargesSchema } from "../bookings/later-charges.ts";
import { cents, id, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";

const reason = text(MAX_REASON_LENGTH).min(1, "is required");
const ofCharge = {
  method: "POST",
  access: "admin",
  policy: "admin.move_money",
  params: z.strictObject({ id, charge_id: id }),
  output: laterChargesSchema,
} as const;

export const waiveChargeForReason = endpoint({
  ...ofCharge,
  path: "/api/admin/bookings/{id}/charges/{charge_id}/waiver",
  summary: "Waives a charge that is announced, contested or outstanding. Both sides are notified.",
  body: z.strictObject({ reason: reason.describe("Shown to both sides.") }),
  errors: ["not_found", "forbidden", "later_charge_closed"],
});

export const refundLaterCharge = endpoint({
  ...ofCharge,
  path: "/api/admin/bookings/{id}/charges/{charge_id}/refunds",
  summary:
    "Refunds a paid charge, in full or in part. The caller chooses the refund id, and each id is refunded at most once.",
  body: z.strictObject({
    id,
    amount_cents: cents.min(1, "must be at least one cent"),
    borne_by: z
      .enum(REFUND_BEARERS)
      .describe(
        "Who bears it: host and platform in proportion to what they earn of the charge, the host, or the platform.",
      ),
    reason: reason.describe("Shown to the renter, and to a host who bears a part of it."),
  }),
  errors: [
    "not_found",
    "forbidden",
    "later_charge_closed",
    "charge_refund_too_high",
    "charge_elsewhere",
    "refund_id_taken",
    "payment_provider_failed",
  ],
});
