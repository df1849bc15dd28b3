// Why hosts cancel, in words.
import type { HostCancellationReason } from "./host-cancellation.ts";

/** As a host chooses them. */
export const CAUSE_LABELS: Record<HostCancellationReason, string> = {
  car_broken: "The car broke down or was damaged",
  car_elsewhere: "The car is rented or needed elsewhere",
  host_unavailable: "I can't hand over the car",
  renter_concern: "I'm worried about this renter or trip",
  other: "Something else",
};

/** The same for admins. */
export const HOST_CAUSE_LABELS: Record<HostCancellationReason, string> = {
  ...CAUSE_LABELS,
  host_unavailable: "The host can't hand over the car",
  renter_concern: "The host is worried about the renter or the trip",
};
