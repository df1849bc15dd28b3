// Opens the storage for files: a folder of this machine, or an S3 bucket that several machines
// share.
import { join } from "node:path";
import type { Config } from "../../config.ts";
import { openFolderStore } from "./folder-store.ts";
import type { ObjectStore } from "./object-store.ts";

type Where = Pick<Config, "s3" | "dataDir">;

/** Opens a folder in the configured bucket, or else in DATA_DIR. */
async function openStore({ s3, dataDir }: Where, folder: string): Promise<ObjectStore> {
  if (!s3) return openFolderStore(join(dataDir, folder));
  // Imported on demand: its SDK is large, and most instances do not need it.
  const { openS3Store } = await import("./s3-store.ts");
  return openS3Store(s3, `${folder}/`);
}

/** The photos of this instance, which are public. */
export const openPhotoStore = (where: Where): Promise<ObjectStore> => openStore(where, "photos");

/** The social images of its cars, which can be drawn again at any time. */
export const openSocialImageStore = (where: Where): Promise<ObjectStore> =>
  openStore(where, "share-pictures");

/** Car documents, which are encrypted before they are stored. */
export const openDocumentStore = (where: Where): Promise<ObjectStore> =>
  openStore(where, "documents");

/**
 * Identity documents, also encrypted. They are stored apart, so that the maintenance of car
 * documents never touches them.
 */
export const openIdentityStore = (where: Where): Promise<ObjectStore> =>
  openStore(where, "identity-documents");

/** The documents of hosts' businesses, also encrypted and stored apart. */
export const openBusinessDocumentStore = (where: Where): Promise<ObjectStore> =>
  openStore(where, "business-documents");

/** Photos of handovers, also encrypted. */
export const openTripPhotoStore = (where: Where): Promise<ObjectStore> =>
  openStore(where, "trip-photos");

/** Evidence of cases, also encrypted. */
export const openCaseFileStore = (where: Where): Promise<ObjectStore> =>
  openStore(where, "case-files");

/** Copies of personal data, also encrypted, each kept for a week. */
export const openCopyStore = (where: Where): Promise<ObjectStore> =>
  openStore(where, "data-copies");
