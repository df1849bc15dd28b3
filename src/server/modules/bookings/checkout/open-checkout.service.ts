// A renter's open checkout for a car: resuming it, releasing it, and ending it so that another
// checkout can take its place.
import { DomainError } from "../../../../domain/errors.ts";
import { inTransaction, type User, type Ctx, type DataCtx } from "../../../platform/context.ts";
import type { CheckoutState } from "../../../platform/payments/provider.ts";
import { getPayment, isOpened } from "../../payments/payments.service.ts";
import {
  consultProvider,
  isActionDone,
  storeProviderState,
} from "../../payments/provider-answer.service.ts";
import { getBookingRow, lockBooking } from "../bookings.repository.ts";
import { findHolds, isHold, isWaiting } from "./holds.repository.ts";
import { startReplacing, stopReplacing, withdrawHold } from "./holds.service.ts";
import { settle } from "../settlement/settlement.service.ts";
import { settleBrokenOff } from "../settlement/sweep.service.ts";
import { takeStep } from "../transitions.ts";

/**
 * Ends a renter's hold after the provider has ended its session.
 * @returns false if the hold was paid at the last moment and is now a booking.
 * @throws DomainError payment_provider_failed; payment_under_review when the payment does not match
 * our record
 */
async function endHold(ctx: Ctx, bookingId: string): Promise<boolean> {
  const payment = await getPayment(ctx, bookingId);
  if (isOpened(payment)) {
    const { state } = await consultProvider(ctx, { ...payment, wanted: "expire" });
    if (state?.session === "expired") await release(ctx, bookingId, state);
    else await settle(ctx, bookingId);
  }
  const booking = await getBookingRow(ctx.db, bookingId);
  if (isHold(booking)) throw new DomainError("payment_under_review");
  return booking.status === "cancelled";
}

/**
 * Ends a hold so that the checkout that waits for it takes its place. On an error the renter keeps
 * the hold; if its state is unknown, the sweep finds out.
 * @throws DomainError payment_provider_failed, payment_under_review; payment_session_closed when
 * either of the two has ended
 */
export async function replaceHold(
  ctx: Ctx,
  bookingId: string,
  replacementId: string,
): Promise<void> {
  await startReplacing(ctx, replacementId);
  try {
    if (!(await endHold(ctx, bookingId)))
      throw new DomainError("payment_session_closed", { state: "complete" });
  } catch (error) {
    await stopReplacing(ctx, replacementId);
    await settleBrokenOff(ctx, replacementId);
    const replacement = await getBookingRow(ctx.db, replacementId);
    if (!isHold(replacement) || (await isWaiting(ctx.db, replacement))) throw error;
  }
}

const release = (ctx: Ctx, bookingId: string, state: CheckoutState): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const booking = await lockBooking(tx.db, bookingId);
    if (!isHold(booking)) return;
    const renter = { kind: "renter", id: booking.renter_id } as const;
    await takeStep(tx, "replace_hold", booking, renter, { checkoutOpen: false });
    const payment = await getPayment(tx, bookingId);
    await storeProviderState(tx, payment, state, isActionDone(payment.wanted, state, false));
  });

/**
 * Releases the renter's unpaid hold on a car. A hold that was paid at the last moment is a booking
 * and stays.
 * @throws DomainError payment_provider_failed, payment_under_review
 */
export async function releaseCheckout(
  ctx: Ctx,
  renter: User,
  carId: string,
): Promise<{ checkout: null }> {
  const ofCar = async () =>
    (await findHolds(ctx.db, renter.id)).filter((each) => each.car_id === carId);
  // Checkouts that are still being opened go first, so that none takes the place of the hold that
  // ends.
  for (const { id } of await ofCar()) await withdrawHold(ctx, id, { givesUp: true });
  for (const { id } of await ofCar()) await endHold(ctx, id);
  return { checkout: null };
}

/**
 * The renter's open checkout for a car, to be resumed from any browser. Null when there is none.
 */
export async function findOpenCheckout(ctx: DataCtx, renter: User, carId: string) {
  const hold = (await findHolds(ctx.db, renter.id)).find(
    (each) => each.car_id === carId && !each.waits,
  );
  if (!hold) return { checkout: null };
  const { checkout_url: url, session_id, expires_at, start_date, end_date } = hold;
  if (!url || !session_id || Date.parse(expires_at) <= ctx.clock.now().getTime())
    return { checkout: null };
  return { checkout: { url, session_id, start_date, end_date, expires_at } };
}
