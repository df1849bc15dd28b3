// Opens the provider's checkout session of a payment, and finds it again if the answer was lost.
import { createHash } from "node:crypto";
import { toWireRange } from "../../../../domain/calendar/dates.ts";
import { inTransaction, type Ctx, type TransactionCtx } from "../../../platform/context.ts";
import { PaymentRefused, type CheckoutState } from "../../../platform/payments/provider.ts";
import { recordIncident } from "../../incidents/incidents.service.ts";
import {
  MAX_CLOCK_SKEW_MS,
  endUnopenedPayment,
  getPayment,
  isOpened,
  storeSession,
  type Payment,
} from "../payment-records.service.ts";
import type { CheckoutText, PurchaseHandler } from "../purchase.ts";
import { callProvider } from "./call-provider.ts";
import { matchesRecord } from "./record-check.ts";

/**
 * Opens the checkout of a recorded payment and stores its session. Calling it again gives the same
 * session.
 * @returns undefined if the provider refuses for good; the purchase has then ended
 * @throws DomainError payment_provider_failed
 */
export const openCheckout = async (
  ctx: Ctx,
  handler: PurchaseHandler,
  bookingId: string,
): Promise<CheckoutState | undefined> =>
  openSession(ctx, handler, await getPayment(ctx, bookingId));

async function openSession(
  ctx: Ctx,
  handler: PurchaseHandler,
  payment: Payment,
): Promise<CheckoutState | undefined> {
  const { booking_id: bookingId } = payment;
  try {
    const state = await requestSession(ctx, payment, await handler.describe(ctx, bookingId));
    await storeOpenedSession(ctx, handler, bookingId, state);
    return state;
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
    await endUnopened(ctx, handler, payment, error.message);
    return undefined;
  }
}

/**
 * Asks the provider for the checkout of a recorded payment. A repeat returns the same checkout.
 * @throws DomainError payment_provider_failed; it is then unknown whether a session exists, and the
 * next call finds out.
 * @throws PaymentRefused when there is no session and never will be.
 */
function requestSession(
  ctx: Pick<Ctx, "log" | "payments" | "publicUrl">,
  payment: Payment,
  text: CheckoutText,
): Promise<CheckoutState> {
  const origin = ctx.publicUrl();
  return callProvider(ctx, () =>
    ctx.payments.openCheckout({
      idempotencyKey: `checkout_${payment.booking_id}`,
      bookingId: payment.booking_id,
      renterId: text.renterId,
      customerEmail: text.renterEmail,
      amountCents: payment.amount_cents,
      lineItems: text.lineItems,
      description: text.description,
      note: text.note,
      warning: text.warning,
      isHold: text.isHold,
      purpose: "book",
      savesCard: text.savesCard,
      successUrl: `${origin}/booking-success?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${origin}/book/${text.carId}?${new URLSearchParams({ ...toWireRange(text.period) })}`,
      expiresAt: new Date(payment.expires_at),
    }),
  );
}

const storeOpenedSession = (
  ctx: TransactionCtx,
  handler: PurchaseHandler,
  bookingId: string,
  state: CheckoutState,
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await handler.storeSession(tx, bookingId, state.sessionId);
    await storeSession(tx, bookingId, state);
  });

/** Keys are logged, and the provider's message may name people. */
const digestMessage = (message: string): string =>
  createHash("sha256").update(message).digest("base64url").slice(0, 16);

/**
 * Ends a checkout that could not be opened, with its purchase. Refusals for the same reason on the
 * same day are one incident, because any renter can cause them repeatedly.
 */
const endUnopened = (
  ctx: Ctx,
  handler: PurchaseHandler,
  payment: Payment,
  why: string,
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const purchase = await handler.lock(tx, payment.booking_id);
    if (!(await endUnopenedPayment(tx, payment))) return;
    await purchase.onCheckoutRefused();
    await recordIncident(tx, {
      key: `refused:${tx.clock.now().toISOString().slice(0, 10)}:${digestMessage(why)}`,
      kind: "checkout_refused",
      bookingId: purchase.id,
      details: { why },
    });
  });

/**
 * Makes sure that a payment's session is known. After a lost response the session is opened again
 * with the same idempotency key, unless an event has named it; once it has expired, it is looked up
 * instead.
 * @returns false if there is no session, and never will be
 */
export async function ensureSession(
  ctx: Ctx,
  handler: PurchaseHandler,
  payment: Payment,
  namedSession: string | null,
): Promise<boolean> {
  if (isOpened(payment)) return true;
  if (payment.state === "failed") return false;
  const named = namedSession === null ? undefined : await ctx.payments.getCheckout(namedSession);
  if (named && !(await matchesRecord(ctx, payment, named))) return false;
  if (named) await storeOpenedSession(ctx, handler, payment.booking_id, named);
  const isOver = Date.parse(payment.expires_at) <= ctx.clock.now().getTime();
  return (
    (named ??
      (await (isOver
        ? findOpenedSession(ctx, handler, payment)
        : openSession(ctx, handler, payment)))) !== undefined
  );
}

/** Finds a session that was opened without our knowledge. If there is none, the purchase ends. */
async function findOpenedSession(
  ctx: Ctx,
  handler: PurchaseHandler,
  payment: Payment,
): Promise<CheckoutState | undefined> {
  const from = new Date(Date.parse(payment.created_at) - MAX_CLOCK_SKEW_MS);
  const to = new Date(Date.parse(payment.expires_at) + MAX_CLOCK_SKEW_MS);
  const state = await ctx.payments.findCheckout(payment.booking_id, from, to);
  if (state) await storeOpenedSession(ctx, handler, payment.booking_id, state);
  else await endUnopened(ctx, handler, payment, "it was never opened");
  return state;
}
