// How long a phone stores a trip, so that it works without a network (product.md, Trips).

/** Days after the return for which a phone stores a trip (trips.md, section 4). */
export const TRIP_ON_PHONE_DAYS = 7;
const DAYS_MS = TRIP_ON_PHONE_DAYS * 86_400_000;

const daysAfter = (at: string): number => Date.parse(at) + DAYS_MS;

interface StoredTrip {
  due_back_at: string;
  closes_at: string | null;
  return: { confirmation: { at: string } | null };
}

/**
 * How long a phone stores a trip. Without a known return, the time counts from the booked dates or,
 * for an overdue car, from the server's last response.
 * @param now milliseconds since the epoch, like the result
 */
export function tripOnPhoneUntil(
  { due_back_at, closes_at, ...trip }: StoredTrip,
  now: number,
): number {
  const endedAt = trip.return.confirmation?.at ?? closes_at;
  return endedAt === null ? Math.max(daysAfter(due_back_at), now + DAYS_MS) : daysAfter(endedAt);
}

/** Until when a phone stores an entry that it could not send, in milliseconds since the epoch. */
export const unsentOnPhoneUntil = (madeAt: string, tripUntil: number | undefined): number =>
  Math.max(daysAfter(madeAt), tripUntil ?? 0);
