// The badge that says until when a document is valid.
import { daysBetween, type CalendarDate } from "../../../domain/calendar/dates.ts";
import { EXPIRES_SOON_DAYS } from "../../../domain/listing/car-documents.ts";
import { formatMonthDayYear } from "../../../domain/text/format.ts";
import type { BadgeVariant } from "../../ui/badge.tsx";

/** "in 12 days"; `days` is 0 on the last valid day. */
const inDays = (days: number): string =>
  days === 0 ? "today" : days === 1 ? "tomorrow" : `in ${days} days`;

export interface ExpiryBadge {
  variant: BadgeVariant;
  text: string;
}

/** The badge of a document that is there. @param until its last valid day, if it expires */
function expiryBadge(until: CalendarDate | null, today: CalendarDate): ExpiryBadge {
  if (until === null) return { variant: "palm", text: "On file" };
  const date = formatMonthDayYear(until);
  const days = daysBetween(today, until);
  if (days < 0) return { variant: "destructive", text: `Expired ${date}` };
  return days <= EXPIRES_SOON_DAYS
    ? { variant: "sun", text: `Expires ${inDays(days)}, ${date}` }
    : { variant: "palm", text: `Valid until ${date}` };
}

/** The badge of a document. @param absent what it says of one that has not been uploaded */
export const documentBadge = (
  document: { expires_on: CalendarDate | null } | undefined,
  today: CalendarDate,
  absent = "Missing",
): ExpiryBadge =>
  document ? expiryBadge(document.expires_on, today) : { variant: "quiet", text: absent };
