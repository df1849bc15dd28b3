// Signing out here, with everything that this browser stores for trips.
import { signOut } from "./account.ts";
import { currentSession } from "./session-state.ts";
import { hasStoredTrips } from "./stored-trips.ts";
import { isSessionStored } from "./tab-account.ts";

const loadStore = () => import("./phone-store.ts");

/** Loads what a sign-out without a network needs. */
export async function prepareSignOut(): Promise<void> {
  if (hasStoredTrips()) await loadStore();
}

/** How many entries of the signed-in person a sign-out would delete unsent. */
export async function countOwnUnsent(): Promise<number> {
  const { user } = currentSession();
  return user && hasStoredTrips() ? (await loadStore()).countUnsent(user.id) : 0;
}

/**
 * Signs out this browser and removes the person's trips from it.
 * @param userId if the server may have ended the session before
 * @throws as signOut() in account.ts
 */
export async function signOutHere(userId = currentSession().user?.id): Promise<void> {
  try {
    await signOut();
  } finally {
    if (userId && !isSessionStored() && hasStoredTrips())
      await loadStore()
        .then(({ forgetTrips }) => forgetTrips(userId))
        .catch(() => undefined); // Storage is not allowed any more.
  }
}
