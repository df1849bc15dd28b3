// Checkout sessions that the card provider does not know: they were deleted there, or belong to
// another account.
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import type { Ctx } from "../../../platform/context.ts";
import { noteIncident } from "../../payments/incidents.service.ts";
import {
  CLOCKS_APART_MS,
  closeUnknownPayment,
  countUnknownSessions,
  getPayment,
  type Payment,
} from "../../payments/payments.service.ts";
import { lockBooking } from "../bookings.repository.ts";
import { isHold, isWaiting } from "../checkout/holds.repository.ts";
import { PROVIDER, takeStep } from "../transitions.ts";

/** One may have been deleted at the provider; so many within an hour look like a wrong key. */
const SUSPICIOUS = 2;
const HOUR_MS = 3_600_000;

/**
 * Ends a hold whose session is unknown, since nobody can pay it. Where somebody may have paid
 * before, an admin has to look into it, and what is wanted of the provider stays wanted: the key
 * may be that of another account.
 */
export async function settleLostSession(tx: Ctx, bookingId: string): Promise<void> {
  const booking = await lockBooking(tx, bookingId);
  const payment = await getPayment(tx, bookingId);
  const { session_id: session, intent_id: intent, state, wanted } = payment;
  const isUnpaid = state === "opening" || state === "open";
  const isSettled = state === "expired" || state === "voided" || state === "failed";
  if (isSettled && wanted === null) return;
  if (isUnpaid && isHold(booking)) {
    const step = (await isWaiting(tx, booking)) ? "withdraw_checkout" : "lose_session";
    await takeStep(tx, step, booking, PROVIDER, { checkoutOpen: false, addressGiven: false });
  }
  if (isUnpaid || wanted === "expire") await close(tx, payment);
  if (intent === null) return;
  const { status, payment_status } = booking;
  await noteIncident(tx, {
    key: `session_unknown:${bookingId}`,
    kind: "record_differs",
    bookingId,
    details: { fault: "session_unknown", session, intent, ours: { status, payment_status } },
  });
}

/** Its expiry stays wanted until its time is over: the other account may take a card until then. */
async function close(tx: Ctx, { id, expires_at }: Payment): Promise<void> {
  const now = tx.clock.now();
  const isOver = Date.parse(expires_at) + CLOCKS_APART_MS <= now.getTime();
  await closeUnknownPayment(tx, id, isOver ? null : "expire");
  if ((await countUnknownSessions(tx, new Date(now.getTime() - HOUR_MS))) < SUSPICIOUS) return;
  const day = todayInNassau(now);
  await noteIncident(tx, {
    key: `sessions_unknown:${day}`,
    kind: "record_differs",
    details: { fault: "sessions_unknown", day },
  });
}
