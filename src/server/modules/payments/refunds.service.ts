// Refunds: decided and booked in the ledger once, then requested from the provider until its status
// shows them as made. Call every function here in a transaction that holds the booking's lock.
import { randomUUID } from "node:crypto";
import { DomainError } from "../../../domain/errors.ts";
import * as ledger from "../../../domain/money/ledger.ts";
import type { BookingMoney } from "../../../domain/money/ledger.ts";
import {
  checkPartialRefund,
  mostByHost,
  mostPartialRefund,
  planRefund,
  refundableCents,
  refundableToCard,
  splitRefund,
  type RefundBearer,
  type RefundSize,
  type RefundSplit,
} from "../../../domain/money/refund.ts";
import type { DataCtx } from "../../platform/context.ts";
import { book } from "../ledger/ledger.service.ts";
import { insertParts, readRefundedMoney, type RefundDecision } from "./refund-parts.ts";
import { setPendingAction, clearPendingRefund } from "./payments.repository.ts";
import {
  countRefusal,
  findRefunds,
  findRefundsOfPayment,
  insertRefund,
  markMade,
  reduceRefund,
  reopen,
  type RefundRow,
} from "./refunds.repository.ts";

export { countRefusal, findDecision, findRefunds, type RefundRow } from "./refunds.repository.ts";
export { readRefundedMoney, type RefundedMoney } from "./refund-parts.ts";

/**
 * Refunds everything that remains of a cancelled booking (product.md, Booking and payment 4).
 * @returns what goes back to the card and to the renter's credit, integer cents
 */
export async function decideFullRefund(
  ctx: DataCtx,
  money: BookingMoney,
  { id = randomUUID(), ...decision }: RefundDecision & { id?: string },
): Promise<RefundSplit> {
  const before = await readRefundedMoney(ctx, money);
  const amountCents = refundableCents(before);
  const back = splitRefund(amountCents, before);
  await book(
    ctx,
    `booking:${money.id}:cancelled`,
    ledger.cancellationDecided(money, before, back),
    money.id,
  );
  if (amountCents === 0) return back;
  const whole = { bearer: null, days: null, byHostCents: 0 };
  await insertParts(ctx, money, { id, amountCents, ...whole, ...decision });
  await requestCardRefund(ctx, money.id, back);
  return back;
}

/** The provider has to refund the card, unless all of a refund is credit. */
async function requestCardRefund(
  ctx: DataCtx,
  bookingId: string,
  { cardCents }: RefundSplit,
): Promise<void> {
  if (cardCents > 0) await setPendingAction(ctx.db, bookingId, "refund", ctx.clock.now());
}

/**
 * Refunds to the card what a won appeal has brought back of a cancelled booking, whose loss was
 * written off.
 * @returns integer cents
 */
export async function decideRefundAfterAppeal(ctx: DataCtx, money: BookingMoney): Promise<number> {
  const amountCents = refundableToCard(await readRefundedMoney(ctx, money));
  const id = randomUUID();
  const decision = { actorKind: "provider", actorId: null, reason: null } as const;
  const amounts = { amountCents, byHostCents: 0 };
  await insertParts(ctx, money, { id, ...amounts, bearer: null, days: null, ...decision });
  await book(ctx, `refund:${id}:decided`, ledger.appealRefundDecided(amountCents), money.id);
  await setPendingAction(ctx.db, money.id, "refund", ctx.clock.now());
  return amountCents;
}

/** A decided refund, integer cents. */
interface DecidedRefund extends RefundSplit {
  amountCents: number;
  /** The part of it that the host bears. */
  byHostCents: number;
}

/** @throws DomainError refund_too_high; refund_id_taken if the id is already in use */
export async function decidePartialRefund(
  ctx: DataCtx,
  money: BookingMoney,
  part: RefundDecision & {
    id: string;
    size: RefundSize;
    bearer: RefundBearer;
    bookedDays: number;
    dayPricesCents: readonly number[] | null;
    isEarned: boolean;
  },
): Promise<DecidedRefund> {
  const { id, size, bearer, bookedDays, dayPricesCents, isEarned } = part;
  const before = await readRefundedMoney(ctx, money);
  const planned = planRefund(size, bearer, { ...money, ...before, bookedDays, dayPricesCents });
  const { amountCents, byHostCents } = planned;
  checkPartialRefund(amountCents, before, isEarned);
  const days = "days" in size ? size.days : null;
  const back = await insertParts(ctx, money, { ...part, ...planned, days });
  if (!back) throw new DomainError("refund_id_taken");
  const movement = ledger.partDecided(money, back, { byHostCents, isEarned });
  await book(ctx, `refund:${id}:decided`, movement, money.id);
  await requestCardRefund(ctx, money.id, back);
  return { ...planned, ...back };
}

/**
 * Refunds what a change to a booking gives back, shared by host and platform, as far as that much
 * is left: a payment that is being stored must not fail here.
 * @param back integer cents; `hostCents` of it out of the host's earnings
 */
export async function decideChangeRefund(
  ctx: DataCtx,
  money: BookingMoney,
  {
    back,
    ...decision
  }: RefundDecision & {
    id: string;
    changeId: string;
    days: number | null;
    back: { cents: number; hostCents: number };
  },
): Promise<DecidedRefund> {
  const before = await readRefundedMoney(ctx, money);
  const amountCents = Math.min(back.cents, mostPartialRefund(before, false));
  const byHostCents = Math.min(back.hostCents, amountCents, mostByHost({ ...money, ...before }));
  const part = { amountCents, byHostCents };
  const split = splitRefund(amountCents, before);
  if (amountCents === 0) return { ...part, ...split };
  await insertParts(ctx, money, { ...decision, ...part, bearer: "shared" });
  const movement = ledger.partDecided(money, split, { byHostCents, isEarned: false });
  await book(ctx, `refund:${decision.id}:decided`, movement, money.id);
  await requestCardRefund(ctx, money.id, split);
  return { ...part, ...split };
}

/**
 * Books the refunds that the provider has made, and counts those that it has refused. @returns the
 * refunds that were not booked as made before.
 */
export async function noteRefunds(
  ctx: DataCtx,
  bookingId: string,
  outcome: { made: readonly Pick<RefundRow, "id">[]; refusals: readonly RefundRow[] },
): Promise<RefundRow[]> {
  if (outcome.made.length + outcome.refusals.length === 0) return [];
  const ids = new Set(outcome.made.map(({ id }) => id));
  const made = (await findRefunds(ctx.db, bookingId)).filter(
    (each) => each.made_at === null && ids.has(each.id),
  );
  for (const { id, amount_cents } of made) {
    await book(ctx, `refund:${id}:made`, ledger.refunded(amount_cents), bookingId);
    await markMade(ctx.db, id, null, ctx.clock.now());
  }
  for (const refund of outcome.refusals) await countRefusal(ctx.db, refund);
  return made;
}

/** What a lost dispute has settled, or a won appeal has made pending again. */
export interface SettledRefunds {
  /** Integer cents. */
  cents: number;
  /** Those of the booking's charge. */
  refundIds: string[];
}

/**
 * A lost dispute has returned its amount to the renter, so it settles pending refunds of the same
 * payment, oldest first, as far as it goes. Of a partly covered refund, the rest keeps the id,
 * whose key the provider may have seen already.
 * @returns the settled amount in integer cents, and the refunds that it settled
 */
export async function settleByDispute(
  ctx: DataCtx,
  bookingId: string,
  dispute: { id: string; amountCents: number; laterChargeId: string | null },
): Promise<SettledRefunds> {
  const refundIds: string[] = [];
  let left = dispute.amountCents;
  for (const refund of await findRefundsOfPayment(ctx.db, bookingId, dispute.laterChargeId)) {
    if (refund.made_at !== null || left === 0) continue;
    const settled = Math.min(left, refund.amount_cents);
    left -= settled;
    const settledId =
      settled < refund.amount_cents ? await splitOff(ctx, refund, settled) : refund.id;
    if (refund.booking_id !== null) refundIds.push(settledId);
    await markMade(ctx.db, settledId, dispute.id, ctx.clock.now());
  }
  await requestPendingRefunds(ctx, bookingId);
  return { cents: dispute.amountCents - left, refundIds };
}

/** Makes a part of a pending refund a refund of its own. @returns its id */
async function splitOff(
  ctx: DataCtx,
  {
    id,
    amount_cents,
    borne_by_host_cents,
    ...refund
  }: Awaited<ReturnType<typeof findRefundsOfPayment>>[number],
  cents: number,
): Promise<string> {
  const byHost = Math.min(cents, borne_by_host_cents);
  await reduceRefund(ctx.db, id, {
    amount_cents: amount_cents - cents,
    borne_by_host_cents: borne_by_host_cents - byHost,
  });
  const splitId = randomUUID();
  await insertRefund(ctx.db, {
    id: splitId,
    decision_id: refund.decision_id,
    booking_id: refund.booking_id,
    later_charge_id: refund.later_charge_id,
    change_id: refund.change_id,
    amount_cents: cents,
    borne_by: refund.borne_by,
    borne_by_host_cents: byHost,
    // Counted once, with the part that keeps the id.
    days: null,
    reason: refund.reason,
    actor_kind: refund.actor_kind,
    actor_id: refund.actor_id,
    created_at: refund.created_at,
  });
  return splitId;
}

/**
 * An appeal reversed a lost dispute, so the provider has to make the refunds that the dispute had
 * settled.
 */
export async function reopenSettled(
  ctx: DataCtx,
  bookingId: string,
  disputeId: string,
): Promise<SettledRefunds> {
  const reopened = await reopen(ctx.db, disputeId);
  await requestPendingRefunds(ctx, bookingId);
  return {
    cents: reopened.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
    refundIds: reopened.filter(({ booking_id }) => booking_id !== null).map(({ id }) => id),
  };
}

/** Makes a refund the payment's pending action if one is pending, and clears it otherwise. */
async function requestPendingRefunds(ctx: DataCtx, bookingId: string): Promise<void> {
  const waits = (await findRefunds(ctx.db, bookingId)).some((each) => each.made_at === null);
  if (waits) await setPendingAction(ctx.db, bookingId, "refund", ctx.clock.now());
  else await clearPendingRefund(ctx.db, bookingId, ctx.clock.now());
}
