// Checkout sessions that the card provider does not know:
// they were deleted there, or belong to another account.
import type { Ctx } from "../../platform/context.ts";
import { noteIncident } from "../payments/incidents.service.ts";
import { getPayment, closeUnknownPayment } from "../payments/payments.service.ts";
import { lockBooking } from "./bookings.repository.ts";
import { isHold, isWaiting } from "./holds.repository.ts";
import { PROVIDER, takeStep } from "./transitions.ts";

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
  if (isUnpaid) {
    if (isHold(booking)) {
      const step = (await isWaiting(tx, booking)) ? "withdraw_checkout" : "lose_session";
      await takeStep(tx, step, booking, PROVIDER, { checkoutOpen: false, addressGiven: false });
    }
    await closeUnknownPayment(tx, payment.id);
  }
  if (intent === null) return;
  const { status, payment_status } = booking;
  await noteIncident(tx, {
    key: `session_unknown:${bookingId}`,
    kind: "record_differs",
    bookingId,
    details: { fault: "session_unknown", session, intent, ours: { status, payment_status } },
  });
}
