// The rules of unpaid holds that are checked with the
// renter's account locked, and how a checkout is taken back.
import {
  MAX_ABANDONED_CHECKOUTS,
  MAX_HOLD_MINUTES,
  MAX_UNPAID_HOLDS,
  nextCheckoutAt,
  nextHoldAt,
  OPENING_MINUTES,
} from "../../../domain/booking-deadlines.ts";
import { DomainError } from "../../../domain/errors.ts";
import { inTransaction, type Ctx } from "../../platform/context.ts";
import { getPayment } from "../payments/payments.service.ts";
import { lockBooking } from "./bookings.repository.ts";
import {
  findReplaced,
  findUnpaidHolds,
  findWaitingSince,
  isHold,
  isWaiting,
  lockHolds,
  type Hold,
} from "./holds.repository.ts";
import { SYSTEM, takeStep } from "./transitions.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const isOpened = (hold: Hold): boolean => hold.session_id !== null && !hold.waits;

/**
 * Locks the renter's holds and checks that another checkout for the car may begin. One that was
 * broken off while it was being opened is withdrawn. Call it in the transaction that makes the new
 * hold, with the account locked first.
 * @returns the open hold on the car, which the new one is to replace.
 * @throws DomainError checkout_under_way, too_many_holds, hold_limit_reached, too_many_abandoned
 */
export async function admitHold(tx: Ctx, renterId: string, carId: string): Promise<Hold | undefined> {
  const holds = await lockHolds(tx, renterId);
  const ofCar = holds.filter((each) => each.car_id === carId);
  const others = new Set(holds.filter((each) => each.car_id !== carId).map((each) => each.car_id));
  for (const each of ofCar.filter((hold) => !isOpened(hold))) {
    if (Date.parse(each.created_at) > openingLimit(tx).getTime()) throw new DomainError("checkout_under_way");
    await takeStep(tx, "withdraw_checkout", each, SYSTEM, { addressGiven: false });
  }
  if (others.size >= MAX_UNPAID_HOLDS) throw new DomainError("too_many_holds", { limit: MAX_UNPAID_HOLDS });
  await checkLimits(tx, renterId, carId);
  return ofCar.find(isOpened);
}

/** A checkout that began before this instant and is still being opened was broken off. */
const openingLimit = (ctx: Ctx): Date => new Date(ctx.clock.now().getTime() - OPENING_MINUTES * MINUTE_MS);

async function checkLimits(tx: Ctx, renterId: string, carId: string): Promise<void> {
  const now = tx.clock.now();
  const unpaid = await findUnpaidHolds(tx, renterId, new Date(now.getTime() - DAY_MS));
  const holdAt = nextHoldAt(
    unpaid.filter((each) => each.carId === carId),
    now,
  );
  if (holdAt) throw new DomainError("hold_limit_reached", { limit_minutes: MAX_HOLD_MINUTES, ...retry(holdAt, now) });
  // Changing dates abandons nothing: the hold that the new checkout is to replace does not count.
  const abandoned = unpaid.filter((each) => !each.isReplaced && (each.endedAt !== null || each.carId !== carId));
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

/**
 * Takes a checkout back whose address nobody was given; its session is ended by the sweep. One that
 * is open and replaces nothing any more stays: the renter can go on with it.
 */
export const withdraw = (ctx: Ctx, bookingId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const replaced = await findReplaced(tx, bookingId);
    if (replaced) await lockBooking(tx, replaced); // first, as everywhere; then it can't end meanwhile
    const booking = await lockBooking(tx, bookingId);
    if (!isHold(booking)) return;
    if ((await isWaiting(tx, booking)) || (await getPayment(tx, bookingId)).checkout_url === null)
      await takeStep(tx, "withdraw_checkout", booking, SYSTEM, { addressGiven: false });
  });

/** Checkouts that a process began, to replace a hold, and broke off. */
export const findBrokenOff = (ctx: Ctx): Promise<string[]> => findWaitingSince(ctx, openingLimit(ctx));
