// The sweep: takes the steps that are due, and lets payments settle whatever no webhook has
// settled.
import type { TransitionName } from "../../../../domain/booking/booking.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { inTransaction, type Ctx } from "../../../platform/context.ts";
import { sweepItem } from "../../../platform/jobs/sweep-item.ts";
import { settleUnsettled } from "../../payments/payments.service.ts";
import { lockBooking } from "../bookings.repository.ts";
import { findBrokenOff, findHoldInDoubt, withdrawHold } from "../checkout/holds.service.ts";
import { SYSTEM, takeStep } from "../transitions.ts";
import { bookingPurchases, settle } from "./booking-purchases.service.ts";
import { findDue } from "./due-bookings.repository.ts";

/**
 * Completes finished rentals, lapses unanswered requests and settles open payments. Each booking
 * has its own transaction, so a failure does not stop the others; a provider that does not respond
 * delays only the steps that need it.
 */
export async function sweep(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const limits = { now: now.toISOString(), today: todayInNassau(now) };
  await completeDue(ctx);
  const lapsed = await findDue(ctx.db, "lapse", limits);
  for (const id of lapsed)
    await sweepItem(ctx, { booking: id }, () => takeSystemStep(ctx, "lapse", id));
  for (const id of await findBrokenOff(ctx))
    await sweepItem(ctx, { booking: id }, () => settleAbandonedChange(ctx, id));
  await settleUnsettled(ctx, bookingPurchases, lapsed);
}

/**
 * Resolves an abandoned change of dates. The renter keeps the old hold if the provider reports its
 * session as open, otherwise the new one.
 * @throws DomainError payment_provider_failed without a response; both stay, and the sweep retries
 */
export async function settleAbandonedChange(ctx: Ctx, bookingId: string): Promise<void> {
  const inDoubt = await findHoldInDoubt(ctx, bookingId);
  if (inDoubt !== null) await settle(ctx, inDoubt);
  await withdrawHold(ctx, bookingId);
}

/** Completes all finished rentals, which earns the host's share. The next run retries failures. */
export async function completeDue(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const tried = new Set<string>();
  for (;;) {
    const due = await findDue(ctx.db, "complete", {
      now: now.toISOString(),
      today: todayInNassau(now),
    });
    const fresh = due.filter((id) => !tried.has(id));
    if (fresh.length === 0) return;
    for (const id of fresh) {
      tried.add(id);
      await sweepItem(ctx, { booking: id }, () => takeSystemStep(ctx, "complete", id));
    }
  }
}

const takeSystemStep = (ctx: Ctx, name: TransitionName, bookingId: string): Promise<unknown> =>
  inTransaction(ctx, async (tx) => {
    const row = await lockBooking(tx.db, bookingId);
    return takeStep(tx, name, row, SYSTEM);
  });
