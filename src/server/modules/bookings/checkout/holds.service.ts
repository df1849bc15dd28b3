// The limits on unpaid holds and withdrawn requests, checked while the renter's account is locked,
// and the withdrawal of checkouts.
import type { RentalPeriod } from "../../../../domain/booking/rental-period.ts";
import {
  MAX_ABANDONED_CHECKOUTS,
  MAX_HOLD_MINUTES,
  MAX_UNPAID_HOLDS,
  nextCheckoutAt,
  nextHoldAt,
  nextRequestAt,
  OPENING_MINUTES,
  REQUEST_PAUSE_HOURS,
} from "../../../../domain/booking/booking-deadlines.ts";
import { DomainError } from "../../../../domain/errors.ts";
import {
  inTransaction,
  type Ctx,
  type DataCtx,
  type DbCtx,
  type TransactionCtx,
} from "../../../platform/context.ts";
import { getPayment, requestExpiry } from "../../payments/payments.service.ts";
import { lockBooking, updateBooking, type BookingRow } from "../bookings.repository.ts";
import {
  findEndedRequests,
  findReplaced,
  findUnpaidHolds,
  findWaitingSince,
  findWithdrawals,
  isHold,
  isWaiting,
  lockHolds,
  type Hold,
} from "./holds.repository.ts";
import { requireInspected } from "../storms/inspections.service.ts";
import { SYSTEM, takeStep } from "../transitions.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const isOpened = (hold: Hold): boolean => hold.session_id !== null && !hold.waits;

/**
 * Locks the renter's holds, checks that another checkout for the car may begin, and withdraws an
 * earlier one that was abandoned while it was being opened. Call it in the transaction that creates
 * the new hold, after locking the account.
 * @returns the open hold on the car, which the new one will replace
 * @throws DomainError checkout_under_way, too_many_holds, car_awaits_inspection, request_too_soon,
 * hold_limit_reached, too_many_abandoned
 */
export async function admitHold(
  tx: Ctx,
  renterId: string,
  carId: string,
  period: RentalPeriod,
): Promise<Hold | undefined> {
  const holds = await lockHolds(tx.db, renterId);
  const ofCar = holds.filter((each) => each.car_id === carId);
  const others = new Set(holds.filter((each) => each.car_id !== carId).map((each) => each.car_id));
  for (const each of ofCar.filter((hold) => !isOpened(hold))) {
    if (each.waits || Date.parse(each.created_at) > openingLimit(tx).getTime())
      throw new DomainError("checkout_under_way");
    await takeStep(tx, "withdraw_checkout", each, SYSTEM, { addressGiven: false });
  }
  if (others.size >= MAX_UNPAID_HOLDS)
    throw new DomainError("too_many_holds", { limit: MAX_UNPAID_HOLDS });
  await requireInspected(tx, carId);
  await checkRequests(tx, { renterId, carId }, period);
  await checkLimits(tx, renterId, carId);
  return ofCar.find(isOpened);
}

/** A checkout that began before this instant and is still being opened counts as abandoned. */
const openingLimit = (ctx: Pick<Ctx, "clock">): Date =>
  new Date(ctx.clock.now().getTime() - OPENING_MINUTES * MINUTE_MS);

async function checkRequests(
  tx: DataCtx,
  of: { renterId: string; carId: string },
  period: RentalPeriod,
): Promise<void> {
  const now = tx.clock.now();
  const ended = await findEndedRequests(
    tx.db,
    of,
    new Date(now.getTime() - REQUEST_PAUSE_HOURS * HOUR_MS),
  );
  const requestAt = nextRequestAt(ended, period, now);
  if (requestAt) throw new DomainError("request_too_soon", retry(requestAt, now));
}

async function checkLimits(tx: DataCtx, renterId: string, carId: string): Promise<void> {
  const now = tx.clock.now();
  const dayAgo = new Date(now.getTime() - DAY_MS);
  const unpaid = await findUnpaidHolds(tx.db, renterId, dayAgo);
  const holdAt = nextHoldAt(
    unpaid.filter((each) => each.carId === carId),
    now,
  );
  if (holdAt)
    throw new DomainError("hold_limit_reached", {
      limit_minutes: MAX_HOLD_MINUTES,
      ...retry(holdAt, now),
    });
  // Changing dates abandons nothing, so the hold that the new checkout replaces does not count. A
  // payment clears all earlier holds, but no withdrawals: their hosts have been notified.
  const abandoned = unpaid.filter(
    (each) =>
      !each.isReplaced && !each.isPaidSince && (each.endedAt !== null || each.carId !== carId),
  );
  const withdrawnAt = await findWithdrawals(tx.db, renterId, dayAgo);
  const checkoutAt = nextCheckoutAt(abandoned, withdrawnAt, now);
  if (checkoutAt)
    throw new DomainError("too_many_abandoned", {
      limit: MAX_ABANDONED_CHECKOUTS,
      ...retry(checkoutAt, now),
    });
}

/** The time to retry at, rounded up to whole minutes for display. */
function retry(at: Date, now: Date): { retry_at: string; retry_after_seconds: number } {
  const ms = Math.ceil(at.getTime() / MINUTE_MS) * MINUTE_MS;
  return {
    retry_at: new Date(ms).toISOString(),
    retry_after_seconds: Math.max(1, Math.ceil((ms - now.getTime()) / 1000)),
  };
}

/**
 * Locks the hold that a booking replaces, so that it can't end in the meantime, and then the
 * booking. Every caller locks in this order.
 */
async function lockWithReplaced(tx: DbCtx, bookingId: string): Promise<BookingRow> {
  const replaced = await findReplaced(tx.db, bookingId);
  if (replaced) await lockBooking(tx.db, replaced);
  return lockBooking(tx.db, bookingId);
}

/**
 * Withdraws a checkout whose URL nobody has received; the sweep ends its session. An open checkout
 * that no longer waits for another hold stays, because the renter can resume it. So does one whose
 * old hold is being ended, unless the renter gives up both.
 */
export const withdrawHold = (
  ctx: Ctx,
  bookingId: string,
  { givesUp = false } = {},
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const booking = await lockWithReplaced(tx, bookingId);
    if (!isHold(booking)) return;
    const isUnopened = (await getPayment(tx, bookingId)).checkout_url === null;
    const isUnneeded =
      (givesUp || booking.replacing_since === null) && (await isWaiting(tx.db, booking));
    if (isUnopened || isUnneeded)
      await takeStep(tx, "withdraw_checkout", booking, SYSTEM, { addressGiven: false });
  });

/**
 * Records that the hold which a checkout replaces is being ended, so that nothing else withdraws
 * the checkout in the meantime.
 * @throws DomainError payment_session_closed if the checkout has already been withdrawn
 */
export const startReplacing = (ctx: TransactionCtx, bookingId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    if (!isHold(await lockWithReplaced(tx, bookingId)))
      throw new DomainError("payment_session_closed", { state: "expired" });
    await updateBooking(
      tx.db,
      bookingId,
      { replacing_since: tx.clock.now().toISOString() },
      tx.clock.now(),
    );
  });

/** Records that the old hold stays after all, unless the sweep is already ending it. */
export const stopReplacing = (ctx: TransactionCtx, bookingId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { replaces } = await lockWithReplaced(tx, bookingId);
    if (replaces !== null && (await getPayment(tx, replaces)).wanted === null)
      await updateBooking(tx.db, bookingId, { replacing_since: null }, tx.clock.now());
  });

/**
 * The hold whose status the provider has to confirm before an abandoned checkout is withdrawn. If a
 * process began to end that hold minutes ago, it may end at any moment, so it is ended for good.
 */
export const findHoldInDoubt = (ctx: TransactionCtx, bookingId: string): Promise<string | null> =>
  inTransaction(ctx, async (tx) => {
    const { replaces, replacing_since: since } = await lockWithReplaced(tx, bookingId);
    if (replaces === null) return null;
    if (since !== null && Date.parse(since) > openingLimit(tx).getTime()) return null;
    if (since !== null) await requestExpiry(tx, replaces);
    return replaces;
  });

/**
 * Abandoned checkouts that were to replace a hold: all of them, or one renter's for one car.
 */
export const findBrokenOff = (
  ctx: DataCtx,
  of?: { renterId: string; carId: string },
): Promise<string[]> => findWaitingSince(ctx.db, openingLimit(ctx), of);
