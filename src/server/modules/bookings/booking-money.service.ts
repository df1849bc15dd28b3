// The money part of a booking's timeline, gathered from ledger, refunds, disputes and payouts.
// domain/money/money-timeline.ts decides what each side sees.
import type { getBookingTimeline } from "../../../contract/bookings/booking-timeline.ts";
import type { Output } from "../../../contract/endpoint.ts";
import { moneyTimeline } from "../../../domain/money/money-timeline.ts";
import type { BookingParty } from "../../../domain/policies/booking.ts";
import type { DbCtx } from "../../platform/context.ts";
import { readMovements } from "../ledger/ledger.service.ts";
import { findDisputes, findRefunds } from "../payments/payments.service.ts";
import { findBookingPayouts } from "./booking-money.repository.ts";
import type { BookingDetailsRow } from "./bookings.repository.ts";

export async function readBookingMoney(
  ctx: DbCtx,
  { id, amount_due_cents: amountDueCents }: BookingDetailsRow,
  viewer: BookingParty,
): Promise<Output<typeof getBookingTimeline>["money"]> {
  const [movements, refunds, disputes, payouts] = await Promise.all([
    readMovements(ctx, id),
    findRefunds(ctx.db, id),
    findDisputes(ctx, id),
    findBookingPayouts(ctx.db, id),
  ]);
  const record = {
    amountDueCents,
    movements: movements.map(({ at, kind, entries }) => ({
      at,
      kind,
      entries: entries.map(({ account, amount_cents }) => ({ account, amountCents: amount_cents })),
    })),
    refunds: refunds.map((refund) => ({
      amountCents: refund.amount_cents,
      bearer: refund.borne_by,
      days: refund.days,
      byHostCents: refund.borne_by_host_cents,
      reason: refund.reason,
      by: refund.actor_kind,
      decidedAt: refund.created_at,
      madeAt: refund.made_at,
      madeBy: refund.made_by,
    })),
    disputes: disputes.map((dispute) => ({
      amountCents: dispute.amount_cents,
      state: dispute.state,
      openedAt: dispute.opened_at,
    })),
    payouts: payouts.map((payout) => ({
      amountCents: payout.amount_cents,
      paidAt: payout.paid_at,
      failedAt: payout.failed_at,
    })),
  };
  return moneyTimeline(record, viewer).map(({ amountCents, bearer, ...event }) => ({
    ...event,
    amount_cents: amountCents,
    borne_by: bearer,
  }));
}
