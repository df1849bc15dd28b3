// Finds the database for npm's commands: DATABASE_URL, or the PostgreSQL of DATA_DIR, which they
// start if it is not running.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigError, displayPath, readConfig, type Config } from "../src/server/config.ts";
import { lockDataDir } from "../src/server/platform/database/data-dir.ts";
import { checkDatabase } from "../src/server/platform/database/database.ts";
import {
  createDatabase,
  DATABASE,
  startPostgres,
} from "../src/server/platform/database/postgres.ts";
import { StartError } from "../src/server/platform/start-error.ts";

interface Reached {
  url: string;
  leave(): Promise<void>;
}

async function reachDatabase(config: Config): Promise<Reached> {
  if (config.databaseUrl) return { url: config.databaseUrl, leave: async () => {} };
  const { dataDir } = config;
  if (!existsSync(join(dataDir, "postgres", "PG_VERSION")))
    throw new StartError(
      `There are no data in ${displayPath(dataDir)} yet. Start the server (npm start) and sign up first.`,
    );
  let unlock: () => void;
  try {
    unlock = lockDataDir(dataDir);
  } catch {
    return { url: runningUrl(dataDir), leave: async () => {} };
  }
  try {
    const postgres = await startPostgres({ dataDir, postgresBin: config.postgresBin });
    return { url: postgres.url(DATABASE), leave: () => postgres.stop().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * The database for this command alone, created if there is none yet.
 * @throws StartError when an instance runs on DATA_DIR
 */
export async function holdDatabase(config: Config): Promise<Reached> {
  const unlock = lockDataDir(config.dataDir);
  try {
    if (config.databaseUrl) {
      await checkDatabase(config.databaseUrl);
      return { url: config.databaseUrl, leave: async () => unlock() };
    }
    const postgres = await startPostgres({
      dataDir: config.dataDir,
      postgresBin: config.postgresBin,
    });
    const leave = () => postgres.stop().finally(unlock);
    return { url: await createDatabase(postgres), leave };
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * The PostgreSQL of the server that holds DATA_DIR: its port is the fourth line of postmaster.pid.
 */
function runningUrl(dataDir: string): string {
  try {
    const port = Number(
      readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[3],
    );
    const password = readFileSync(join(dataDir, "postgres-password"), "utf8").trim();
    return `postgres://caydrive:${password}@127.0.0.1:${port}/${DATABASE}`;
  } catch {
    throw new StartError(
      `The server that holds ${displayPath(dataDir)} is starting or stopping. Try again in a moment.`,
    );
  }
}

/**
 * Runs a command. If it fails, prints the error in one line and exits with 1.
 * @param failed names the failure, such as "The role was not granted"
 */
export async function reporting(failed: string, command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (error instanceof StartError || error instanceof ConfigError) console.error(error.message);
    else console.error(`${failed}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

/**
 * Runs a command on the data, whether or not the server is running.
 * @param failed see reporting
 */
export const onDatabase = (
  failed: string,
  command: (url: string, config: Config) => Promise<void>,
): Promise<void> =>
  reporting(failed, async () => {
    const config = readConfig();
    const { url, leave } = await reachDatabase(config);
    await command(url, config).finally(leave);
  });

/** Aborted by Ctrl-C or SIGTERM, for commands that leave nothing half done. */
export function endOnSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const)
    process.once(name, () => controller.abort(new StartError("Ended before it was done.")));
  return controller.signal;
}
