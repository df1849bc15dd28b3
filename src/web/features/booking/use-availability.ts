// The days on which a car is taken: asked for in the browser, since rendered pages are kept and must not say.
import { useCallback, useEffect, useState } from "react";
import type { DateRange } from "../../../domain/dates.ts";
import { api } from "../../lib/api.ts";

export interface Availability {
  state: "loading" | "failed" | "known";
  taken: DateRange[];
}

/** Taken is empty until it is known; the server checks every booking again. */
export function useAvailability(carId: string): { availability: Availability; refresh: () => void } {
  const [availability, setAvailability] = useState<Availability>({ state: "loading", taken: [] });
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    const ask = async () => {
      try {
        const call = { params: { id: carId } };
        const { taken } = await api("GET /api/listings/{id}/availability", call, { signal: controller.signal });
        const ranges = taken.map(({ start_date, end_date }) => ({ start: start_date, end: end_date }));
        setAvailability({ state: "known", taken: ranges });
      } catch {
        if (!controller.signal.aborted) setAvailability((last) => ({ state: "failed", taken: last.taken }));
      }
    };
    void ask();
    return () => controller.abort();
  }, [carId, asked]);
  const refresh = useCallback(() => setAsked((count) => count + 1), []);
  return { availability, refresh };
}
