// The names, dates and appearance of calendar ranges.
import type { CalendarRange } from "../../../../contract/host/calendar.ts";
import {
  addDays,
  daysBetween,
  type CalendarDate,
  type DateRange,
  fromWireRange,
  todayInNassau,
} from "../../../../domain/calendar/dates.ts";
import { OUTAGE_NAMES } from "../../../../domain/calendar/host-calendar.ts";
import { formatDay, formatList, formatTime } from "../../../../domain/text/format.ts";
import type { IconName } from "../../../ui/icon-names.ts";
import { fullName } from "../../../parts/person/full-name.ts";

/** The renters by booking id; undefined until they are known. */
export type Renters =
  | ReadonlyMap<string, { number: string; first_name: string; last_name: string; on_hold: boolean }>
  | undefined;

export type Look = "booked" | "waiting" | "blocked" | "outage" | "imported";

export const LOOKS: Record<Look, { label: string; icon: IconName }> = {
  booked: { label: "Booked", icon: "key-round" },
  waiting: { label: "Waiting", icon: "clock" },
  blocked: { label: "Blocked", icon: "lock" },
  outage: { label: "Out of service", icon: "wrench" },
  imported: { label: "Imported", icon: "calendar-sync" },
};

export const LOOK_BY_KIND: Record<CalendarRange["kind"], Look> = {
  booking: "booked",
  hold: "waiting",
  block: "blocked",
  outage: "outage",
  import: "imported",
};

/** Whole days with the last one: "Sat, Dec 5 – Mon, Dec 7 (3 days)", "Sat, Dec 5 (1 day)". */
export function wholeDays({ start, end }: DateRange, today: CalendarDate): string {
  const count = daysBetween(start, end);
  if (count === 1) return `${formatDay(start, today)} (1 day)`;
  return `${formatDay(start, today)} – ${formatDay(addDays(end, -1), today)} (${count} days)`;
}

/**
 * The first and last day of a range, and for a booking the day of return and the end of its
 * turnaround: "Sat, Nov 28 – Mon, Nov 30 (3 days), back on Tue, Dec 1, free again at 1:00 PM".
 */
export function datesOfRange(range: CalendarRange, today: CalendarDate): string {
  const days = wholeDays(fromWireRange(range), today);
  if (range.booking_id === null) return days;
  const back = `${days}, back on ${formatDay(range.end_date, today)}`;
  return range.turnaround
    ? `${back}, free again ${freeAgain(range, range.turnaround, today)}`
    : back;
}

/** The last day that the range takes to its end, with the turnaround. */
export const lastTakenDay = ({ end_date, turnaround }: CalendarRange): CalendarDate =>
  addDays(turnaround ? todayInNassau(new Date(turnaround.until)) : end_date, -1);

/**
 * The last day of the range; for a booking, the day of return or the last one of its turnaround.
 * A block is whole days, so it can't begin on a day that a booking takes a part of.
 */
export function lastTouchedDay(range: CalendarRange): CalendarDate {
  const { booking_id, end_date, turnaround } = range;
  if (booking_id === null) return lastTakenDay(range);
  return turnaround ? todayInNassau(new Date(Date.parse(turnaround.until) - 1)) : end_date;
}

/** "at 1:00 PM" on the day of return, else "on Wed, Dec 2, at 9:00 AM". */
function freeAgain(
  { end_date }: CalendarRange,
  turnaround: { until: string },
  today: CalendarDate,
): string {
  const until = new Date(turnaround.until);
  const date = todayInNassau(until);
  const time = `at ${formatTime(until)}`;
  return date === end_date ? time : `on ${formatDay(date, today)}, ${time}`;
}

export interface RangeText {
  /** The label on a bar: "Marta S.", "Garage", "Airbnb". */
  short: string;
  /** The full description: "Booked by Marta Silva, BK-4821-7390". */
  what: string;
  /** The accessible name of a bar: its description, dates and conflicts. */
  spoken: string;
}

const listed = (names: readonly string[]): string => formatList(new Set(names));

/** What a trip on hold means on any of its days. */
const ON_HOLD =
  "Don't hand over the car until we've decided. If it's out, take it back on the agreed date";

function describeKind(
  range: CalendarRange,
  renters: Renters,
): Pick<RangeText, "short" | "what"> & { meaning?: string } {
  if (range.kind === "block")
    return {
      short: range.note ?? "Blocked",
      what: range.note ? `Blocked: ${range.note}` : "Blocked",
    };
  if (range.kind === "outage") {
    const reason = range.outage ? OUTAGE_NAMES[range.outage.reason] : "";
    const what = ["Out of service", reason, range.note].filter(Boolean).join(", ");
    return { short: range.note ?? "Out of service", what };
  }
  if (range.kind === "import") {
    const names = listed(range.feeds.map(({ name }) => name));
    return { short: names || "Imported", what: names ? `Taken on ${names}` : "Imported" };
  }
  const renter = renters?.get(range.booking_id ?? "");
  if (renter) {
    const short = `${renter.first_name} ${renter.last_name.slice(0, 1)}.`;
    const name = `${fullName(renter)}, ${renter.number}`;
    const what = range.kind === "hold" ? `Request from ${name}` : `Booked by ${name}`;
    return renter.on_hold
      ? { short: `On hold: ${short}`, what: `Trip on hold: ${what}`, meaning: ON_HOLD }
      : { short, what };
  }
  if (range.kind === "booking") return { short: "Booked", what: "Booked" };
  // The lists of bookings omit unpaid ones, so they have no renter's name.
  return renters
    ? { short: "At checkout", what: "Held for a checkout" }
    : { short: "On hold", what: "On hold" };
}

export function describeRange(
  range: CalendarRange,
  renters: Renters,
  today: CalendarDate,
): RangeText {
  const { short, what, meaning } = describeKind(range, renters);
  const rivals = range.conflicts.map((conflict) => conflict.feed_name);
  const conflict = rivals.length > 0 ? `. Conflict: also taken on ${listed(rivals)}` : "";
  return {
    short,
    what,
    spoken: `${what}, ${datesOfRange(range, today)}${conflict}${meaning ? `. ${meaning}` : ""}`,
  };
}

/** The id of a booking that the host can open; null for other ranges and unfinished checkouts. */
export const findBookingId = (
  { kind, booking_id }: CalendarRange,
  renters: Renters,
): string | null =>
  booking_id !== null && (kind === "booking" || renters === undefined || renters.has(booking_id))
    ? booking_id
    : null;
