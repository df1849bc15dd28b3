// GET /api/host/calendar of a host with 200 cars: twelve months of it, as many windows as the API shows at once, one after the other.
import { SignJWT } from "jose";
import { addDays, daysBetween, todayInNassau } from "../../src/domain/dates.ts";
import { MAX_FLEET_DAYS } from "../../src/domain/host-calendar.ts";
import { readConfig } from "../../src/server/config.ts";
import { openKeys } from "../../src/server/platform/keys.ts";
import { fillMarketplace, idOf } from "../data.ts";
import { row, type Row } from "../rows.ts";
import type { Stage } from "../stage.ts";

const CARS = 200;
const MONTHS_DAYS = 365;

/** A marketplace around one fleet whose cars have bookings all year, and each two other calendars that agree and disagree with them. */
const fleetDatabase = (stage: Stage, today: string): Promise<string> =>
  stage.database("fleet", async (client) => {
    const listings = stage.quick ? 1000 : 20_000;
    await fillMarketplace(client, today, { listings, renters: 100, bookingsPerListing: 30 });
    await client.query(
      "update car_listings set host_id = $1, deleted_at = null where id in (select id from car_listings order by id limit $2)",
      [idOf("renter", 0), CARS],
    );
    await client.query(
      `insert into calendar_feeds (car_id, name, url, days, read_at, answered_at, next_fetch_at, created_at)
       select car.id, 'Site ' || n, 'https://site.example/' || n, (select range_agg(daterange(day, day + 4)) from generate_series(0, 12) month,
         lateral (select $1::date + month * 28 + n * 9 as day) at), $1::date, $1::date, 'infinity', $1::date
       from car_listings car, generate_series(1, 2) n where host_id = $2`,
      [today, idOf("renter", 0)],
    );
    await client.query(
      `insert into car_calendar (car_id, kind, during, created_at)
       select car_id, 'import', unnest(range_agg(days) - (select range_agg(during) from car_calendar taken where taken.car_id = feed.car_id)), $1::date
       from calendar_feeds feed group by car_id`,
      [today],
    );
    await client.query("vacuum analyze");
  });

/** Days from today in as few windows as the API allows. */
function windows(today: string): string[] {
  const end = addDays(today, MONTHS_DAYS);
  const paths: string[] = [];
  for (let from = today; from < end; from = addDays(from, MAX_FLEET_DAYS)) {
    const to = addDays(from, Math.min(MAX_FLEET_DAYS, daysBetween(from, end)));
    paths.push(`/api/host/calendar?from=${from}&to=${to}`);
  }
  return paths;
}

export async function measureCalendar(stage: Stage): Promise<Row[]> {
  const now = new Date();
  const today = todayInNassau(now);
  const program = await stage.program(await fleetDatabase(stage, today));
  try {
    const keys = await openKeys({ ...readConfig(), signingKeys: stage.signingKeys });
    const { signing } = await keys.current(now);
    const token = await new SignJWT({ role: "authenticated", session_id: idOf("session", 0) })
      .setProtectedHeader({ alg: "ES256", kid: signing.kid })
      .setSubject(idOf("renter", 0))
      .setAudience("authenticated")
      .setIssuedAt(now)
      .setExpirationTime("1h")
      .sign(signing.key);
    const paths = windows(today);
    const times: number[] = [];
    let ranges = 0;
    for (let turn = 0; turn < (stage.quick ? 20 : 200); turn++) {
      const begun = performance.now();
      ranges = 0;
      for (const path of paths) {
        const answer = await fetch(program.url + path, { headers: { authorization: `Bearer ${token}` } });
        if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
        const { cars } = (await answer.json()) as { cars: { ranges: unknown[] }[] };
        if (cars.length !== CARS) throw new Error(`the fleet has ${cars.length} cars`);
        ranges += cars.reduce((sum, car) => sum + car.ranges.length, 0);
      }
      times.push(performance.now() - begun);
    }
    times.sort((a, b) => a - b);
    const at = (share: number): number => times[Math.floor((times.length - 1) * share)] ?? 0;
    return [
      row("calendar of 200 cars, 12 months", ["<=", 50], at(0.5), {
        digits: 0,
        unit: " ms",
        detail: `median of ${times.length}, p95 ${at(0.95).toFixed(0)} ms; ${paths.length} calls, ${ranges.toLocaleString("en-US")} ranges`,
      }),
    ];
  } finally {
    await program.end("SIGTERM");
  }
}
