// Announces what a trip's usage costs, with the confirmation of the return (product.md, Charges
// after the trip).
import { randomUUID } from "node:crypto";
import { toRentalPeriod } from "../../../domain/booking/rental-period.ts";
import { isChargeable, laterChargeDueAt } from "../../../domain/money/later/later-charge.ts";
import { dueBackAfterStorms, stormMsBetween } from "../../../domain/storm/storm.ts";
import { CHARGE_ORIGINS, findTariff } from "../../../domain/tariff/tariff.ts";
import { usageCharges, type AgreedReading } from "../../../domain/tariff/usage-charges.ts";
import { readUsageTerms } from "../../../domain/tariff/usage-terms.ts";
import { dueBackAt } from "../../../domain/trip/trip.ts";
import type { NotifyCtx } from "../../platform/context.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import { getDetails } from "../bookings/bookings.service.ts";
import { notifyOfCharges } from "../bookings/notifications/later-charge-notifications.service.ts";
import { findStormsAt } from "../bookings/storms/storms.service.ts";
import { holdSavedCard } from "../payments/payments.service.ts";
import { findCharges, insertCharges } from "./charges.repository.ts";

/** A reading that both sides confirmed, with the id of its entry. */
export type ConfirmedReading = AgreedReading & { id: string };

export interface AgreedReturn {
  bookingId: string;
  /** The entry that confirms the return. */
  confirmationId: string;
  returnedAt: Date;
  pickup: ConfirmedReading | null;
  return: ConfirmedReading | null;
}

/**
 * Announces the charges of a return on which both sides agree, and notifies both. Call it in the
 * transaction that stores the confirmation, or the host's acceptance of one: what was announced
 * before is not announced again. A booking from before the tariff has none.
 */
export async function announceUsageCharges(ctx: NotifyCtx, trip: AgreedReturn): Promise<void> {
  const booking = await getDetails(ctx.db, trip.bookingId);
  const terms = readUsageTerms(booking);
  if (!terms) return;
  const known = new Set((await findCharges(ctx.db, trip.bookingId)).map(({ kind }) => kind));
  // No return is late while a storm is on (product.md, Storms).
  const storms = await findStormsAt(ctx.db, booking.car_id);
  const dueAt = dueBackAfterStorms(dueBackAt(toRentalPeriod(booking)), storms) ?? trip.returnedAt;
  const charges = usageCharges({
    terms,
    // The average price of a day includes days that were charged and given back.
    totalCents: Math.round(
      (booking.total_cents * booking.days) / (booking.days + booking.given_back_days),
    ),
    days: booking.days,
    dueAt,
    returnedAt: trip.returnedAt,
    stormMs: stormMsBetween(storms, dueAt, trip.returnedAt),
    pickup: trip.pickup,
    return: trip.return,
  }).filter((charge) => isChargeable(charge) && !known.has(charge.kind));
  if (charges.length === 0) return;
  await holdSavedCard(ctx, trip.bookingId);
  const now = ctx.clock.now();
  const chargedAt = laterChargeDueAt(now, findTariff(terms.tariffVersion).usageChargeHours);
  await insertCharges(
    ctx.db,
    charges.map((charge) => {
      const isByReadings = CHARGE_ORIGINS[charge.kind] === "readings";
      return {
        id: randomUUID(),
        booking_id: trip.bookingId,
        kind: charge.kind,
        origin: isByReadings ? ("readings" as const) : ("return" as const),
        return_id: trip.confirmationId,
        pickup_reading_id: isByReadings ? (trip.pickup?.id ?? null) : null,
        return_reading_id: isByReadings ? (trip.return?.id ?? null) : null,
        quantity: charge.quantity,
        unit: charge.unit,
        explanation: charge.explanation,
        amount_cents: charge.amountCents,
        host_share_cents: charge.hostShareCents,
        state: "announced" as const,
        announced_at: now.toISOString(),
        due_at: chargedAt.toISOString(),
      };
    }),
  );
  const stored = await findCharges(ctx.db, trip.bookingId);
  await recordAudit(ctx, {
    actorKind: "system",
    actorId: null,
    action: "later_charge.announce",
    subjectType: "booking",
    subjectId: trip.bookingId,
    after: {
      charges: stored.map(({ id, kind, amount_cents }) => ({ id, kind, amount_cents })),
    },
  });
  await notifyOfCharges(ctx, trip.bookingId, {
    event: "announced",
    charges: stored,
    readings: trip,
    times: { dueAt, returnedAt: trip.returnedAt },
  });
}
