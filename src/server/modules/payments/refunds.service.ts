// Refunds: decided and booked in the ledger once, then requested from the provider until its status
// shows them as made. Call every function here in a transaction that holds the booking's lock.
import { randomUUID } from "node:crypto";
import { DomainError } from "../../../domain/errors.ts";
import * as ledger from "../../../domain/money/ledger.ts";
import type { BookingMoney } from "../../../domain/money/ledger.ts";
import {
  checkPartialRefund,
  planRefund,
  refundableCents,
  type ChargedMoney,
  type RefundBearer,
  type RefundSize,
} from "../../../domain/money/refund.ts";
import type { Ctx, DataCtx, DbCtx } from "../../platform/context.ts";
import { book } from "../ledger/ledger.service.ts";
import { setPendingAction, clearPendingRefund } from "./payments.repository.ts";
import {
  countRefusal,
  findRefunds,
  insertRefund,
  lostToDisputes,
  markMade,
  reopen,
  type NewRefund,
  type RefundRow,
} from "./refunds.repository.ts";

export { findRefund, findRefunds, type RefundRow } from "./refunds.repository.ts";

/** The person who decides, and the reason given. */
export interface RefundDecision {
  actorKind: RefundRow["actor_kind"];
  actorId: RefundRow["actor_id"];
  reason: string | null;
}

/** The refunds decided for a booking's charge so far, in integer cents. */
export interface RefundedMoney extends ChargedMoney {
  borneByHostCents: number;
  /** The booked days that partial refunds were for. */
  refundedDays: number;
  /** Returned by the provider or by a dispute. */
  madeCents: number;
  /**
   * Returned or still to be returned by the provider; eventually equals the provider's own figure.
   */
  owedByProviderCents: number;
}

const sum = (
  refunds: readonly RefundRow[],
  which: (refund: RefundRow) => boolean = () => true,
): number => refunds.filter(which).reduce((total, { amount_cents }) => total + amount_cents, 0);

export async function readRefundedMoney(
  ctx: DbCtx,
  money: Pick<BookingMoney, "id" | "amountDueCents">,
): Promise<RefundedMoney> {
  const refunds = await findRefunds(ctx.db, money.id);
  return {
    amountDueCents: money.amountDueCents,
    refundedCents: sum(refunds),
    lostCents:
      (await lostToDisputes(ctx.db, money.id)) - sum(refunds, (each) => each.made_by === "dispute"),
    borneByHostCents: refunds.reduce((total, each) => total + each.borne_by_host_cents, 0),
    refundedDays: refunds.reduce((total, each) => total + (each.days ?? 0), 0),
    madeCents: sum(refunds, (each) => each.made_at !== null),
    owedByProviderCents: sum(refunds, (each) => each.made_by !== "dispute"),
  };
}

/**
 * Refunds everything that remains of a cancelled booking (product.md, Booking and payment 4).
 * @returns integer cents
 */
export async function decideFullRefund(
  ctx: DataCtx,
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
  await insertRefund(
    ctx.db,
    row(ctx, money.id, { id, amountCents, bearer: null, days: null, byHostCents: 0, ...decision }),
  );
  await setPendingAction(ctx.db, money.id, "refund", ctx.clock.now());
  return amountCents;
}

/**
 * Refunds what a won appeal has brought back of a cancelled booking, whose loss was written off.
 * @returns integer cents
 */
export async function decideRefundAfterAppeal(ctx: DataCtx, money: BookingMoney): Promise<number> {
  const amountCents = refundableCents(await readRefundedMoney(ctx, money));
  const id = randomUUID();
  const decision = { actorKind: "provider", actorId: null, reason: null } as const;
  await insertRefund(
    ctx.db,
    row(ctx, money.id, { id, amountCents, bearer: null, days: null, byHostCents: 0, ...decision }),
  );
  await book(ctx, `refund:${id}:decided`, ledger.appealRefundDecided(amountCents), money.id);
  await setPendingAction(ctx.db, money.id, "refund", ctx.clock.now());
  return amountCents;
}

/**
 * @returns the amount and the part of it that the host bears, integer cents
 * @throws DomainError refund_too_high; refund_id_taken if the id is already in use
 */
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
): Promise<{ amountCents: number; byHostCents: number }> {
  const { id, size, bearer, bookedDays, dayPricesCents, isEarned } = part;
  const before = await readRefundedMoney(ctx, money);
  const planned = planRefund(size, bearer, { ...money, ...before, bookedDays, dayPricesCents });
  const { amountCents, byHostCents } = planned;
  checkPartialRefund(amountCents, before, isEarned);
  const days = "days" in size ? size.days : null;
  if (!(await insertRefund(ctx.db, row(ctx, money.id, { ...part, ...planned, days }))))
    throw new DomainError("refund_id_taken");
  const movement = ledger.partDecided(money, { amountCents, byHostCents, isEarned });
  await book(ctx, `refund:${id}:decided`, movement, money.id);
  await setPendingAction(ctx.db, money.id, "refund", ctx.clock.now());
  return planned;
}

const row = (
  ctx: Pick<Ctx, "clock">,
  bookingId: string,
  {
    id,
    amountCents,
    bearer,
    days,
    byHostCents,
    ...by
  }: RefundDecision & {
    id: string;
    amountCents: number;
    bearer: RefundBearer | null;
    days: number | null;
    byHostCents: number;
  },
): NewRefund => ({
  id,
  booking_id: bookingId,
  amount_cents: amountCents,
  borne_by: bearer,
  borne_by_host_cents: byHostCents,
  days,
  reason: by.reason,
  actor_kind: by.actorKind,
  actor_id: by.actorId,
  created_at: ctx.clock.now().toISOString(),
});

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

/**
 * A lost dispute has returned its amount to the renter, so it settles pending refunds, oldest
 * first, as far as it goes. The rest of a partly covered refund becomes a separate refund.
 * @returns the settled amount, integer cents
 */
export async function settleByDispute(
  ctx: DataCtx,
  bookingId: string,
  dispute: { id: string; amountCents: number },
): Promise<number> {
  let left = dispute.amountCents;
  for (const refund of await findRefunds(ctx.db, bookingId)) {
    if (refund.made_at !== null || left === 0) continue;
    const settled = Math.min(left, refund.amount_cents);
    const settledByHost = Math.min(settled, refund.borne_by_host_cents);
    left -= settled;
    await markMade(ctx.db, refund.id, dispute.id, ctx.clock.now(), {
      amount_cents: settled,
      borne_by_host_cents: settledByHost,
    });
    if (settled < refund.amount_cents)
      await insertRefund(ctx.db, {
        id: randomUUID(),
        booking_id: bookingId,
        amount_cents: refund.amount_cents - settled,
        borne_by: refund.borne_by,
        borne_by_host_cents: refund.borne_by_host_cents - settledByHost,
        // Counted once, with the part that is settled.
        days: null,
        reason: refund.reason,
        actor_kind: refund.actor_kind,
        actor_id: refund.actor_id,
        created_at: refund.created_at,
      });
  }
  await requestPendingRefunds(ctx, bookingId);
  return dispute.amountCents - left;
}

/**
 * An appeal reversed a lost dispute, so the provider has to make the refunds that the dispute had
 * settled. @returns integer cents
 */
export async function reopenSettled(
  ctx: DataCtx,
  bookingId: string,
  disputeId: string,
): Promise<number> {
  const cents = await reopen(ctx.db, disputeId);
  await requestPendingRefunds(ctx, bookingId);
  return cents;
}

/** Makes a refund the payment's pending action if one is pending, and clears it otherwise. */
async function requestPendingRefunds(ctx: DataCtx, bookingId: string): Promise<void> {
  const waits = (await findRefunds(ctx.db, bookingId)).some((each) => each.made_at === null);
  if (waits) await setPendingAction(ctx.db, bookingId, "refund", ctx.clock.now());
  else await clearPendingRefund(ctx.db, bookingId, ctx.clock.now());
}
