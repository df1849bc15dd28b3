// The data and actions of a calendar screen: the ranges of a month, the renters, and blocks.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { addDays } from "../../../../domain/calendar/dates.ts";
import { api } from "../../../api/api.ts";
import { queryKeys, signedIn } from "../../../api/query.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { firstDayOf, shiftMonth, type Month } from "./month.ts";
import type { Renters } from "./range-words.ts";

/** The days of a month and the day before it, whose renters may return a car on the first. */
const windowOf = (month: Month, carId: string | undefined) => ({
  from: addDays(firstDayOf(month), -1),
  to: firstDayOf(shiftMonth(month, 1)),
  ...(carId && { car_id: carId }),
});

/** The ranges of a month, of one car or all. The previous month's stay until they load. */
export function useCalendar(month: Month, carId?: string) {
  return useQuery({
    queryKey: queryKeys.calendar(month, carId),
    queryFn: ({ signal }) =>
      signedIn(
        (options) => api("GET /api/host/calendar", { query: windowOf(month, carId) }, options),
        signal,
      ),
    placeholderData: keepPreviousData,
  });
}

/** The renters of a month's bookings. Without them the calendar still shows the days. */
export function useRenters(month: Month, carId?: string): Renters {
  const { data } = useQuery({
    queryKey: queryKeys.renters(month, carId),
    queryFn: ({ signal }) =>
      signedIn(
        (options) => api("GET /api/host/renters", { query: windowOf(month, carId) }, options),
        signal,
      ),
  });
  return useMemo(() => data && new Map(data.bookings.map((each) => [each.id, each])), [data]);
}

export interface WantedBlock {
  carId: string;
  /** Half-open. */
  start: string;
  end: string;
  note: string;
}

/** `onDone` runs when the calendars on screen are up to date. */
export function useBlock(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ carId, start, end, note }: WantedBlock) =>
      signedIn((options) =>
        api(
          "POST /api/host/calendar/blocks",
          { body: { car_id: carId, start_date: start, end_date: end, ...(note && { note }) } },
          options,
        ),
      ),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: queryKeys.calendars });
      toast({ title: "Dates blocked" });
      onDone();
    },
    // The conflicting range appeared after the calendar was loaded.
    onError: () => client.invalidateQueries({ queryKey: queryKeys.calendars }),
  });
}

/** Removes a block from some of its days; `onDone` as above. */
export function useUnblock(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, from, to }: { id: string; from: string; to: string }) =>
      signedIn((options) =>
        api(
          "DELETE /api/host/calendar/blocks/{id}",
          { params: { id }, query: { from, to } },
          options,
        ),
      ),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: queryKeys.calendars });
      toast({ title: "Dates unblocked" });
      onDone();
    },
    onError: () => client.invalidateQueries({ queryKey: queryKeys.calendars }),
  });
}
