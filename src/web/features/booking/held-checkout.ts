// The checkout that this browser has opened for a car, until it expires: its dates are taken, but by this very person, who may go on
// paying from another tab or after a reload.

export interface HeldCheckout {
  url: string;
  sessionId: string;
  start: string;
  end: string;
  /** ISO 8601 */
  expiresAt: string;
}

const keyOf = (carId: string): string => `caydrive.checkout.${carId}`;

export function storeHeldCheckout(carId: string, held: HeldCheckout): void {
  try {
    localStorage.setItem(keyOf(carId), JSON.stringify(held));
  } catch {
    // No storage allowed here: then this page alone knows.
  }
}

/** Null when there is none, or it is over. */
export function readHeldCheckout(carId: string, now: Date): HeldCheckout | null {
  try {
    const held = JSON.parse(localStorage.getItem(keyOf(carId)) ?? "null") as HeldCheckout | null;
    if (held && Date.parse(held.expiresAt) > now.getTime()) return held;
    localStorage.removeItem(keyOf(carId));
  } catch {
    // No storage allowed here, or not ours.
  }
  return null;
}
