// Starts and stops a real PostgreSQL as a child process, from the embedded binaries or those of
// POSTGRES_BIN. Schema and queries do not belong here.
import { spawn, spawnSync, execFileSync, type ChildProcess } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { randomBytes, randomInt } from "node:crypto";
import pg from "pg";
import { binaries, unprivilegedOwner, type Owner } from "./postgres-binaries.ts";
import { readCommand, isRunning } from "./processes.ts";
import { StartError } from "../start-error.ts";

export interface RunningPostgres {
  /** The folder of the cluster. */
  dataDir: string;
  /** The connection string of the given database. */
  url(database: string): string;
  /** Resolves when the server exits without having been stopped. */
  lost: Promise<void>;
  stop(): Promise<void>;
}

const USER = "caydrive";
const ENV = { LC_ALL: "C", TZ: "UTC" };
/** The product's own database in the embedded PostgreSQL. */
export const DATABASE = "caydrive";

/**
 * Below the ephemeral range, from which the system could give the port to an outgoing connection
 * before the server binds it.
 */
const PORTS = [15_000, 32_000] as const;

/** A loopback port that is free now, and most likely still is when a server binds it. */
export function freePort(): Promise<number> {
  const port = randomInt(...PORTS);
  return new Promise((done, fail) => {
    const probe = createServer().once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? done(freePort()) : fail(error),
    );
    probe.listen(port, "127.0.0.1", () => probe.close(() => done(port)));
  });
}

/** Stops a server that outlived its Node process (kill -9), so that this start can use the data. */
async function stopLeftover(data: string): Promise<void> {
  const file = join(data, "postmaster.pid");
  if (!existsSync(file)) return;
  const lock = readFileSync(file, "utf8");
  const pid = Number.parseInt(lock, 10);
  // The process id may belong to another process by now, even to another instance's server. Where
  // command lines cannot be read, the process is assumed to be our server.
  if (pid > 0 && isRunning(pid) && (readCommand(pid)?.includes(`\0-D\0${data}\0`) ?? true)) {
    try {
      process.kill(pid, "SIGINT");
    } catch {
      // It has just exited.
    }
    for (let waited = 0; isRunning(pid) && waited < 10_000; waited += 20) await delay(20);
    if (isRunning(pid))
      throw new StartError(
        `A PostgreSQL server (process ${pid}) still holds ${data} and does not stop.`,
      );
  }
  // The dead server keeps its process id until it is reaped, and then another process may get it.
  // PostgreSQL takes either for a running server, but never its own parent process.
  if (existsSync(file)) writeFileSync(file, lock.replace(/^\d+/, String(process.pid)));
}

/** PostgreSQL's error while a session of a killed server is still running. */
const SESSION_LEFT = /shared memory block .* is still in use/;
/** Longer than a statement may run (database.ts). */
const SESSION_LEFT_MS = 45_000;

export interface PostgresOptions {
  /** The folder that holds the cluster; created when missing. */
  dataDir: string;
  postgresBin?: string | undefined;
  /** Trades durability for speed. For tests only. */
  unsafe?: boolean;
  /** Server settings that override or extend the defaults below. */
  settings?: Record<string, string>;
}

/** A locale that sorts by bytes and lower-cases every Unicode letter, which searches need. */
const localeArguments = (major: string): string[] =>
  Number(major) >= 17
    ? ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
    : ["--locale=C.UTF-8"];

/**
 * Starts PostgreSQL on the cluster in `dataDir` and creates the cluster first when there is none.
 * The caller must hold the lock of the folder (data-dir.ts).
 * @throws StartError when the cluster is of another version, or the server does not start.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const owner = unprivilegedOwner();
  const bin = binaries(options.postgresBin, owner);
  const data = join(options.dataDir, "postgres");
  const passwordFile = join(options.dataDir, "postgres-password");
  const major = (): string =>
    /\d+/.exec(
      execFileSync(join(bin, "postgres"), ["--version"], {
        ...owner,
        env: ENV,
        cwd: tmpdir(),
      }).toString(),
    )?.[0] ?? "";

  if (!existsSync(join(data, "PG_VERSION"))) {
    rmSync(data, { recursive: true, force: true });
    const half = `${data}.new`;
    rmSync(half, { recursive: true, force: true });
    mkdirSync(half, { recursive: true, mode: 0o700 });
    const password = randomBytes(18).toString("base64url");
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (owner) for (const path of [half, passwordFile]) chownSync(path, owner.uid, owner.gid);
    // prettier-ignore
    const made = spawnSync(join(bin, "initdb"), ["-D", half, "-U", USER, "--pwfile", passwordFile, "-A", "scram-sha-256", "-E", "UTF8", ...localeArguments(major()), "--no-sync", "--no-instructions"],
      { ...owner, env: ENV, cwd: tmpdir(), encoding: "utf8" });
    if (made.status !== 0)
      throw new StartError(
        `PostgreSQL could not make its data in ${data}: ${made.stderr?.trim() || made.error?.message}`,
      );
    renameSync(half, data);
  } else {
    const have = readFileSync(join(data, "PG_VERSION"), "utf8").trim();
    const want = major();
    if (have !== want)
      throw new StartError(
        `The data in ${data} were made by PostgreSQL ${have}; this is PostgreSQL ${want}. Use another DATA_DIR, or the version that made it.`,
      );
    await stopLeftover(data);
  }

  const launchOnce = (): Promise<RunningPostgres> =>
    launch(options, { program: join(bin, "postgres"), data, passwordFile, owner });
  for (const began = performance.now(); ; await delay(100))
    try {
      return await launchOnce();
    } catch (error) {
      if (
        !SESSION_LEFT.test((error as Error).message) ||
        performance.now() - began > SESSION_LEFT_MS
      )
        throw error;
    }
}

interface Cluster {
  program: string;
  data: string;
  passwordFile: string;
  owner: Owner | undefined;
}

/** @throws StartError when the server does not start. */
async function launch(
  options: PostgresOptions,
  { program, data, passwordFile, owner }: Cluster,
): Promise<RunningPostgres> {
  const port = await freePort();
  const settings: Record<string, string> = {
    port: String(port),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: "80",
    shared_buffers: "128MB",
    timezone: "UTC",
    log_min_messages: "fatal",
    ...(options.unsafe ? { fsync: "off", synchronous_commit: "off", full_page_writes: "off" } : {}),
    ...options.settings,
  };
  const server = spawn(
    program,
    ["-D", data, ...Object.entries(settings).flatMap(([key, value]) => ["-c", `${key}=${value}`])],
    // Runs in its own process group: Ctrl-C in the terminal reaches only Node, which stops
    // PostgreSQL last.
    { ...owner, env: ENV, cwd: tmpdir(), detached: true, stdio: ["ignore", "ignore", "pipe"] },
  );
  let complaint = "";
  server.stderr.on(
    "data",
    (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-2000)),
  );
  const password = readFileSync(passwordFile, "utf8");
  const url = (database: string): string =>
    `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;
  await untilReady(server, url("postgres"), () => complaint);
  server.unref();
  let stopping = false;
  return {
    dataDir: data,
    url,
    lost: new Promise((lost) => server.once("exit", () => stopping || lost())),
    stop() {
      stopping = true;
      return stop(server);
    },
  };
}

/**
 * Creates the product's database when there is none yet.
 * @returns its connection string
 */
export async function createDatabase(postgres: RunningPostgres): Promise<string> {
  const client = new pg.Client({ connectionString: postgres.url("postgres") });
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [
      DATABASE,
    ]);
    if (!rowCount) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
  return postgres.url(DATABASE);
}

async function untilReady(
  server: ChildProcess,
  url: string,
  complaint: () => string,
): Promise<void> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    if (server.exitCode !== null) {
      if (server.stderr) await finished(server.stderr);
      throw new StartError(
        `PostgreSQL did not start: ${complaint().trim() || `exit code ${server.exitCode}`}`,
      );
    }
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
    client.on("error", () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      await client.end().catch(() => {});
      if (Date.now() > deadline)
        throw new StartError(
          `PostgreSQL did not answer in 20 s: ${complaint().trim() || String(error)}`,
        );
      await new Promise((done) => setTimeout(done, 10));
    }
  }
}

/**
 * Fast shutdown (SIGINT): rolls back open sessions and flushes the data. Kills the server after 8
 * s.
 */
function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve();
  server.ref();
  return new Promise((done) => {
    const hard = setTimeout(() => server.kill("SIGKILL"), 8000);
    server.once("exit", () => {
      clearTimeout(hard);
      done();
    });
    server.kill("SIGINT");
  });
}
