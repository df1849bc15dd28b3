// Opens the provider's checkout session of a hold, and finds it again if the answer was lost.
import { createHash } from "node:crypto";
import { inTransaction, type Ctx } from "../../../platform/context.ts";
import { PaymentRefused, type CheckoutState } from "../../../platform/payments/provider.ts";
import { noteIncident } from "../../incidents/incidents.service.ts";
import {
  MAX_CLOCK_SKEW_MS,
  endUnopenedPayment,
  isOpened,
  openCheckout,
  storeSession,
  type Payment,
} from "../../payments/payments.service.ts";
import { getDetails, lockBooking, updateBooking } from "../bookings.repository.ts";
import { checkoutText } from "../checkout/checkout-text.ts";
import { isHold } from "../checkout/holds.repository.ts";
import { PROVIDER, takeStep } from "../transitions.ts";
import { agrees } from "./record-check.ts";

/**
 * Opens a payment's checkout and stores its session. Calling it again gives the same session.
 * @returns undefined if the provider refuses for good; the hold has then ended
 * @throws DomainError payment_provider_failed
 */
export async function openCheckoutSession(
  ctx: Ctx,
  payment: Payment,
): Promise<CheckoutState | undefined> {
  const { booking_id: bookingId } = payment;
  try {
    const state = await openCheckout(
      ctx,
      payment,
      checkoutText(await getDetails(ctx.db, bookingId)),
    );
    await storeOpenedSession(ctx, bookingId, state);
    return state;
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
    await endUnopened(ctx, payment, error.message);
    return undefined;
  }
}

const storeOpenedSession = (
  ctx: Pick<Ctx, "db" | "clock" | "log">,
  bookingId: string,
  state: CheckoutState,
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await updateBooking(tx.db, bookingId, { stripe_session_id: state.sessionId }, tx.clock.now());
    await storeSession(tx, bookingId, state);
  });

/** Keys are logged, and the provider's message may name people. */
const digestMessage = (message: string): string =>
  createHash("sha256").update(message).digest("base64url").slice(0, 16);

/**
 * Ends a checkout that could not be opened and frees its dates. Refusals for the same reason on the
 * same day are one incident, because any renter can cause them repeatedly.
 */
const endUnopened = (ctx: Ctx, payment: Payment, why: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const booking = await lockBooking(tx.db, payment.booking_id);
    if (!(await endUnopenedPayment(tx, payment))) return;
    if (isHold(booking))
      await takeStep(tx, "withdraw_checkout", booking, PROVIDER, { addressGiven: false });
    await noteIncident(tx, {
      key: `refused:${tx.clock.now().toISOString().slice(0, 10)}:${digestMessage(why)}`,
      kind: "checkout_refused",
      bookingId: booking.id,
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
  payment: Payment,
  namedSession: string | null,
): Promise<boolean> {
  if (isOpened(payment)) return true;
  if (payment.state === "failed") return false;
  const named = namedSession === null ? undefined : await ctx.payments.getCheckout(namedSession);
  if (named && !(await agrees(ctx, payment, named))) return false;
  if (named) await storeOpenedSession(ctx, payment.booking_id, named);
  const isOver = Date.parse(payment.expires_at) <= ctx.clock.now().getTime();
  return (
    (named ??
      (await (isOver ? findOpenedSession(ctx, payment) : openCheckoutSession(ctx, payment)))) !==
    undefined
  );
}

/** Finds a session that was opened without our knowledge. If there is none, the hold ends. */
async function findOpenedSession(ctx: Ctx, payment: Payment): Promise<CheckoutState | undefined> {
  const from = new Date(Date.parse(payment.created_at) - MAX_CLOCK_SKEW_MS);
  const to = new Date(Date.parse(payment.expires_at) + MAX_CLOCK_SKEW_MS);
  const state = await ctx.payments.findCheckout(payment.booking_id, from, to);
  if (state) await storeOpenedSession(ctx, payment.booking_id, state);
  else await endUnopened(ctx, payment, "it was never opened");
  return state;
}
