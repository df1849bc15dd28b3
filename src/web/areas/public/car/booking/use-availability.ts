// The days on which a car is taken: asked for in the browser, since rendered pages are kept and must not say.
import { useCallback, useEffect, useState } from "react";
import { mergeRanges, type DateRange } from "../../../../../domain/calendar/dates.ts";
import { api } from "../../../../api/api.ts";

export interface Availability {
  state: "loading" | "failed" | "known";
  taken: readonly DateRange[];
}

/** Taken is empty until it is known; the server checks every booking again. `refresh` never rejects. */
export function useAvailability(carId: string) {
  const [availability, setAvailability] = useState<Availability>({ state: "loading", taken: [] });
  const refresh = useCallback(
    async (signal?: AbortSignal) => {
      try {
        const call = { params: { id: carId } };
        const { taken } = await api("GET /api/listings/{id}/availability", call, signal && { signal });
        if (signal?.aborted) return;
        setAvailability({
          state: "known",
          taken: taken.map(({ start_date, end_date }) => ({ start: start_date, end: end_date })),
        });
      } catch {
        if (!signal?.aborted) setAvailability(({ taken }) => ({ state: "failed", taken }));
      }
    },
    [carId],
  );
  useEffect(() => {
    const controller = new AbortController();
    void refresh(controller.signal);
    return () => controller.abort();
  }, [refresh]);
  /** For days that the server has just refused, until they are read anew. */
  const markTaken = (range: DateRange) =>
    setAvailability(({ state, taken }) => ({ state, taken: mergeRanges([...taken, range]) }));
  return { availability, refresh, markTaken };
}
