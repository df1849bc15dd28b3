// GET /api/host/calendar for a host with 200 cars: one month, as the page shows it, and twelve in
// one request; and twelve months of their prices.
import { addDays, todayInNassau } from "../../src/domain/calendar/dates.ts";
import { fillMarketplace, makeId } from "../data.ts";
import { row, type ResultRow } from "../rows.ts";
import type { Stage } from "../stage.ts";
import { tokens } from "../tokens.ts";

const CARS = 200;
const MONTH_DAYS = 31;
const YEAR_DAYS = 365;

/**
 * A marketplace around one fleet whose cars are booked all year. Each has another calendar, which
 * sometimes conflicts with the bookings.
 */
const fleetDatabase = (stage: Stage, today: string): Promise<string> =>
  stage.database("fleet", async (client) => {
    const listings = stage.quick ? 1000 : 20_000;
    await fillMarketplace(client, today, { listings, renters: 100, bookingsPerListing: 30 });
    await client.query(
      "update car_listings set host_id = $1, deleted_at = null where id in (select id from car_listings order by id limit $2)",
      [makeId("renter", 0), CARS],
    );
    await client.query(
      "insert into user_roles (user_id, role, granted_at) values ($1, 'host', current_date)",
      [makeId("renter", 0)],
    );
    await client.query(
      `insert into calendar_feeds (car_id, name, url, days, read_at, answered_at, next_fetch_at, created_at)
       select id, 'Another site', 'https://site.example/',
         (select range_agg(daterange($1::date + 28 * month, $1::date + 28 * month + 4)) from generate_series(0, 12) month),
         $1::date, $1::date, 'infinity', $1::date
       from car_listings where host_id = $2`,
      [today, makeId("renter", 0)],
    );
    await client.query(
      `insert into car_calendar (car_id, kind, during, created_at)
       select car_id, 'import', unnest(range_agg(tstzrange(lower(day)::timestamp at time zone 'America/Nassau',
           upper(day)::timestamp at time zone 'America/Nassau'))
         - (select range_agg(during) from car_calendar taken where taken.car_id = feed.car_id)), $1::date
       from calendar_feeds feed, unnest(days) day group by car_id`,
      [today],
    );
    // Each weekend of the year has a price of its own.
    await client.query(
      `insert into car_dates (car_id, day, price_cents)
       select id, $1::date + 7 * week + day, 9500 from car_listings, generate_series(0, 51) week, generate_series(0, 1) day
       where host_id = $2 on conflict do nothing`,
      [today, makeId("renter", 0)],
    );
    await client.query("vacuum analyze");
  });

function summary(times: number[]): { median: number; p95: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return { median: at(0.5), p95: at(0.95) };
}

const countRanges = (cars: readonly { ranges?: unknown[]; dates?: unknown[] }[]): number =>
  cars.reduce((sum, { ranges = [], dates = [] }) => sum + ranges.length + dates.length, 0);

export async function measureCalendar(stage: Stage): Promise<ResultRow[]> {
  const today = todayInNassau(new Date());
  const program = await stage.program(await fleetDatabase(stage, today));
  try {
    const token = await (await tokens(stage))(0);
    const read = async (
      days: number,
      what = "calendar",
    ): Promise<{ milliseconds: number; ranges: number }> => {
      const begun = performance.now();
      const path = `/api/host/${what}?from=${today}&to=${addDays(today, days)}`;
      const response = await fetch(program.url + path, {
        headers: { authorization: `Bearer ${token}` },
      });
      if (!response.ok)
        throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
      const text = await response.text();
      const milliseconds = performance.now() - begun;
      const { cars } = JSON.parse(text) as { cars: { ranges?: unknown[]; dates?: unknown[] }[] };
      if (cars.length !== CARS) throw new Error(`the fleet has ${cars.length} cars`);
      return { milliseconds, ranges: countRanges(cars) };
    };
    const measure = async (what: string, days: number): Promise<ResultRow> => {
      const calls = [];
      for (let round = 0; round < (stage.quick ? 20 : 200); round++) calls.push(await read(days));
      const { median, p95 } = summary(calls.map((call) => call.milliseconds));
      return row(`calendar of 200 cars, ${what}`, ["<=", 50], median, {
        digits: 0,
        unit: " ms",
        detail: `median of ${calls.length}, p95 ${p95.toFixed(0)} ms; ${calls[0]?.ranges.toLocaleString("en-US")} ranges of a booked-out year, over HTTP`,
      });
    };
    const measurePrices = async (): Promise<ResultRow> => {
      const calls = [];
      for (let round = 0; round < (stage.quick ? 20 : 200); round++)
        calls.push(await read(YEAR_DAYS, "prices"));
      const { median, p95 } = summary(calls.map((call) => call.milliseconds));
      return row("price calendar of 200 cars, 12 months", ["<=", 80], median, {
        digits: 0,
        unit: " ms",
        detail: `median of ${calls.length}, p95 ${p95.toFixed(0)} ms; ${calls[0]?.ranges.toLocaleString("en-US")} ranges, over HTTP`,
      });
    };
    return [
      await measure("one month", MONTH_DAYS),
      await measure("12 months", YEAR_DAYS),
      await measurePrices(),
    ];
  } finally {
    await program.end("SIGTERM");
  }
}
