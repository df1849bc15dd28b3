// The PostgreSQL of a test run: TEST_DATABASE_URL, or one started on POSTGRES_BIN or the embedded binaries, with a migrated template.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { openPool } from "../src/server/platform/db.ts";
import { openJobs } from "../src/server/platform/jobs.ts";
import { migrate } from "../src/server/platform/migrations.ts";
import { startPostgres } from "../src/server/platform/postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Connection string of the maintenance database. */
    databaseServer: string;
    template: string;
  }
}

export const withDatabase = (server: string, database: string): string => {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
};

/** vitest's global setup: makes the template once; every test app copies it in 10 to 20 ms. */
export default async function setup({
  provide,
}: {
  provide: (key: never, value: never) => void;
}): Promise<() => Promise<void>> {
  const given = process.env["TEST_DATABASE_URL"];
  const folder = mkdtempSync(join(tmpdir(), "caydrive-test-"));
  chmodSync(folder, 0o755); // as root, PostgreSQL runs as another user
  const postgres = given
    ? undefined
    : await startPostgres({ dataDir: folder, postgresBin: process.env["POSTGRES_BIN"], unsafe: true });
  const server = given ?? postgres!.url("postgres");
  const template = `caydrive_template_${process.pid}`;
  await run(server, `create database ${template}`);
  const url = withDatabase(server, template);
  const pool = openPool(url, () => {}, 2);
  await migrate(pool);
  await pool.end();
  const jobs = openJobs(url, pino({ level: "silent" }));
  await jobs.start([]);
  await jobs.stop(1000);
  provide("databaseServer" as never, server as never);
  provide("template" as never, template as never);
  return async () => {
    if (given) await run(server, `drop database if exists ${template} with (force)`);
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

export async function run(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
