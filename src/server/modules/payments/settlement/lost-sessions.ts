// Checkout sessions that the card provider does not know: they were deleted there, or belong to
// another account.
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import type { Ctx } from "../../../platform/context.ts";
import { recordIncident } from "../../incidents/incidents.service.ts";
import {
  MAX_CLOCK_SKEW_MS,
  countUnknownSessions,
  endUnknownPayment,
  getPayment,
  type Payment,
} from "../payment-records.service.ts";
import type { PurchaseHandler } from "../purchase.ts";

/**
 * A single session may have been deleted at the provider; this many within an hour suggest a wrong
 * key.
 */
const SUSPICIOUS = 2;
const HOUR_MS = 3_600_000;

/**
 * Ends an unpaid purchase whose session is unknown, since nobody can pay it. If a payment may have
 * been made before, an admin has to investigate and the pending action stays, because the key may
 * belong to another account.
 */
export async function settleLostSession(
  tx: Ctx,
  handler: PurchaseHandler,
  bookingId: string,
): Promise<void> {
  const purchase = await handler.lock(tx, bookingId);
  const payment = await getPayment(tx, bookingId);
  const { session_id: session, intent_id: intent, state, wanted: action } = payment;
  const isUnpaid = state === "opening" || state === "open";
  const isSettled = state === "expired" || state === "voided" || state === "failed";
  if (isSettled && action === null) return;
  if (isUnpaid) await purchase.onSessionLost();
  if (isUnpaid || action === "expire") await close(tx, payment);
  if (intent === null) return;
  await recordIncident(tx, {
    key: `session_unknown:${bookingId}`,
    kind: "record_differs",
    bookingId,
    details: { fault: "session_unknown", session, intent, ours: purchase.state.shown },
  });
}

/**
 * The expiry stays pending until the session has expired, because the other account may accept a
 * card until then.
 */
async function close(tx: Ctx, payment: Payment): Promise<void> {
  const now = tx.clock.now();
  const isOver = Date.parse(payment.expires_at) + MAX_CLOCK_SKEW_MS <= now.getTime();
  await endUnknownPayment(tx, payment, isOver ? null : "expire");
  if ((await countUnknownSessions(tx, new Date(now.getTime() - HOUR_MS))) < SUSPICIOUS) return;
  const day = todayInNassau(now);
  await recordIncident(tx, {
    key: `sessions_unknown:${day}`,
    kind: "record_differs",
    details: { fault: "sessions_unknown", day },
  });
}
