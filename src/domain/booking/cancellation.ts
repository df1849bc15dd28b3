// What cancelling a booking means for the renter's money (product.md, Booking and payment, 4):
// always a full refund, never a fee. The dialog shows these amounts and the refund uses them.

import { type BookingFacts, canTransition } from "./booking.ts";
import { renterMayCancelUntil } from "./booking-deadlines.ts";
import { pickupAt, type RentalPeriod } from "./rental-period.ts";
import { dayAfter, startOfDayInNassau } from "../calendar/dates.ts";
import { refundableAsCredit, refundableToCard, type ChargedMoney } from "../money/refund.ts";

export type CancellationTerms =
  | { allowed: true; feeCents: 0; refundCents: number; creditCents: number }
  | {
      allowed: false;
      reason: "transition_refused" | "cancellation_too_late" | "car_is_out";
      feeCents: 0;
      refundCents: 0;
      creditCents: 0;
    };

/**
 * Whether the renter, the host or an admin may cancel a booking now, and how much is refunded to
 * the card and as credit: everything that was not refunded before. Used by the browser's preview
 * and the server's decision.
 */
export function cancellationTerms({
  booking,
  by = "renter",
  now,
}: {
  booking: Pick<BookingFacts, "status" | "paymentStatus" | "period" | "trip" | "isInStorm"> &
    ChargedMoney;
  by?: "renter" | "host" | "admin";
  now: Date;
}): CancellationTerms {
  // Only approved bookings can be cancelled, and their capture is settled.
  const facts = { ...booking, approving: false };
  const verdict = canTransition(`cancel_by_${by}`, { booking: facts, actorKind: by, now });
  return verdict.ok
    ? {
        allowed: true,
        feeCents: 0,
        refundCents: refundableToCard(booking),
        creditCents: refundableAsCredit(booking),
      }
    : { allowed: false, reason: verdict.code, feeCents: 0, refundCents: 0, creditCents: 0 };
}

/**
 * Whether a renter can still cancel a trip for free, and until when.
 * - free: before `until`
 * - starting: from `until` to the pickup; without a pickup time, to the end of the start date
 * - over: after that
 */
export interface FreeCancellation {
  state: "free" | "starting" | "over";
  until: Date;
}

/** The free cancellation of a trip, before or after it is booked. */
export function freeCancellation(period: RentalPeriod, now: Date): FreeCancellation {
  const until = renterMayCancelUntil(period);
  if (now < until) return { state: "free", until };
  const startedAt = period.pickupTime
    ? pickupAt(period)
    : startOfDayInNassau(dayAfter(period.start));
  return { state: now >= startedAt ? "over" : "starting", until };
}
