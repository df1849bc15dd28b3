// A renter's open checkout for a car: resuming it, releasing it, and ending it so that another
// checkout can take its place.
import { DomainError } from "../../../../domain/errors.ts";
import { toRentalPeriod, toWirePeriod } from "../../../../domain/booking/rental-period.ts";
import { toBookedDetails } from "../../../../domain/tariff/usage-terms.ts";
import { toLineDetails } from "../../../../domain/money/charge-line.ts";
import type { User, Ctx, DataCtx } from "../../../platform/context.ts";
import { expireCheckout } from "../../payments/payments.service.ts";
import { maskListing } from "../../../../domain/listing/listing-masking.ts";
import { findByIds, getBookingRow, lockBooking } from "../bookings.repository.ts";
import { findHolds, isHold, isWaiting, type Hold } from "./holds.repository.ts";
import { startReplacing, stopReplacing, withdrawHold } from "./holds.service.ts";
import { bookingPurchases } from "../settlement/booking-purchases.service.ts";
import { settleAbandonedChange } from "../settlement/sweep.service.ts";
import { takeStep } from "../transitions.ts";

/**
 * Ends a renter's hold after the provider has ended its session.
 * @returns false if the hold was paid at the last moment and is now a booking.
 * @throws DomainError payment_provider_failed; payment_under_review when the payment does not match
 * our record
 */
async function endHold(ctx: Ctx, bookingId: string): Promise<boolean> {
  await expireCheckout(ctx, bookingPurchases, bookingId, (tx) => release(tx, bookingId));
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
    await settleAbandonedChange(ctx, replacementId);
    const replacement = await getBookingRow(ctx.db, replacementId);
    if (!isHold(replacement) || (await isWaiting(ctx.db, replacement))) throw error;
  }
}

/** @returns whether it was still a hold */
async function release(tx: Ctx, bookingId: string): Promise<boolean> {
  const booking = await lockBooking(tx.db, bookingId);
  if (!isHold(booking)) return false;
  const renter = { kind: "renter", id: booking.renter_id } as const;
  await takeStep(tx, "replace_hold", booking, renter, { checkoutOpen: false });
  return true;
}

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
  const holds = await findHolds(ctx.db, renter.id);
  const [checkout] = holds
    .filter((hold) => hold.car_id === carId)
    .flatMap((hold) => toOpenCheckout(hold, ctx.clock.now()) ?? []);
  return { checkout: checkout ?? null };
}

/** All open checkouts of the renter, the first to expire first. */
export async function listOpenCheckouts(ctx: DataCtx, renter: User) {
  const holds = await findHolds(ctx.db, renter.id);
  const ids = holds.map(({ id }) => id);
  const bookings = await findByIds(ctx.db, ids);
  const checkouts = holds.flatMap((hold) => {
    const open = toOpenCheckout(hold, ctx.clock.now());
    const booking = bookings.find(({ id }) => id === hold.id);
    if (!open || !booking) return [];
    const { make, model } = maskListing(booking);
    return [{ ...open, car: { id: hold.car_id, make, model } }];
  });
  return {
    checkouts: checkouts.toSorted((a, b) => Date.parse(a.expires_at) - Date.parse(b.expires_at)),
  };
}

/** Null unless the renter can still pay. */
function toOpenCheckout(hold: Hold, now: Date) {
  const { checkout_url: url, session_id, expires_at, held_until, waits } = hold;
  if (waits || !url || !session_id || Date.parse(expires_at) <= now.getTime()) return null;
  return {
    url,
    session_id,
    ...toWirePeriod(toRentalPeriod(hold)),
    meeting_place_id: hold.meeting_place_id,
    extras: hold.extras,
    drivers: hold.drivers,
    lines: toLineDetails(hold.lines),
    usage_terms: toBookedDetails(hold),
    expires_at,
    held_until,
  };
}
