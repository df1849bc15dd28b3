// How many items of an extra are left for a rental. Extras are booked for whole days, so one that
// is returned today can be rented again tomorrow (product.md, Extras).
import { addDays, type CalendarDate, type DateRange } from "../../calendar/dates.ts";
import { maxPerTrip, type ChosenExtra, type Extra, type ExtraRequest } from "./extras.ts";

/** How many items of an extra are booked on a day. */
export interface TakenExtra {
  extra_id: string;
  day: CalendarDate;
  taken: number;
}

/** A requested extra of which fewer items are left. */
export interface ExtraShortage {
  extra: Extra;
  left: number;
}

/** The days on which a rental has its extras: from the pickup's to the return's, both included. */
export function listDays({ start, end }: DateRange): CalendarDate[] {
  const days: CalendarDate[] = [];
  for (let day = start; day <= end; day = addDays(day, 1)) days.push(day);
  return days;
}

/** What others have booked, besides a hold of one's own. */
export const withoutHold = (
  taken: readonly TakenExtra[],
  hold: DateRange & { extras: readonly ExtraRequest[] },
): TakenExtra[] =>
  taken.map((each) => {
    const own = hold.extras.find(({ extra_id }) => extra_id === each.extra_id);
    const isOwn = own && each.day >= hold.start && each.day <= hold.end;
    return isOwn ? { ...each, taken: each.taken - own.quantity } : each;
  });

/** How many items a rental can have: those left on each of its days. */
export function extrasLeft(
  extra: Pick<Extra, "extra_id" | "stock">,
  taken: readonly TakenExtra[],
  { start, end }: DateRange,
): number {
  if (extra.stock === null) return maxPerTrip(extra);
  const most = taken
    .filter((each) => each.extra_id === extra.extra_id && each.day >= start && each.day <= end)
    .reduce((highest, each) => Math.max(highest, each.taken), 0);
  return Math.max(0, extra.stock - most);
}

/** The extras of which too few are left, each with how many. */
export const findShortages = (
  chosen: readonly ChosenExtra[],
  left: (extra: Extra) => number,
): ExtraShortage[] =>
  chosen
    .filter(({ extra, quantity }) => left(extra) < quantity)
    .map(({ extra }) => ({ extra, left: left(extra) }));

/** The chosen extras, as far as they are left. */
export const limitToLeft = (
  chosen: readonly ChosenExtra[],
  left: (extra: Extra) => number,
): ChosenExtra[] =>
  chosen
    .map(({ extra, quantity }) => ({ extra, quantity: Math.min(quantity, left(extra)) }))
    .filter(({ quantity }) => quantity > 0);
