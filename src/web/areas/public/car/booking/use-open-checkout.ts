// The signed-in person's own unpaid checkout for this car. The server knows it, so it is the same in every tab and browser; the page
// asks again whenever it is looked at, since the paying happens in another tab.
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Booking } from "../../../../../contract/bookings/bookings.ts";
import type { Api } from "../../../../../contract/index.ts";
import { api } from "../../../../api/api.ts";
import { isUnsettled } from "../../../../parts/booking/booking-outcome.ts";
import { accessToken, useSession } from "../../../../session/session.ts";

export type OpenCheckout = NonNullable<Api["GET /api/listings/{id}/open-checkout"]["output"]["checkout"]>;

/** What became of a checkout. */
export interface EndedCheckout {
  session_id: string;
  booking: Booking;
}

/** `refreshDays` reads anew on which days the car is taken: they change with the checkout. */
export function useOpenCheckout(carId: string, refreshDays: () => Promise<void>) {
  const { status } = useSession();
  const [checkout, setCheckout] = useState<OpenCheckout | null>();
  const [ended, setEnded] = useState<EndedCheckout | null>(null);
  /** The session whose end is still to be told. */
  const watched = useRef<string | null>(null);
  const asking = useRef<AbortController | null>(null);

  const ask = async () => {
    asking.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    asking.current = controller;
    try {
      const options = { signal, token: await accessToken() };
      const { checkout: found } = await api("GET /api/listings/{id}/open-checkout", { params: { id: carId } }, options);
      const gone = found ? null : watched.current;
      const booking = gone
        ? await api("GET /api/checkout-sessions/{session_id}/booking", { params: { session_id: gone } }, options)
        : null;
      if ((found?.session_id ?? null) !== watched.current) await refreshDays();
      if (signal.aborted) return;
      watched.current = found?.session_id ?? (booking && isUnsettled(booking) ? gone : null);
      setCheckout(found);
      if (found) setEnded(null);
      else if (gone && booking) setEnded({ session_id: gone, booking });
    } catch {
      // The page works without knowing: the server refuses what can't be, and the next look asks again.
      if (!signal.aborted) setCheckout((last) => last ?? null);
    }
  };

  const forget = () => {
    asking.current?.abort();
    watched.current = null;
    setCheckout(undefined);
    setEnded(null);
  };

  const look = useEffectEvent(() => {
    if (status === "signed-out") forget();
    if (status === "signed-in" && !document.hidden) void ask();
  });
  useEffect(() => look(), [carId, status]);
  useEffect(() => {
    const onLook = () => look();
    addEventListener("focus", onLook);
    document.addEventListener("visibilitychange", onLook);
    return () => {
      removeEventListener("focus", onLook);
      document.removeEventListener("visibilitychange", onLook);
      asking.current?.abort();
    };
  }, []);
  const expiresAt = checkout?.expires_at;
  useEffect(() => {
    if (!expiresAt) return;
    const timer = setTimeout(() => look(), Math.max(0, Date.parse(expiresAt) - Date.now()) + 1_000);
    return () => clearTimeout(timer);
  }, [expiresAt]);

  return {
    /** Undefined until it is known. */
    checkout: status === "signed-out" ? null : checkout,
    /** What became of the checkout that this page has shown and that is no longer open. */
    ended,
    /** Asks again, where the server knows something that the page does not. */
    refreshCheckout: ask,
    /** A checkout that has just been created. */
    show: (created: OpenCheckout) => {
      asking.current?.abort();
      watched.current = created.session_id;
      setCheckout(created);
      setEnded(null);
      void refreshDays(); // those of one that it has replaced are free again
    },
    /** Gives the dates back. @throws ApiError */
    release: async () => {
      await api("DELETE /api/listings/{id}/open-checkout", { params: { id: carId } }, { token: await accessToken() });
      await ask();
    },
  };
}
