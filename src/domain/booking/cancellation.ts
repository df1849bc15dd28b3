// What cancelling a booking means for the renter's money (product.md, Booking and payment, 4): always a full refund,
// never a fee. The dialog shows these amounts and the refund is made of them.

import { type BookingFacts, canTransition } from "./booking.ts";
import { refundableCents, type ChargedMoney } from "../money/refund.ts";

export type CancellationTerms =
  | { allowed: true; feeCents: 0; refundCents: number }
  | { allowed: false; reason: "transition_refused" | "cancellation_too_late"; feeCents: 0; refundCents: 0 };

/**
 * Whether a booking may be cancelled now by its renter, its host or an admin, and what comes back to the renter: all of the
 * amount due that has not come back before. The same for a preview in the browser and for the decision in the server.
 */
export function cancellationTerms({
  booking,
  by = "renter",
  now,
}: {
  booking: Pick<BookingFacts, "status" | "paymentStatus" | "startDate" | "endDate"> & ChargedMoney;
  by?: "renter" | "host" | "admin";
  now: Date;
}): CancellationTerms {
  // Only approved bookings are cancelled, and those are past approving.
  const facts = { ...booking, approving: false };
  const verdict = canTransition(`cancel_by_${by}`, { booking: facts, actorKind: by, now });
  return verdict.ok
    ? { allowed: true, feeCents: 0, refundCents: refundableCents(booking) }
    : { allowed: false, reason: verdict.code, feeCents: 0, refundCents: 0 };
}
