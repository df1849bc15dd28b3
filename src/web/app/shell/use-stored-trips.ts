// Looks after the trips that this browser stores, on every signed-in page: continues without a
// server, sends what was recorded, and removes what is too old.
import { useEffect } from "react";
import { useOfflineSession } from "../../session/offline-session.ts";
import { useSession } from "../../session/session.ts";
import { hasStoredTrips } from "../../session/stored-trips.ts";

export function useStoredTrips(): void {
  useOfflineSession();
  const { status, user } = useSession();
  useEffect(() => {
    if (status !== "signed-in" || !hasStoredTrips()) return;
    // Without the file, the next page tries again.
    import("../../parts/trip/offline/keep-sending.ts")
      .then(({ keepSending }) => keepSending())
      .catch(() => undefined);
  }, [status, user?.id]);
}
