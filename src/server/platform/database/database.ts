// Opens the connection pool, maps PostgreSQL types to JavaScript, and retries deadlocked
// transactions.
import { setTimeout as delay } from "node:timers/promises";
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import type { Metrics } from "../observability/metrics.ts";
import { StartError } from "../start-error.ts";
import type { Schema } from "./schema.ts";

export type Db = Kysely<Schema>;

const INT8 = 20;
const DATE = 1082;
const TIME = 1083;
const TIMESTAMPTZ = 1184;

/** A bigint must fit a JavaScript number exactly. Cents do, up to 90 trillion dollars. */
function checkedInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer out of range: ${text}`);
  return value;
}

const parsers: Record<number, (text: string) => unknown> = {
  [INT8]: checkedInteger,
  [TIME]: (text) => text.slice(0, 5), // HH:MM
  [DATE]: (text) => text, // pg's default is a JS Date in the machine's time zone
  [TIMESTAMPTZ]: (text) =>
    new Date(text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00")).toISOString(),
};
const types = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    format !== "binary" && parsers[oid]
      ? parsers[oid]
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

const CONNECT_MS = 10_000;
/**
 * A long timeout, so that a burst finds open connections. Opening a dozen while requests wait takes
 * about 100 ms (a process, a password check and cold caches each).
 */
const IDLE_MS = 5 * 60_000;
const OLDEST_VERSION = 15;
/**
 * Data are in memory or on an SSD, where an index in the right order always beats a sort. Compiling
 * a statement (jit) takes longer than running any of ours. See decision 31.
 */
const SESSION_SETTINGS = "-c timezone=UTC -c random_page_cost=1.1 -c jit=off";

/**
 * Checks that the database of DATABASE_URL answers and is recent enough.
 * @throws StartError when it cannot be used.
 */
export async function checkDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version: string }>("show server_version");
    const version = rows[0]?.server_version ?? "";
    if (Number.parseInt(version, 10) < OLDEST_VERSION)
      throw new StartError(
        `DATABASE_URL is PostgreSQL ${version}; version ${OLDEST_VERSION} or later is needed.`,
      );
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `The database of DATABASE_URL can't be reached: ${(error as Error).message}.`,
    );
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Opens a pool on `url`. Connection errors go to `onError` and never end the process when the
 * server stops or the network fails. This covers checked-out connections that are idle within a
 * transaction: nothing else listens for their errors.
 */
export function openPool(url: string, onError: (error: Error) => void, max = 10): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: "caydrive", // the restore command looks for this name
    max,
    types,
    options: SESSION_SETTINGS,
    connectionTimeoutMillis: CONNECT_MS, // also the longest wait for a free connection
    idleTimeoutMillis: IDLE_MS,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    // The LISTEN connection (listen.ts) is silent for long periods and must notice when the server
    // is gone.
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
  });
  pool.on("connect", (client) => void client.on("error", onError));
  pool.on("error", () => {}); // idle connections: reported by the listener above
  return pool;
}

/** Reports how busy the pool's connections are. */
export const watchPool = ({ metrics }: { metrics: Metrics }, pool: pg.Pool): void =>
  metrics.watch(
    "pool_connections",
    "Connections to the database, and requests that wait for one.",
    ["state"],
    () => [
      { labels: { state: "open" }, value: pool.totalCount },
      { labels: { state: "idle" }, value: pool.idleCount },
      { labels: { state: "waiting" }, value: pool.waitingCount },
    ],
  );

/**
 * Raises the statement timeout for this transaction, for jobs and commands that read a lot. The
 * pool's default suits a page request.
 */
export const allowLongStatements = (tx: Db): Promise<unknown> =>
  sql`set local statement_timeout = '10min'`.execute(tx);

export function openDb(pool: pg.Pool): Db {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

/**
 * The SQLSTATE of a failed statement ("23P01": exclusion violation) and the constraint it names.
 */
export function sqlState(
  error: unknown,
): { code: string; constraint: string | undefined } | undefined {
  return error instanceof pg.DatabaseError && error.code
    ? { code: error.code, constraint: error.constraint }
    : undefined;
}

const NETWORK_ERROR = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/;
/**
 * Shutting down, crashed, starting up or not accepting connections; out of disk, memory or
 * connections; or a statement exceeded its timeout.
 */
const SERVER_AWAY = /^(57P0[1-3]|53\d\d\d|55000|57014|08\d\d\d)$/;
/** Messages of the pool and the driver, which carry no code. */
const CONNECTION_LOST =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

/**
 * Whether an error means that the database is unreachable or overloaded, rather than that the
 * statement is wrong.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return SERVER_AWAY.test(code) || NETWORK_ERROR.test(code) || CONNECTION_LOST.test(error.message);
}

const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";

const RETRY_WITHIN_MS = 50;

/**
 * Runs `work` again, at most twice, when PostgreSQL aborts its transaction because of a deadlock or
 * a serialization failure. A random pause lets the other transaction finish first.
 */
export async function retryingDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const code = sqlState(error)?.code;
      if (attempt >= 2 || (code !== DEADLOCK && code !== SERIALIZATION_FAILURE)) throw error;
      await delay(Math.random() * RETRY_WITHIN_MS * 2 ** attempt);
    }
  }
}
