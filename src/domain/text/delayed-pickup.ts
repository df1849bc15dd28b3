// The new pickup time after a delayed flight, as pages and emails write it.
import type { CalendarDate } from "../calendar/dates.ts";
import { nextTimeInNassau } from "../calendar/time-of-day.ts";
import { formatHandover } from "./format.ts";

/** "Sat, Dec 5, 6:00 PM (flight delayed)" */
export function formatDelayedPickup(at: Date, today: CalendarDate): string {
  const { date, time } = nextTimeInNassau(at);
  return `${formatHandover(date, time, today)} (flight delayed)`;
}
