// The data and actions of a calendar screen: the ranges of some days, the renters, and blocks.
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import {
  addDays,
  firstOfMonth,
  toWireRange,
  type BookedRange,
  type DateRange,
} from "../../../../domain/calendar/dates.ts";
import type { OutageReason } from "../../../../domain/calendar/host-calendar.ts";
import { apiAsUser } from "../../../api/as-user.ts";
import { HOST_LISTINGS } from "../../../api/endpoint-groups.ts";
import { useApi, useApiAction, useApiMutation } from "../../../api/use-api.ts";

import { toast } from "../../../ui/overlay/toast.ts";
import { shiftMonth, type Month } from "../../../ui/form/month.ts";
import type { Renters } from "./range-text.ts";

/** What an outage is shown in. */
const CLOSED = ["GET /api/host/calendar", ...HOST_LISTINGS] as const;

export const daysOfMonth = (month: Month): DateRange => ({
  start: firstOfMonth(month),
  end: firstOfMonth(shiftMonth(month, 1)),
});

/** The days shown and the day before, whose renters may return a car on the first. */
const toWindow = ({ start, end }: DateRange, carId: string | undefined) => ({
  from: addDays(start, -1),
  to: end,
  ...(carId && { car_id: carId }),
});

/** The ranges of one car or all. Those of the days shown before stay until they load. */
export function useCalendar(days: DateRange, carId?: string) {
  return useApi(
    "GET /api/host/calendar",
    { query: toWindow(days, carId) },
    { placeholderData: keepPreviousData },
  );
}

/** The renters of the bookings. Without them the calendar still shows the days. */
export function useRenters(days: DateRange, carId?: string): Renters {
  const { data } = useApi("GET /api/host/renters", { query: toWindow(days, carId) });
  return useMemo(() => data && new Map(data.bookings.map((each) => [each.id, each])), [data]);
}

export interface RequestedClosing extends DateRange {
  carIds: readonly string[];
  note: string;
  /** Why the cars are out of service; undefined for a block. */
  reason: OutageReason | undefined;
  /** Whether days with a booking are left out. */
  skipsBooked: boolean;
}

/** Blocks days of cars, or takes the cars out of service. A failure refetches the calendars, too:
 *  the conflicting range appeared after they were loaded. `onDone` receives the bookings on these
 *  days when what is on screen is up to date. */
export const useClosing = (
  onDone: (requested: RequestedClosing, booked: readonly BookedRange[]) => void,
) =>
  useApiAction(sendClosing, {
    invalidates: CLOSED,
    onSettled: (booked, _error, requested) => {
      if (booked) onDone(requested, booked);
    },
  });

async function sendClosing(requested: RequestedClosing): Promise<readonly BookedRange[]> {
  const { carIds, note, reason, skipsBooked, ...days } = requested;
  const body = {
    car_ids: [...carIds],
    ...toWireRange(days),
    ...(note && { note }),
    skip_booked: skipsBooked,
  };
  const { booked } = reason
    ? await apiAsUser("POST /api/host/calendar/outages", { body: { ...body, reason } })
    : await apiAsUser("POST /api/host/calendar/blocks", { body });
  return booked;
}

/** Puts a car back in service from a day on. `onDone` runs when what is on screen is up to date. */
export const useEndOutage = (onDone: () => void) =>
  useApiMutation("DELETE /api/host/calendar/outages/{id}", {
    call: ({ id, from }: { id: string; from: string }) => ({ params: { id }, query: { from } }),
    invalidates: CLOSED,
    onSettled: (_ended, error) => {
      if (error) return;
      toast({ title: "Back in service" });
      onDone();
    },
  });

/** Removes a block from some of its days. `onDone` as above. */
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
