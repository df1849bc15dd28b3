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
