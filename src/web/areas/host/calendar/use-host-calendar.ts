// What a calendar screen reads and changes: the days of a month, who has the cars, and blocks.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { addDays } from "../../../../domain/calendar/dates.ts";
import { api } from "../../../api/api.ts";
import { queryKeys, signedIn } from "../../../api/query.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { firstDayOf, shiftMonth, type Month } from "./month.ts";
import type { Renters } from "./range-words.ts";

/** The days of a month, and the one before: who returns a car on the first has it until then. */
const windowOf = (month: Month, carId: string | undefined) => ({
  from: addDays(firstDayOf(month), -1),
  to: firstDayOf(shiftMonth(month, 1)),
  ...(carId && { car_id: carId }),
});

/** What takes the days of a month, of one car or of the whole fleet. The ranges of the month before stay until they come. */
export function useCalendar(month: Month, carId?: string) {
  return useQuery({
    queryKey: queryKeys.calendar(month, carId),
    queryFn: ({ signal }) =>
      signedIn((options) => api("GET /api/host/calendar", { query: windowOf(month, carId) }, options), signal),
    placeholderData: keepPreviousData,
  });
}

/** The people behind the bookings of a month. Without them the calendar shows the days all the same. */
export function useRenters(month: Month, carId?: string): Renters {
  const { data } = useQuery({
    queryKey: queryKeys.renters(month, carId),
    queryFn: ({ signal }) =>
      signedIn((options) => api("GET /api/host/renters", { query: windowOf(month, carId) }, options), signal),
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

/** `onDone` runs when the calendars on the screen are up to date. */
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
    // What stands in the way has come since the calendar was read.
    onError: () => client.invalidateQueries({ queryKey: queryKeys.calendars }),
  });
}

/** Gives days of a block back; `onDone` as above. */
export function useUnblock(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, from, to }: { id: string; from: string; to: string }) =>
      signedIn((options) =>
        api("DELETE /api/host/calendar/blocks/{id}", { params: { id }, query: { from, to } }, options),
      ),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: queryKeys.calendars });
      toast({ title: "Dates unblocked" });
      onDone();
    },
    onError: () => client.invalidateQueries({ queryKey: queryKeys.calendars }),
  });
}
