// Checks that the encryption keys that the database's data is sealed with are available.
import { sql } from "kysely";
import pg from "pg";
import type { Ctx } from "../context.ts";
import { StartError } from "../start-error.ts";

/** The key id that marks data as lost for good (docs/operating/incidents.md). */
const LOST = "0000000000000000";

/**
 * The SQL statement that lists the key ids of a table, except for lost ones.
 * @param table as written in SQL
 */
export const selectKeys = (table: string): string =>
  `select distinct key_id from ${table} where key_id <> '${LOST}'`;

/**
 * Checks all tables at startup, because an instance with the wrong keys would look sound but could
 * decrypt nothing.
 * @throws StartError that names the missing keys and their tables
 */
export async function requireKeysInUse({
  db,
  keys,
  config,
}: Pick<Ctx, "db" | "keys" | "config">): Promise<void> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = current_schema() and column_name = 'key_id' order by table_name`.execute(
    db,
  );
  const missing: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql
      .raw<{ key_id: string }>(selectKeys(pg.escapeIdentifier(name)))
      .execute(db);
    for (const { key_id } of rows)
      if (!keys.sealing.all.has(key_id)) missing.push(`${key_id} (${name})`);
  }
  if (missing.length > 0)
    throw new StartError(
      `What is private in the database is sealed with encryption keys that are not in ${config.encryptionKeys ? "ENCRYPTION_KEYS" : "DATA_DIR/keys"}: ${missing.join(", ")}. Put them behind the present one. Where they are lost for good, docs/operating/incidents.md says how to go on.`,
    );
}
