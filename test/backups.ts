// Helpers for tests of backups: empty places to restore into, and the full content of a database
// and its stores, for comparison.
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { inject } from "vitest";
import { backup, type BackupReport } from "../src/server/backup/backup.ts";
import { openStores } from "../src/server/backup/files.ts";
import { checkBackup, restore, type RestoreReport } from "../src/server/backup/restore.ts";
import { connect } from "../src/server/backup/tables.ts";
import { applyMigration, MIGRATIONS } from "../src/server/platform/database/migrations.ts";
import type { Config } from "../src/server/config.ts";
import { readBuffer } from "../src/server/platform/storage/object-store.ts";
import { runProgram, withDatabase } from "./postgres.ts";

type Where = Pick<Config, "s3" | "dataDir" | "release">;

export interface BackupPlace {
  database: string;
  databaseUrl: string;
  config: Where;
}

/** An empty database and an empty folder. */
export async function emptyPlace(given: Partial<Where> = {}): Promise<BackupPlace> {
  const database = `caydrive_${randomUUID().replaceAll("-", "")}`;
  await runProgram(inject("databaseServer"), `create database ${database}`);
  const dataDir = mkdtempSync(join(tmpdir(), "caydrive-place-"));
  return {
    database,
    databaseUrl: withDatabase(inject("databaseServer"), database),
    config: { s3: undefined, dataDir, release: "1.2.3", ...given },
  };
}

/** A database as an older version left it, with one person in it.
 *  @param migrations how many it had applied */
export async function olderPlace(migrations: number): Promise<BackupPlace> {
  const place = await emptyPlace();
  const client = await connect(place.databaseUrl, "test");
  for (const migration of MIGRATIONS.slice(0, migrations)) await applyMigration(client, migration);
  await client.query(
    `with account as (insert into accounts (id, email, password_hash, created_at, updated_at) values (gen_random_uuid(), 'old@example.test', 'x', now(), now()) returning id)
     insert into profiles (user_id, first_name, last_name, email, user_type, created_at, updated_at) select id, 'Old', 'Rolle', 'old@example.test', 'renter', now(), now() from account`,
  );
  await client.end();
  return place;
}

export async function removePlace({ database, config }: BackupPlace): Promise<void> {
  await runProgram(inject("databaseServer"), `drop database if exists ${database} with (force)`);
  rmSync(config.dataDir, { recursive: true, force: true });
}

export const backUp = (
  { databaseUrl, config }: Omit<BackupPlace, "database">,
  file: string,
  isForced = false,
): Promise<BackupReport> => backup({ databaseUrl, config, file, isForced });

/** Checks the file, then restores it. */
export async function bringBack(
  { databaseUrl, config }: BackupPlace,
  file: string,
  isReplacing = false,
): Promise<RestoreReport> {
  const checked = await checkBackup({ file });
  return restore({
    databaseUrl,
    config,
    file,
    checked,
    isReplacing,
    log: pino({ level: "silent" }),
  });
}

export async function query<Row extends object>(
  databaseUrl: string,
  statement: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return (await client.query<Row>(statement).finally(() => client.end())).rows;
}

/** Every row of every table as text, including computed columns, and the position of each
 *  sequence. */
export async function readContent(databaseUrl: string): Promise<Record<string, string[]>> {
  const tables = await query<{ name: string }>(
    databaseUrl,
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public' union all values ('pgboss.queue'), ('pgboss.job') order by 1",
  );
  const content: Record<string, string[]> = {};
  for (const { name } of tables)
    content[name] = (
      await query<{ row: string }>(
        databaseUrl,
        `select each::text as row from ${name} each order by 1`,
      )
    ).map(({ row }) => row);
  const sequences =
    "select sequencename || ' ' || last_value as row from pg_sequences where last_value is not null order by 1";
  content["sequences"] = (await query<{ row: string }>(databaseUrl, sequences)).map(
    ({ row }) => row,
  );
  return content;
}

/** Every constraint, index, trigger and view, as PostgreSQL prints it. */
export async function readSchema(databaseUrl: string): Promise<string[]> {
  const rows = await query<{ row: string }>(
    databaseUrl,
    `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated as row from pg_constraint where connamespace = 'public'::regnamespace
     union all select indexdef from pg_indexes where schemaname = 'public'
     union all select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
     union all select viewname || definition from pg_views where schemaname = 'public' order by 1`,
  );
  return rows.map(({ row }) => row);
}

/** Every file of the stores that a backup includes, by name. */
export async function filesIn(config: Where): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  for (const [name, store] of Object.entries(await openStores(config)))
    for await (const each of store.list()) {
      const stored = await store.read(each.name);
      if (stored) found.set(`${name}/${each.name}`, await readBuffer(stored));
    }
  return new Map([...found].toSorted(([a], [b]) => a.localeCompare(b)));
}
