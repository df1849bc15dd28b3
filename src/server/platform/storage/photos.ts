// What the public is given under a photo's URL, wherever it comes from: a photo that somebody uploaded, or a source of its own.
import type { PhotoSize } from "../../../domain/listing/photo.ts";
import type { StoredObject } from "./object-store.ts";

/** A photo in one size. */
export interface FoundPhoto {
  /** Names the bytes: others have another name. */
  name: string;
  type: string;
  /** These bytes are what this URL gives for good. */
  final: boolean;
  /** @returns undefined when it has been removed meanwhile. */
  read(): Promise<StoredObject | undefined>;
}

/** Photos that nobody uploaded; the demo draws its own. */
export interface PhotoSource {
  find(key: string, size: PhotoSize): Promise<FoundPhoto | undefined>;
  /** Called once the server answers; makes ahead what will be asked for, without being in anybody's way. */
  start(): void;
  stop(): void;
}
