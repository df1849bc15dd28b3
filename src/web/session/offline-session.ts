// Signed-in pages while the server can't be reached: they continue with the stored session. A
// person whose trips this browser stores has a stored profile too. Nobody else's trips stay in the
// browser.
import { useEffect } from "react";
import { reloadProfile, storedUser } from "./account.ts";
import { isTabCurrent } from "./account-change.ts";
import { useSession } from "./session.ts";
import { currentSession, makeSession, publishSession, type Session } from "./session-state.ts";
import { hasStoredTrips } from "./stored-trips.ts";
import { claimTab, isSessionStored } from "./tab-account.ts";

/** How long the session may take before the stored profile is shown. */
const MAX_WAIT_MS = 3000;
/** The server may come back without an event. */
const RETRY_MS = 20_000;

async function readProfile(userId: string): Promise<Session["profile"]> {
  if (!hasStoredTrips()) return null;
  const { readStoredProfile } = await import("./phone-store.ts");
  return (await readStoredProfile(userId)) ?? null;
}

/** Continues as the stored user, unless the session is known by now. */
async function continueOffline(): Promise<void> {
  const user = storedUser();
  if (!user) return;
  const profile = await readProfile(user.id);
  const { status, profileFailed, isUnreached } = currentSession();
  if (status !== "loading" && !(profile && profileFailed && isUnreached)) return;
  // A slow server may still answer.
  if (!profile && navigator.onLine) return;
  if (!isTabCurrent() || !claimTab(user.id)) return;
  publishSession(
    makeSession({
      status: "signed-in",
      user,
      profile,
      profileFailed: profile === null,
      isUnreached: true,
      roles: profile?.roles ?? [],
    }),
  );
}

/** For the guard of signed-in pages. */
export function useOfflineSession(): void {
  const { status, profileFailed, isUnreached, user } = useSession();
  useEffect(() => {
    if (status !== "loading") return;
    const timer = setTimeout(() => void continueOffline(), navigator.onLine ? MAX_WAIT_MS : 0);
    return () => clearTimeout(timer);
  }, [status]);
  useEffect(() => {
    if (!isUnreached) return;
    if (profileFailed) void continueOffline();
    let isRetrying = false;
    const retry = async () => {
      if (isRetrying || !navigator.onLine) return;
      isRetrying = true;
      await reloadProfile();
      isRetrying = false;
    };
    const onTurn = () => void retry();
    const timer = setInterval(onTurn, RETRY_MS);
    addEventListener("online", onTurn);
    return () => {
      clearInterval(timer);
      removeEventListener("online", onTurn);
    };
  }, [isUnreached, profileFailed]);
  useEffect(() => {
    if (!hasStoredTrips()) return;
    // Signed out without a sign-out here: the session was ended elsewhere.
    if (status === "signed-in" || (status === "signed-out" && !isSessionStored()))
      void import("./phone-store.ts")
        .then(({ forgetOtherPeoplesTrips }) => forgetOtherPeoplesTrips(user?.id))
        .catch(() => undefined); // Storage is not allowed any more.
  }, [status, user?.id]);
}
