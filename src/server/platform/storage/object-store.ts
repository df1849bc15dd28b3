// The interface of file storage, with the same guarantees wherever the files are stored.
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";

export interface StoredObject {
  bytes: number;
  /** Must be read to its end or destroyed. */
  body: Readable;
}

/**
 * The server, never a user, chooses the names: letters, digits, dots and dashes, with slashes
 * between folders.
 */
export interface ObjectStore {
  /** Writes the object atomically and replaces an object of the same name. */
  put(name: string, body: Buffer, type: string): Promise<void>;
  /** @returns undefined when there is no object of that name. */
  read(name: string): Promise<StoredObject | undefined>;
  /** Removes the objects; names without an object are ignored. */
  remove(names: readonly string[]): Promise<void>;
  /** Every object, in no particular order. */
  list(): AsyncIterable<{ name: string; modifiedAt: Date }>;
}

/** All bytes of an object. */
export const readBuffer = ({ body }: StoredObject): Promise<Buffer> => buffer(body);
