// The recurrence rules (RFC 5545, RRULE) that ical.js expands exactly. It silently misreads others,
// and a missed day would be booked twice, so every other rule is refused. recurrence-rules.test.ts
// compares these with the RFC, day by day.
import ICAL from "ical.js";

type Condition = (rule: ICAL.Recur, start: ICAL.Time) => boolean;

const PARTS = [
  "freq",
  "interval",
  "count",
  "until",
  "wkst",
  "byday",
  "bymonthday",
  "bymonth",
  "bysetpos",
];
const LAST_DATES = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const always: Condition = () => true;
const hasTime: Condition = (_, start) => !start.isDate;
const namesWeekdays: Condition = ({ parts }) =>
  parts["BYDAY"]?.every((day) => /^[A-Z]{2}$/.test(String(day))) ?? false;
/** "MO", "2MO" or "-1MO", counted within a month. */
const countsWeekdays: Condition = ({ parts }) =>
  parts["BYDAY"]?.every((day) => /^([+-]?[1-5])?[A-Z]{2}$/.test(String(day))) ?? false;
/** Two of several weekdays may be the same day, which ical.js then counts twice for COUNT. */
const countsOneWeekday: Condition = (rule, start) =>
  countsWeekdays(rule, start) && rule.parts["BYDAY"]?.length === 1;
/**
 * Whether the start is one of the positions of its month. Otherwise ical.js miscounts them in the
 * first month, and may name the start itself.
 */
const startsOnPosition: Condition = ({ parts }, { year, month, day }) => {
  const weekdays = parts["BYDAY"]?.map((each) => ICAL.Recur.icalDayToNumericDay(String(each)));
  const dates = Array.from({ length: ICAL.Time.daysInMonth(month, year) }, (_, n) => n + 1).filter(
    (date) =>
      weekdays?.includes(ICAL.Time.fromData({ year, month, day: date, isDate: true }).dayOfWeek()),
  );
  return (parts["BYSETPOS"] ?? []).some((position) => {
    const nth = Number(position);
    return dates.at(nth > 0 ? nth - 1 : nth) === day;
  });
};
/**
 * Whether every year has these dates. If a month lacks a date, ical.js continues into the next
 * month.
 */
const namesDates: Condition = ({ parts: { BYMONTH: months = [], BYMONTHDAY: dates = [] } }) => {
  const last = months.length === 1 ? (LAST_DATES[Number(months[0]) - 1] ?? 0) : 28;
  return dates.every((date) => Number(date) >= 1 && Number(date) <= last);
};

/**
 * Whether a date or weekday occurs in every month, or the rule repeats every month. Otherwise
 * ical.js stops or skips a date if several months in a row lack it, as June, November and April
 * lack a 31st.
 */
const isFrequent = ({
  interval,
  parts: { BYMONTHDAY: dates = [], BYDAY: days = [] },
}: ICAL.Recur): boolean =>
  interval === 1 ||
  dates.some((date) => Math.abs(Number(date)) <= 28) ||
  (days.length > 0 && days.every((day) => !/5/.test(String(day))));

/** By frequency and the parts that begin with BY. */
const EXACT: Record<string, Condition> = {
  SECONDLY: hasTime,
  MINUTELY: hasTime,
  HOURLY: hasTime,
  DAILY: always,
  WEEKLY: always,
  "WEEKLY BYDAY": namesWeekdays,
  MONTHLY: always,
  "MONTHLY BYMONTHDAY": isFrequent,
  "MONTHLY BYDAY": (rule, start) => countsWeekdays(rule, start) && isFrequent(rule),
  "MONTHLY BYDAY BYSETPOS": (rule, start) =>
    namesWeekdays(rule, start) && startsOnPosition(rule, start),
  YEARLY: (_, { month, day }) => month !== 2 || day !== 29,
  "YEARLY BYMONTH": (_, { day }) => day <= 28,
  "YEARLY BYMONTH BYMONTHDAY": namesDates,
  "YEARLY BYDAY BYMONTH": (rule, start) =>
    namesWeekdays(rule, start) || countsOneWeekday(rule, start),
};

/** Whether ical.js expands a rule exactly from `start`. `property` is the source of the rule. */
export function isExact(rule: ICAL.Recur, property: ICAL.Property, start: ICAL.Time): boolean {
  const [, , , parts] = property.toJSON() as unknown as [string, object, string, object];
  if (Object.keys(parts).some((part) => !PARTS.includes(part))) return false;
  if (rule.count !== null && rule.until !== null) return false;
  const kind = [rule.freq, ...Object.keys(rule.parts).toSorted()].join(" ");
  return EXACT[kind]?.(rule, start) ?? false;
}
