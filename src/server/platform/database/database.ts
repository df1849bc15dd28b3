// The connection pool, what PostgreSQL's types become in JavaScript, and transactions.
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import type { Metrics } from "../observability/metrics.ts";
import { StartError } from "../start-error.ts";
import type { Schema } from "./schema.ts";

export type Db = Kysely<Schema>;

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;

/** A bigint must fit a JavaScript number exactly; cents do, up to 90 trillion dollars. */
function checkedInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer out of range: ${text}`);
  return value;
}

const parsers: Record<number, (text: string) => unknown> = {
  [INT8]: checkedInteger,
  [DATE]: (text) => text, // the default makes a JS Date of a calendar date, in the machine's zone
  [TIMESTAMPTZ]: (text) => new Date(text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00")).toISOString(),
};
const types = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    format !== "binary" && parsers[oid]
      ? parsers[oid]
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

const CONNECT_MS = 10_000;
/** A burst must find connections: to open a dozen at once takes 100 ms (a process, a password, empty caches each) just while all wait. */
const IDLE_MS = 5 * 60_000;
const OLDEST_VERSION = 15;

/**
 * Sees that the database of DATABASE_URL answers and is recent enough.
 * @throws StartError when it can't be used.
 */
export async function checkDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version: string }>("show server_version");
    const version = rows[0]?.server_version ?? "";
    if (Number.parseInt(version, 10) < OLDEST_VERSION)
      throw new StartError(`DATABASE_URL is PostgreSQL ${version}; version ${OLDEST_VERSION} or later is needed.`);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The database of DATABASE_URL can't be reached: ${(error as Error).message}.`);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * A pool on `url`. A server that stops, or a line that breaks, must not end the process: the errors of connections go to `onError`, those
 * that somebody has taken and asks nothing at the moment included (a transaction between two statements), which nobody else listens to.
 */
export function openPool(url: string, onError: (error: Error) => void, max = 10): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: "caydrive", // a restore looks for it
    max,
    types,
    options: "-c timezone=UTC",
    connectionTimeoutMillis: CONNECT_MS, // also the longest wait for a free connection: then the server is busy, and says so
    idleTimeoutMillis: IDLE_MS,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    // The connection that listens (listen.ts) is silent for long, and has to notice when nobody is at the other end any more.
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
  });
  pool.on("connect", (client) => void client.on("error", onError));
  pool.on("error", () => {}); // the same ones, of those that are idle
  return pool;
}

/** Tells who measures how busy its connections are. */
export const watchPool = ({ metrics }: { metrics: Metrics }, pool: pg.Pool): void =>
  metrics.watch("pool_connections", "Connections to the database, and requests that wait for one.", ["state"], () => [
    { labels: { state: "open" }, value: pool.totalCount },
    { labels: { state: "idle" }, value: pool.idleCount },
    { labels: { state: "waiting" }, value: pool.waitingCount },
  ]);

/** Within a transaction, for jobs and commands that read a great deal: the pool's own limit is a page's. */
export const allowLongStatements = (tx: Db): Promise<unknown> => sql`set local statement_timeout = '10min'`.execute(tx);

export function openDb(pool: pg.Pool): Db {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

/** PostgreSQL's error code of a failed statement ("23P01": exclusion), and the constraint it names. */
export function sqlState(error: unknown): { code: string; constraint: string | undefined } | undefined {
  return error instanceof pg.DatabaseError && error.code
    ? { code: error.code, constraint: error.constraint }
    : undefined;
}

const NETWORK_FAULT = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/;
/** Shutting down, crashed, starting up, not accepting; without room, memory or connections; too busy to end a statement in its time. */
const SERVER_AWAY = /^(57P0[1-3]|53\d\d\d|55000|57014|08\d\d\d)$/;
/** The pool's and the driver's own words; they carry no code. */
const CONNECTION_LOST =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

/** Whether an error says that the database can't be reached, or can't serve, now, rather than that something is wrong with a statement. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return error instanceof pg.DatabaseError
    ? SERVER_AWAY.test(code)
    : NETWORK_FAULT.test(code) || CONNECTION_LOST.test(error.message);
}

const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";

/** Runs `work` again, twice at most, when PostgreSQL gave up one of two transactions that waited for each other. */
export async function retryingDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const code = sqlState(error)?.code;
      if (attempt >= 2 || (code !== DEADLOCK && code !== SERIALIZATION_FAILURE)) throw error;
    }
  }
}
