// How many of an extra are left for a rental. A day counts as a whole, so an extra that comes back
// goes out again on the next day at the earliest (product.md, Extras).
import { addDays, type CalendarDate, type DateRange } from "../../calendar/dates.ts";
import type { Extra, ExtraRequest } from "./extras.ts";

/** How many of an extra are out on a day. */
export interface TakenExtra {
  extra_id: string;
  day: CalendarDate;
  taken: number;
}

/** The days on which a rental has its extras: from the pickup's to the return's, both included. */
export function extraDays({ start, end }: DateRange): CalendarDate[] {
  const days = [start];
  for (let day = addDays(start, 1); day <= end; day = addDays(day, 1)) days.push(day);
  return days;
}

/** What others have out, besides a hold of one's own. */
export const withoutHold = (
  taken: readonly TakenExtra[],
  hold: DateRange & { extras: readonly ExtraRequest[] },
): TakenExtra[] =>
  taken.map((each) => {
    const own = hold.extras.find(({ extra_id }) => extra_id === each.extra_id);
    const isOwn = own && each.day >= hold.start && each.day <= hold.end;
    return isOwn ? { ...each, taken: each.taken - own.quantity } : each;
  });

/** What is asked for, as far as it is left. Without days, as far as the host has it. */
export const limitToLeft = (
  asked: readonly ExtraRequest[],
  offered: readonly Extra[],
  taken: readonly TakenExtra[],
  days: DateRange | null,
): ExtraRequest[] =>
  asked.flatMap(({ extra_id, quantity }) => {
    const extra = offered.find((each) => each.extra_id === extra_id);
    const left = extra ? (days ? extrasLeft(extra, taken, days) : extra.stock) : 0;
    return left > 0 ? [{ extra_id, quantity: Math.min(quantity, left) }] : [];
  });

/** How many are left on every day of a rental. */
export function extrasLeft(
  { extra_id, stock }: Pick<Extra, "extra_id" | "stock">,
  taken: readonly TakenExtra[],
  { start, end }: DateRange,
): number {
  const most = taken
    .filter((each) => each.extra_id === extra_id && each.day >= start && each.day <= end)
    .reduce((highest, each) => Math.max(highest, each.taken), 0);
  return Math.max(0, stock - most);
}
