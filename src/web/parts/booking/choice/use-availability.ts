// When a car is taken, and its rules. The browser loads them, because the page is cached without.
import { useCallback, useEffect, useState } from "react";
import {
  DEFAULT_RULES,
  toBookingRules,
  type BookingRules,
} from "../../../../domain/booking/booking-rules.ts";
import { takenTime, type RentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { fromWireTaken, type TakenTime } from "../../../../domain/calendar/taken-time.ts";
import type { BookingMode } from "../../../../domain/listing/listing.ts";
import type { TakenExtra } from "../../../../domain/listing/add-ons/extra-stock.ts";
import { api } from "../../../api/api.ts";

export interface Availability {
  state: "loading" | "failed" | "known";
  times: readonly TakenTime[];
  rules: BookingRules;
  extrasTaken: readonly TakenExtra[];
  /** The storm that closes the car; null if it can be booked. */
  storm: string | null;
}

const UNKNOWN: Availability = {
  state: "loading",
  times: [],
  rules: DEFAULT_RULES,
  extrasTaken: [],
  storm: null,
};

/**
 * `times` is empty until it loads; the server checks every booking. `refresh` never rejects: it
 * returns null if the request fails. The rules depend on how this renter can book the car.
 */
export function useAvailability(
  carId: string,
  { bookingMode, isDriverKnown }: { bookingMode: BookingMode; isDriverKnown: boolean },
) {
  const [availability, setAvailability] = useState(UNKNOWN);
  const load = useCallback(
    async (signal?: AbortSignal): Promise<Availability | null> => {
      try {
        const call = { params: { id: carId } };
        const { taken_times, rules, date_min_days, extras_taken, storm } = await api(
          "GET /api/listings/{id}/availability",
          call,
          signal && { signal },
        );
        if (signal?.aborted) return null;
        const known: Availability = {
          state: "known",
          times: taken_times.map(fromWireTaken),
          rules: toBookingRules(rules, date_min_days),
          extrasTaken: extras_taken,
          storm,
        };
        setAvailability(known);
        return known;
      } catch {
        if (!signal?.aborted) setAvailability((known) => ({ ...known, state: "failed" }));
        return null;
      }
    },
    [carId],
  );
  useEffect(() => {
    const controller = new AbortController();
    void load(controller.signal);
    return () => controller.abort();
  }, [load]);
  /** Marks a period that the server has just refused, until the times are refetched. */
  const markTaken = (period: RentalPeriod) =>
    setAvailability((known) => ({ ...known, times: [...known.times, takenTime(period, 0)] }));
  const withMode = (known: Availability): Availability => ({
    ...known,
    rules: { ...known.rules, bookingMode },
  });
  return {
    availability: isDriverKnown
      ? withMode(availability)
      : { ...withMode(availability), state: "loading" as const },
    refresh: async () => {
      const known = await load();
      return known && withMode(known);
    },
    markTaken,
  };
}
