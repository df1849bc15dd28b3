// When a renter may read the pickup instructions (product.md, Privacy).
import type { BookingStatus } from "./booking.ts";

/**
 * The renter of an approved booking may, from the approval on: the confirmation email contains them
 * (specification section 2, Booking success). A suspended renter, or one whose bank disputes the
 * payment, may not, because they can contain the code of a key box. At a meeting place, nobody
 * needs them.
 */
export const mayReadPickupInstructions = ({
  status,
  isSuspended,
  isDisputed,
  isOnHold,
  isAtMeetingPlace,
}: {
  status: BookingStatus;
  isSuspended: boolean;
  /** Whether a dispute of the payment is open or lost. */
  isDisputed: boolean;
  /** Whether the trip waits for the operations team's decision. */
  isOnHold: boolean;
  /** Whether the car is handed over elsewhere than at its own location. */
  isAtMeetingPlace: boolean;
}): boolean =>
  status === "approved" && !isSuspended && !isDisputed && !isOnHold && !isAtMeetingPlace;
