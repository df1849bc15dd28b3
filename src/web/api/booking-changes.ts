// Changes of the signed-in person's bookings, for the car's page. It has no query cache that live
// updates could refetch.

const EVENT = "caydrive:bookings";

export const publishBookingChange = (): void => void dispatchEvent(new Event(EVENT));

/** @returns ends the subscription */
export function onBookingChange(listener: () => void): () => void {
  addEventListener(EVENT, listener);
  return () => removeEventListener(EVENT, listener);
}
