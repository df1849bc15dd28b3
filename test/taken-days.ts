// Days of car_calendar, which stores instants: written and read as "[2026-12-05,2026-12-08)".
import { sql, type RawBuilder } from "kysely";
import { toCalendarDate } from "../src/domain/calendar/dates.ts";
import { wholeDays } from "../src/domain/calendar/taken-time.ts";
import { endDate, firstDate, toTstzrange } from "../src/server/platform/database/date-ranges.ts";

/** Whole days, [start, end), as the column `during` stores them. */
export const takenDays = (start: string, end: string): string =>
  toTstzrange(wholeDays({ start: toCalendarDate(start), end: toCalendarDate(end) }));

const DURING = sql.ref("during");

/** The dates in Nassau on which a range begins and ends. */
export const SHOWN_DAYS: RawBuilder<string> = sql`'[' || ${firstDate(DURING)} || ',' || ${endDate(DURING)} || ')'`;
