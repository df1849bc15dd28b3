// An instance with a host, another site, and the host's actions on that site's calendars.
import { SHOWN_DAYS } from "./taken-days.ts";
import { getFirst } from "./api-responses.ts";
import { startBookings } from "./booking.ts";
import { TEST_NOW } from "./harness.ts";
import { startSite } from "./sites.ts";

/** An iCal text of all-day events like "20261205/20261208". */
export const makeCalendar = (days: string[]): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    ...days.map((each, n) => {
      const [start, end] = each.split("/");
      return `BEGIN:VEVENT\r\nUID:${n}@site.test\r\nDTSTART;VALUE=DATE:${start}\r\nDTEND;VALUE=DATE:${end}\r\nEND:VEVENT`;
    }),
    "END:VCALENDAR",
    "",
  ].join("\r\n");

/** @param limitMs how long the site may take to respond, instead of the product's limit */
export async function startFeeds({ limitMs }: { limitMs?: number } = {}) {
  const site = await startSite();
  const network = limitMs === undefined ? site.network : { ...site.network, limitMs };
  const all = await startBookings({ network });
  const as = all.host.token;
  const at = (car: string) => `/api/host/cars/${car}/feeds` as const;
  let serial = 0;
  const shown = async (car: string) =>
    getFirst(
      (
        await all.app.call(
          "GET",
          `/api/host/calendar?from=2026-12-01&to=2027-03-01&car_id=${car}`,
          { as },
        )
      ).body.cars,
    );
  return {
    site,
    all,
    at,
    /** A new path with a calendar of these events. */
    calendarAt(...days: string[]): string {
      const path = `/${++serial}.ics`;
      site.text(path, makeCalendar(days));
      return path;
    },
    /** Sets the clock to this many hours after the start. */
    later: (hours: number): void =>
      all.app.clock.set(new Date(Date.parse(TEST_NOW) + hours * 3_600_000)),
    add: (car: string, url: string, name = "Airbnb") =>
      all.app.call("POST", at(car), { as, body: { name, url } }),
    list: async (car: string) => (await all.app.call("GET", at(car), { as })).body.feeds,
    refresh: (car: string, id: string) => all.app.call("POST", `${at(car)}/${id}/refresh`, { as }),
    remove: (car: string, id: string) => all.app.call("DELETE", `${at(car)}/${id}`, { as }),
    block: (car_id: string, start_date: string, end_date: string) =>
      all.app.call("POST", "/api/host/calendar/blocks", {
        as,
        body: { car_ids: [car_id], start_date, end_date },
      }),
    imported: async (car: string): Promise<string[]> =>
      (
        await all.app.ctx.db
          .selectFrom("car_calendar")
          .select(SHOWN_DAYS.as("during"))
          .where("car_id", "=", car)
          .where("kind", "=", "import")
          .orderBy("car_calendar.during")
          .execute()
      ).map((row) => row.during),
    /** The ranges of the month view, for the winter months. */
    readRanges: async (car: string) => (await shown(car)).ranges,
    isStale: async (car: string): Promise<boolean> => (await shown(car)).feeds_stale,
    async close(): Promise<void> {
      await all.app.close();
      site.close();
    },
  };
}
export type Feeds = Awaited<ReturnType<typeof startFeeds>>;
