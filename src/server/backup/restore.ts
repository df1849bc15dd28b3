// Restores a backup: checks all of it first, then restores it into an empty database and the object
// stores, all or nothing.
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type pg from "pg";
import type { Logger } from "pino";
import { openJobs } from "../platform/jobs/jobs.ts";
import { applyMigration, MIGRATIONS, SCHEMA_LOCK } from "../platform/database/migrations.ts";
import { StartError } from "../platform/start-error.ts";
import { checkArchive, MANIFEST, readArchive } from "./archive.ts";
import type { Work } from "./backup.ts";
import { openStores, contentType, type StoreName, type Stores } from "./files.ts";
import { tableName, readManifest, type Manifest, type BackupTable } from "./manifest.ts";
import { beginLoading, connect, countRows } from "./tables.ts";

/** Files stored in parallel. */
const STORED = 8;
const decompressed = promisify(gunzip) as (body: Buffer) => Promise<Buffer>;

/** An entry's kind, derived from its name. */
type Part =
  | { is: "manifest"; body: Buffer }
  | { is: "rows"; table: string; batch: Buffer }
  | { is: "file"; store: StoreName; name: string; body: Buffer }
  | { is: "missing"; names: string[] };

const STORES: readonly string[] = [
  "photos",
  "documents",
  "identity-documents",
  "business-documents",
  "trip-photos",
  "case-files",
] satisfies StoreName[];

async function* readParts(file: string, signal: AbortSignal | undefined): AsyncGenerator<Part> {
  for await (const { name, body } of readArchive(file)) {
    signal?.throwIfAborted();
    const [, table] = /^tables\/(.+)\/\d+\.gz$/.exec(name) ?? [];
    const [, store = "", path = ""] =
      /^files\/([\w-]+)\/((?:[\w-]+\/)*[\w-]+\.\w+)$/.exec(name) ?? [];
    if (name === MANIFEST) yield { is: "manifest", body };
    else if (name === "missing.json")
      yield { is: "missing", names: JSON.parse(body.toString()) as string[] };
    else if (table) yield { is: "rows", table, batch: await decompressed(body) };
    else if (STORES.includes(store))
      yield { is: "file", store: store as StoreName, name: path, body };
    else
      throw new StartError(
        `The backup can't be used: ${name} can't be in it. Nothing was touched.`,
      );
  }
}

/** A backup that has been checked. */
export interface Checked {
  manifest: Manifest;
  files: number;
  /** The first of the files that were missing when it was made. */
  missing: string[];
}

/**
 * Reads a backup to its end, verifies every checksum and counts every row.
 * @throws StartError if it is unusable, with the reason
 */
export async function checkBackup({
  file,
  signal,
  onProgress,
}: Pick<Work, "file" | "signal" | "onProgress">): Promise<Checked> {
  onProgress?.("looking through the file");
  await checkArchive(file, signal);
  let manifest: Manifest | undefined;
  let [files, missing] = [0, [] as string[]];
  const rows = new Map<string, number>();
  for await (const part of readParts(file, signal)) {
    if (part.is === "manifest") manifest = readManifest(part.body);
    else if (part.is === "missing") missing = part.names;
    else if (part.is === "file") files += 1;
    else rows.set(part.table, (rows.get(part.table) ?? 0) + countRows(part.batch));
    onProgress?.("looking through the file");
  }
  if (!manifest)
    throw new StartError("The backup can't be used: it has no manifest. Nothing was touched.");
  for (const table of manifest.tables)
    if ((rows.get(tableName(table)) ?? 0) !== table.rows)
      throw new StartError(
        `The backup can't be used: of ${table.rows} rows of ${tableName(table)} it holds ${rows.get(tableName(table)) ?? 0}. Nothing was touched.`,
      );
  return { manifest, files, missing };
}

export interface RestoreReport {
  rows: number;
  /** Tables of the backup that this product does not have; they were skipped. */
  unknown: string[];
}

interface RestoreWork extends Work {
  checked: Checked;
  /** Existing data in the database is deleted. */
  isReplacing: boolean;
  log: Logger;
}

/**
 * Restores a checked backup into a database and the object stores in one transaction, which commits
 * once the files are stored. The caller holds the lock of DATA_DIR.
 * @throws StartError if the database is in use or not empty; an error of database, disk or bucket.
 * The database is unchanged then.
 */
export async function restore(work: RestoreWork): Promise<RestoreReport> {
  const { databaseUrl, checked, isReplacing, log } = work;
  const client = await connect(databaseUrl, "restore");
  try {
    await refuseInUse(client);
    const { rows } = await client.query(
      "select 1 from pg_tables where schemaname = 'public' limit 1",
    );
    if (rows.length > 0 && !isReplacing)
      throw new StartError(
        "There are data in this database already. Restore into an empty one, or add --replace: what is there now is lost then.",
      );
    // The job library creates its own tables and migrates those of an older version.
    const jobs = openJobs(databaseUrl, log);
    await jobs.start([]).finally(() => jobs.stop(1000));
    await client.query("begin");
    const unknown = await fill(client, work);
    await client.query("commit");
    // Without the vacuum, index-only scans would visit every row until autovacuum has run.
    await client.query("vacuum (analyze)");
    return { rows: checked.manifest.tables.reduce((sum, table) => sum + table.rows, 0), unknown };
  } finally {
    await client.end();
  }
}

/**
 * Blocks other users of the database until the client's connection ends.
 * @throws StartError if the database is in use
 */
async function refuseInUse(client: pg.Client): Promise<void> {
  const { rows: lock } = await client.query<{ taken: boolean }>(
    "select pg_try_advisory_lock($1) as taken",
    [SCHEMA_LOCK],
  );
  const { rows: others } = await client.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name like 'caydrive%'`,
  );
  if (others.length > 0 || !lock[0]?.taken)
    throw new StartError("A program is running on this database: stop every one of them first.");
}

async function fill(
  client: pg.Client,
  { config, file, checked, isReplacing, signal, onProgress }: RestoreWork,
): Promise<string[]> {
  const { manifest } = checked;
  if (isReplacing) await client.query("drop schema public cascade; create schema public");
  const applied = new Set(manifest.migrations.map(({ name }) => name));
  for (const migration of MIGRATIONS)
    if (applied.has(migration.name)) await applyMigration(client, migration);
  const loading = await beginLoading(client, manifest);
  const tables = new Map<string, BackupTable>(
    manifest.tables
      .filter((table) => !loading.unknown.includes(tableName(table)))
      .map((table) => [tableName(table), table]),
  );
  const stored = storing(await openStores(config));
  let [rows, files] = [0, 0];
  for await (const part of readParts(file, signal)) {
    if (part.is === "rows") {
      const table = tables.get(part.table);
      if (!table) continue;
      await loading.load(table, part.batch);
      rows += countRows(part.batch);
      onProgress?.(`${part.table}: ${rows} rows in all`);
    } else if (part.is === "file") {
      await stored.put(part);
      files += 1;
      onProgress?.(`${part.store}: ${files} of ${checked.files} files`);
    }
  }
  await stored.end();
  onProgress?.("putting constraints in force");
  await loading.finish();
  for (const migration of MIGRATIONS)
    if (!applied.has(migration.name)) await applyMigration(client, migration);
  return loading.unknown;
}

type File = Extract<Part, { is: "file" }>;

/** Stores several files in parallel. */
function storing(stores: Stores) {
  let waiting: File[] = [];
  const end = async (): Promise<void> => {
    await Promise.all(
      waiting.map(({ store, name, body }) => stores[store].put(name, body, contentType(name))),
    );
    waiting = [];
  };
  return {
    end,
    async put(file: File): Promise<void> {
      waiting.push(file);
      if (waiting.length === STORED) await end();
    },
  };
}

/**
 * The keys that a backup's sealed rows and files need but that do not exist.
 * @param keys ids of the existing keys
 */
export const missingKeys = ({ manifest }: Checked, keys: readonly string[]): string[] =>
  manifest.encryption_keys.filter((id) => !keys.includes(id));
