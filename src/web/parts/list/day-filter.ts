// The first and the last day that a list is limited to, in its URL. Values that name no day are
// ignored.
import { isBefore, isCalendarDate, type CalendarDate } from "../../../domain/calendar/dates.ts";

/** The first and the last day, both included. */
export interface DayFilter {
  from?: CalendarDate;
  to?: CalendarDate;
}

export function readDays(params: URLSearchParams): DayFilter {
  const from = params.get("from");
  const to = params.get("to");
  return {
    ...(isCalendarDate(from) && { from }),
    ...(isCalendarDate(to) && !(isCalendarDate(from) && isBefore(to, from)) && { to }),
  };
}

/** The filters with another first or last day. The other end moves along if it would be before. */
export function withDay<F extends DayFilter>(
  filters: F,
  end: "from" | "to",
  day: CalendarDate | undefined,
): F {
  const { from, to, ...others } = filters;
  const changed = { from, to, [end]: day };
  if (changed.from && changed.to && isBefore(changed.to, changed.from))
    changed[end === "from" ? "to" : "from"] = day;
  return {
    ...others,
    ...(changed.from && { from: changed.from }),
    ...(changed.to && { to: changed.to }),
  } as F;
}
