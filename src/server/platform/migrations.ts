// Applies migrations/NNNN_name.sql in order, each once, each in a transaction; refuses a database that a newer version has changed.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { PROJECT_ROOT } from "../config.ts";
import { StartError } from "./start-error.ts";

const LOCK = 0x63617964; // "cayd": one process migrates at a time

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

function readMigrations(): Migration[] {
  const folder = join(PROJECT_ROOT, "migrations");
  return readdirSync(folder)
    .filter((name) => /^\d{4}_\w+\.sql$/.test(name))
    .toSorted()
    .map((name) => {
      const sql = readFileSync(join(folder, name), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    });
}

/**
 * Brings the database to this version's schema.
 * @returns the names applied now.
 * @throws StartError when the database knows a migration that this version does not, or one that was changed afterwards.
 */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const known = readMigrations();
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    await client.query(
      "create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())",
    );
    const { rows } = await client.query<{ name: string; checksum: string }>(
      "select name, checksum from schema_migrations order by name",
    );
    for (const row of rows) {
      const match = known.find((each) => each.name === row.name);
      if (!match)
        throw new StartError(
          `The data were written by a newer version of this program (${row.name}). Use that version, or another DATA_DIR.`,
        );
      if (match.checksum !== row.checksum)
        throw new StartError(`Migration ${row.name} was changed after it had been applied to these data.`);
    }
    const applied = new Set(rows.map((row) => row.name));
    const pending = known.filter((each) => !applied.has(each.name));
    for (const { name, sql, checksum } of pending) {
      await client.query("begin");
      try {
        await client.query(sql);
        await client.query("insert into schema_migrations (name, checksum) values ($1, $2)", [name, checksum]);
        await client.query("commit");
      } catch (error) {
        await client.query("rollback");
        throw error;
      }
    }
    return pending.map((each) => each.name);
  } finally {
    await client.query("select pg_advisory_unlock($1)", [LOCK]).catch(() => {});
    client.release();
  }
}

/** Whether every migration of this version is applied; what /readyz asks. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ applied: number }>("select count(*)::int as applied from schema_migrations");
  return rows[0]?.applied === readMigrations().length;
}
