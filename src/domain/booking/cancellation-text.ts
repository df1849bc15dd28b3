// The sentences about free cancellation on pages, in emails and at the checkout. The texts that the
// specification quotes are in the dialog.
import { RENTER_CANCELLATION_HOURS } from "./booking-deadlines.ts";
import type { FreeCancellation } from "./cancellation.ts";
import { todayInNassau } from "../calendar/dates.ts";
import { formatDeadline } from "../text/format.ts";

/** The rule, for when no dates are chosen. */
export const CANCELLATION_RULE = `Free cancellation until ${RENTER_CANCELLATION_HOURS} hours before pickup.`;

/**
 * "Free cancellation until Mon, Nov 23, 11:59 PM.", in Nassau time, or why it is too late.
 * @param now decides whether the year is included
 * @param options isRequest: the host has not approved the trip yet
 */
export function describeCancellation(
  cancellation: FreeCancellation,
  now: Date,
  { isRequest = false } = {},
): string {
  const { state, until } = cancellation;
  // A request can be withdrawn until the host answers.
  if (isRequest && state !== "free")
    return "Once the host approves, this trip can't be cancelled or refunded.";
  switch (state) {
    case "free":
      return `Free cancellation until ${formatDeadline(until, todayInNassau(now))}.`;
    case "starting":
      return `This trip starts within ${RENTER_CANCELLATION_HOURS} hours and can't be cancelled or refunded.`;
    case "over":
      return describeCancellationEnd(cancellation, now);
  }
}

/** "The free cancellation period ended on Mon, Nov 23, 11:59 PM.", for a trip that is booked. */
export const describeCancellationEnd = ({ until }: FreeCancellation, now: Date): string =>
  `The free cancellation period ended on ${formatDeadline(until, todayInNassau(now))}.`;
