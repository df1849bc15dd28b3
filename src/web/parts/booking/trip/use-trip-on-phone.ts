// Stores the renter's next trip on this device from its approval on, so that its page opens without
// a network even if it was never seen.
import { useEffect } from "react";
import type { Booking } from "../../../../contract/bookings/bookings.ts";

/** @param booking the renter's; stored only if it is approved and `isNext` */
export function useTripOnPhone(booking: Booking, isNext: boolean): void {
  const isStored = isNext && booking.status === "approved";
  useEffect(() => {
    if (!isStored) return;
    // Whatever fails, the next visit tries again.
    import("../../trip/offline/store-next-trip.ts")
      .then(({ storeNextTrip }) => storeNextTrip(booking))
      .catch(() => undefined);
  }, [isStored, booking]);
}
