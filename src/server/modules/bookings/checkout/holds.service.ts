// The rules of unpaid holds that are checked with the renter's account locked, and how a checkout is taken back.
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
import type { DateRange } from "../../../../domain/calendar/dates.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { inTransaction, type Ctx } from "../../../platform/context.ts";
import { getPayment, wantExpiry } from "../../payments/payments.service.ts";
import { lockBooking, updateBooking, type BookingRow } from "../bookings.repository.ts";
import {
  findEndedRequests,
  findReplaced,
  findUnpaidHolds,
  findWaitingSince,
  isHold,
  isWaiting,
  lockHolds,
  type Hold,
} from "./holds.repository.ts";
import { SYSTEM, takeStep } from "../transitions.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const isOpened = (hold: Hold): boolean => hold.session_id !== null && !hold.waits;

/**
 * Locks the renter's holds and checks that another checkout for the car may begin. A first one that was broken off while
 * it was being opened is withdrawn. Call it in the transaction that makes the new hold, with the account locked first.
 * @returns the open hold on the car, which the new one is to replace.
 * @throws DomainError checkout_under_way, too_many_holds, request_too_soon, hold_limit_reached, too_many_abandoned
 */
export async function admitHold(tx: Ctx, renterId: string, carId: string, days: DateRange): Promise<Hold | undefined> {
  const holds = await lockHolds(tx, renterId);
  const ofCar = holds.filter((each) => each.car_id === carId);
  const others = new Set(holds.filter((each) => each.car_id !== carId).map((each) => each.car_id));
  for (const each of ofCar.filter((hold) => !isOpened(hold))) {
    if (each.waits || Date.parse(each.created_at) > openingLimit(tx).getTime())
      throw new DomainError("checkout_under_way");
    await takeStep(tx, "withdraw_checkout", each, SYSTEM, { addressGiven: false });
  }
  if (others.size >= MAX_UNPAID_HOLDS) throw new DomainError("too_many_holds", { limit: MAX_UNPAID_HOLDS });
  await checkRequests(tx, { renterId, carId }, days);
  await checkLimits(tx, renterId, carId);
  return ofCar.find(isOpened);
}

/** A checkout that began before this instant and is still being opened was broken off. */
const openingLimit = (ctx: Ctx): Date => new Date(ctx.clock.now().getTime() - OPENING_MINUTES * MINUTE_MS);

async function checkRequests(tx: Ctx, of: { renterId: string; carId: string }, days: DateRange): Promise<void> {
  const now = tx.clock.now();
  const ended = await findEndedRequests(tx, of, new Date(now.getTime() - REQUEST_PAUSE_HOURS * HOUR_MS));
  const requestAt = nextRequestAt(ended, days, now);
  if (requestAt) throw new DomainError("request_too_soon", retry(requestAt, now));
}

async function checkLimits(tx: Ctx, renterId: string, carId: string): Promise<void> {
  const now = tx.clock.now();
  const unpaid = await findUnpaidHolds(tx, renterId, new Date(now.getTime() - DAY_MS));
  const holdAt = nextHoldAt(
    unpaid.filter((each) => each.carId === carId),
    now,
  );
  if (holdAt) throw new DomainError("hold_limit_reached", { limit_minutes: MAX_HOLD_MINUTES, ...retry(holdAt, now) });
  // Changing dates abandons nothing: the hold that the new checkout is to replace does not count. A payment clears all.
  const abandoned = unpaid.filter(
    (each) => !each.isReplaced && !each.isPaidSince && (each.endedAt !== null || each.carId !== carId),
  );
  const checkoutAt = nextCheckoutAt(abandoned, now);
  if (checkoutAt)
    throw new DomainError("too_many_abandoned", { limit: MAX_ABANDONED_CHECKOUTS, ...retry(checkoutAt, now) });
}

/** In whole minutes, which is how people read it. */
function retry(at: Date, now: Date): { retry_at: string; retry_after_seconds: number } {
  const ms = Math.ceil(at.getTime() / MINUTE_MS) * MINUTE_MS;
  return {
    retry_at: new Date(ms).toISOString(),
    retry_after_seconds: Math.max(1, Math.ceil((ms - now.getTime()) / 1000)),
  };
}

/** Locks the hold that a booking replaces first, as everywhere, so that it can't end meanwhile; then the booking. */
async function lockWithReplaced(tx: Ctx, bookingId: string): Promise<BookingRow> {
  const replaced = await findReplaced(tx, bookingId);
  if (replaced) await lockBooking(tx, replaced);
  return lockBooking(tx, bookingId);
}

/**
 * Takes back a checkout whose address nobody was given; the sweep ends its session. One that is open and replaces
 * nothing any more stays, because the renter can go on with it. One whose predecessor is being ended stays too, unless
 * the renter gives both up.
 */
export const withdraw = (ctx: Ctx, bookingId: string, { givesUp = false } = {}): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const booking = await lockWithReplaced(tx, bookingId);
    if (!isHold(booking)) return;
    const isUnopened = (await getPayment(tx, bookingId)).checkout_url === null;
    const isUnneeded = (givesUp || booking.replacing_since === null) && (await isWaiting(tx, booking));
    if (isUnopened || isUnneeded) await takeStep(tx, "withdraw_checkout", booking, SYSTEM, { addressGiven: false });
  });

/**
 * Records that the hold which a checkout replaces is being ended, so that nobody else withdraws the checkout meanwhile.
 * @throws DomainError payment_session_closed when it has been withdrawn before
 */
export const startReplacing = (ctx: Ctx, bookingId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    if (!isHold(await lockWithReplaced(tx, bookingId)))
      throw new DomainError("payment_session_closed", { state: "expired" });
    await updateBooking(tx, bookingId, { replacing_since: tx.clock.now().toISOString() });
  });

/** The other hold is to stay after all, unless the sweep is ending it by now. */
export const stopReplacing = (ctx: Ctx, bookingId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { replaces } = await lockWithReplaced(tx, bookingId);
    if (replaces !== null && (await getPayment(tx, replaces)).wanted === null)
      await updateBooking(tx, bookingId, { replacing_since: null });
  });

/**
 * The hold about which the provider has to be asked before a broken-off checkout is withdrawn. One that a process was
 * ending when it died, or has been ending for minutes, may end at any moment: it is ended for good.
 */
export const findHoldInDoubt = (ctx: Ctx, bookingId: string): Promise<string | null> =>
  inTransaction(ctx, async (tx) => {
    const { replaces, replacing_since: since } = await lockWithReplaced(tx, bookingId);
    if (replaces === null) return null;
    if (since !== null && Date.parse(since) > openingLimit(tx).getTime()) return null;
    if (since !== null) await wantExpiry(tx, replaces);
    return replaces;
  });

/** Checkouts that a process began, to replace a hold, and broke off: everybody's, or those of a renter for a car. */
export const findBrokenOff = (ctx: Ctx, of?: { renterId: string; carId: string }): Promise<string[]> =>
  findWaitingSince(ctx, openingLimit(ctx), of);
