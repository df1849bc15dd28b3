// Reports problems of holds, and handles holds at a former card provider, where nothing can be
// asked or released.
import { inTransaction, type Ctx } from "../../platform/context.ts";
import { recordIncident } from "../incidents/incidents.service.ts";
import { findHolds, lockDeposit, updateHold, type HoldRow } from "./deposits.repository.ts";

/** How long a bank holds a card at most, for holds without a stated end. */
const MAX_HELD_DAYS = 31;
const DAY_MS = 86_400_000;

/**
 * Reports the holds of a deposit that are at another provider, for admins to release, and stores
 * them as ended once their bank has ended them.
 */
export async function settleForeignHolds(ctx: Ctx, bookingId: string): Promise<void> {
  const isElsewhere = ({ ended_at, provider }: HoldRow): boolean =>
    ended_at === null && provider !== ctx.payments.name;
  for (const hold of (await findHolds(ctx.db, bookingId)).filter(isElsewhere)) {
    await reportStuckHold(ctx, hold);
    if (endsAt(hold) <= ctx.clock.now()) await storeEnd(ctx, hold);
  }
}

/** Reports what is wrong with a hold, each fault once. */
export const reportHold = (
  ctx: Ctx,
  hold: HoldRow,
  fault: string,
  details: Record<string, unknown> = {},
): Promise<void> =>
  recordIncident(ctx, {
    key: `${fault}:${hold.id}`,
    kind: "record_differs",
    bookingId: hold.booking_id,
    details: { fault, hold: hold.id, intent: hold.intent_id, ...details },
  });

/** Reports a hold whose outcome is unknown or that could not be released. */
export const reportStuckHold = (ctx: Ctx, hold: HoldRow): Promise<void> =>
  reportHold(ctx, hold, "deposit_stuck", { state: hold.state });

const endsAt = ({ page_expires_at, capture_before, requested_at }: HoldRow): Date =>
  new Date(capture_before ?? page_expires_at ?? Date.parse(requested_at) + MAX_HELD_DAYS * DAY_MS);

const storeEnd = (ctx: Ctx, { id, booking_id }: HoldRow): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await lockDeposit(tx.db, booking_id);
    const hold = (await findHolds(tx.db, booking_id)).find((each) => each.id === id);
    if (!hold || hold.ended_at !== null) return;
    await updateHold(tx.db, id, {
      state: hold.state === "page" ? "expired" : "ended",
      ended_at: tx.clock.now().toISOString(),
      customer_id: null,
      payment_method_id: null,
    });
  });
