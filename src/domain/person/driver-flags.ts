// What may make a driver a risk (product.md, Flags of drivers). Flags are computed when they are
// read and never stored, so they end with their cause.
import type { BookingStatus } from "../booking/booking.ts";
import type { DisputeStatus } from "../money/dispute.ts";
import type { BookingParty } from "../policies/booking.ts";
import type { IdentityState } from "./identity.ts";

export const DRIVER_FLAGS = ["trips_overlap", "verification_rejected", "charge_disputed"] as const;
export type DriverFlag = (typeof DRIVER_FLAGS)[number];

/** The states of trips that can overlap: requested and approved. */
export const OPEN_STATUSES = ["pending", "approved"] as const satisfies readonly BookingStatus[];

/** The states of a dispute that flag its renter. An inquiry is only a question. */
export const FLAGGED_DISPUTES = ["open", "lost"] as const satisfies readonly DisputeStatus[];

export interface DriverFacts {
  /**
   * Whether the trip shares a night with another requested or approved trip of the same renter; for
   * a person, whether any two of their trips do.
   */
  tripsOverlap: boolean;
  identity: IdentityState;
  /** Whether a bank disputed a charge of theirs, in one of the states above. */
  isDisputed: boolean;
}

export const driverFlags = ({ tripsOverlap, identity, isDisputed }: DriverFacts): DriverFlag[] => {
  const has: Record<DriverFlag, boolean> = {
    trips_overlap: tripsOverlap,
    verification_rejected: identity === "rejected",
    charge_disputed: isDisputed,
  };
  return DRIVER_FLAGS.filter((flag) => has[flag]);
};

/** Hosts read the flags of a booking's renter until the trip is over; admins always do. */
export const mayReadDriverFlags = (reader: BookingParty, status: BookingStatus): boolean =>
  reader === "admin" || (reader === "host" && OPEN_STATUSES.some((open) => open === status));
