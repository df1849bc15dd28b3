// Tests that dates and deadlines do not depend on the time zone of the machine or the browser.
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

// Worker threads cannot change their time zone, so each zone needs its own process.
test.each(["Pacific/Auckland", "Pacific/Honolulu", "America/Nassau", "UTC"])(
  "gives the same results in %s",
  (zone) => {
    const script = `
    import * as dates from ${JSON.stringify(new URL("./dates.ts", import.meta.url).href)};
    import * as format from ${JSON.stringify(new URL("../text/format.ts", import.meta.url).href)};
    import * as booking from ${JSON.stringify(new URL("../booking/booking-deadlines.ts", import.meta.url).href)};
    const period = (day) => ({ start: day, end: dates.addDays(day, 1), pickupTime: "10:00", returnTime: "10:00" });
    const days = ["2026-03-07", "2026-03-08", "2026-03-09", "2026-07-04", "2026-10-31", "2026-11-01", "2026-11-02"];
    console.log(JSON.stringify({
      zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      results: days.map((day) => {
        const start = dates.startOfDayInNassau(day);
        return [
          start, dates.todayInNassau(start), dates.todayInNassau(new Date(start.getTime() - 1)), dates.addDays(day, 1),
          dates.daysBetween("2026-01-01", day), format.formatMonthDay(day, day), format.formatMonthDayYear(day),
          format.formatLong(day), format.formatRange({ start: day, end: dates.addDays(day, 3) }, day),
          format.formatInstant(start), dates.isCalendarDate(day), booking.renterMayCancelUntil(period(day)),
          booking.completesAt(day), booking.lapsesAt({ authorizedAt: start, period: period(day) }),
        ];
      }),
    }));`;
    const run = (TZ: string) =>
      JSON.parse(
        execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
          env: { ...process.env, TZ },
          encoding: "utf8",
        }),
      ) as { zone: string; results: unknown[][] };
    const there = run(zone);
    expect(there.zone).toBe(zone);
    expect(there.results).toEqual(run("America/New_York").results);
    expect(there.results[1]).toEqual([
      "2026-03-08T05:00:00.000Z",
      "2026-03-08",
      "2026-03-07",
      "2026-03-09",
      66,
      "Mar 08",
      "Mar 08, 2026",
      "Sunday, March 8th, 2026",
      "Sun, Mar 8 – Wed, Mar 11 (3 days)",
      "Sun, Mar 8, 2026, 12:00 AM",
      true,
      "2026-03-07T14:00:00.000Z",
      "2026-03-09T04:00:00.000Z",
      "2026-03-08T14:00:00.000Z",
    ]);
  },
);
