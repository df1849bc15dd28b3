// The refund that a step of a booking decides, and the step that follows completed refunds.
import { randomUUID } from "node:crypto";
import type { ActorKind, TransitionName } from "../../../../domain/booking/booking.ts";
import type { BookingMoney } from "../../../../domain/money/ledger.ts";
import { isReturnedInFull } from "../../../../domain/money/refund.ts";
import type { DataCtx } from "../../../platform/context.ts";
import {
  decideFullRefund,
  decidePartialRefund,
  decideRefundAfterAppeal,
  type RefundedMoney,
} from "../../payments/payments.service.ts";
import type { BookingRow } from "../bookings.repository.ts";
import type { PartialRefund } from "./partial-refund.ts";

export const toBookingMoney = (row: BookingRow): BookingMoney => ({
  id: row.id,
  renterId: row.renter_id,
  hostId: row.host_id,
  amountDueCents: row.amount_due_cents,
  creditCents: row.credit_cents,
  hostShareCents: row.host_share_cents,
});

/** What a step refunds, in integer cents. */
export interface StepRefund {
  /** To the card. */
  backCents: number;
  creditBackCents: number;
  /** The host's part of the two refunds. */
  byHostCents: number;
  /** Null if nothing was left to refund. */
  refundId: string | null;
}
export const NO_REFUND: StepRefund = {
  backCents: 0,
  creditBackCents: 0,
  byHostCents: 0,
  refundId: null,
};

interface Decider {
  kind: ActorKind;
  id: string | null;
}

/** @throws DomainError refund_too_high, refund_id_taken */
export async function decideStepRefund(
  ctx: DataCtx,
  name: TransitionName,
  row: BookingRow,
  by: Decider,
  { reason, part }: { reason?: string | undefined; part?: PartialRefund | undefined },
): Promise<StepRefund> {
  const money = toBookingMoney(row);
  if (name === "refund_after_appeal")
    return { ...NO_REFUND, backCents: await decideRefundAfterAppeal(ctx, money) };
  const decision = { ...toActor(name, by), reason: reason ?? null };
  if (!part) {
    const id = randomUUID();
    const { cardCents, creditCents } = await decideFullRefund(ctx, money, { ...decision, id });
    const refundId = cardCents + creditCents > 0 ? id : null;
    return { backCents: cardCents, creditBackCents: creditCents, byHostCents: 0, refundId };
  }
  const { cardCents, creditCents, byHostCents } = await decidePartialRefund(ctx, money, {
    ...decision,
    ...part,
    bookedDays: row.days + row.given_back_days,
    dayPricesCents: row.day_prices_cents,
    isEarned: row.status === "completed",
  });
  return { backCents: cardCents, creditBackCents: creditCents, byHostCents, refundId: part.id };
}

/** Only a lost dispute ends a booking without a person's decision. */
function toActor(name: TransitionName, { kind, id }: Decider) {
  if (name === "cancel_for_dispute") return { actorKind: "provider", actorId: null } as const;
  if (id === null || kind === "system" || kind === "provider")
    throw new Error("a refund is a person's decision");
  return { actorKind: kind, actorId: id };
}

/**
 * The step that follows completed refunds. A cancelled booking is refunded once all its requested
 * refunds are made; any other, only once everything that was paid is back.
 */
export function chooseRefundStep(
  { status }: Pick<BookingRow, "status">,
  money: RefundedMoney,
): "refund_succeeded" | "refund_in_part_succeeded" {
  const isAll = money.madeCents === money.refundedCents;
  return isAll && (status === "cancelled" || isReturnedInFull(money))
    ? "refund_succeeded"
    : "refund_in_part_succeeded";
}
