// Ranges of days as PostgreSQL's daterange and datemultirange write them.
import { toCalendarDate, type DateRange } from "../../../domain/calendar/dates.ts";

export const toDaterange = ({ start, end }: DateRange): string => `[${start},${end})`;

export const toDatemultirange = (ranges: readonly DateRange[]): string =>
  `{${ranges.map(toDaterange).join()}}`;

/** Parses "{[2026-12-05,2026-12-08),[2026-12-20,2026-12-21)}". */
export const readDatemultirange = (text: string): DateRange[] =>
  [...text.matchAll(/\[([\d-]+),([\d-]+)\)/g)].map(([, start = "", end = ""]) => ({
    start: toCalendarDate(start),
    end: toCalendarDate(end),
  }));
