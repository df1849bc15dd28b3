// The secrets from which a host's phone makes handover codes. They are fetched while there is a
// network and stored with the trip (docs/decisions/0049).
import type { Trip } from "../../../../contract/bookings/trips.ts";
import { HANDOVERS, type HandoverKind } from "../../../../domain/trip/entry.ts";
import { ApiError } from "../../../api/api.ts";
import { apiAsUser } from "../../../api/as-user.ts";
import { currentSession } from "../../../session/session-state.ts";
import { addToStoredTrip, readStoredTrip } from "./stored-trip.ts";

/** After this long without a response, the stored secret is used. */
const FETCH_TIMEOUT_MS = 4000;

export interface HandoverSecret {
  /** In base64url. */
  secret: string;
  /** Undefined if the server could not be asked. */
  triesLeft: number | undefined;
  /** The steps whose codes this phone has shown. */
  shownSteps: readonly number[];
}

/** @throws ApiError, or a DOMException if no answer came in time */
async function fetchSecret(
  userId: string,
  bookingId: string,
  handover: HandoverKind,
  renew: boolean,
): Promise<Pick<HandoverSecret, "secret" | "triesLeft">> {
  const { secret, tries_left: triesLeft } = await apiAsUser(
    "POST /api/bookings/{id}/trip/secrets",
    { params: { id: bookingId }, body: { handover, renew } },
    AbortSignal.timeout(FETCH_TIMEOUT_MS),
  );
  await addToStoredTrip(userId, bookingId, ({ secrets }) => ({
    secrets: { ...secrets, [handover]: secret },
  })).catch(() => undefined); // Storage is not allowed: codes then need a network.
  return { secret, triesLeft };
}

/**
 * The server's secret or, without a network, the stored one.
 * @param renew whether the server makes a new one if no tries are left. A stored secret can't
 * replace that.
 * @throws ApiError, or a DOMException if no answer came in time
 */
export async function readSecret(
  bookingId: string,
  handover: HandoverKind,
  renew: boolean,
): Promise<HandoverSecret> {
  const userId = currentSession().user?.id ?? "";
  const stored = await readStoredTrip(userId, bookingId);
  const shownSteps = stored?.shownSteps?.[handover] ?? [];
  try {
    return { ...(await fetchSecret(userId, bookingId, handover, renew)), shownSteps };
  } catch (error) {
    const isAnswer = error instanceof ApiError && error.status >= 400 && error.status < 500;
    const secret = stored?.secrets?.[handover];
    if (renew || isAnswer || !secret) throw error;
    return { secret, triesLeft: undefined, shownSteps };
  }
}

/** Stores that this phone has shown the code of a step, unless storage is not allowed. */
export const storeShownStep = (
  bookingId: string,
  handover: HandoverKind,
  step: number,
): Promise<void> =>
  addToStoredTrip(currentSession().user?.id ?? "", bookingId, ({ shownSteps }) => {
    const steps = new Set([...(shownSteps?.[handover] ?? []), step]);
    return { shownSteps: { ...shownSteps, [handover]: [...steps].toSorted((a, b) => a - b) } };
  }).catch(() => undefined);

/** The trips whose secrets this document has stored, by booking and handover. */
const storedSecrets = new Set<string>();

/**
 * Stores the secrets that a host's phone may need without a network. It runs once per document,
 * because another phone may have renewed them since. The next response retries what has failed.
 */
export async function storeSecrets(trip: Trip): Promise<void> {
  const userId = currentSession().user?.id;
  const isOpen = trip.state !== "upcoming" && trip.state !== "closed";
  if (trip.side !== "host" || !isOpen || !userId) return;
  for (const handover of HANDOVERS) {
    const isOnHold = trip.on_hold && handover === "pickup";
    const key = `${userId} ${trip.booking_id} ${handover}`;
    if (trip[handover].confirmation || isOnHold || storedSecrets.has(key)) continue;
    try {
      await fetchSecret(userId, trip.booking_id, handover, false);
      storedSecrets.add(key);
    } catch {
      // The other handover's secret may still load.
    }
  }
}
