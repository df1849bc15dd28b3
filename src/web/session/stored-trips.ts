// Whether this browser stores trips: known without loading the code that reads them.

/** The local storage key that is set while this browser stores a trip or an unsent entry. */
export const STORED_TRIPS_KEY = "caydrive.trips";

export function hasStoredTrips(): boolean {
  try {
    return localStorage.getItem(STORED_TRIPS_KEY) !== null;
  } catch {
    return false; // Storage is not allowed.
  }
}
