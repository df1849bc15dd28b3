// Plans what has to happen with a deposit, and stores it before the card provider is asked.
import { parseInstant } from "../../../domain/calendar/dates.ts";
import { planDeposit, type DepositFacts } from "../../../domain/money/deposit/deposit.ts";
import { isFinal } from "../../../domain/money/deposit/deposit-states.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import type { Ctx } from "../../platform/context.ts";
import { getDetails, publishBookingChange } from "../bookings/bookings.service.ts";
import { findSavedCard, holdSavedCard } from "../payments/payments.service.ts";
import { toTrip } from "./deposit-trip.ts";
import { notifyOfDeposit } from "../bookings/notifications/deposit-notifications.service.ts";
import {
  findClaims,
  findHolds,
  insertHold,
  lockDeposit,
  sumDecided,
  updateDeposit,
  updateHold,
  type ClaimRow,
  type DepositRow,
  type HoldRow,
} from "./deposits.repository.ts";

type Booking = Awaited<ReturnType<typeof getDetails>>;

/** What to ask the provider next. */
export interface ProviderWork {
  /** Requested holds and captures whose outcome is unknown. */
  ask: HoldRow[];
  /** Holds to release and pages to close. */
  release: HoldRow[];
  /** Whether a hold that was requested but not made is still needed. */
  isHoldNeeded: boolean;
}

const toFacts = (
  deposit: DepositRow,
  booking: Booking,
  { holds, claims }: { holds: readonly HoldRow[]; claims: readonly ClaimRow[] },
): DepositFacts => ({
  state: deposit.state,
  amountCents: deposit.amount_cents,
  actBy: parseInstant(deposit.act_by),
  trip: toTrip(deposit, booking),
  holds: holds.map(({ number, state, capture_before }) => ({
    number,
    state,
    captureBefore: parseInstant(capture_before),
  })),
  claims: {
    open: claims.filter(({ cents }) => cents === null).length,
    decidedCents: sumDecided(claims),
  },
});

/**
 * Plans a deposit and stores its next state, with its notification, under its lock.
 * @returns what to ask the provider now
 */
export async function advanceDeposit(tx: Ctx, bookingId: string): Promise<ProviderWork> {
  const deposit = await lockDeposit(tx.db, bookingId);
  const booking = await getDetails(tx.db, bookingId);
  const holds = await findHolds(tx.db, bookingId);
  const claims = await findClaims(tx.db, bookingId);
  const now = tx.clock.now();
  const plan = planDeposit(toFacts(deposit, booking, { holds, claims }), now);
  const act_by = plan.actBy?.toISOString() ?? null;
  if (plan.state !== deposit.state || act_by !== deposit.act_by)
    await storeState(tx, booking, deposit, {
      state: plan.state,
      act_by,
      decidedCents: sumDecided(claims),
    });
  if (plan.authorises) await requestHold(tx, deposit, holds);
  const taken = holds.find(({ number }) => number === plan.capture?.number);
  if (taken && plan.capture)
    await updateHold(tx.db, taken.id, {
      state: "capturing",
      capture_cents: plan.capture.cents,
      attempts: 0,
      tried_at: null,
    });
  const after = await findHolds(tx.db, bookingId);
  const isUnknown = ({ state }: HoldRow): boolean => state === "requested" || state === "capturing";
  return {
    ask: after.filter(isUnknown),
    release: after.filter((hold) => plan.release.includes(hold.number) && !isUnknown(hold)),
    isHoldNeeded: plan.isHoldNeeded,
  };
}

async function storeState(
  tx: Ctx,
  booking: Booking,
  deposit: DepositRow,
  { state, act_by, decidedCents }: Pick<DepositRow, "state" | "act_by"> & { decidedCents: number },
): Promise<void> {
  const now = tx.clock.now().toISOString();
  const after = { ...deposit, state, act_by, ended_at: isFinal(state) ? now : null };
  await updateDeposit(tx.db, deposit.booking_id, {
    state,
    act_by,
    updated_at: now,
    ended_at: after.ended_at,
  });
  if (state !== deposit.state)
    await recordAudit(tx, {
      actorKind: "system",
      actorId: null,
      action: "deposit.state",
      subjectType: "booking",
      subjectId: deposit.booking_id,
      before: { state: deposit.state },
      after: { state, amount_cents: deposit.amount_cents },
    });
  const holds = await findHolds(tx.db, deposit.booking_id);
  await notifyOfDeposit(tx, booking, { before: deposit, after, holds, decidedCents });
  await publishBookingChange(tx, booking);
}

/** Requests a hold on the card that the renter gave for the deposit, or on the booking's. */
async function requestHold(tx: Ctx, deposit: DepositRow, holds: readonly HoldRow[]): Promise<void> {
  const { booking_id, amount_cents } = deposit;
  // Locked, so that the card can't be deleted while it is chosen.
  await holdSavedCard(tx, booking_id);
  const own =
    deposit.card_provider === tx.payments.name
      ? { customerId: deposit.customer_id, paymentMethodId: deposit.payment_method_id }
      : await findSavedCard(tx, booking_id);
  await insertHold(tx.db, {
    booking_id,
    number: holds.length + 1,
    amount_cents,
    state: "requested",
    provider: tx.payments.name,
    customer_id: own?.customerId ?? null,
    payment_method_id: own?.paymentMethodId ?? null,
    requested_at: tx.clock.now().toISOString(),
  });
}
