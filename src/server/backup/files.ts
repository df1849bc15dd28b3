// Which files belong to the rows of a database: uploads and their processed versions. Share images
// can be drawn again and data copies requested again, so neither is included.
import type pg from "pg";
import { profilePhotoFiles } from "../modules/accounts/profile-photos/profile-photos.service.ts";
import { masterName, listObjectNames } from "../modules/media/photo-files.ts";
import type { Config } from "../config.ts";
import { documentFile } from "../platform/storage/document-store.ts";
import type { ObjectStore } from "../platform/storage/object-store.ts";
import {
  openBusinessDocumentStore,
  openCaseFileStore,
  openDocumentStore,
  openIdentityStore,
  openPhotoStore,
  openTripPhotoStore,
} from "../platform/storage/open-stores.ts";
import { tableName, type BackupTable } from "./manifest.ts";

/** Rows fetched together. */
const BATCH = 500;

export type Stores = Record<(typeof SOURCES)[number]["store"], ObjectStore>;
export type StoreName = keyof Stores;

/** A column of each row names its files. */
const SOURCES = [
  {
    store: "photos",
    table: "photos",
    column: "id",
    where: "state = 'ready'",
    listNames: listObjectNames,
  },
  // A queued job will make its sizes.
  {
    store: "photos",
    table: "photos",
    column: "id",
    where: "state <> 'ready'",
    listNames: (id: string) => [masterName(id)],
  },
  {
    store: "photos",
    table: "profiles",
    column: "photo_id",
    where: "photo_id is not null",
    listNames: profilePhotoFiles,
  },
  {
    store: "documents",
    table: "car_documents",
    column: "id",
    where: "true",
    listNames: (id: string) => [documentFile(id)],
  },
  {
    store: "identity-documents",
    table: "identity_documents",
    column: "id",
    where: "true",
    listNames: (id: string) => [documentFile(id)],
  },
  {
    store: "business-documents",
    table: "business_documents",
    column: "id",
    where: "true",
    listNames: (id: string) => [documentFile(id)],
  },
  {
    store: "trip-photos",
    table: "trip_photos",
    column: "id",
    where: "true",
    listNames: (id: string) => [documentFile(id)],
  },
  {
    store: "case-files",
    table: "case_files",
    column: "id",
    where: "true",
    listNames: (id: string) => [documentFile(id)],
  },
] as const;

export const openStores = async (config: Pick<Config, "s3" | "dataDir">): Promise<Stores> => ({
  photos: await openPhotoStore(config),
  documents: await openDocumentStore(config),
  "identity-documents": await openIdentityStore(config),
  "business-documents": await openBusinessDocumentStore(config),
  "trip-photos": await openTripPhotoStore(config),
  "case-files": await openCaseFileStore(config),
});

/**
 * The files that rows refer to in the client's transaction, in batches.
 * @param tables the tables of this database, which may be an older version
 */
export async function* readFiles(
  client: pg.Client,
  tables: readonly BackupTable[],
): AsyncGenerator<{ store: StoreName; names: string[] }> {
  for (const { store, table, column, where, listNames } of SOURCES) {
    if (
      !tables.some((each) => tableName(each) === `public.${table}` && each.columns.includes(column))
    )
      continue;
    await client.query(
      `declare files cursor for select ${column}::text as id from ${table} where ${where}`,
    );
    for (;;) {
      const { rows } = await client.query<{ id: string }>(`fetch ${BATCH} from files`);
      if (rows.length === 0) break;
      yield { store, names: rows.flatMap(({ id }) => listNames(id)) };
    }
    await client.query("close files");
  }
}

/** The content type of a file for the bucket. */
export function contentType(name: string): string {
  const extension = name.slice(name.lastIndexOf(".") + 1);
  return (
    { jpg: "image/jpeg", webp: "image/webp", avif: "image/avif" }[extension] ??
    "application/octet-stream"
  );
}
