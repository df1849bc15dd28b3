// Endpoints for the security deposit of a booking (product.md, Deposits). The trip contains it.
import { z } from "zod";
import { id } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { depositSchema } from "./deposit-schema.ts";

export type { Deposit } from "./deposit-schema.ts";

const path = "/api/bookings/{id}/deposit";
const ofBooking = {
  method: "POST",
  access: "signed_in",
  params: z.strictObject({ id }),
} as const;
const output = z.object({ deposit: depositSchema.nullable() });

export const provideDepositCard = endpoint({
  ...ofBooking,
  path: `${path}/card`,
  policy: "deposit.provide_card",
  limit: { name: "deposit-cards", attempts: 30, seconds: 3600 },
  summary:
    "Opens a checkout page on which the renter provides another card, which is held and not charged.",
  output: z.object({ checkout_url: z.string() }),
  errors: [
    "not_found",
    "forbidden",
    "deposit_closed",
    "payment_provider_failed",
    "checkout_refused",
  ],
});

export const confirmDepositCard = endpoint({
  ...ofBooking,
  path: `${path}/confirmation`,
  policy: "deposit.provide_card",
  limit: { name: "deposit-confirmations", attempts: 60, seconds: 3600 },
  summary: "Asks the card provider whether the renter has provided another card.",
  output,
  errors: ["not_found", "forbidden", "payment_provider_failed"],
});

export const reportCleanReturn = endpoint({
  ...ofBooking,
  path: `${path}/clean-return`,
  policy: "deposit.report_clean",
  limit: { name: "deposit-clean-returns", attempts: 30, seconds: 3600 },
  summary:
    "Reports a clean return. Once both sides have, the deposit is released, unless a case is open.",
  output,
  errors: ["not_found", "forbidden", "deposit_closed"],
});

export const handOverWithoutDeposit = endpoint({
  ...ofBooking,
  path: `${path}/waiver`,
  policy: "deposit.hand_over",
  limit: { name: "deposit-decisions", attempts: 30, seconds: 3600 },
  summary: "The host hands over the car although the deposit could not be held.",
  output,
  errors: ["not_found", "forbidden", "deposit_closed", "payment_provider_failed"],
});

export const cancelForDeposit = endpoint({
  ...ofBooking,
  path: `${path}/cancellation`,
  policy: "deposit.cancel",
  limit: { name: "deposit-decisions", attempts: 30, seconds: 3600 },
  summary:
    "The host cancels the booking without a fee, because the renter provided no card in time.",
  output,
  errors: [
    "not_found",
    "forbidden",
    "deposit_closed",
    "transition_refused",
    "cancellation_too_late",
    "car_is_out",
    "payment_provider_failed",
  ],
});
