// Shared by all calls to Stripe: idempotency keys and the handling of errors.
import { randomUUID } from "node:crypto";
import { Stripe } from "stripe";
import { PaymentRefused, type CheckoutState } from "./provider.ts";

/**
 * A new key for this call and the SDK's retries of it, for calls that are idempotent by nature.
 * Stripe replays its first response to a key for a day, even one of its own errors, so a later
 * attempt needs another key to succeed.
 */
export const newCallKey = (what: string, id: string): { idempotencyKey: string } => ({
  idempotencyKey: `${what}_${id}_${randomUUID()}`,
});

/** @throws PaymentRefused before a card was authorised */
export function requireIntentId(state: CheckoutState): string {
  if (state.intentId === null) throw new PaymentRefused("nothing was authorised");
  return state.intentId;
}

/** @returns undefined for an object that Stripe does not know. */
export async function findUnlessUnknown<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (
      error instanceof Stripe.errors.StripeInvalidRequestError &&
      error.code === "resource_missing"
    )
      return undefined;
    throw error;
  }
}

/**
 * Turns a definite refusal into PaymentRefused. Timeouts, rate limits, keys in use and Stripe's own
 * errors stay unchanged, to be retried.
 */
export const toRefusal = (error: unknown): unknown =>
  error instanceof Stripe.errors.StripeInvalidRequestError ||
  error instanceof Stripe.errors.StripeCardError
    ? new PaymentRefused(error.message, { cause: error })
    : error;
