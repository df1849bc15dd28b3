// The PostgreSQL of a test run: TEST_DATABASE_URL, or one started from POSTGRES_BIN or the embedded
// binaries. It has a migrated template.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { readConfig, type S3Settings } from "../src/server/config.ts";
import { startInstance } from "../src/server/instance.ts";
import { startPostgres } from "../src/server/platform/database/postgres.ts";
import { startReplica } from "./replica.ts";
import { startS3 } from "./s3.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The connection string of the maintenance database. */
    databaseServer: string;
    template: string;
    /** With TEST_NODES: what the nodes of each app share. The replica exists only if PostgreSQL
     *  was started here. */
    several: { nodes: number; s3: S3Settings; replicaServer: string | undefined } | undefined;
  }
}

export const withDatabase = (server: string, database: string): string => {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
};

/** vitest's global setup: creates the template once; every test app copies it. */
export default async function setup({
  provide,
}: {
  provide: (key: never, value: never) => void;
}): Promise<() => Promise<void>> {
  const given = process.env["TEST_DATABASE_URL"];
  const folder = mkdtempSync(join(tmpdir(), "caydrive-test-"));
  chmodSync(folder, 0o755); // As root, PostgreSQL runs as another user.
  const nodes = Number(process.env["TEST_NODES"] ?? 1);
  const postgresBin = process.env["POSTGRES_BIN"];
  const settings = {
    max_connections: String(80 * nodes),
    // Commits reach the replica when the log is written, which they do not wait for here.
    ...(nodes > 1 && { wal_writer_delay: "5ms" }),
  };
  const postgres = given
    ? undefined
    : await startPostgres({ dataDir: folder, postgresBin, unsafe: true, settings });
  const server = given ?? postgres!.url("postgres");
  const template = `caydrive_template_${process.pid}`;
  await runProgram(server, `create database ${template}`);
  const url = withDatabase(server, template);
  const dataDir = join(folder, "template");
  const config = readConfig({ DATA_DIR: dataDir, PORT: "0", DEMO: "0", LOG_LEVEL: "silent" });
  // Starts a whole instance, so that copies include its tables and queues.
  await (
    await startInstance({ config, databaseUrl: url, schedulesCronJobs: false, apiOnly: true })
  ).stop();
  const replica =
    postgres && nodes > 1 ? await startReplica(postgres, { postgresBin, settings }) : undefined;
  const s3 = nodes > 1 ? await startS3() : undefined;
  const several = s3 && { nodes, s3: s3.settings, replicaServer: replica?.url("postgres") };
  provide("several" as never, several as never);
  provide("databaseServer" as never, server as never);
  provide("template" as never, template as never);
  return async () => {
    await s3?.close();
    await replica?.stop();
    if (given) await runProgram(server, `drop database if exists ${template} with (force)`);
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

export async function runProgram(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
