// Checks the provider's answer against our record. Differences, and movements that we cannot
// explain, are set aside for an admin.
import type { Ctx } from "../../../platform/context.ts";
import type { CheckoutState } from "../../../platform/payments/provider.ts";
import { recordIncident } from "../../incidents/incidents.service.ts";
import type { Payment } from "../payment-records.service.ts";
import type { PurchaseState } from "../purchase.ts";

/**
 * Compares amount, currency and booking with our record before the provider's state is used. A
 * difference is set aside for an admin.
 */
export async function matchesRecord(
  ctx: Ctx,
  payment: Payment,
  state: CheckoutState,
): Promise<boolean> {
  const given = {
    amount_cents: state.amountCents,
    currency: state.currency,
    booking_id: state.bookingId,
  };
  const { amount_cents, currency, booking_id } = payment;
  if (
    given.amount_cents === amount_cents &&
    given.currency === currency &&
    given.booking_id === booking_id
  )
    return true;
  await recordIncident(ctx, {
    key: `differs:${booking_id}:${state.sessionId}`,
    kind: "record_differs",
    bookingId: booking_id,
    details: {
      session: state.sessionId,
      ours: { amount_cents, currency, booking_id },
      provider: given,
    },
  });
  return false;
}

/**
 * Records a charge or a refund that we did not request, and a refund that was returned to the
 * provider.
 */
export async function recordUnexplainedMovements(
  ctx: Ctx,
  bookingId: string,
  { shown, isCharged, awaitsCharge }: PurchaseState,
  { before, state, owedCents }: { before: Payment; state: CheckoutState; owedCents: number },
): Promise<void> {
  const errors = {
    charged: state.intent === "succeeded" && !isCharged && !awaitsCharge,
    refunded: state.refundedCents > owedCents,
    refund_returned: state.refundedCents < before.refunded_cents,
  };
  for (const [error, isSo] of Object.entries(errors))
    if (isSo)
      await recordIncident(ctx, {
        key: `${error}:${bookingId}`,
        kind: "record_differs",
        bookingId,
        details: {
          fault: error,
          session: state.sessionId,
          ours: { ...shown, refunded_cents: owedCents },
          provider: {
            intent: state.intent,
            captured_cents: state.capturedCents,
            refunded_cents: state.refundedCents,
          },
        },
      });
}
