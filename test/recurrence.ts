// Computes the days of a recurrence rule by checking each day against RFC 5545. It deliberately
// uses no library, because the calendar's tests compare one with it.

interface Day {
  text: string;
  year: number;
  month: number;
  date: number;
  lastDate: number;
  weekday: number;
  ofYear: number;
  daysInYear: number;
  /** Days since 1 January 1970, a Thursday. */
  number: number;
}

const DAY_MS = 86_400_000;
const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const FIRST_YEAR = 2023;
const YEARS = 16;

const CALENDAR: Day[] = Array.from({ length: YEARS }, (_, n) => FIRST_YEAR + n).flatMap((year) => {
  const first = Date.UTC(year, 0, 1) / DAY_MS;
  const daysInYear = Date.UTC(year + 1, 0, 1) / DAY_MS - first;
  return Array.from({ length: daysInYear }, (_, n) => {
    const at = new Date((first + n) * DAY_MS);
    return {
      text: at.toISOString().slice(0, 10),
      year,
      month: at.getUTCMonth() + 1,
      date: at.getUTCDate(),
      lastDate: new Date(Date.UTC(year, at.getUTCMonth() + 1, 0)).getUTCDate(),
      weekday: at.getUTCDay(),
      ofYear: n + 1,
      daysInYear,
      number: first + n,
    };
  });
});

/** Whether a number names the nth of `length`, from the front or, if negative, from the back. */
const isNth = (named: number, n: number, length: number): boolean =>
  named === n || named === n - length - 1;

/** The days from `start` (2023 or later) to 2038 on which a rule falls. Hours, minutes and weeks
 *  of the year are not supported. */
export function daysOfRule(rule: string, start: string): string[] {
  const parts = new Map(rule.split(";").map((part) => part.split("=") as [string, string]));
  const numbers = (name: string): number[] | undefined => parts.get(name)?.split(",").map(Number);
  const frequency = parts.get("FREQ") ?? "";
  const interval = Number(parts.get("INTERVAL") ?? 1);
  const weekStart = WEEKDAYS.indexOf(parts.get("WKST") ?? "MO");
  const [months, dates, yearDays, positions] = [
    "BYMONTH",
    "BYMONTHDAY",
    "BYYEARDAY",
    "BYSETPOS",
  ].map(numbers);
  const weekdays = parts
    .get("BYDAY")
    ?.split(",")
    .map((each) => ({ weekday: WEEKDAYS.indexOf(each.slice(-2)), nth: Number(each.slice(0, -2)) }));
  const first = CALENDAR.find(({ text }) => text === start);
  if (!first) throw new RangeError(start);

  /** The day, week, month or year that contains a day. */
  const periodNumber = ({ year, month, number }: Day): number => {
    if (frequency === "YEARLY") return year;
    if (frequency === "MONTHLY") return year * 12 + month;
    return frequency === "WEEKLY" ? Math.floor((number + 4 - weekStart) / 7) : number;
  };
  const isWeekday = (day: Day, { weekday, nth }: { weekday: number; nth: number }): boolean => {
    if (day.weekday !== weekday || nth === 0) return day.weekday === weekday;
    const [n, of] =
      frequency === "YEARLY" && !months ? [day.ofYear, day.daysInYear] : [day.date, day.lastDate];
    return nth > 0 ? nth === Math.ceil(n / 7) : -nth === Math.ceil((of - n + 1) / 7);
  };
  const falls = (day: Day): boolean => {
    if (months && !months.includes(day.month)) return false;
    if (dates && !dates.some((each) => isNth(each, day.date, day.lastDate))) return false;
    if (yearDays && !yearDays.some((each) => isNth(each, day.ofYear, day.daysInYear))) return false;
    if (weekdays && !weekdays.some((each) => isWeekday(day, each))) return false;
    if (dates || yearDays || weekdays || frequency === "DAILY") return true;
    // The start supplies what the rule omits.
    if (frequency === "WEEKLY") return day.weekday === first.weekday;
    return (
      day.date === first.date &&
      (frequency === "MONTHLY" || months !== undefined || day.month === first.month)
    );
  };

  const among = CALENDAR.filter((day) => {
    const later = periodNumber(day) - periodNumber(first);
    return later >= 0 && later % interval === 0 && falls(day);
  });
  const chosen = positions
    ? [...Map.groupBy(among, periodNumber).values()].flatMap((days) =>
        days.filter((_, n) => positions.some((each) => isNth(each, n + 1, days.length))),
      )
    : among;
  return chosen
    .map(({ text }) => text)
    .filter((day) => day >= start)
    .slice(0, Number(parts.get("COUNT") ?? Infinity));
}
