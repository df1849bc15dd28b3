// Compares our open payments and disputes with the card provider every 15 minutes. Repairs what
// webhooks and sweep missed in the same way as they would, and reports the rest to the admins
// (docs/decisions/0015).
import type { Ctx, DbCtx } from "../../../platform/context.ts";
import { startDeadline } from "../../../platform/http/deadline.ts";
import type { DisputeState } from "../../../platform/payments/provider.ts";
import { publishLive } from "../../../platform/realtime/publish-live.ts";
import { countIncidents } from "../../incidents/incidents.service.ts";
import { findOpenDisputes } from "../disputes.service.ts";
import { findPayment } from "../payment-records.service.ts";
import { readProviderPayouts } from "../provider-payouts.service.ts";
import type { DepositHandler, PaymentHandlers, PurchaseHandler } from "../purchase.ts";
import {
  beginReconciliation,
  findBookingsToCompare,
  findLastDisputeListing,
  finishReconciliation,
  type Compared,
} from "../reconciliation.service.ts";
import { bookDispute, settleDispute } from "./dispute-steps.service.ts";
import { settlePayment } from "./settlement.service.ts";

/** Far fewer than the provider can answer in 15 minutes; the next run compares the rest. */
const MAX_COMPARED = 2000;
/** The time limit of a run; the next one starts a quarter of an hour after it. */
const RUN_MS = 10 * 60_000;
/**
 * The last run may have missed a dispute that was opened before it, so each run also lists the
 * disputes of this time before the last run.
 */
const OVERLAP_MS = 24 * 3_600_000;
/** The first run looks back four months, about the time that banks give cardholders. */
const FIRST_CHECK_MS = 120 * 24 * 3_600_000;

/** One comparison; it may run at any time and in parallel with another. @returns what it found. */
export async function reconcile(
  ctx: Ctx,
  handlers: PaymentHandlers & { deposits: DepositHandler },
): Promise<Compared> {
  const { purchases: handler, laterCharges, deposits } = handlers;
  const startedAt = ctx.clock.now();
  const lastListed = await findLastDisputeListing(ctx);
  const id = await beginReconciliation(ctx);
  const incidents = await countIncidents(ctx.db);
  const found = { compared: 0, repaired: 0, reported: 0, unanswered: 0, listed_disputes: true };
  const deadline = startDeadline(RUN_MS);
  /** @returns whether there was an answer. */
  const compare = async (work: () => Promise<boolean>): Promise<boolean> => {
    try {
      if (await work()) found.repaired++;
      found.compared++;
      return true;
    } catch (error) {
      found.unanswered++;
      ctx.log.warn({ err: error }, "reconciliation: no response");
      return false;
    }
  };
  const since = lastListed
    ? Date.parse(lastListed) - OVERLAP_MS
    : startedAt.getTime() - FIRST_CHECK_MS;
  const listed: DisputeState[] = [];
  found.listed_disputes = await compare(async () => {
    listed.push(...(await ctx.payments.listDisputes(new Date(since))));
    return false;
  });
  // A faulty dispute does not stop the others from being booked, and makes the next run list the
  // same period again.
  for (const dispute of listed)
    if (!(await compare(() => bookDispute(ctx, handlers, dispute)))) found.listed_disputes = false;
  const known = new Set(listed.map((dispute) => dispute.id));
  for (const disputeId of (await findOpenDisputes(ctx)).filter((each) => !known.has(each))) {
    if (deadline.isOver()) break;
    deadline.recordAnswer(await compare(() => settleDispute(ctx, handlers, disputeId)));
  }
  for (const bookingId of await findBookingsToCompare(ctx, MAX_COMPARED)) {
    if (deadline.isOver()) break;
    deadline.recordAnswer(await compare(() => comparePayment(ctx, handler, bookingId)));
  }
  for (const chargeId of await laterCharges.findToCompare(ctx, MAX_COMPARED)) {
    if (deadline.isOver()) break;
    deadline.recordAnswer(await compare(() => laterCharges.compare(ctx, chargeId)));
  }
  for (const bookingId of await deposits.findToCompare(ctx, MAX_COMPARED)) {
    if (deadline.isOver()) break;
    deadline.recordAnswer(await compare(() => deposits.compare(ctx, bookingId)));
  }
  await readProviderPayouts(ctx).catch((error: unknown) => {
    found.unanswered++;
    ctx.log.warn({ err: error }, "reconciliation: no response about payouts");
  });
  found.reported = (await countIncidents(ctx.db)) - incidents;
  await finishReconciliation(ctx, id, found);
  await publishLive(ctx, "admins", "money");
  const { compared, repaired, reported, unanswered } = found;
  return { compared, repaired, reported, unanswered };
}

/** @returns whether the provider's answer changed anything. */
async function comparePayment(
  ctx: Ctx,
  handler: PurchaseHandler,
  bookingId: string,
): Promise<boolean> {
  const before = await readStates(ctx, handler, bookingId);
  await settlePayment(ctx, handler, bookingId);
  return (await readStates(ctx, handler, bookingId)) !== before;
}

async function readStates(
  ctx: DbCtx,
  handler: PurchaseHandler,
  bookingId: string,
): Promise<string> {
  const { shown } = await handler.readState(ctx, bookingId);
  const payment = await findPayment(ctx, bookingId);
  return JSON.stringify([
    shown,
    payment?.state,
    payment?.session_id,
    payment?.wanted,
    payment?.refunded_cents,
    payment?.fee_cents,
  ]);
}
