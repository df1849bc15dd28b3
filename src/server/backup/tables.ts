// Reads and writes the rows of a database in PostgreSQL's COPY text format: from one snapshot, and
// into empty tables.
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { selectKeys } from "../platform/keys/keys-in-use.ts";
import { StartError } from "../platform/start-error.ts";
import { tableName, type Manifest, type BackupTable } from "./manifest.ts";

/** The size of a batch of rows; a larger row is a batch of its own. */
const BATCH_BYTES = 4 * 1024 ** 2;
const NEWLINE = 10;

/**
 * The job tables that a backup includes, for pending and failed jobs. The other tables of that
 * schema fill by themselves.
 */
const JOBS = "pgboss";
const JOB_TABLES = ["queue", "job"]; // a job refers to its queue
/** Rows about files that are skipped: a data copy expires in a week and can be requested again. */
const LEFT_OUT = ["data_copies"];

const quoted = (name: string): string => pg.escapeIdentifier(name);
const toSqlName = ({ schema, name }: Pick<BackupTable, "schema" | "name">): string =>
  `${quoted(schema)}.${quoted(name)}`;
const toColumnList = (columns: readonly string[]): string => columns.map(quoted).join(", ");

/** A connection with settings that give the same text on every server, and without a time limit. */
export async function connect(databaseUrl: string, what: string): Promise<pg.Client> {
  const settings = {
    timezone: "UTC",
    datestyle: "ISO",
    intervalstyle: "postgres",
    bytea_output: "hex",
    extra_float_digits: 1,
    client_min_messages: "warning",
    statement_timeout: 0,
    lock_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: `caydrive-${what}`,
    options: options.join(" "),
    keepAlive: true,
  });
  client.on("error", () => {}); // the running statement reports it
  await client.connect();
  return client;
}

/** The tables with their columns, without generated ones. */
async function readTables(client: pg.Client): Promise<Omit<BackupTable, "rows">[]> {
  const { rows } = await client.query<Omit<BackupTable, "rows">>(
    `select namespace.nspname as schema, class.relname as name, array_agg(attname::text order by attnum) as columns
     from pg_class class
     join pg_namespace namespace on namespace.oid = relnamespace
     join pg_attribute on attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = ''
     where (nspname = 'public' and relkind = 'r') or (nspname = $1 and relname = any($2))
     group by 1, 2 order by 1, 2`,
    [JOBS, JOB_TABLES],
  );
  return rows;
}

/** The manifest's description of the database in the client's transaction. */
export async function describeDatabase(
  client: pg.Client,
): Promise<Pick<Manifest, "migrations" | "tables" | "sequences" | "encryption_keys">> {
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from schema_migrations order by name",
  );
  const tables: BackupTable[] = [];
  const keys = new Set<string>();
  for (const table of await readTables(client)) {
    if (LEFT_OUT.includes(table.name)) continue;
    const counted = await client.query<{ rows: string }>(
      `select count(*) as rows from ${toSqlName(table)}`,
    );
    tables.push({ ...table, rows: Number(counted.rows[0]?.rows) });
    if (!table.columns.includes("key_id")) continue;
    const { rows } = await client.query<{ key_id: string }>(selectKeys(toSqlName(table)));
    for (const { key_id } of rows) keys.add(key_id);
  }
  const { rows: sequences } = await client.query<{ name: string; last: string }>(
    `select sequencename as name, last_value::text as last from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  );
  return { migrations, tables, sequences, encryption_keys: [...keys].toSorted() };
}

/** The rows of a table, in batches of whole lines. */
export async function* readRows(client: pg.Client, table: BackupTable): AsyncGenerator<Buffer> {
  const columns = table.columns.map(quoted).join(", ");
  let parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of client.query(
    copyTo(`copy (select ${columns} from ${toSqlName(table)}) to stdout`),
  )) {
    const end = (chunk as Buffer).lastIndexOf(NEWLINE) + 1;
    parts.push(chunk);
    bytes += chunk.length;
    if (bytes < BATCH_BYTES || end === 0) continue;
    yield Buffer.concat(parts).subarray(0, bytes - chunk.length + end);
    parts = [chunk.subarray(end)];
    bytes = chunk.length - end;
  }
  if (bytes > 0) yield Buffer.concat(parts);
}

/** A newline within a value is escaped as \n, so each newline ends a row. */
export function countRows(batch: Buffer): number {
  let rows = 0;
  for (let at = batch.indexOf(NEWLINE); at >= 0; at = batch.indexOf(NEWLINE, at + 1)) rows += 1;
  return rows;
}

export interface Loading {
  /** Adds a batch of a table's rows. */
  load(table: BackupTable, batch: Buffer): Promise<void>;
  /**
   * Restores constraints, triggers and sequences.
   * @throws a database error if rows violate a constraint
   */
  finish(): Promise<void>;
  /** Tables of the backup that this product does not have. */
  unknown: string[];
}

const incoming = (table: Pick<BackupTable, "name">): string => quoted(`incoming_${table.name}`);

/**
 * Prepares the freshly created tables for loading within the client's transaction: empties them,
 * drops foreign keys, which require an order, and disables triggers, which would count everything
 * twice.
 * @throws StartError if a table's columns differ from the manifest
 */
export async function beginLoading(
  client: pg.Client,
  { tables, sequences }: Manifest,
): Promise<Loading> {
  const own = await readTables(client);
  const there = own.filter(({ schema }) => schema === "public");
  const expected = new Map(there.map((table) => [tableName(table), table.columns]));
  const unknown = tables
    .filter((table) => table.schema !== JOBS && !expected.has(tableName(table)))
    .map(tableName);
  for (const table of tables)
    if (
      expected.get(tableName(table)) &&
      String(expected.get(tableName(table))) !== String(table.columns)
    )
      throw new StartError(
        `The backup can't be used: ${tableName(table)} has other columns in it than in this program.`,
      );

  const { rows: references } = await client.query<{ of: string; name: string; definition: string }>(
    `select conrelid::regclass::text as of, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  for (const { of, name } of references)
    await client.query(`alter table ${of} drop constraint ${quoted(name)}`);
  for (const table of there)
    await client.query(`alter table ${toSqlName(table)} disable trigger user`);
  await client.query(`truncate ${there.map(toSqlName).join(", ")} restart identity`);
  const jobs = tables.filter(({ schema }) => schema === JOBS);
  for (const table of jobs)
    await client.query(
      `create temporary table ${incoming(table)} (${table.columns.map((name) => `${quoted(name)} text`).join(", ")}) on commit drop`,
    );
  return {
    unknown,
    async load(table, batch) {
      const target = table.schema === JOBS ? incoming(table) : toSqlName(table);
      await pipeline(
        [batch],
        client.query(copyFrom(`copy ${target} (${toColumnList(table.columns)}) from stdin`)),
      );
    },
    async finish() {
      for (const { of, name, definition } of references)
        await client.query(`alter table ${of} add constraint ${quoted(name)} ${definition}`);
      for (const table of there)
        await client.query(`alter table ${toSqlName(table)} enable trigger user`);
      for (const { name, last } of sequences)
        await client.query("select setval(to_regclass($1), $2)", [`public.${quoted(name)}`, last]);
      await loadJobs(client, jobs);
    },
  };
}

/**
 * The job library changes its tables itself, so rows of an older version are matched by column
 * name.
 */
async function loadJobs(client: pg.Client, jobs: readonly BackupTable[]): Promise<void> {
  const tables = jobs.toSorted((a, b) => JOB_TABLES.indexOf(a.name) - JOB_TABLES.indexOf(b.name));
  for (const table of ["schedule", ...JOB_TABLES.toReversed()])
    await client.query(`delete from ${JOBS}.${table}`);
  for (const table of tables) {
    const { rows } = await client.query<{ name: string; type: string }>(
      `select attname::text as name, format_type(atttypid, atttypmod) as type from pg_attribute
       where attrelid = to_regclass($1) and attname = any($2) and attgenerated = '' order by attnum`,
      [toSqlName(table), table.columns],
    );
    const values = rows.map(({ name, type }) => `${quoted(name)}::${type}`);
    await client.query(
      `insert into ${toSqlName(table)} (${toColumnList(rows.map(({ name }) => name))}) select ${values.join(", ")} from ${incoming(table)}`,
    );
  }
}
