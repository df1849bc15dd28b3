// Refunds at Stripe, each made once under its own key.
import type { Stripe } from "stripe";
import type { CheckoutState } from "./provider.ts";
import { newCallKey, requireIntentId, toRefusal } from "./stripe-calls.ts";
import type { StripeCheckouts } from "./stripe-checkouts.ts";

/** A refund that we have decided. */
interface StripeRefund {
  amountCents: number;
  /** Stored with the refund at Stripe. */
  idempotencyKey: string;
  /** How often Stripe has refused it so far. */
  refusals: number;
}

/** Makes a refund of a checkout, or the part of it that is missing. @throws PaymentRefused */
export async function makeRefund(
  stripe: Stripe,
  checkouts: StripeCheckouts,
  { sessionId, ...refund }: StripeRefund & { sessionId: string },
): Promise<CheckoutState> {
  const state = await checkouts.read(sessionId);
  const intentId = requireIntentId(state);
  const metadata = { booking_id: state.bookingId };
  await refundIntent(stripe, { intentId, metadata, takesOverManual: true, ...refund });
  return checkouts.read(sessionId);
}

/**
 * Refunds a payment once under its key, or the part of it that is missing.
 * @throws PaymentRefused
 */
export async function refundIntent(
  stripe: Stripe,
  {
    intentId,
    amountCents,
    idempotencyKey,
    refusals,
    takesOverManual,
    ...given
  }: StripeRefund & {
    intentId: string;
    metadata?: Record<string, string>;
    /** Whether a refund of this amount that somebody made by hand counts as this one. */
    takesOverManual: boolean;
  },
): Promise<void> {
  // Stripe forgets a key after a day, but we may retry for longer, so the refund contains it too.
  const all = (await stripe.refunds.list({ payment_intent: intentId, limit: 100 })).data;
  const tries = all.filter((refund) => readRefundKey(refund) === idempotencyKey);
  const metadata = { refund_key: idempotencyKey, ...given.metadata };
  // An earlier call may have stopped after taking over only some of several refunds.
  const missingCents = amountCents - sumAmounts(tries.filter(isValid));
  const byHand = takesOverManual && missingCents > 0 ? findMadeByHand(all, missingCents) : [];
  for (const { id } of byHand)
    await stripe.refunds.update(id, { metadata }, newCallKey("take_over", id));
  if (missingCents <= 0 || byHand.length > 0) return;
  try {
    await stripe.refunds.create(
      { payment_intent: intentId, amount: missingCents, metadata },
      { idempotencyKey: `${idempotencyKey}_${tries.length}_${refusals}` },
    );
  } catch (error) {
    throw toRefusal(error);
  }
}

const readRefundKey = ({ metadata }: Stripe.Refund): string | undefined => metadata?.["refund_key"];
const sumAmounts = (refunds: readonly Stripe.Refund[]): number =>
  refunds.reduce((sum, { amount }) => sum + amount, 0);
const isValid = ({ status }: Stripe.Refund): boolean =>
  status !== "failed" && status !== "canceled";

/**
 * Refunds made in Stripe's dashboard that no decision of ours explains yet: one of exactly this
 * amount, or all of them if they add up to it. A decision that only records such a refund must not
 * refund again (docs/decisions/0014).
 */
function findMadeByHand(refunds: readonly Stripe.Refund[], amountCents: number): Stripe.Refund[] {
  const unexplained = refunds.filter(
    (refund) => isValid(refund) && readRefundKey(refund) === undefined,
  );
  const one = unexplained.find(({ amount }) => amount === amountCents);
  if (one) return [one];
  return sumAmounts(unexplained) === amountCents ? unexplained : [];
}
