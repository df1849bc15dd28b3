// What a photo's public URL serves, whether the photo was uploaded or comes from another source.
import type { PhotoSize } from "../../../domain/listing/photo.ts";
import type { StoredObject } from "./object-store.ts";

/** A photo in one size. */
export interface FoundPhoto {
  /** Identifies the bytes: different bytes have a different name. */
  name: string;
  type: string;
  /** Whether this URL will always serve these bytes. */
  final: boolean;
  /** @returns undefined when it has been removed in the meantime. */
  read(): Promise<StoredObject | undefined>;
}

/** Photos that were not uploaded. The demo draws its own. */
export interface PhotoSource {
  find(key: string, size: PhotoSize): Promise<FoundPhoto | undefined>;
  /** Called when the server is listening. Prepares photos in advance, at low priority. */
  start(): void;
  stop(): void;
}
