// A handover with the car's lockbox, without the host: the renter is shown the code, confirms
// alone, and the host accepts or contests that (product.md, Trips; decision 48).
import type { Trip } from "../../../contract/bookings/trips.ts";
import { DomainError } from "../../../domain/errors.ts";
import { inTransaction, type Ctx, type NotifyCtx, type User } from "../../platform/context.ts";
import { notifyOfLockbox } from "../bookings/notifications/lockbox-notifications.service.ts";
import { recordIncident } from "../incidents/incidents.service.ts";
import { carHasLockbox, readLockbox } from "../listings/lockbox/lockbox.service.ts";
import { announceCharges, withAgreement } from "./handovers.service.ts";
import { checkOpen, openTrip, openTripFor } from "./open-trip.ts";
import { deleteSecret, lockTrip } from "./trips.repository.ts";
import { appendEntry, isRepeat, readTrip, type NewEntry } from "./trips.service.ts";

/**
 * Shows the renter the code from now on, records that and notifies the host.
 * @throws DomainError not_found, no_trip, forbidden, no_lockbox, handover_already_confirmed,
 * trip_on_hold, trip_entry_id_taken, and every code of checkEntry
 */
export async function openLockbox(
  ctx: NotifyCtx,
  user: User,
  bookingId: string,
  { id }: { id: string },
): Promise<Trip> {
  await inTransaction(ctx, async (tx) => {
    await lockTrip(tx.db, bookingId);
    const { trip } = await openTripFor(tx, user, bookingId, "open_lockbox");
    // Decrypts the code first, so that nothing is recorded if that fails.
    if (!(await readLockbox(tx, trip.row.car_id))) throw new DomainError("no_lockbox");
    // Opening it again, perhaps on another phone, changes nothing.
    if (trip.handovers.pickup.lockboxOpening) return;
    checkOpen(trip, "pickup");
    const at = tx.clock.now().toISOString();
    const entry: NewEntry = { id, handover: "pickup", at, content: { kind: "lockbox_opening" } };
    await appendEntry(tx, trip, { user, side: "renter", entry });
    await notifyOfLockbox(tx, bookingId, "pickup", "opened");
  });
  return readTrip(ctx, user, bookingId);
}

/**
 * The renter alone confirms that the car was picked up or returned with the lockbox.
 * @throws DomainError not_found, no_trip, forbidden, no_lockbox, handover_already_confirmed,
 * trip_on_hold, trip_entry_id_taken, and every code of checkEntry
 */
export async function confirmByLockbox(
  ctx: NotifyCtx,
  user: User,
  bookingId: string,
  { id, handover, at, deviceAt, reading_id }: Omit<NewEntry, "content"> & { reading_id: string },
): Promise<Trip> {
  const entry: NewEntry = {
    id,
    handover,
    at,
    deviceAt,
    content: { kind: "confirmation", reading_id, by: "lockbox" },
  };
  await inTransaction(ctx, async (tx) => {
    await lockTrip(tx.db, bookingId);
    const { trip } = await openTripFor(tx, user, bookingId, "confirm_by_lockbox");
    if (await isRepeat(tx, trip, user, entry)) return;
    checkOpen(trip, handover);
    // A renter who was shown the code can confirm even if the host has removed the lockbox since.
    if (!trip.handovers.pickup.lockboxOpening && !(await carHasLockbox(tx.db, trip.row.car_id)))
      throw new DomainError("no_lockbox");
    await appendEntry(tx, trip, {
      user,
      side: "renter",
      entry: await withAgreement(tx, trip, entry),
    });
    await deleteSecret(tx.db, bookingId, handover);
    await notifyOfLockbox(tx, bookingId, handover, "confirmed");
  });
  return readTrip(ctx, user, bookingId);
}

interface LockboxAnswer extends NewEntry {
  content: { kind: "lockbox_acceptance" } | { kind: "lockbox_contest"; words: string };
}

/**
 * The host accepts or contests what the renter confirmed alone. Only accepted readings lead to
 * charges; a contest waits for an admin.
 * @throws DomainError not_found, no_trip, forbidden, trip_entry_id_taken, and every code of
 * checkEntry
 */
export async function answerLockbox(
  ctx: Ctx,
  user: User,
  bookingId: string,
  answer: LockboxAnswer,
): Promise<Trip> {
  const { handover, content } = answer;
  await inTransaction(ctx, async (tx) => {
    await lockTrip(tx.db, bookingId);
    const { trip } = await openTripFor(tx, user, bookingId, "answer_lockbox");
    if (await isRepeat(tx, trip, user, answer)) return;
    await appendEntry(tx, trip, { user, side: "host", entry: answer });
    if (content.kind === "lockbox_acceptance") {
      await announceCharges(tx, await openTrip(tx, bookingId));
      return;
    }
    await recordIncident(tx, {
      key: `handover-contested:${bookingId}:${handover}`,
      kind: "handover_contested",
      bookingId,
      details: { handover },
    });
    await notifyOfLockbox(tx, bookingId, handover, "contested");
  });
  return readTrip(ctx, user, bookingId);
}
