// The filters by car, island and dates in the URL of a host's bookings. Values that name nothing
// are ignored.
import { isBefore, isCalendarDate, type CalendarDate } from "../../../../domain/calendar/dates.ts";
import { isIslandId, type IslandId } from "../../../../domain/place/islands.ts";

export interface TripFilters {
  /** The id of a car. */
  car?: string;
  island?: IslandId;
  /** The first and the last day, both included. */
  from?: CalendarDate;
  to?: CalendarDate;
}

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export function readTripFilters(params: URLSearchParams): TripFilters {
  const car = params.get("car") ?? "";
  const island = params.get("island");
  const from = params.get("from");
  const to = params.get("to");
  return {
    ...(ID.test(car) && { car }),
    ...(isIslandId(island) && { island }),
    ...(isCalendarDate(from) && { from }),
    ...(isCalendarDate(to) && !(isCalendarDate(from) && isBefore(to, from)) && { to }),
  };
}

/** The filters with another first or last day. The other end moves along if it would be before. */
export function withDay(
  filters: TripFilters,
  end: "from" | "to",
  day: CalendarDate | undefined,
): TripFilters {
  const { from, to, ...others } = filters;
  const changed = { from, to, [end]: day };
  if (changed.from && changed.to && isBefore(changed.to, changed.from))
    changed[end === "from" ? "to" : "from"] = day;
  return {
    ...others,
    ...(changed.from && { from: changed.from }),
    ...(changed.to && { to: changed.to }),
  };
}
