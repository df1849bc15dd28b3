// Applies migrations/NNNN_name.sql in order, each once, in a transaction of its own. Refuses a
// database that a newer version has changed.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { PROJECT_ROOT } from "../../config.ts";
import { StartError } from "../start-error.ts";

/**
 * "cayd". Changing the schema takes this advisory lock exclusively. Work that needs a stable
 * schema, such as a backup, shares it.
 */
export const SCHEMA_LOCK = 0x63617964;

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

const FOLDER = join(PROJECT_ROOT, "migrations");

/**
 * Every migration of this version, in order. They are read at startup because an upgrade replaces
 * the files of a running program.
 */
export const MIGRATIONS: readonly Migration[] = readdirSync(FOLDER)
  .filter((name) => /^\d{4}_\w+\.sql$/.test(name))
  .toSorted()
  .map((name) => {
    const sql = readFileSync(join(FOLDER, name), "utf8");
    return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
  });

/**
 * Brings the database to this version's schema.
 * @returns the names of the migrations applied now.
 * @throws StartError when the database has a migration that this version does not know, or one
 * whose file has changed since it was applied.
 */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const client = await pool.connect();
  try {
    // A running backup shares the lock, so it does not block a start that has nothing to migrate.
    await client.query("select pg_advisory_lock_shared($1)", [SCHEMA_LOCK]);
    const isDone = (await pendingMigrations(client)).length === 0;
    await client.query("select pg_advisory_unlock_shared($1)", [SCHEMA_LOCK]);
    if (isDone) return [];

    await client.query("select pg_advisory_lock($1)", [SCHEMA_LOCK]);
    const pending = await pendingMigrations(client);
    for (const migration of pending) {
      await client.query("begin");
      try {
        // Rewriting a large table takes longer than any request may.
        await client.query("set local statement_timeout = 0");
        await applyMigration(client, migration);
        await client.query("commit");
      } catch (error) {
        await client.query("rollback");
        throw error;
      }
    }
    return pending.map((each) => each.name);
  } finally {
    await client.query("select pg_advisory_unlock_all()").catch(() => {});
    client.release();
  }
}

/** @throws StartError see migrate */
async function pendingMigrations(client: pg.ClientBase): Promise<Migration[]> {
  const { rows: tables } = await client.query(
    "select 1 where to_regclass('schema_migrations') is not null",
  );
  if (tables.length === 0) return [...MIGRATIONS];
  const { rows } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from schema_migrations order by name",
  );
  for (const row of rows) {
    const match = MIGRATIONS.find((each) => each.name === row.name);
    if (!match)
      throw new StartError(
        `The data were written by a newer version of this program (${row.name}). Use that version, or another DATA_DIR.`,
      );
    if (match.checksum !== row.checksum)
      throw new StartError(
        `Migration ${row.name} was changed after it had been applied to these data.`,
      );
  }
  const applied = new Set(rows.map((row) => row.name));
  return MIGRATIONS.filter((each) => !applied.has(each.name));
}

/** Applies one migration and records it, within the client's open transaction. */
export async function applyMigration(
  client: pg.ClientBase,
  { name, sql, checksum }: Migration,
): Promise<void> {
  await client.query(
    "create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())",
  );
  await client.query(sql);
  await client.query("insert into schema_migrations (name, checksum) values ($1, $2)", [
    name,
    checksum,
  ]);
}

/**
 * Whether every migration of this version is applied unchanged, for /readyz. Migrations of a newer
 * version may be present: an upgrade replaces the nodes one by one.
 */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<Migration>("select name, checksum from schema_migrations");
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  return MIGRATIONS.every(({ name, checksum }) => applied.get(name) === checksum);
}
