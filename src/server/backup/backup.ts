// Makes a backup: a snapshot of everything that would be lost with the machine, in one file, while
// the product is running.
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type pg from "pg";
import { PRODUCT_NAME } from "../../domain/brand.ts";
import { displayPath, type Config } from "../config.ts";
import { SCHEMA_LOCK } from "../platform/database/migrations.ts";
import { StartError } from "../platform/start-error.ts";
import { readBuffer } from "../platform/storage/object-store.ts";
import { MANIFEST, writeArchive, type ArchiveEntry } from "./archive.ts";
import { readFiles, openStores, type StoreName } from "./files.ts";
import { FORMAT, tableName, type Manifest, type BackupTable } from "./manifest.ts";
import { connect, countRows, describeDatabase, readRows } from "./tables.ts";

/** Files fetched in parallel, as each has latency. */
const FETCHED = 8;
/** Level 2 is three times as fast as the default, for files that are a tenth larger. */
const LEVEL = 2;
const compressed = promisify(gzip) as (body: Buffer, options: { level: number }) => Promise<Buffer>;

export interface Work {
  config: Pick<Config, "s3" | "dataDir" | "release">;
  databaseUrl: string;
  file: string;
  /** Ends it early. */
  signal?: AbortSignal;
  /** Receives the current step, many times a second. */
  onProgress?: (what: string) => void;
}

export interface BackupReport {
  bytes: number;
  rows: number;
  files: number;
  /** Files that rows refer to but that do not exist, such as files removed meanwhile. */
  missing: string[];
  encryptionKeys: string[];
}

/** How many of the missing files are listed. */
const NAMED = 1000;

/**
 * Makes a backup of a snapshot of the database and of the files that its rows refer to.
 * @param isForced whether an existing file may be replaced
 * @throws StartError if there is nothing to back up or the file exists; an error of disk, database
 * or bucket. No file is left then.
 */
export async function backup({
  isForced,
  ...work
}: Work & { isForced: boolean }): Promise<BackupReport> {
  const client = await connect(work.databaseUrl, "backup");
  try {
    await client.query("select pg_advisory_lock_shared($1)", [SCHEMA_LOCK]);
    const { rows } = await client.query(
      "select 1 where to_regclass('schema_migrations') is not null",
    );
    if (rows.length === 0)
      throw new StartError("There are no data in this database yet, so there is nothing to keep.");
    await client.query("begin isolation level repeatable read read only");
    const made_at = new Date().toISOString();
    const described = await describeDatabase(client);
    const manifest: Manifest = {
      format: FORMAT,
      product: PRODUCT_NAME,
      release: work.config.release,
      made_at,
      ...described,
    };
    const report = { rows: 0, files: 0, missing: [] as string[] };
    const bytes = await writeArchive(work.file, isForced, async (add) => {
      await add({ name: MANIFEST, body: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) });
      for (const table of manifest.tables) report.rows += await addRows(client, table, add, work);
      await addFiles(client, manifest, add, work, report);
      // A few may be removed during the backup; if most are missing, they are stored elsewhere.
      if (report.missing.length > report.files)
        throw new StartError(
          `${report.missing.length} of the ${report.missing.length + report.files} photos and documents that the database names are not in ${work.config.s3 ? `the bucket ${work.config.s3.bucket}` : displayPath(work.config.dataDir)}. Give the backup the settings of the server (DATA_DIR, or the five of S3_).`,
        );
      await add({
        name: "missing.json",
        body: Buffer.from(`${JSON.stringify(report.missing.slice(0, NAMED), null, 2)}\n`),
      });
    });
    return { ...report, bytes, encryptionKeys: manifest.encryption_keys };
  } finally {
    await client.end();
  }
}

type Add = (entry: ArchiveEntry) => Promise<void>;

/**
 * Compresses a batch while the next one is fetched.
 * @returns the number of rows
 */
async function addRows(
  client: pg.Client,
  table: BackupTable,
  add: Add,
  { signal, onProgress }: Work,
): Promise<number> {
  let [rows, batches] = [0, 0];
  let packing: Promise<ArchiveEntry> | undefined;
  for await (const batch of readRows(client, table)) {
    signal?.throwIfAborted();
    rows += countRows(batch);
    onProgress?.(`${tableName(table)}: ${rows} of ${table.rows} rows`);
    batches += 1;
    const name = `tables/${tableName(table)}/${String(batches).padStart(6, "0")}.gz`;
    const packed = await packing;
    packing = compressed(batch, { level: LEVEL }).then((body) => ({ name, body }));
    if (packed) await add(packed);
  }
  if (packing) await add(await packing);
  // Cannot differ within one snapshot. A restore could not know which number is right.
  if (rows !== table.rows)
    throw new Error(`${tableName(table)} has ${rows} rows, and had ${table.rows} a moment ago`);
  return rows;
}

async function addFiles(
  client: pg.Client,
  { tables }: Manifest,
  add: Add,
  { config, signal, onProgress }: Work,
  report: Pick<BackupReport, "files" | "missing">,
): Promise<void> {
  const stores = await openStores(config);
  const fetched = async (store: StoreName, name: string): Promise<ArchiveEntry | string> => {
    const found = await stores[store].read(name);
    return found
      ? { name: `files/${store}/${name}`, body: await readBuffer(found) }
      : `${store}/${name}`;
  };
  for await (const { store, names } of readFiles(client, tables))
    for (let from = 0; from < names.length; from += FETCHED) {
      signal?.throwIfAborted();
      for (const each of await Promise.all(
        names.slice(from, from + FETCHED).map((name) => fetched(store, name)),
      )) {
        if (typeof each === "string") report.missing.push(each);
        else {
          await add(each);
          report.files += 1;
        }
      }
      onProgress?.(`${store}: ${report.files} files`);
    }
}
