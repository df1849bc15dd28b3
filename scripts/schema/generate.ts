// npm run db:types: migrates a fresh database and writes its schema and its Kysely types.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPool } from "../../src/server/platform/database/database.ts";
import { migrate } from "../../src/server/platform/database/migrations.ts";
import { startPostgres } from "../../src/server/platform/database/postgres.ts";
import { dumpSchema } from "./dump.ts";
import { printTypes } from "./types.ts";

const target = (name: string): string =>
  join(import.meta.dirname, "../../src/server/platform/database", name);

const dataDir = mkdtempSync(join(tmpdir(), "caydrive-schema-"));
chmodSync(dataDir, 0o755); // As root, PostgreSQL runs as another user.
try {
  const postgres = await startPostgres({
    dataDir,
    postgresBin: process.env["POSTGRES_BIN"],
    unsafe: true,
  });
  const pool = openPool(postgres.url("postgres"), () => {}, 1);
  try {
    await migrate(pool);
    const client = await pool.connect();
    writeFileSync(target("schema.sql"), await dumpSchema(client));
    writeFileSync(target("schema.ts"), await printTypes(client));
    client.release();
  } finally {
    await pool.end();
    await postgres.stop();
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
