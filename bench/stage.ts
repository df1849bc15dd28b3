// The environment that the parts share: a temporary folder with PostgreSQL set up as in production,
// its databases, and the program in separate processes.
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { readConfig } from "../src/server/config.ts";
import { startInstance, type Instance } from "../src/server/instance.ts";
import { openPool } from "../src/server/platform/database/database.ts";
import {
  newEncryptionKeysSetting,
  newSigningKeysSetting,
} from "../src/server/platform/keys/keys.ts";
import { migrate } from "../src/server/platform/database/migrations.ts";
import {
  freePort,
  startPostgres,
  type RunningPostgres,
} from "../src/server/platform/database/postgres.ts";
import { processTimes } from "./processes.ts";
import { startReplica, type TestReplica } from "../test/replica.ts";
import { startProgram, type Program } from "../test/process.ts";

export interface Stage {
  /**
   * Less data and shorter measurements. It shows that the bench works; its figures mean nothing.
   */
  quick: boolean;
  postgresVersion: string;
  /** The keys of every program started here, so that the bench can sign people in. */
  signingKeys: string;
  /** The address of the named database. The first caller fills it. */
  database(name: string, fill?: (client: pg.Client) => Promise<void>): Promise<string>;
  /** The address of a database with the demo data. */
  demoDatabase(): Promise<string>;
  /** A pool like the server's own, closed at the end. */
  pool(url: string): pg.Pool;
  /** The program in its own process, without request limits. */
  program(databaseUrl: string, env?: Record<string, string>): Promise<Program>;
  /** The program's API in this process, where its pool can be watched. */
  instance(databaseUrl: string): Promise<Instance>;
  /** A new folder of that name, removed at the end. */
  folder(name: string): string;
  freePort(): Promise<number>;
  /**
   * CPU seconds used by PostgreSQL or the replica; NaN where the system does not report them (Linux
   * does).
   */
  databaseCpuSeconds(replica?: TestReplica): number;
  /** A streaming replica of all databases, stopped at the end. */
  replica(): Promise<TestReplica>;
  say(line: string): void;
  /** Stops everything that was started and removes the folder. */
  close(): Promise<void>;
}

/** What the stage has started, to be undone in reverse order. */
type Undo = (() => unknown)[];

/** @throws StartError if PostgreSQL does not start */
export async function openStage(quick: boolean): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), "caydrive-bench-"));
  chmodSync(folder, 0o755); // as root, PostgreSQL runs as another user
  const undo: Undo = [() => rmSync(folder, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    const { postgresBin } = readConfig();
    const settings = { max_connections: "200" }; // for several programs
    const postgres = await startPostgres({ dataDir: folder, postgresBin, settings });
    undo.push(() => postgres.stop());
    const signingKeys = await newSigningKeysSetting(undefined, new Date());
    const database = openDatabases(postgres);
    return {
      quick,
      postgresVersion: await readVersion(postgres),
      signingKeys,
      database,
      ...openPrograms({ folder, signingKeys, database, undo }),
      pool(url) {
        const pool = openPool(url, () => {});
        // PostgreSQL may stop before the clients.
        pool.on("connect", (client) => client.on("error", () => {}));
        undo.push(() => pool.end());
        return pool;
      },
      folder(name) {
        mkdirSync(join(folder, name));
        return join(folder, name);
      },
      freePort,
      databaseCpuSeconds: (replica) => readCpuSeconds((replica ?? postgres).dataDir),
      async replica() {
        const replica = await startReplica(postgres, { postgresBin, settings });
        undo.push(() => replica.stop());
        return replica;
      },
      say: (line) => console.log(`  ${line}`),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {}); // the server may stop during a load; the query then fails too
  await client.connect();
  return work(client).finally(() => client.end());
}

const readVersion = (postgres: RunningPostgres): Promise<string> =>
  connected(postgres.url("postgres"), async (client) => {
    const { rows } = await client.query<{ server_version: string }>("show server_version");
    return rows[0]?.server_version ?? "";
  });

function openDatabases(postgres: RunningPostgres): Stage["database"] {
  const databases = new Map<string, Promise<string>>();
  const create = async (
    name: string,
    fill?: (client: pg.Client) => Promise<void>,
  ): Promise<string> => {
    await connected(postgres.url("postgres"), (client) => client.query(`create database ${name}`));
    const url = postgres.url(name);
    const pool = openPool(url, () => {}, 1);
    await migrate(pool).finally(() => pool.end());
    if (fill) await connected(url, fill);
    return url;
  };
  return (name, fill) => {
    const known = databases.get(name) ?? create(name, fill);
    databases.set(name, known);
    return known;
  };
}

interface ProgramOptions extends Pick<Stage, "signingKeys" | "database"> {
  folder: string;
  undo: Undo;
}

/** Starts programs, each with its own folder of data. */
function openPrograms({
  folder,
  signingKeys,
  database,
  undo,
}: ProgramOptions): Pick<Stage, "program" | "demoDatabase" | "instance"> {
  // One program decrypts what an earlier one encrypted.
  const encryptionKeys = newEncryptionKeysSetting(undefined);
  let folders = 0;
  const environment = (databaseUrl: string): Record<string, string> => {
    const dataDir = join(folder, `instance-${++folders}`);
    mkdirSync(dataDir);
    return {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      SIGNING_KEYS: signingKeys,
      ENCRYPTION_KEYS: encryptionKeys,
      PORT: "0",
      UNLIMITED: "1",
    };
  };
  const program: Stage["program"] = async (databaseUrl, env = {}) => {
    const started = await startProgram({ ...environment(databaseUrl), ...env });
    undo.push(() => (started.process.exitCode === null ? started.end("SIGTERM") : undefined));
    return started;
  };
  return {
    program,
    async demoDatabase() {
      const url = await database("demo");
      // The first start with the demo data fills it.
      await (await program(url, { DEMO: "1" })).end("SIGTERM");
      return url;
    },
    async instance(databaseUrl) {
      const config = readConfig({ ...environment(databaseUrl), LOG_LEVEL: "error" });
      return startInstance({ config, databaseUrl, apiOnly: true });
    },
  };
}

/** CPU seconds of the server of a data folder and its child processes. */
function readCpuSeconds(dataDir: string): number {
  try {
    const [server = ""] = readFileSync(join(dataDir, "postmaster.pid"), "utf8").split("\n");
    const seconds = readdirSync("/proc").map((pid) => {
      if (!/^\d+$/.test(pid)) return 0;
      try {
        const { own, withEnded, parent } = processTimes(pid);
        return pid === server ? withEnded : parent === server ? own : 0;
      } catch {
        return 0; // it has just ended
      }
    });
    return seconds.reduce((sum, each) => sum + each, 0);
  } catch {
    return NaN;
  }
}
