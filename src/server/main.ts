// The command: reads the settings, starts PostgreSQL where none is given, runs one instance, stops cleanly on SIGTERM and SIGINT.
import { enableCompileCache } from "node:module";
import pg from "pg";
import { PRODUCT_NAME } from "../domain/brand.ts";
import { ConfigError, readConfig, type Config } from "./config.ts";
import { lockDataDir } from "./platform/data-dir.ts";
import { openKeys } from "./platform/keys.ts";
import { StartError, startPostgres, type RunningPostgres } from "./platform/postgres.ts";

enableCompileCache();

const DATABASE = "caydrive";

async function createDatabase(postgres: RunningPostgres): Promise<string> {
  const client = new pg.Client({ connectionString: postgres.url("postgres") });
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [DATABASE]);
    if (!rowCount) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
  return postgres.url(DATABASE);
}

async function main(config: Config): Promise<void> {
  const undo: (() => Promise<void> | void)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  let stopping = false;
  const onSignal = (): void => {
    if (stopping) return;
    stopping = true;
    void stop().then(() => process.exit(0));
  };
  process.on("SIGTERM", onSignal).on("SIGINT", onSignal);
  try {
    undo.push(lockDataDir(config.dataDir));
    const keys = await openKeys(config);
    let databaseUrl = config.databaseUrl;
    if (!databaseUrl) {
      const postgres = await startPostgres({ dataDir: config.dataDir, postgresBin: config.postgresBin });
      undo.push(() => postgres.stop());
      databaseUrl = await createDatabase(postgres);
    }
    const { startInstance } = await import("./instance.ts");
    const demo = config.demo ? await import("./demo/index.ts") : undefined;
    const instance = await startInstance({
      config,
      databaseUrl,
      keys,
      dev: process.argv.includes("--dev"),
      ...(demo ? { prepare: demo.fillWithDemoData, photoSource: demo.demoPhotos } : {}),
    });
    undo.push(() => instance.stop());
    console.log(`\n  ${PRODUCT_NAME} is running at ${instance.ctx.publicUrl()}\n`);
    if (demo) {
      for (const { email, what } of demo.DEMO_ACCOUNTS)
        console.log(`  ${email.padEnd(24)} ${demo.DEMO_PASSWORD}   ${what}`);
      console.log("");
    }
    if (!config.smtpUrl) console.log(`  Mail is not sent: read it at ${instance.ctx.publicUrl()}/dev/mailbox\n`);
  } catch (error) {
    await stop();
    throw error;
  }
}

try {
  await main(readConfig());
} catch (error) {
  if (error instanceof ConfigError) for (const fault of error.faults) console.error(fault);
  else if (error instanceof StartError) console.error(error.message);
  else console.error(error);
  process.exit(1);
}
