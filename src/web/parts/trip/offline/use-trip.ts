// A trip as its page shows it: from the server or, without a network, from this device, in both
// cases with what this device has not sent yet.
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { HANDOVERS } from "../../../../domain/trip/entry.ts";
import { stepStart } from "../../../../domain/trip/handover-code.ts";
import type { Trip } from "../../../../contract/bookings/trips.ts";
import { ApiError } from "../../../api/api.ts";
import { useApi } from "../../../api/use-api.ts";
import { forgetTrip } from "../../../session/phone-store.ts";
import { learnServerTime, serverNow } from "../../../session/server-clock.ts";
import { useSession } from "../../../session/session.ts";
import { storePickupPictures } from "./pictures.ts";
import { storeSecrets } from "./handover-secrets.ts";
import { readStoredTrip, storeTrip } from "./stored-trip.ts";
import { afterShownCode, tripAt } from "./trip-at.ts";
import { useIsLasting } from "./use-is-lasting.ts";
import { useOutbox, type Outbox } from "./use-outbox.ts";
import { withUnsent } from "./with-unsent.ts";

const TICK_MS = 30_000;
/** The server usually answers sooner, and the page then needs no notice. */
const SLOW_MS = 2000;

/** Only these codes from our server remove a trip from the phone. A proxy's response does not. */
const GONE: readonly ApiError["code"][] = ["not_found", "no_trip", "forbidden", "invalid_request"];

interface ShownTrip {
  trip: Trip | undefined;
  booking: Booking | undefined;
  /** Whether the server has no such trip for this person. */
  isGone: boolean;
  /** When the trip was stored, in milliseconds since the epoch, if it may be out of date. */
  storedAt: number | undefined;
  outbox: Outbox;
}

/**
 * @param query the server's response
 * @param isHelper whether the person helps the host, and reads no bookings
 */
export function useTrip(
  bookingId: string,
  { data, error, dataUpdatedAt }: UseQueryResult<Trip>,
  isHelper: boolean,
): ShownTrip {
  const userId = useSession().user?.id ?? "";
  const call = { params: { id: bookingId } };
  const { data: booking } = useApi("GET /api/bookings/{id}", call, { enabled: !isHelper });
  const { data: stored } = useQuery({
    queryKey: ["stored-trip", userId, bookingId],
    staleTime: Infinity,
    retry: false,
    queryFn: async () => (await readStoredTrip(userId, bookingId)) ?? null,
  });
  const outbox = useOutbox(bookingId);
  const now = useNow();
  useEffect(learnServerTime, []);
  const isGone = error instanceof ApiError && GONE.includes(error.code);
  useEffect(() => {
    if (!data) return;
    const leaving = new AbortController();
    void storeTrip(data, booking)
      .then(() => storeSecrets(data))
      .then(() => storePickupPictures(data, userId, leaving.signal))
      .catch(() => undefined); // The next answer tries again.
    return () => leaving.abort();
  }, [data, booking, userId]);
  useEffect(() => {
    if (isGone) forgetTrip(userId, bookingId).catch(() => undefined); // Nothing is stored.
  }, [isGone, userId, bookingId]);

  const answered = isGone ? undefined : (data ?? stored?.trip);
  const [firstStep] = stored?.shownSteps?.pickup ?? [];
  const shownAt = firstStep === undefined ? undefined : stepStart(firstStep);
  const known = answered && afterShownCode(answered, shownAt);
  const isCurrent = data !== undefined && error === null;
  const shown = known && withUnsent(known, outbox.unsent);
  // The server's permissions apply, unless this phone has since confirmed a handover or shown the
  // pickup's code.
  const isAsAnswered =
    isCurrent &&
    known === answered &&
    HANDOVERS.every((each) => shown?.[each].confirmation?.id === known?.[each].confirmation?.id);
  const trip = shown && (isAsAnswered ? shown : tripAt(shown, now));
  const isSlow = useIsLasting(data === undefined && stored != null, SLOW_MS);
  return {
    trip,
    booking: booking ?? stored?.booking ?? undefined,
    isGone,
    storedAt: error || isSlow ? (data ? dataUpdatedAt : stored?.storedAt) : undefined,
    outbox,
  };
}

/** The time, in milliseconds since the epoch; moves on every half minute. */
function useNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
