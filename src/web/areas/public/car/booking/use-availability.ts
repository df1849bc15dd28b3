// The taken days of a car. The browser loads them, because the page is cached without them.
import { useCallback, useEffect, useState } from "react";
import {
  mergeRanges,
  type DateRange,
  fromWireRange,
} from "../../../../../domain/calendar/dates.ts";
import { api } from "../../../../api/api.ts";

export interface Availability {
  state: "loading" | "failed" | "known";
  taken: readonly DateRange[];
}

/** `taken` is empty until it loads; the server checks every booking. `refresh` never rejects. */
export function useAvailability(carId: string) {
  const [availability, setAvailability] = useState<Availability>({ state: "loading", taken: [] });
  const refresh = useCallback(
    async (signal?: AbortSignal) => {
      try {
        const call = { params: { id: carId } };
        const { taken } = await api(
          "GET /api/listings/{id}/availability",
          call,
          signal && { signal },
        );
        if (signal?.aborted) return;
        setAvailability({
          state: "known",
          taken: taken.map(fromWireRange),
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
  /** Marks days that the server has just refused, until they are refetched. */
  const markTaken = (range: DateRange) =>
    setAvailability(({ state, taken }) => ({ state, taken: mergeRanges([...taken, range]) }));
  return { availability, refresh, markTaken };
}
