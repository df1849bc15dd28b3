// Which encryption keys what lies in the database is sealed with, and whether they are there.
import { sql } from "kysely";
import pg from "pg";
import type { Ctx } from "../context.ts";
import { StartError } from "../start-error.ts";

/** How an operator marks what nobody will open again (docs/operating/incidents.md). */
const LOST = "0000000000000000";

/** The statement that names the keys of a table; but for those that are lost. @param table as it is written in SQL */
export const keysOf = (table: string): string => `select distinct key_id from ${table} where key_id <> '${LOST}'`;

/**
 * With other keys an instance would look sound, and open nothing.
 * @throws StartError that names the keys which are missing, and the tables
 */
export async function requireKeysInUse({ db, keys, config }: Pick<Ctx, "db" | "keys" | "config">): Promise<void> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = current_schema() and column_name = 'key_id' order by table_name`.execute(db);
  const missing: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql.raw<{ key_id: string }>(keysOf(pg.escapeIdentifier(name))).execute(db);
    for (const { key_id } of rows) if (!keys.sealing.all.has(key_id)) missing.push(`${key_id} (${name})`);
  }
  if (missing.length > 0)
    throw new StartError(
      `What is private in the database is sealed with encryption keys that are not in ${config.encryptionKeys ? "ENCRYPTION_KEYS" : "DATA_DIR/keys"}: ${missing.join(", ")}. Put them behind the present one. Where they are lost for good, docs/operating/incidents.md says how to go on.`,
    );
}
