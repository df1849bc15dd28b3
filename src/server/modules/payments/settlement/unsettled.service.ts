// Settles whatever no webhook has settled.
import type { Ctx } from "../../../platform/context.ts";
import { startDeadline } from "../../../platform/http/deadline.ts";
import { sweepItem } from "../../../platform/jobs/sweep-item.ts";
import { beginAttempt, findUnsettledBookings } from "../payment-records.service.ts";
import type { PurchaseHandler } from "../purchase.ts";
import { settlePayment } from "./settlement.service.ts";

/** The time limit of a sweep. One starts every minute. */
const SWEEP_MS = 40_000;

/**
 * Settles the payments of some bookings, and then all whose next attempt is due. A failure does not
 * stop the others.
 */
export async function settleUnsettled(
  ctx: Ctx,
  handler: PurchaseHandler,
  first: readonly string[],
): Promise<void> {
  const deadline = startDeadline(SWEEP_MS);
  for (const id of new Set([...first, ...(await findUnsettledBookings(ctx, 200))])) {
    if (deadline.isOver()) return;
    deadline.recordAnswer(
      await sweepItem(ctx, { booking: id }, () => settleAgain(ctx, handler, id)),
    );
  }
}

/** Retries a pending action. An unpaid checkout past its time is ended at the provider first. */
async function settleAgain(ctx: Ctx, handler: PurchaseHandler, bookingId: string): Promise<void> {
  await beginAttempt(ctx, bookingId);
  await settlePayment(ctx, handler, bookingId);
}
