// The data of the fleet's calendar: the cars, their ranges on the days shown, and the renters.
import { useMemo } from "react";
import { useFailureToast } from "../../../../api/use-api.ts";
import { useHostListings } from "../../../../parts/listing/use-host-listings.ts";
import { useCalendar, useRenters } from "../use-host-calendar.ts";
import type { FleetView } from "./use-fleet-view.ts";

export type Fleet = ReturnType<typeof useFleet>;

export function useFleet({ range, search }: Pick<FleetView, "range" | "search">) {
  const list = useHostListings(search);
  const calendar = useCalendar(range);
  const renters = useRenters(range);
  const cars = useMemo(
    () => new Map(calendar.data?.cars.map((car) => [car.car_id, car])),
    [calendar.data],
  );
  const error = list.data ? (calendar.data ? null : calendar.error) : list.error;
  useFailureToast(
    error ?? (list.isFetchNextPageError ? list.error : null),
    "Failed to load your calendar",
  );
  return {
    list,
    calendar,
    listings: list.data?.pages.flatMap((page) => page.listings) ?? [],
    total: list.data?.pages[0]?.total ?? 0,
    cars,
    renters,
    error,
    retry: () =>
      void Promise.all([
        list.data ? null : list.refetch(),
        calendar.data ? null : calendar.refetch(),
      ]),
  };
}
