// Ranges of days and instants as PostgreSQL writes them, and SQL that converts one to the other.
import { sql, type RawBuilder } from "kysely";
import {
  addDays,
  startOfDayInNassau,
  toCalendarDate,
  type CalendarDate,
  type DateRange,
} from "../../../domain/calendar/dates.ts";
import { wholeDays, type TakenTime } from "../../../domain/calendar/taken-time.ts";

export const toDaterange = ({ start, end }: DateRange): string => `[${start},${end})`;

export const toDatemultirange = (ranges: readonly DateRange[]): string =>
  `{${ranges.map(toDaterange).join()}}`;

/** Parses "{[2026-12-05,2026-12-08),[2026-12-20,2026-12-21)}". */
export const readDatemultirange = (text: string): DateRange[] =>
  [...text.matchAll(/\[([\d-]+),([\d-]+)\)/g)].map(([, start = "", end = ""]) => ({
    start: toCalendarDate(start),
    end: toCalendarDate(end),
  }));

export const toTstzrange = ({ from, until }: TakenTime): string =>
  `[${from.toISOString()},${until.toISOString()})`;

/** Days as a parameter of type tstzrange. */
export const daysAsInstants = (days: DateRange): RawBuilder<string> =>
  sql`${toTstzrange(wholeDays(days))}::tstzrange`;

/** The instants of a daterange in Nassau. */
export const toInstants = (days: RawBuilder<unknown>): RawBuilder<string> =>
  sql`tstzrange(lower(${days})::timestamp at time zone 'America/Nassau',
    upper(${days})::timestamp at time zone 'America/Nassau')`;

/** The dates in Nassau on which a tstzrange begins and ends. */
export const firstDate = (range: RawBuilder<unknown>): RawBuilder<CalendarDate> =>
  sql`(lower(${range}) at time zone 'America/Nassau')::date`;
export const endDate = (range: RawBuilder<unknown>): RawBuilder<CalendarDate> =>
  sql`(upper(${range}) at time zone 'America/Nassau')::date`;

/** All days of which a tstzrange contains a part. */
export const touchedDays = (range: RawBuilder<unknown>): RawBuilder<string> =>
  sql`daterange(${firstDate(range)}, ((upper(${range}) at time zone 'America/Nassau')
    + interval '1 day' - interval '1 microsecond')::date)`;

/**
 * Converts timestamps, as PostgreSQL writes them in UTC, to dates in Nassau. Thousands of rows
 * share a few hundred days, so the start of each day is calculated once. Converting every timestamp
 * in PostgreSQL takes longer than reading the rows.
 */
export function readDatesInNassau(): (timestamp: string) => CalendarDate {
  const starts = new Map<CalendarDate, string>();
  return (timestamp) => {
    const date = timestamp.slice(0, 10) as CalendarDate;
    // Days begin in Nassau some hours after they do in UTC, but before noon.
    if (timestamp.slice(11, 13) >= "12") return date;
    let start = starts.get(date);
    if (start === undefined) {
      start = startOfDayInNassau(date).toISOString().slice(0, 19).replace("T", " ");
      starts.set(date, start);
    }
    return timestamp < start ? addDays(date, -1) : date;
  };
}
