// The command: reads the settings, starts PostgreSQL if none is given, runs one instance, stops
// cleanly on SIGTERM and SIGINT. Browser tests run it with their own network
// (test/program-with-sites.ts).
import { enableCompileCache } from "node:module";
import { PRODUCT_NAME } from "../domain/brand.ts";
import { ConfigError, readConfig, type Config } from "./config.ts";
import { checkAddress } from "./platform/http/listen-address.ts";
import { lockDataDir } from "./platform/database/data-dir.ts";
import { checkDatabase } from "./platform/database/database.ts";
import { openLog } from "./platform/observability/log.ts";
import { openKeys } from "./platform/keys/keys.ts";
import { createDatabase, startPostgres } from "./platform/database/postgres.ts";
import type { Network } from "./platform/http/public-fetch.ts";
import { StartError } from "./platform/start-error.ts";

// Covers what is imported later. npm start has the cache for the imports above as well.
enableCompileCache();

/** The steps that stop what was started, run in reverse order. */
const undo: (() => Promise<void> | void)[] = [];

async function main(config: Config, network?: Network): Promise<void> {
  await checkAddress(config);
  undo.push(lockDataDir(config.dataDir));
  const keys = await openKeys(config);
  // Takes longer than PostgreSQL needs to start, so both go on at the same time.
  const loading = import("./instance.ts");
  let { databaseUrl } = config;
  if (databaseUrl) await checkDatabase(databaseUrl);
  else {
    const postgres = await startPostgres({
      dataDir: config.dataDir,
      postgresBin: config.postgresBin,
    });
    undo.push(() => postgres.stop());
    void postgres.lost.then(() =>
      end(new StartError("PostgreSQL stopped unexpectedly, so this program is stopping too.")),
    );
    databaseUrl = await createDatabase(postgres);
  }
  const { startInstance } = await loading;
  const demo = config.demo ? await import("./demo/index.ts") : undefined;
  const instance = await startInstance({
    config,
    databaseUrl,
    keys,
    network,
    dev: process.argv.includes("--dev"),
    ...(demo ? { prepare: demo.fillWithDemoData, photoSource: demo.demoPhotos } : {}),
  });
  undo.push(() => instance.stop());
  console.log(
    `\n  ${PRODUCT_NAME} is running at ${instance.ctx.publicUrl()}\n  DATA_DIR is ${config.dataDir}\n`,
  );
  if (demo) {
    for (const { email, what } of demo.DEMO_ACCOUNTS)
      console.log(`  ${email.padEnd(24)} ${demo.DEMO_PASSWORD}   ${what}`);
    console.log("");
  }
  if (!config.smtpUrl)
    console.log(`  Email isn't sent. Read it at ${instance.ctx.publicUrl()}/dev/mailbox\n`);
}

let ending: Promise<never> | undefined;
/**
 * Stops everything and exits: with 1 and the error, or with 0. Only the first call has an effect.
 */
const end = (error?: unknown): Promise<never> =>
  (ending ??= (async () => {
    if (error instanceof ConfigError) for (const sentence of error.errors) console.error(sentence);
    else if (error instanceof StartError) console.error(error.message);
    else if (error) openLog("fatal").fatal({ err: error }, "stopped by an unexpected error");
    for (const step of undo.toReversed()) await step();
    process.exit(error ? 1 : 0);
  })());

/**
 * Runs the program until a signal ends it.
 * @param network see InstanceOptions
 */
export function run(network?: Network): void {
  const started = (async () => main(readConfig(), network))();
  started.catch(end);
  // For uncaught errors Node would end the process and leave PostgreSQL running.
  process.on("uncaughtException", (error) => void end(error));
  // During the start, resources may exist that `undo` does not include yet, so the start finishes
  // first.
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, () => void started.then(() => end(), end));
}

if (import.meta.main) run();
