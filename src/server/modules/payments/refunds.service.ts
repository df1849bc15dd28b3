// Giving money back: decided once, with its entries in the ledger, then asked of the provider until its word shows it done.
// Every function here is called in a transaction that holds the booking's lock.
import { randomUUID } from "node:crypto";
import { DomainError } from "../../../domain/errors.ts";
import * as ledger from "../../../domain/money/ledger.ts";
import type { BookingMoney } from "../../../domain/money/ledger.ts";
import {
  checkPartialRefund,
  hostPartOfRefund,
  refundableCents,
  type ChargedMoney,
  type RefundBearer,
} from "../../../domain/money/refund.ts";
import type { Ctx } from "../../platform/context.ts";
import { book } from "./ledger.service.ts";
import { setWish, strikeRefundWish } from "./payments.repository.ts";
import {
  countRefusal,
  findRefunds,
  insertRefund,
  lostToDisputes,
  markMade,
  reopen,
  type NewRefund,
  type Refund,
} from "./refunds.repository.ts";

export { findRefund, findRefunds, type Refund } from "./refunds.repository.ts";

/** Who decides, with the words for it. */
export interface RefundDecision {
  actorKind: Refund["actor_kind"];
  actorId: string;
  reason: string | null;
}

/** What was decided of a booking's charge so far, integer cents. */
export interface RefundedMoney extends ChargedMoney {
  borneByHostCents: number;
  /** Given back, by the provider or by a dispute. */
  madeCents: number;
  /** What the provider has given back, or has still to: its own figure, in the end. */
  owedByProviderCents: number;
}

const sum = (refunds: readonly Refund[], which: (refund: Refund) => boolean = () => true): number =>
  refunds.filter(which).reduce((total, { amount_cents }) => total + amount_cents, 0);

export async function readRefundedMoney(ctx: Ctx, money: BookingMoney): Promise<RefundedMoney> {
  const refunds = await findRefunds(ctx, money.id);
  return {
    amountDueCents: money.amountDueCents,
    refundedCents: sum(refunds),
    lostCents: (await lostToDisputes(ctx, money.id)) - sum(refunds, (each) => each.made_by === "dispute"),
    borneByHostCents: refunds.reduce((total, each) => total + each.borne_by_host_cents, 0),
    madeCents: sum(refunds, (each) => each.made_at !== null),
    owedByProviderCents: sum(refunds, (each) => each.made_by !== "dispute"),
  };
}

/**
 * Gives back all that is left of a booking that is cancelled (product.md, Booking and payment 4).
 * @returns integer cents
 */
export async function decideCancellation(
  ctx: Ctx,
  money: BookingMoney,
  { id = randomUUID(), ...decision }: RefundDecision & { id?: string },
): Promise<number> {
  const before = await readRefundedMoney(ctx, money);
  const amountCents = refundableCents(before);
  await book(
    ctx,
    `booking:${money.id}:cancelled`,
    ledger.cancellationDecided(money, { refundedCents: before.refundedCents, amountCents }),
    money.id,
  );
  if (amountCents === 0) return 0;
  await insertRefund(ctx, row(ctx, money.id, { id, amountCents, bearer: null, byHostCents: 0, ...decision }));
  await setWish(ctx, money.id, "refund");
  return amountCents;
}

/**
 * @returns what the host bears of it, integer cents
 * @throws DomainError refund_too_high; refund_id_taken where it was decided before
 */
export async function decidePart(
  ctx: Ctx,
  money: BookingMoney,
  part: RefundDecision & { id: string; amountCents: number; bearer: RefundBearer; isEarned: boolean },
): Promise<number> {
  const { id, amountCents, bearer, isEarned } = part;
  const before = await readRefundedMoney(ctx, money);
  checkPartialRefund(amountCents, before, isEarned);
  const byHostCents = hostPartOfRefund(amountCents, bearer, { ...money, ...before });
  if (!(await insertRefund(ctx, row(ctx, money.id, { ...part, byHostCents }))))
    throw new DomainError("refund_id_taken");
  const movement = ledger.partDecided(money, { amountCents, byHostCents, isEarned });
  await book(ctx, `refund:${id}:decided`, movement, money.id);
  await setWish(ctx, money.id, "refund");
  return byHostCents;
}

const row = (
  ctx: Ctx,
  bookingId: string,
  {
    id,
    amountCents,
    bearer,
    byHostCents,
    ...by
  }: RefundDecision & { id: string; amountCents: number; bearer: RefundBearer | null; byHostCents: number },
): NewRefund => ({
  id,
  booking_id: bookingId,
  amount_cents: amountCents,
  borne_by: bearer,
  borne_by_host_cents: byHostCents,
  reason: by.reason,
  actor_kind: by.actorKind,
  actor_id: by.actorId,
  created_at: ctx.clock.now().toISOString(),
});

/** Books the refunds that the provider has made, and counts those that it has refused. @returns those of which this is the first word. */
export async function noteRefunds(
  ctx: Ctx,
  bookingId: string,
  answer: { made: readonly Pick<Refund, "id">[]; refusals: readonly Refund[] },
): Promise<Refund[]> {
  if (answer.made.length + answer.refusals.length === 0) return [];
  const ids = new Set(answer.made.map(({ id }) => id));
  const made = (await findRefunds(ctx, bookingId)).filter((each) => each.made_at === null && ids.has(each.id));
  for (const { id, amount_cents } of made) {
    await book(ctx, `refund:${id}:made`, ledger.refunded(amount_cents), bookingId);
    await markMade(ctx, id, null);
  }
  for (const refund of answer.refusals) await countRefusal(ctx, refund);
  return made;
}

/**
 * A dispute that is lost has given its money back: the refunds that wait are made with that, the oldest first, as far as it goes. Of one
 * that it covers in part the rest becomes a refund of its own.
 * @returns what was settled, integer cents
 */
export async function settleByDispute(
  ctx: Ctx,
  bookingId: string,
  dispute: { id: string; amountCents: number },
): Promise<number> {
  let left = dispute.amountCents;
  for (const refund of await findRefunds(ctx, bookingId)) {
    if (refund.made_at !== null || left === 0) continue;
    const settled = Math.min(left, refund.amount_cents);
    const settledByHost = Math.min(settled, refund.borne_by_host_cents);
    left -= settled;
    await markMade(ctx, refund.id, dispute.id, { amount_cents: settled, borne_by_host_cents: settledByHost });
    if (settled < refund.amount_cents)
      await insertRefund(ctx, {
        id: randomUUID(),
        booking_id: bookingId,
        amount_cents: refund.amount_cents - settled,
        borne_by: refund.borne_by,
        borne_by_host_cents: refund.borne_by_host_cents - settledByHost,
        reason: refund.reason,
        actor_kind: refund.actor_kind,
        actor_id: refund.actor_id,
        created_at: refund.created_at,
      });
  }
  await wantWhatWaits(ctx, bookingId);
  return dispute.amountCents - left;
}

/** A dispute was turned after it was lost: what it had settled is the provider's to give back. @returns integer cents */
export async function reopenSettled(ctx: Ctx, bookingId: string, disputeId: string): Promise<number> {
  const cents = await reopen(ctx, disputeId);
  await wantWhatWaits(ctx, bookingId);
  return cents;
}

/** The wish is there exactly as long as something waits. */
async function wantWhatWaits(ctx: Ctx, bookingId: string): Promise<void> {
  const waits = (await findRefunds(ctx, bookingId)).some((each) => each.made_at === null);
  if (waits) await setWish(ctx, bookingId, "refund");
  else await strikeRefundWish(ctx, bookingId);
}
