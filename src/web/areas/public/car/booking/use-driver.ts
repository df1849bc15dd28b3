// Whether the visitor is verified, for cars that ask for it, and how they can book the car.
import { useEffect, useState } from "react";
import type { ListingDetail } from "../../../../../contract/listings/listings.ts";
import { bookingModeFor } from "../../../../../domain/listing/listing.ts";
import type { IdentityState } from "../../../../../domain/person/identity.ts";
import { api } from "../../../../api/api.ts";
import { accessToken } from "../../../../session/access-token.ts";
import { useSession } from "../../../../session/session.ts";

export function useDriver(car: ListingDetail) {
  const [identity, setIdentity] = useIdentity(
    car.verified_drivers_only || car.instant_for_verified,
  );
  const state = identity ?? "none";
  const bookingMode = bookingModeFor(
    { bookingMode: car.booking_mode, instantForVerified: car.instant_for_verified },
    state === "verified",
  );
  return {
    setIdentity,
    /** Whether the verification state is known, on which the booking mode depends. */
    isDriverKnown: identity !== undefined,
    /** The verification state, if this car requires verified drivers; otherwise "verified". */
    driver: car.verified_drivers_only ? state : ("verified" as const),
    bookingMode,
    isInstant: bookingMode === "instant",
    /** An instant booking that becomes a request, because the renter is not verified. */
    asksForVerification: bookingMode !== car.booking_mode,
  };
}

/**
 * "verified" if the car does not ask; "none" for signed-out visitors; undefined until it is known.
 * Requested only if the car asks. The server has the final say.
 */
function useIdentity(asks: boolean) {
  const [loaded, setLoaded] = useState<IdentityState>();
  const { status, user } = useSession();
  const userId = status === "signed-in" ? user?.id : undefined;
  useEffect(() => {
    if (!asks || !userId) return;
    let isGone = false;
    void accessToken()
      .then((token) => api("GET /api/identity", {}, { token }))
      .then((identity) => isGone || setLoaded(identity.state))
      // The page then shows the requirement, and the server decides.
      .catch(() => isGone || setLoaded((known) => known ?? "none"));
    return () => {
      isGone = true;
    };
  }, [asks, userId]);
  const withoutRequest = asks ? (status === "signed-out" ? "none" : undefined) : "verified";
  return [loaded ?? withoutRequest, setLoaded] as const;
}
