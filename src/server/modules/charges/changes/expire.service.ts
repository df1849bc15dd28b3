// Ends changes that nobody answered or paid in time, and those of bookings that have ended.
import { inTransaction, type Ctx } from "../../../platform/context.ts";
import { recordAudit } from "../../../platform/database/audit-log.ts";
import { startDeadline } from "../../../platform/http/deadline.ts";
import { sweepItem } from "../../../platform/jobs/sweep-item.ts";
import { lockBooking } from "../../bookings/bookings.service.ts";
import { findChange, findOverdueChanges } from "./changes.repository.ts";
import { close, closeChangePage } from "./close.service.ts";

/** The time limit of a sweep. One starts every minute. */
const SWEEP_MS = 40_000;
const MOST_AT_ONCE = 200;

/** A failure does not stop the others. */
export async function expireChanges(ctx: Ctx): Promise<void> {
  const deadline = startDeadline(SWEEP_MS);
  for (const id of await findOverdueChanges(ctx.db, ctx.clock.now(), MOST_AT_ONCE)) {
    if (deadline.isOver()) return;
    deadline.recordAnswer(await sweepItem(ctx, { change: id }, () => expireChange(ctx, id)));
  }
}

async function expireChange(ctx: Ctx, id: string): Promise<void> {
  const change = await findChange(ctx.db, id);
  if (change?.state === "awaiting_payment") await closeChangePage(ctx, id);
  await inTransaction(ctx, async (tx) => {
    if (!change) return;
    await lockBooking(tx.db, change.booking_id);
    const latest = await findChange(tx.db, id);
    if (!latest || latest.closed_at !== null) return;
    if (!(await close(tx, latest, "expired"))) return;
    await recordAudit(tx, {
      actorKind: "system",
      actorId: null,
      action: "booking_change.expire",
      subjectType: "booking",
      subjectId: latest.booking_id,
      after: { change: id },
    });
  });
}
