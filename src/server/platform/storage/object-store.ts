// Where files lie that are no rows: a folder of this machine, or an S3 bucket that several machines share. Both keep the same promises.
import { join } from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { Config } from "../../config.ts";
import { openFolderStore } from "./folder-store.ts";

export interface StoredObject {
  bytes: number;
  /** To be read to its end or destroyed. */
  body: Readable;
}

/** Names are made by the server, never by people: letters, digits, dots and dashes, with slashes between folders. */
export interface ObjectStore {
  /** Writes it whole or not at all; what was there under that name is replaced. */
  put(name: string, body: Buffer, type: string): Promise<void>;
  /** @returns undefined when there is none of that name. */
  read(name: string): Promise<StoredObject | undefined>;
  /** Removes what is there of these. */
  remove(names: readonly string[]): Promise<void>;
  /** Everything there is, in no order. */
  list(): AsyncIterable<{ name: string; modifiedAt: Date }>;
}

type Where = Pick<Config, "s3" | "dataDir">;

/** In the bucket of the settings, else in DATA_DIR; a folder of its own in either. */
async function openStore({ s3, dataDir }: Where, folder: string): Promise<ObjectStore> {
  if (!s3) return openFolderStore(join(dataDir, folder));
  const { openS3Store } = await import("./s3-store.ts"); // its SDK is large, and most instances do without
  return openS3Store(s3, `${folder}/`);
}

/** The photos of this instance, which anybody may see. */
export const openPhotoStore = (where: Where): Promise<ObjectStore> => openStore(where, "photos");

/** The pictures that it draws of its cars for other sites; each can be drawn again. */
export const openSharePictureStore = (where: Where): Promise<ObjectStore> => openStore(where, "share-pictures");

/** Its documents, which are sealed before they get there. */
export const openDocumentStore = (where: Where): Promise<ObjectStore> => openStore(where, "documents");

/** The documents of people, sealed in a place of their own, so that what cares for those of cars never meets them. */
export const openIdentityStore = (where: Where): Promise<ObjectStore> => openStore(where, "identity-documents");

/** The copies of people's data, sealed as well, each for a week. */
export const openCopyStore = (where: Where): Promise<ObjectStore> => openStore(where, "data-copies");

/** All of an object's bytes. */
export const bufferOf = ({ body }: StoredObject): Promise<Buffer> => buffer(body);
