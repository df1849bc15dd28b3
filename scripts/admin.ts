// npm run admin -- EMAIL: grants the admin role to an account, whether the server is running or not.
// It speaks to DATABASE_URL, or to the PostgreSQL of DATA_DIR, which it starts when nobody else has.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigError, displayPath, readConfig, type Config } from "../src/server/config.ts";
import { grantAdmin } from "../src/server/modules/accounts/accounts.service.ts";
import { systemClock } from "../src/server/platform/clock.ts";
import { lockDataDir } from "../src/server/platform/data-dir.ts";
import { openDb, openPool } from "../src/server/platform/db.ts";
import { DATABASE, startPostgres } from "../src/server/platform/postgres.ts";
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

/** The PostgreSQL of the server that holds DATA_DIR: its port is the fourth line of postmaster.pid. */
function runningUrl(dataDir: string): string {
  try {
    const port = Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[3]);
    const password = readFileSync(join(dataDir, "postgres-password"), "utf8").trim();
    return `postgres://caydrive:${password}@127.0.0.1:${port}/${DATABASE}`;
  } catch {
    throw new StartError(
      `The server that holds ${displayPath(dataDir)} is starting or stopping. Try again in a moment.`,
    );
  }
}

async function main(email: string | undefined): Promise<void> {
  if (!email?.includes("@")) throw new StartError("Usage: npm run admin -- EMAIL");
  const { url, leave } = await reachDatabase(readConfig());
  const pool = openPool(url, () => {}, 1);
  try {
    const outcome = await grantAdmin({ db: openDb(pool), clock: systemClock }, email);
    if (outcome === "unknown")
      throw new StartError(`There is no account with the email ${email}. Sign up with it first.`);
    console.log(outcome === "granted" ? `${email} is an admin now.` : `${email} is an admin already.`);
  } finally {
    await pool.end();
    await leave();
  }
}

try {
  await main(process.argv[2]);
} catch (error) {
  if (error instanceof StartError || error instanceof ConfigError) console.error(error.message);
  else console.error(`The role was not granted: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
