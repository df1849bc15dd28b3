// The details of the errors about additional drivers.
import type { IdentityState } from "../../person/identity.ts";

/** The codes of drivers that are refused, with their details. */
export interface DriverErrorDetails {
  /** Only verified people may do this. */
  driver_not_verified: { state: IdentityState };
  /** The renter entered their own address. */
  driver_is_renter: { email: string };
  driver_named_twice: { email: string };
  too_many_drivers: { limit: number };
  /** The booking is over, or the pickup has passed. */
  drivers_closed: Record<string, never>;
  /** The person is already part of the trip, as its renter, host or driver. */
  driver_on_trip: Record<string, never>;
  /** The invitation was answered or withdrawn, or has expired. */
  invitation_closed: Record<string, never>;
  /** The invitation was sent to an address other than the account's. */
  invitation_for_another: Record<string, never>;
}
