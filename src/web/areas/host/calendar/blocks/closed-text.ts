// What came of blocking days, or of taking cars out of service.
import {
  addDays,
  fromWireRange,
  subtractRange,
  type BookedRange,
  type CalendarDate,
  type DateRange,
} from "../../../../../domain/calendar/dates.ts";
import { formatShortDay, formatShortRange } from "../../../../../domain/text/format.ts";
import type { RequestedClosing } from "../use-host-calendar.ts";
import type { CarOption } from "./use-block-draft.ts";

export interface Closed extends Pick<RequestedClosing, "carIds" | "reason" | "start" | "end"> {
  booked: readonly BookedRange[];
  cars: readonly CarOption[];
  today: CalendarDate;
}

/** "Dec 1 – Dec 5", with the last day. */
const shownDays = ({ start, end }: DateRange, today: CalendarDate): string =>
  addDays(start, 1) === end
    ? formatShortDay(start, today)
    : formatShortRange({ start, end: addDays(end, -1) }, today);

const isPartlyFree = (days: DateRange, taken: readonly DateRange[]): boolean =>
  taken.reduce((left, range) => subtractRange(left, range), [days]).length > 0;

/** The title and text of a toast, such as "Blocked 3 cars for Dec 1 – Dec 5; Vitz is booked Dec 3."
 */
export function describeClosed({ carIds, reason, booked, cars, today, ...days }: Closed) {
  const titleOf = (id: string) => cars.find((car) => car.id === id)?.title ?? "The car";
  const rangesOf = (id: string) =>
    booked.filter((range) => range.car_id === id).map((range) => fromWireRange(range));
  const closed = reason ? carIds : carIds.filter((id) => isPartlyFree(days, rangesOf(id)));
  const [first] = closed;
  const what = closed.length === 1 && first ? titleOf(first) : `${closed.length} cars`;
  const done = reason
    ? `${what} ${closed.length === 1 ? "is" : "are"} out of service ${shownDays(days, today)}`
    : `Blocked ${what} for ${shownDays(days, today)}`;
  const left = booked.map(
    (range) =>
      `${titleOf(range.car_id)} is booked ${formatShortRange(fromWireRange(range), today)}`,
  );
  if (closed.length === 0)
    return { title: "Nothing was blocked", description: `${left.join("; ")}.` };
  return {
    title: reason ? "Out of service" : "Dates blocked",
    description: `${[done, ...left].join("; ")}.`,
  };
}
