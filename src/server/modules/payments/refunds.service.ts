// Giving money back: decided once, with its entries in the ledger, then asked of the provider until its word shows it done.
// Every function here is called in a transaction that holds the booking's lock.
import { DomainError } from "../../../domain/errors.ts";
import * as ledger from "../../../domain/ledger.ts";
import type { BookingMoney } from "../../../domain/ledger.ts";
import { checkPartialRefund, refundableCents, type ChargedMoney, type RefundBearer } from "../../../domain/refund.ts";
import type { Ctx } from "../../platform/context.ts";
import { book } from "./ledger.service.ts";
import { setWish } from "./payments.repository.ts";
import { findRefunds, insertRefund, lostToDisputes, markMade, type Refund } from "./refunds.repository.ts";

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
    borneByHostCents: sum(refunds, (each) => each.borne_by === "host"),
    madeCents: sum(refunds, (each) => each.made_at !== null),
    owedByProviderCents: sum(refunds, (each) => each.made_by !== "dispute"),
  };
}

/**
 * Gives back all that is left of a booking that is cancelled (product.md, Booking and payment 4).
 * @returns integer cents
 */
export async function decideCancellation(ctx: Ctx, money: BookingMoney, decision: RefundDecision): Promise<number> {
  const before = await readRefundedMoney(ctx, money);
  const amountCents = refundableCents(before);
  // One per booking, so its id serves; and a migration has given those from before the same.
  const key = `refund:${money.id}:decided`;
  await book(
    ctx,
    key,
    ledger.cancellationDecided(money, { refundedCents: before.refundedCents, amountCents }),
    money.id,
  );
  if (amountCents === 0) return 0;
  await insertRefund(ctx, row(ctx, money.id, { id: money.id, amountCents, bearer: null, ...decision }));
  await setWish(ctx, money.id, "refund");
  return amountCents;
}

/** @throws DomainError refund_too_high; refund_id_taken where it was decided before */
export async function decidePart(
  ctx: Ctx,
  money: BookingMoney,
  part: RefundDecision & { id: string; amountCents: number; bearer: RefundBearer; isEarned: boolean },
): Promise<void> {
  const { id, amountCents, bearer, isEarned } = part;
  checkPartialRefund(amountCents, await readRefundedMoney(ctx, money), isEarned);
  if (!(await insertRefund(ctx, row(ctx, money.id, part)))) throw new DomainError("refund_id_taken");
  await book(ctx, `refund:${id}:decided`, ledger.partDecided(money, { amountCents, bearer, isEarned }), money.id);
  await setWish(ctx, money.id, "refund");
}

const row = (
  ctx: Ctx,
  bookingId: string,
  { id, amountCents, bearer, ...by }: RefundDecision & { id: string; amountCents: number; bearer: RefundBearer | null },
): Omit<Refund, "position" | "made_at" | "made_by"> => ({
  id,
  booking_id: bookingId,
  amount_cents: amountCents,
  borne_by: bearer,
  reason: by.reason,
  actor_kind: by.actorKind,
  actor_id: by.actorId,
  created_at: ctx.clock.now().toISOString(),
});

/**
 * Books what the provider's word shows as given back. It is asked for the oldest first, so its sum tells which.
 * @returns the refunds that this has shown to be made.
 */
export async function noteRefundsMade(ctx: Ctx, bookingId: string, providerCents: number): Promise<Refund[]> {
  const refunds = await findRefunds(ctx, bookingId);
  let left = providerCents - sum(refunds, (each) => each.made_by === "provider");
  const made = refunds.filter((each) => each.made_at === null && (left -= each.amount_cents) >= 0);
  for (const each of made) await book(ctx, `refund:${each.id}:made`, ledger.refunded(each.amount_cents), bookingId);
  if (made.length > 0)
    await markMade(
      ctx,
      made.map(({ id }) => id),
      "provider",
    );
  return made;
}

/**
 * A dispute that is lost has given its money back: the refunds that wait and fit into it are made with that.
 * @returns what they come to, integer cents.
 */
export async function settleByDispute(ctx: Ctx, bookingId: string, disputeCents: number): Promise<Refund[]> {
  let left = disputeCents;
  const settled = (await findRefunds(ctx, bookingId)).filter(
    (each) => each.made_at === null && (left -= each.amount_cents) >= 0,
  );
  if (settled.length > 0)
    await markMade(
      ctx,
      settled.map(({ id }) => id),
      "dispute",
    );
  return settled;
}
