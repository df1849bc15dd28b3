// The batch of a storm's refunds: cancels the trips that have not begun and declines the requests,
// one booking per transaction, with one reason. What is done is stored with each booking, so the
// batch can be stopped, and continues after a crash.
import { DomainError, isDomainError } from "../../../../domain/errors.ts";
import { isDatabaseAway } from "../../../platform/database/database.ts";
import { recordAudit } from "../../../platform/database/audit-log.ts";
import { inTransaction, type Ctx, type User } from "../../../platform/context.ts";
import { takeStep } from "../transitions.ts";
import type { BookingRow } from "../bookings.repository.ts";
import { settleSoon } from "../settlement/booking-purchases.service.ts";
import { lockNextRemaining } from "./affected-bookings.repository.ts";
import {
  findRunningIds,
  lockRunning,
  lockStorm,
  updateStorm,
  type StormRow,
} from "./storms.repository.ts";

export const STORM_REFUNDS_JOB = "storm-refunds";

/**
 * Starts the batch, continues a stopped one, or stops it after the booking it is at.
 * @throws DomainError not_found, storm_ended
 */
export async function changeRefunds(
  ctx: Ctx,
  admin: User,
  id: string,
  action: "start" | "stop",
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const storm = await lockStorm(tx.db, id);
    if (!storm) throw new DomainError("not_found", { what: "storm" });
    if (storm.ended_at !== null) throw new DomainError("storm_ended");
    const isRunning = storm.refunds === "running";
    if (isRunning === (action === "start")) return;
    await updateStorm(tx.db, id, {
      refunds: action === "start" ? "running" : "stopped",
      refunds_by: admin.id,
      // One that was done begins again: trips may have been booked or moved since.
      ...(storm.refunds === "done" && { refunds_after: null, refunds_failed: 0 }),
    });
    await recordAudit(tx, {
      actorKind: "admin",
      actorId: admin.id,
      action: action === "start" ? "storm.refunds_start" : "storm.refunds_stop",
      subjectType: "storm",
      subjectId: id,
    });
    if (action === "start") await tx.jobs.send(tx.db, STORM_REFUNDS_JOB, {});
  });
}

/** This many bookings take a few minutes at most. A job may take 15. */
const MAX_PER_RUN = 200;

/**
 * Goes on with every running batch. Any number of processes may call it: each booking is locked
 * together with its storm, and cancelled once.
 * @param most the number of bookings after which it leaves the rest to the next run
 */
export async function makeRefunds(ctx: Ctx, most = MAX_PER_RUN): Promise<void> {
  let left = most;
  for (const id of await findRunningIds(ctx.db))
    while (left > 0 && (await endNext(ctx, id))) left -= 1;
  if (left === 0) await ctx.jobs.send(ctx.db, STORM_REFUNDS_JOB, {});
}

/** @returns false once nothing is left, the batch is stopped, or another process is at it */
async function endNext(ctx: Ctx, stormId: string): Promise<boolean> {
  let bookingId: string | undefined;
  try {
    await inTransaction(ctx, async (tx) => {
      bookingId = undefined;
      const storm = await lockRunning(tx.db, stormId);
      if (!storm) return;
      const row = await lockNextRemaining(tx.db, storm, tx.clock.now());
      if (!row) {
        await updateStorm(tx.db, stormId, { refunds: "done" });
        return;
      }
      bookingId = row.id;
      await end(tx, storm, row);
      await updateStorm(tx.db, stormId, { refunds_after: row.id });
    });
  } catch (error) {
    if (bookingId === undefined || isDatabaseAway(error)) throw error;
    // A booking that can't be cancelled must not stop the others.
    ctx.log.error({ err: error, booking: bookingId, storm: stormId }, "storm refunds");
    await skip(ctx, stormId, bookingId, !isDomainError(error, "transition_refused"));
  }
  if (bookingId !== undefined) await settleSoon(ctx, bookingId);
  return bookingId !== undefined;
}

async function end(tx: Ctx, storm: StormRow, row: BookingRow): Promise<void> {
  const actor = { kind: "admin", id: storm.refunds_by } as const;
  const step = row.status === "pending" ? "reject" : "cancel_by_admin";
  await takeStep(tx, step, row, actor, { reason: storm.name, stormId: storm.id });
}

const skip = (ctx: Ctx, stormId: string, bookingId: string, isFailure: boolean) =>
  inTransaction(ctx, async (tx) => {
    const storm = await lockStorm(tx.db, stormId);
    if (storm)
      await updateStorm(tx.db, stormId, {
        refunds_after: bookingId,
        refunds_failed: storm.refunds_failed + (isFailure ? 1 : 0),
      });
  });
