// The filters by car, island and dates in the URL of a host's bookings. Values that name nothing
// are ignored.
import { isIslandId, type IslandId } from "../../../../domain/place/islands.ts";
import { readDays, type DayFilter } from "../../../parts/list/day-filter.ts";

export interface TripFilters extends DayFilter {
  /** The id of a car. */
  car?: string;
  island?: IslandId;
}

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export function readTripFilters(params: URLSearchParams): TripFilters {
  const car = params.get("car") ?? "";
  const island = params.get("island");
  return {
    ...(ID.test(car) && { car }),
    ...(isIslandId(island) && { island }),
    ...readDays(params),
  };
}
