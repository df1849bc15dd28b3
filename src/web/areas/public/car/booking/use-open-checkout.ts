// The signed-in renter's unpaid checkout for this car. The server stores it, so it is the same in
// every tab; the page refetches it on a live update and on focus, because the payment happens in
// another tab.
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Booking } from "../../../../../contract/bookings/bookings.ts";
import type { Api } from "../../../../../contract/index.ts";
import { api } from "../../../../api/api.ts";
import { onBookingChange } from "../../../../api/booking-changes.ts";
import { isUnsettled } from "../../../../parts/booking/booking-outcome.ts";
import { accessToken } from "../../../../session/access-token.ts";
import { useSession } from "../../../../session/session.ts";

export type OpenCheckout = NonNullable<
  Api["GET /api/listings/{id}/open-checkout"]["output"]["checkout"]
>;

/** The result of a checkout. */
export interface EndedCheckout {
  session_id: string;
  booking: Booking;
}

/** The open checkout, or the result of the `watched` one if it is no longer open. */
async function fetchCheckout(carId: string, watched: string | null, signal: AbortSignal) {
  const options = { signal, token: await accessToken() };
  const { checkout: found } = await api(
    "GET /api/listings/{id}/open-checkout",
    { params: { id: carId } },
    options,
  );
  if (found || !watched) return { found, result: null };
  const booking = await api(
    "GET /api/checkout-sessions/{session_id}/booking",
    { params: { session_id: watched } },
    options,
  );
  return { found, result: { session_id: watched, booking } };
}

/** `refreshDays` refetches the taken days, which change with the checkout. */
export function useOpenCheckout(carId: string, refreshDays: () => Promise<unknown>) {
  const { status } = useSession();
  const [checkout, setCheckout] = useState<OpenCheckout | null>();
  const [ended, setEnded] = useState<EndedCheckout | null>(null);
  /** The session whose result has not been shown yet. */
  const watched = useRef<string | null>(null);
  const requests = useLatestRequest();

  const ask = async () => {
    const signal = requests.begin();
    try {
      const { found, result } = await fetchCheckout(carId, watched.current, signal);
      if ((found?.session_id ?? null) !== watched.current) await refreshDays();
      if (signal.aborted) return;
      const unsettled = result && isUnsettled(result.booking) ? result : null;
      watched.current = (found ?? unsettled)?.session_id ?? null;
      setCheckout(found);
      if (found || result) setEnded(result);
    } catch {
      // The page works without this: the server refuses invalid bookings, and the next focus
      // retries it.
      if (!signal.aborted) setCheckout((last) => last ?? null);
    }
  };

  /** Shows this checkout, or none, whatever a request under way returns. */
  const replace = (next: OpenCheckout | undefined) => {
    requests.abort();
    watched.current = next?.session_id ?? null;
    setCheckout(next);
    setEnded(null);
  };

  const check = () => {
    if (status === "signed-out") replace(undefined);
    if (status === "signed-in" && !document.hidden) void ask();
  };
  useWhenOutdated(check, { carId, status, expiresAt: checkout?.expires_at });

  return {
    /** Undefined until it is known. */
    checkout: status === "signed-out" ? null : checkout,
    /** The result of the last checkout shown here, once it is no longer open. */
    ended,
    /** Refetches the checkout when the server may know more than the page. */
    refreshCheckout: ask,
    /** Shows a checkout that has just been created. */
    show: (created: OpenCheckout) => {
      replace(created);
      void refreshDays(); // the days of a replaced checkout are free again
    },
    /** Releases the dates. @throws ApiError */
    release: async () => {
      await api(
        "DELETE /api/listings/{id}/open-checkout",
        { params: { id: carId } },
        { token: await accessToken() },
      );
      await ask();
    },
  };
}

/** Requests of which only the latest counts: each one aborts the one before. */
function useLatestRequest() {
  const latest = useRef<AbortController | null>(null);
  useEffect(() => () => latest.current?.abort(), []);
  return {
    begin: (): AbortSignal => {
      latest.current?.abort();
      const controller = new AbortController();
      latest.current = controller;
      return controller.signal;
    },
    abort: () => latest.current?.abort(),
  };
}

/**
 * Runs `check` when the page may be outdated: for another car or person, when a booking has
 * changed, when the person returns to the tab, and once the checkout has expired.
 */
function useWhenOutdated(
  check: () => void,
  { carId, status, expiresAt }: { carId: string; status: string; expiresAt: string | undefined },
): void {
  const onCheck = useEffectEvent(check);
  useEffect(() => onCheck(), [carId, status]);
  useEffect(() => onBookingChange(() => onCheck()), []);
  useEffect(() => {
    const listener = () => onCheck();
    addEventListener("focus", listener);
    document.addEventListener("visibilitychange", listener);
    return () => {
      removeEventListener("focus", listener);
      document.removeEventListener("visibilitychange", listener);
    };
  }, []);
  useEffect(() => {
    if (!expiresAt) return;
    const wait = Math.max(0, Date.parse(expiresAt) - Date.now()) + 1_000;
    const timer = setTimeout(() => onCheck(), wait);
    return () => clearTimeout(timer);
  }, [expiresAt]);
}
