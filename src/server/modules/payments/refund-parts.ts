// What was refunded of a booking's charge, and storing a refund in one part for each payment that
// it returns, and one for credit. Call every function here in a transaction that holds the
// booking's lock.
import { randomUUID } from "node:crypto";
import type { BookingMoney } from "../../../domain/money/ledger.ts";
import {
  splitRefund,
  type ChargedMoney,
  type RefundBearer,
  type RefundSplit,
} from "../../../domain/money/refund.ts";
import type { DataCtx, DbCtx } from "../../platform/context.ts";
import { returnCredit } from "../ledger/credit.service.ts";
import {
  findChangePayments,
  findRefunds,
  insertRefund,
  returnedOtherwise,
  type NewRefund,
  type RefundRow,
} from "./refunds.repository.ts";

/** The person who decides, and the reason given. */
export interface RefundDecision {
  actorKind: RefundRow["actor_kind"];
  actorId: RefundRow["actor_id"];
  reason: string | null;
}

/** The refunds decided for a booking so far, to the card and as credit, in integer cents. */
export interface RefundedMoney extends ChargedMoney {
  borneByHostCents: number;
  /** The booked days that partial refunds were for. */
  refundedDays: number;
  /** Those of them that admins decided, not changes to the booking. */
  refundedDaysByAdmin: number;
  /** Returned to the card, by the provider or by a dispute. */
  madeCents: number;
  /**
   * Of the booking's own payment: returned or still to be returned by the provider; eventually
   * equals the provider's own figure.
   */
  owedByProviderCents: number;
}

const sum = (
  refunds: readonly RefundRow[],
  which: (refund: RefundRow) => boolean = () => true,
): number => refunds.filter(which).reduce((total, { amount_cents }) => total + amount_cents, 0);

const isCredit = ({ made_by }: RefundRow): boolean => made_by === "credit";

const sumDays = (refunds: readonly RefundRow[]): number =>
  refunds.reduce((total, each) => total + (each.days ?? 0), 0);

export async function readRefundedMoney(
  ctx: DbCtx,
  money: Pick<BookingMoney, "id" | "amountDueCents" | "creditCents">,
): Promise<RefundedMoney> {
  const refunds = await findRefunds(ctx.db, money.id);
  const toCard = refunds.filter((each) => !isCredit(each));
  return {
    amountDueCents: money.amountDueCents,
    refundedCents: sum(toCard),
    lostCents:
      (await returnedOtherwise(ctx.db, money.id)) -
      sum(toCard, (each) => each.made_by === "dispute"),
    creditCents: money.creditCents,
    creditReturnedCents: sum(refunds, isCredit),
    borneByHostCents: refunds.reduce((total, each) => total + each.borne_by_host_cents, 0),
    refundedDays: sumDays(refunds),
    refundedDaysByAdmin: sumDays(refunds.filter((each) => each.change_id === null)),
    madeCents: sum(toCard, (each) => each.made_at !== null),
    owedByProviderCents: sum(
      toCard,
      (each) => each.made_by !== "dispute" && each.later_charge_id === null,
    ),
  };
}

/** A refund to store. Amounts are integer cents. */
type RefundPart = RefundDecision & {
  id: string;
  changeId?: string;
  amountCents: number;
  bearer: RefundBearer | null;
  days: number | null;
  byHostCents: number;
};

/** A part of a refund: `cents` of a payment, or of the credit. */
interface Source {
  /** The payment of a change; null for the booking's own, and for credit. */
  chargeId: string | null;
  cents: number;
  ofCredit: boolean;
}

/** Where a refund comes from: the booking's payment, those of its changes, and then the credit. */
async function listSources(
  ctx: DataCtx,
  money: BookingMoney,
  { cardCents, creditCents }: RefundSplit,
): Promise<Source[]> {
  const changes = await findChangePayments(ctx.db, money.id);
  const { refundedCents, lostCents } = await readRefundedMoney(ctx, money);
  const ofChanges = changes.reduce((sumOf, { leftCents }) => sumOf + Math.max(0, leftCents), 0);
  const ownCents = money.amountDueCents - refundedCents - lostCents - ofChanges;
  const payments = [{ id: null, leftCents: ownCents }, ...changes];
  let left = cardCents;
  const cards = payments.map(({ id, leftCents }) => {
    const cents = Math.min(left, Math.max(0, leftCents));
    left -= cents;
    return { chargeId: id, cents, ofCredit: false };
  });
  if (left !== 0)
    throw new Error(`a refund of ${cardCents} cents exceeds the payments of booking ${money.id}`);
  return [...cards, { chargeId: null, cents: creditCents, ofCredit: true }];
}

/**
 * Stores a refund. What the booking's own payment no longer covers is returned from the payments of
 * its changes, and then as credit, each in a row of its own, with the same part of what the host
 * bears. The first row has the given id, and all have it as the id of their decision. Credit is
 * returned at once.
 * @returns where the refund goes; undefined if the id is in use
 * @throws Error if the payments don't cover it; refundableCents prevents that
 */
export async function insertParts(
  ctx: DataCtx,
  money: BookingMoney,
  { amountCents, byHostCents, ...part }: RefundPart,
): Promise<RefundSplit | undefined> {
  const split = splitRefund(amountCents, await readRefundedMoney(ctx, money));
  const created_at = ctx.clock.now().toISOString();
  let left = amountCents;
  let byHost = byHostCents;
  for (const { chargeId, cents, ofCredit } of await listSources(ctx, money, split)) {
    if (cents === 0) continue;
    const isFirst = left === amountCents;
    const ofHost = Math.round((byHost * cents) / left);
    const first = { id: part.id, days: part.days };
    const amounts = { amountCents: cents, byHostCents: ofHost };
    const given = isFirst ? first : { id: randomUUID(), days: null };
    const row = toRow(money.id, { ...part, ...given, ...amounts }, chargeId);
    const refund = { ...row, decision_id: part.id, created_at };
    if (!(await insertRefund(ctx.db, refund, ofCredit))) return undefined;
    left -= cents;
    byHost -= ofHost;
  }
  await returnCredit(ctx, money.renterId, split.creditCents);
  return split;
}

const toRow = (
  bookingId: string,
  { id, changeId, amountCents, bearer, days, byHostCents, ...by }: RefundPart,
  laterChargeId: string | null,
): Omit<NewRefund, "decision_id" | "created_at"> => ({
  id,
  booking_id: bookingId,
  later_charge_id: laterChargeId,
  change_id: changeId ?? null,
  amount_cents: amountCents,
  borne_by: bearer,
  borne_by_host_cents: byHostCents,
  days,
  reason: by.reason,
  actor_kind: by.actorKind,
  actor_id: by.actorId,
});
