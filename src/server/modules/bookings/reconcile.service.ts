// Our open payments and disputes, compared with the card provider every 15 minutes: what webhooks and sweep have missed is repaired the way
// they would have done it, and what can't be is reported to the admins (docs/decisions/0015).
import type { Ctx } from "../../platform/context.ts";
import { countIncidents } from "../payments/incidents.service.ts";
import {
  beginReconciliation,
  findOpenDisputes,
  findPayment,
  findToCompare,
  finishReconciliation,
  lastReconciliation,
  type Compared,
} from "../payments/payments.service.ts";
import { getDetails } from "./bookings.repository.ts";
import { bookDispute, settleDispute } from "./disputes.service.ts";
import { settle } from "./settlement.service.ts";

/** As many calls of the provider as fit into 15 minutes with ease; the rest comes with the next run. */
const MAX_COMPARED = 2000;
/** A dispute of before the last run may have been missed by it, so each run looks back further than to the last. */
const OVERLAP_MS = 24 * 3_600_000;
/** Banks give cardholders about four months. */
const FIRST_LOOK_MS = 120 * 24 * 3_600_000;

/** One comparison; it may run at any time and beside another. @returns what it found. */
export async function reconcile(ctx: Ctx): Promise<Compared> {
  const startedAt = ctx.clock.now();
  const last = await lastReconciliation(ctx);
  const id = await beginReconciliation(ctx);
  const incidents = await countIncidents(ctx);
  const found = { compared: 0, repaired: 0, reported: 0, unanswered: 0 };
  const compare = async (work: () => Promise<boolean>): Promise<void> => {
    try {
      if (await work()) found.repaired++;
      found.compared++;
    } catch (error) {
      found.unanswered++;
      ctx.log.warn({ err: error }, "reconciliation: no answer");
    }
  };
  for (const bookingId of await findToCompare(ctx, MAX_COMPARED)) await compare(() => comparePayment(ctx, bookingId));
  const since = last ? Date.parse(last.started_at) - OVERLAP_MS : startedAt.getTime() - FIRST_LOOK_MS;
  await compare(async () => {
    let isNews = false;
    for (const dispute of await ctx.payments.listDisputes(new Date(since)))
      isNews = (await bookDispute(ctx, dispute)) || isNews;
    return isNews;
  });
  for (const disputeId of await findOpenDisputes(ctx)) await compare(() => settleDispute(ctx, disputeId));
  found.reported = (await countIncidents(ctx)) - incidents;
  await finishReconciliation(ctx, id, found);
  return found;
}

/** @returns whether the provider's word moved anything. */
async function comparePayment(ctx: Ctx, bookingId: string): Promise<boolean> {
  const before = await stateOf(ctx, bookingId);
  await settle(ctx, bookingId);
  return (await stateOf(ctx, bookingId)) !== before;
}

async function stateOf(ctx: Ctx, bookingId: string): Promise<string> {
  const [booking, payment] = [await getDetails(ctx, bookingId), await findPayment(ctx, bookingId)];
  const { status, payment_status } = booking;
  return JSON.stringify([
    status,
    payment_status,
    payment?.state,
    payment?.session_id,
    payment?.wanted,
    payment?.refunded_cents,
    payment?.fee_cents,
  ]);
}
