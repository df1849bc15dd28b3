// Tests that schema.sql and schema.ts match the migrations, and that constraint names say what they
// enforce.
import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPool } from "../src/server/platform/database/database.ts";
import { migrate } from "../src/server/platform/database/migrations.ts";
import { readTables } from "../scripts/schema/catalog.ts";
import { dumpSchema } from "../scripts/schema/dump.ts";
import { printTypes } from "../scripts/schema/types.ts";
import { emptyPlace, removePlace, type BackupPlace } from "./backups.ts";

let place: BackupPlace;
let client: pg.Client;
beforeAll(async () => {
  place = await emptyPlace();
  const pool = openPool(place.databaseUrl, () => {}, 1);
  await migrate(pool);
  await pool.end();
  client = new pg.Client({ connectionString: place.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await removePlace(place);
});

const stored = (name: string): string =>
  readFileSync(new URL(`../src/server/platform/database/${name}`, import.meta.url), "utf8");

test("schema.sql matches the migrations (npm run db:types writes it)", async () => {
  expect(await dumpSchema(client)).toBe(stored("schema.sql"));
});

test("schema.ts matches the migrations (npm run db:types writes it)", async () => {
  expect(await printTypes(client)).toBe(stored("schema.ts"));
});

test("no constraint has a name that PostgreSQL generated", async () => {
  const tables = await readTables(client);
  const names = tables.flatMap(({ constraints }) => constraints.map(({ name }) => name));
  expect(names).toContain("bookings_days_in_range");
  expect(names.filter((name) => /_(?:check|excl)\d*$|_f?key\d+$/.test(name))).toEqual([]);
});

test("every table has a comment", async () => {
  const tables = await readTables(client);
  expect(tables.filter(({ comment }) => !comment).map(({ name }) => name)).toEqual([]);
});
