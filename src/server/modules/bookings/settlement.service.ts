// Brings a booking and the card provider into agreement. Webhook, success page and sweep all come here, in any order and as often as they like:
// whichever is first moves the booking, the others find nothing to do.
import { transitionOnAuthorisation, type TransitionName } from "../../../domain/booking.ts";
import { todayInNassau } from "../../../domain/dates.ts";
import { isDomainError } from "../../../domain/errors.ts";
import { inTransaction, type Ctx } from "../../platform/context.ts";
import type { CheckoutState } from "../../platform/payments/provider.ts";
import {
  consultProvider,
  findUnsettled,
  getPayment,
  isDone,
  keepState,
  openCheckout,
  want,
  type Payment,
} from "../payments/payments.service.ts";
import { findDue, getDetails, lockBooking, type BookingRow } from "./bookings.repository.ts";
import { checkoutWords } from "./checkout-words.ts";
import { factsOf, PROVIDER, SYSTEM, takeStep } from "./transitions.ts";

/** Rounds of asking and acting in one go; what is left over is taken up by the sweep. */
const MAX_ROUNDS = 4;

/**
 * Does what is wanted of the provider, asks it how the checkout stands, and takes the steps that follow, until nothing follows any more.
 * @throws DomainError payment_provider_failed when the provider gives no answer; what is wanted stays stored.
 */
export async function settle(ctx: Ctx, bookingId: string): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const payment = await withSession(ctx, await getPayment(ctx, bookingId));
    const { state, refused } = await consultProvider(ctx, payment);
    const more = await inTransaction(ctx, async (tx) => {
      const booking = await lockBooking(tx, bookingId);
      const current = await getPayment(tx, bookingId);
      if (!agrees(ctx, payment, state)) return false;
      const done =
        isDone(current.wanted, state) || (refused && current.wanted === payment.wanted && current.wanted !== "refund");
      await keepState(tx, current, state, done);
      const step = stepFor(booking, current, state, refused);
      if (step) await takeStep(tx, step, booking, PROVIDER, { checkoutOpen: state.session === "open" });
      // A capture that was refused for good while the card is still held: let go of it.
      if (step === "capture_refused" && state.intent === "requires_capture") await want(tx, bookingId, "void");
      return (await getPayment(tx, bookingId)).wanted !== null && !refused;
    });
    if (!more) return;
  }
}

/** The step that the provider's word calls for, or undefined when it is no news. */
function stepFor(
  booking: BookingRow,
  payment: Payment,
  state: CheckoutState,
  refused: boolean,
): TransitionName | undefined {
  const approving = booking.approving_since !== null;
  if (state.intent === "requires_capture") {
    if (approving) return refused && payment.wanted === "capture" ? "capture_refused" : undefined;
    return transitionOnAuthorisation(factsOf(booking)) ?? undefined;
  }
  if (approving) {
    if (state.intent === "succeeded") return "capture_succeeded";
    return state.intent === "canceled" ? "capture_refused" : undefined;
  }
  if (
    booking.status === "cancelled" &&
    booking.payment_status === "paid" &&
    state.refundedCents === payment.amount_cents
  )
    return "refund_succeeded";
  if (booking.status === "pending" && booking.payment_status === "unpaid" && state.session === "expired")
    return "expire_hold";
  return undefined;
}

/** Amount, currency and booking of the provider are compared with ours before anything is believed. */
function agrees(ctx: Ctx, payment: Payment, state: CheckoutState): boolean {
  const same =
    state.amountCents === payment.amount_cents &&
    state.currency === payment.currency &&
    state.bookingId === payment.booking_id;
  if (!same)
    ctx.log.error(
      { booking: payment.booking_id, session: state.sessionId },
      "the card provider's record differs from ours: nothing was booked",
    );
  return same;
}

/** A checkout whose opening was never answered is asked for again by its key: the provider answers with the same one. */
async function withSession(ctx: Ctx, payment: Payment): Promise<Payment & { session_id: string }> {
  if (payment.session_id !== null) return { ...payment, session_id: payment.session_id };
  const state = await openCheckout(ctx, payment, checkoutWords(await getDetails(ctx, payment.booking_id)));
  await ctx.db
    .updateTable("bookings")
    .set({ stripe_session_id: state.sessionId })
    .where("id", "=", payment.booking_id)
    .execute();
  return { ...(await getPayment(ctx, payment.booking_id)), session_id: state.sessionId };
}

/** What comes by itself: unsettled payments, unanswered requests, finished rentals. Each booking in a transaction of its own; one that fails does not stop the others. */
export async function sweep(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const limits = { now: now.toISOString(), today: todayInNassau(now) };
  for (const id of await findUnsettled(ctx, 200)) await tolerating(ctx, id, () => settleOrExpire(ctx, id));
  for (const id of await findDue(ctx, "lapse", limits)) {
    await tolerating(ctx, id, async () => {
      await step(ctx, "lapse", id);
      await settle(ctx, id);
    });
  }
  for (const id of await findDue(ctx, "complete", limits)) await tolerating(ctx, id, () => step(ctx, "complete", id));
}

/** An open checkout whose time is over is ended at the provider, whose word then ends the hold. */
async function settleOrExpire(ctx: Ctx, bookingId: string): Promise<void> {
  const payment = await getPayment(ctx, bookingId);
  const overdue =
    payment.wanted === null &&
    (payment.state === "opening" || payment.state === "open") &&
    Date.parse(payment.expires_at) <= ctx.clock.now().getTime();
  if (overdue) await want(ctx, bookingId, "expire");
  await settle(ctx, bookingId);
}

const step = (ctx: Ctx, name: TransitionName, bookingId: string): Promise<unknown> =>
  inTransaction(ctx, async (tx) => takeStep(tx, name, await lockBooking(tx, bookingId), SYSTEM));

async function tolerating(ctx: Ctx, bookingId: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    // Somebody else may have moved it between the search and the lock.
    if (!isDomainError(error, "transition_refused")) ctx.log.error({ err: error, booking: bookingId }, "sweep");
  }
}
