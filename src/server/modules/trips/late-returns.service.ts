// Ends trips whose host does not confirm the return, by the renter's notice or by an admin.
import { randomUUID } from "node:crypto";
import type { Trip } from "../../../contract/bookings/trips.ts";
import { toRentalPeriod } from "../../../domain/booking/rental-period.ts";
import { dueBackAfterStorms } from "../../../domain/storm/storm.ts";
import { requireAdmin } from "../../../domain/policies/admin.ts";
import { dueBackAt, OVERDUE_CAR_DAYS, RETURN_NOTICE_HOURS } from "../../../domain/trip/trip.ts";
import { inTransaction, type Ctx, type NotifyCtx, type User } from "../../platform/context.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import { sweepItem } from "../../platform/jobs/sweep-item.ts";
import { findStormsAt } from "../bookings/storms/storms.service.ts";
import { recordIncident } from "../incidents/incidents.service.ts";
import { makeConfirmation } from "./handovers.service.ts";
import { checkOpen, openTrip, openTripFor } from "./open-trip.ts";
import { notifyOfReturn } from "../bookings/notifications/return-notifications.service.ts";
import { deleteSecret, findCarsOut, findUnansweredNotices, lockTrip } from "./trips.repository.ts";
import { appendEntry, readTrip } from "./trips.service.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Confirms the returns whose notice the host has not answered for 24 hours. */
export async function confirmUnansweredReturns(ctx: NotifyCtx): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - RETURN_NOTICE_HOURS * HOUR_MS);
  for (const id of await findUnansweredNotices(ctx.db, before.toISOString()))
    await sweepItem(ctx, { booking: id }, () =>
      inTransaction(ctx, async (tx) => {
        await lockTrip(tx.db, id);
        const trip = await openTrip(tx, id);
        // The host may have answered meanwhile.
        if (trip.handovers.return.confirmation) return;
        const readingId = trip.handovers.return.reading?.id ?? null;
        await appendEntry(tx, trip, {
          user: { id: trip.row.renter_id },
          side: "renter",
          entry: { id: randomUUID(), ...makeConfirmation(tx, "return", readingId, "renter") },
        });
        await deleteSecret(tx.db, id, "return");
        await notifyOfReturn(tx, id, "renter");
      }),
    );
}

/**
 * An admin confirms a return that neither side has confirmed, with a reason for the audit log.
 * @throws DomainError not_found, no_trip, forbidden, handover_already_confirmed,
 * pickup_not_confirmed
 */
export async function closeTrip(
  ctx: NotifyCtx,
  user: User,
  bookingId: string,
  reason: string,
): Promise<Trip> {
  await inTransaction(ctx, async (tx) => {
    await lockTrip(tx.db, bookingId);
    const { trip } = await openTripFor(tx, user, bookingId, "close");
    requireAdmin("decide_bookings", user);
    checkOpen(trip, "return");
    const readingId = trip.handovers.return.reading?.id ?? null;
    await appendEntry(tx, trip, {
      user,
      side: "admin",
      entry: { id: randomUUID(), ...makeConfirmation(tx, "return", readingId, "admin") },
    });
    await deleteSecret(tx.db, bookingId, "return");
    await recordAudit(tx, {
      actorKind: "admin",
      actorId: user.id,
      action: "trip.close",
      subjectType: "booking",
      subjectId: bookingId,
      reason,
    });
    await notifyOfReturn(tx, bookingId, "admin");
  });
  return readTrip(ctx, user, bookingId);
}

/**
 * Records an incident for each car that is still out three days after it was due back. A storm may
 * have moved that time.
 */
export async function reportOverdueCars(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const before = new Date(now.getTime() - OVERDUE_CAR_DAYS * DAY_MS);
  for (const { id, car_id, ...booked } of await findCarsOut(ctx.db, before.toISOString())) {
    const storms = await findStormsAt(ctx.db, car_id);
    const due = dueBackAfterStorms(dueBackAt(toRentalPeriod(booked)), storms);
    if (due === null || due > before) continue;
    await recordIncident(ctx, {
      key: `car-overdue:${id}`,
      kind: "car_overdue",
      bookingId: id,
      details: { due_back_at: due.toISOString() },
    });
  }
}
