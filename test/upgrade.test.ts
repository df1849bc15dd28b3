// Upgrades: the first process to start migrates older data, while processes of the older version
// keep running.
import { afterEach, expect, test } from "vitest";
import { MIGRATIONS } from "../src/server/platform/database/migrations.ts";
import { assertDefined } from "./api-responses.ts";
import { olderPlace, query, removePlace, type BackupPlace } from "./backups.ts";
import { startBookings } from "./booking.ts";
import { makeListing, makePerson } from "./factories.ts";
import { startTestApp, type TestApp } from "./harness.ts";

let places: BackupPlace[] = [];
let apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps) await app.close();
  for (const place of places) await removePlace(place);
  [places, apps] = [[], []];
});

test("two processes that start together on older data migrate it once", async () => {
  const place = await olderPlace(25);
  places.push(place);
  const { databaseUrl } = place;
  const addresses = [
    "198.51.100.7",
    "::ffff:198.51.100.8",
    "2001:DB8:1:2:3:4:5:6",
    "2001:db8:1:2::9",
    "::1",
  ];
  for (const ip of addresses)
    await query(
      databaseUrl,
      `insert into sessions (account_id, created_at, refreshed_at, authentication_method, ip)
       select id, now(), now(), 'password', '${ip}' from accounts`,
    );
  apps = await Promise.all([startTestApp({ databaseUrl }), startTestApp({ databaseUrl })]);
  for (const app of apps) expect((await app.call("GET", "/readyz")).status).toBe(200);
  const applied = await query<{ name: string }>(
    databaseUrl,
    "select name from schema_migrations order by name",
  );
  expect(applied.map(({ name }) => name)).toEqual(MIGRATIONS.map(({ name }) => name));
  expect(await query(databaseUrl, "select first_name from profiles")).toEqual([
    { first_name: "Old" },
  ]);
  const known = await query<{ value: string }>(
    databaseUrl,
    "select value from sign_in_origins order by value",
  );
  expect(known.map(({ value }) => value)).toEqual(["198.51.100.7", "198.51.100.8", "2001:db8:1:2"]);
});

test("a process of the previous version keeps running and stays ready after a later migration", async () => {
  const app = await startTestApp();
  apps.push(app);
  const person = await makePerson(app);
  const name = (first_name: string) =>
    app.call("PATCH", "/api/profile", { as: person.token, body: { first_name } });
  expect((await name("Before")).status).toBe(200);
  await query(
    app.databaseUrl,
    "alter table profiles add column later_field text not null default 'later'",
  );
  await query(
    app.databaseUrl,
    "insert into schema_migrations (name, checksum) values ('9999_later.sql', 'later')",
  );
  expect(await name("After")).toMatchObject({ status: 200, body: { first_name: "After" } });
  expect((await app.call("GET", "/readyz")).status).toBe(200);
});

test("stored line breaks that calendar files cannot represent become LF", async () => {
  const app = await startTestApp();
  apps.push(app);
  const car = await makeListing(app, await makePerson(app, { roles: ["host"] }), {
    description: "One\r\ntwo",
    pickup_instructions: "Code 1\rEND:VEVENT",
  });
  const migration = assertDefined(MIGRATIONS.find(({ name }) => name.endsWith("_line_ends.sql")));
  await query(app.databaseUrl, migration.sql);
  expect(
    await query(
      app.databaseUrl,
      `select description, pickup_instructions from car_listings where id = '${car}'`,
    ),
  ).toEqual([{ description: "One\ntwo", pickup_instructions: "Code 1\nEND:VEVENT" }]);
});

test("existing bookings are numbered in the order in which they were made", async () => {
  const t = await startBookings();
  apps.push(t.app);
  const { databaseUrl } = t.app;
  const last = await t.book();
  await query(databaseUrl, "update bookings set created_at = created_at + interval '1 day'");
  const [second, first] = [await t.book(), await t.book()];
  await query(
    databaseUrl,
    `update bookings set created_at = created_at - interval '1 day' where id = '${first.id}';
     alter table bookings alter column number drop not null,
       drop constraint bookings_number_key, drop constraint bookings_number_in_range;
     update bookings set number = null;
     alter sequence booking_numbers restart`,
  );
  const migration = assertDefined(
    MIGRATIONS.find(({ name }) => name.endsWith("_number_existing_bookings.sql")),
  );
  await query(databaseUrl, migration.sql);
  const numbers = await Promise.all([first, second, last].map(({ id }) => t.read(id)));
  // The first three numbers of the sequence; see migration 0048.
  expect(numbers.map(({ number }) => number)).toEqual([
    "BK-7180-3397",
    "BK-4360-6794",
    "BK-1541-0191",
  ]);
  expect((await t.book()).verified).toBeTruthy();
});

test("existing bookings keep the turnaround that they were made with", async () => {
  const t = await startBookings();
  apps.push(t.app);
  const { databaseUrl } = t.app;
  for (const turnaround_hours of [0, 3]) await t.checkout(await t.newCar({ turnaround_hours }));
  await query(databaseUrl, "alter table car_calendar drop column turnaround_hours");
  // Since then, the hosts have changed the turnaround of their cars.
  await query(databaseUrl, "update car_listings set turnaround_hours = 6");
  const migration = assertDefined(
    MIGRATIONS.find(({ name }) => name.endsWith("_calendar_turnaround.sql")),
  );
  await query(databaseUrl, migration.sql);
  expect(
    await query(
      databaseUrl,
      `select extract(epoch from upper(during) - return_at)::int / 3600 as left_after,
         taken.turnaround_hours as hours
       from car_calendar taken join bookings on bookings.id = booking_id order by hours`,
    ),
  ).toEqual([
    { left_after: 0, hours: 0 },
    { left_after: 3, hours: 3 },
  ]);
});

const HOURS = "_booking_hours.sql";

/**
 * A database from before bookings had times. Its car has a booking over each clock change, a hold
 * that replaces another, and a block, an import and an outage that touch them.
 */
async function placeWithDays(): Promise<string> {
  const place = await olderPlace(MIGRATIONS.findIndex(({ name }) => name.endsWith(HOURS)));
  places.push(place);
  await query(
    place.databaseUrl,
    `with car as (
       insert into car_listings (host_id, title, make, model, year, location, price_per_day_cents,
         transmission, fuel_type, seats, created_at, updated_at)
       select user_id, 'Old', 'Jeep', 'Wrangler', 2020, 'Nassau', 6000, 'manual', 'gasoline', 4, now(), now()
       from profiles returning id, host_id)
     insert into bookings (car_id, renter_id, host_id, start_date, end_date, status, payment_status, total_cents,
       booking_mode, price_per_day_cents, service_fee_basis_points, host_share_basis_points, amount_due_cents,
       host_share_cents, created_at, updated_at)
     select id, host_id, host_id, starts, ends, 'pending', 'unpaid', 6000 * (ends - starts), 'instant', 6000, 0, 8500,
       6000 * (ends - starts), 0, now(), now()
     from car, (values (date '2026-03-07', date '2026-03-09'), ('2026-10-31', '2026-11-02'),
       ('2026-12-05', '2026-12-08'), ('2026-12-06', '2026-12-10')) as stay (starts, ends);
     insert into booking_lines (booking_id, position, code, label, quantity, unit, amount_cents, earner)
       select id, 1, 'rental', 'Rental', end_date - start_date, 'day', total_cents, 'host' from bookings;
     insert into car_calendar (car_id, kind, booking_id, during, created_at)
       select car_id, 'booking', id, daterange(start_date, end_date), now() from bookings
       where start_date < '2026-12-06';
     insert into car_calendar (car_id, kind, booking_id, hold_id, during, created_at)
       select bookings.car_id, 'booking', bookings.id, held.id, daterange(start_date, end_date), now()
       from bookings, car_calendar held
       where start_date = '2026-12-06' and lower(held.during) = '2026-12-05';
     insert into car_calendar (car_id, kind, during, created_at)
       select id, kind, days::daterange, now() from car_listings, (values
         ('block', '[2026-03-09,2026-03-11)'), ('import', '[2026-11-02,2026-11-05)'),
         ('outage', '[2026-12-10,2026-12-11)'), ('block', '[2026-03-05,2026-03-07)')) as own (kind, days)`,
  );
  return place.databaseUrl;
}

test("days become instants that begin and end at 00:00 in Nassau, and bookings keep their price", async () => {
  const databaseUrl = await placeWithDays();
  const app = await startTestApp({ databaseUrl });
  apps.push(app);
  const utc = "YYYY-MM-DD HH24:MI";
  const ranges = await query<{ kind: string; range: string }>(
    databaseUrl,
    `select kind, to_char(lower(during) at time zone 'UTC', '${utc}') || ', '
       || to_char(upper(during) at time zone 'UTC', '${utc}') as range from car_calendar order by lower(during)`,
  );
  expect(ranges.map(({ kind, range }) => `${kind} ${range}`)).toEqual([
    "block 2026-03-05 05:00, 2026-03-07 05:00",
    "booking 2026-03-07 05:00, 2026-03-09 04:00",
    "block 2026-03-09 04:00, 2026-03-11 04:00",
    "booking 2026-10-31 04:00, 2026-11-02 05:00",
    "import 2026-11-02 05:00, 2026-11-05 05:00",
    "booking 2026-12-05 05:00, 2026-12-08 05:00",
    "booking 2026-12-06 05:00, 2026-12-10 05:00",
    "outage 2026-12-10 05:00, 2026-12-11 05:00",
  ]);
  expect(
    await query(
      databaseUrl,
      `select days, pickup_time, return_time, pickup_at = start_date::timestamp at time zone 'America/Nassau' as begins
       from bookings order by start_date`,
    ),
  ).toEqual(
    [2, 2, 3, 4].map((days) => ({ days, pickup_time: null, return_time: null, begins: true })),
  );
  const overlap = `insert into car_calendar (car_id, kind, during, created_at)
    select id, 'block', tstzrange('2026-11-01 04:00Z', '2026-11-02 05:00Z'), now() from car_listings`;
  await expect(query(databaseUrl, overlap)).rejects.toThrow("car_calendar_no_overlap");
});

test("the migration to instants refuses to move a day", async () => {
  const databaseUrl = await placeWithDays();
  const { sql } = assertDefined(MIGRATIONS.find(({ name }) => name.endsWith(HOURS)));
  const wrong = sql.replace(
    "lower(during)::timestamp at time zone 'America/Nassau',",
    "lower(during)::timestamp at time zone 'UTC',",
  );
  expect(wrong).not.toBe(sql);
  await expect(query(databaseUrl, wrong)).rejects.toThrow(/car_calendar|the calendar changed/);
  const [column] = await query<{ type: string }>(
    databaseUrl,
    "select pg_typeof(during)::text as type from car_calendar limit 1",
  );
  expect(column).toEqual({ type: "daterange" });
});
