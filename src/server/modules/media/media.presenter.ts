// Converts photo rows to the types that storage-js reads and to those of the listing editor.
import type { StoredPhoto } from "../../../contract/listings/media.ts";
import { photoUrl, type PhotoState } from "../../../domain/listing/photo.ts";
import type { ListedRow, PhotoRow } from "./media.repository.ts";

const FOLDER = {
  id: null,
  created_at: null,
  updated_at: null,
  last_accessed_at: null,
  metadata: null,
};

export function presentStored({ name, id, ...row }: ListedRow): StoredPhoto {
  if (id === null) return { name, ...FOLDER };
  const { created_at, updated_at, bytes, width, height, state } = row;
  const metadata = { size: bytes, mimetype: MASTER_TYPE, width, height, state };
  return { name, id, created_at, updated_at, last_accessed_at: updated_at, metadata };
}

/** The content type of a photo's master; the listed size is also the master's. */
export const MASTER_TYPE = "image/jpeg";

export interface PhotoProgress {
  key: string;
  url: string;
  state: PhotoState;
  width: number;
  height: number;
}

export const presentProgress = ({ key, state, width, height }: PhotoRow): PhotoProgress => ({
  key,
  url: photoUrl(key),
  state,
  width,
  height,
});
