// Compares the charges after bookings with the card provider, for the reconciliation.
import type { Ctx } from "../../platform/context.ts";
import {
  findLaterRefunds,
  sumOwnRefunds,
  type LaterChargeHandler,
} from "../payments/payments.service.ts";
import { reportStuck } from "./charge-incidents.service.ts";
import { settleCharge, settleEvent } from "./charge-settlement.service.ts";
import {
  findChargesToCompare,
  getCharge,
  lockCharge,
  STUCK_MINUTES,
} from "./charges.repository.ts";

/** What the payments module calls for charges after bookings. */
export const laterCharges: LaterChargeHandler = {
  settle: settleEvent,
  findToCompare: (ctx, limit) =>
    findChargesToCompare(ctx.db, { provider: ctx.payments.name, now: ctx.clock.now(), limit }),
  compare,
  lock: async (tx, id) => void (await lockCharge(tx.db, id)),
};

async function compare(ctx: Ctx, id: string): Promise<boolean> {
  const before = await getCharge(ctx.db, id);
  const { madeCents } = await sumOwnRefunds(ctx.db, id);
  try {
    await settleCharge(ctx, id);
  } finally {
    await reportIfStuck(ctx, id);
  }
  const after = await getCharge(ctx.db, id);
  return (
    after.state !== before.state ||
    after.session_id !== before.session_id ||
    after.fee_cents !== before.fee_cents ||
    after.refunded_cents !== before.refunded_cents ||
    (await sumOwnRefunds(ctx.db, id)).madeCents !== madeCents
  );
}

async function reportIfStuck(ctx: Ctx, id: string): Promise<void> {
  const row = await getCharge(ctx.db, id);
  const latest = new Date(ctx.clock.now().getTime() - STUCK_MINUTES * 60_000).toISOString();
  // The payment of a change is not attempted while a side is suspended or the trip is on hold.
  const waits = row.kind === "change" && row.attempts === 0;
  if (row.state === "paying" && !waits && row.paying_since !== null && row.paying_since <= latest)
    await reportStuck(ctx, row, { key: id, since: row.paying_since });
  // A refused refund is reported with its reason.
  for (const refund of await findLaterRefunds(ctx.db, [id]))
    if (refund.made_at === null && refund.refused === 0 && refund.decided_at <= latest)
      await reportStuck(ctx, row, { key: refund.id, since: refund.decided_at });
}
