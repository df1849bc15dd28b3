// Ranges of days and instants as PostgreSQL writes them, and SQL that converts one to the other.
import { sql, type RawBuilder } from "kysely";
import {
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
