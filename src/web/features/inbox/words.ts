// What conversations and their messages are called, and when they were written, in Nassau time.
import type { Conversation } from "../../../contract/messaging.ts";
import { PRODUCT_NAME } from "../../../domain/brand.ts";
import { formatLong, formatMonthDay, formatRange, todayInNassau } from "../../../domain/dates.ts";
import { carName } from "../../lib/words.ts";

/** Who is on the other side. */
export const nameOf = ({ other }: Conversation): string =>
  other ? `${other.first_name} ${other.last_name}` : `${PRODUCT_NAME} support`;

/** What it is about: "2020 Toyota Vitz, Dec 5 - 8". */
export function subjectOf({ car, booking }: Conversation): string {
  if (!car) return "Support";
  if (!booking) return `${carName(car)}, question`;
  return `${carName(car)}, ${formatRange({ start: booking.start_date, end: booking.end_date }, todayInNassau(new Date()))}`;
}

const TIME = new Intl.DateTimeFormat("en-US", { timeZone: "America/Nassau", hour: "numeric", minute: "2-digit" });
export const timeOf = (instant: string): string => TIME.format(new Date(instant));
export const dayOf = (instant: string): string => todayInNassau(new Date(instant));

/** Over the messages of a day. */
export const dayTitle = (day: string, today: string): string => (day === today ? "Today" : formatLong(day));

/** In the list: the time of today, else the day. */
export const whenOf = (instant: string, today: string): string =>
  dayOf(instant) === today ? timeOf(instant) : formatMonthDay(dayOf(instant));
