// The data and actions of a calendar screen: the ranges of a month, the renters, and blocks.
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import {
  addDays,
  firstOfMonth,
  toWireRange,
  type DateRange,
} from "../../../../domain/calendar/dates.ts";
import { useApi, useApiMutation } from "../../../api/use-api.ts";
import { toast } from "../../../ui/overlay/toast.ts";
import { shiftMonth, type Month } from "../../../ui/form/month.ts";
import type { Renters } from "./range-text.ts";

/** The days of a month and the day before it, whose renters may return a car on the first. */
const toWindow = (month: Month, carId: string | undefined) => ({
  from: addDays(firstOfMonth(month), -1),
  to: firstOfMonth(shiftMonth(month, 1)),
  ...(carId && { car_id: carId }),
});

/** The ranges of a month, of one car or all. The previous month's stay until they load. */
export function useCalendar(month: Month, carId?: string) {
  return useApi(
    "GET /api/host/calendar",
    { query: toWindow(month, carId) },
    { placeholderData: keepPreviousData },
  );
}

/** The renters of a month's bookings. Without them the calendar still shows the days. */
export function useRenters(month: Month, carId?: string): Renters {
  const { data } = useApi("GET /api/host/renters", { query: toWindow(month, carId) });
  return useMemo(() => data && new Map(data.bookings.map((each) => [each.id, each])), [data]);
}

export interface RequestedBlock extends DateRange {
  carId: string;
  note: string;
}

/** `onDone` runs when the calendars on screen are up to date. A failure refetches them, too: the
 *  conflicting range appeared after they were loaded. */
export const useBlock = (onDone: () => void) =>
  useApiMutation("POST /api/host/calendar/blocks", {
    call: ({ carId, note, ...days }: RequestedBlock) => ({
      body: { car_id: carId, ...toWireRange(days), ...(note && { note }) },
    }),
    invalidates: ["GET /api/host/calendar"],
    onSettled: (_blocked, error) => {
      if (error) return;
      toast({ title: "Dates blocked" });
      onDone();
    },
  });

/** Removes a block from some of its days; `onDone` as above. */
export const useUnblock = (onDone: () => void) =>
  useApiMutation("DELETE /api/host/calendar/blocks/{id}", {
    call: ({ id, ...query }: { id: string; from: string; to: string }) => ({
      params: { id },
      query,
    }),
    invalidates: ["GET /api/host/calendar"],
    onSettled: (_unblocked, error) => {
      if (error) return;
      toast({ title: "Dates unblocked" });
      onDone();
    },
  });
