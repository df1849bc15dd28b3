// Stores objects as files in a folder.
import { randomUUID } from "node:crypto";
import { mkdir, open, opendir, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import type { ObjectStore } from "./object-store.ts";

/**
 * The temporary name of a file being written. After a crash, list() returns it like any other, so
 * that it is found and removed.
 */
const unfinished = (file: string): string => `${file}.${randomUUID()}.part`;

/** Returns `undefined` instead of throwing when the file or folder does not exist. */
async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (["ENOENT", "EISDIR", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? ""))
      return undefined;
    throw error;
  }
}

export function openFolderStore(folder: string): ObjectStore {
  const filePath = (name: string): string => join(folder, name);
  return {
    async put(name, body) {
      const file = filePath(name);
      const part = unfinished(file);
      await mkdir(dirname(file), { recursive: true });
      try {
        await writeFile(part, body, { flush: true });
        await rename(part, file); // atomic: a reader never sees half a file
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    async read(name) {
      const handle = await ifThere(open(filePath(name)));
      if (!handle) return undefined;
      const entry = await handle.stat();
      if (entry.isFile()) return { bytes: entry.size, body: handle.createReadStream() };
      await handle.close();
      return undefined;
    },
    async remove(names) {
      for (const name of names) await rm(filePath(name), { force: true });
      // Also removes folders that are now empty.
      for (const each of new Set(names.map((name) => dirname(filePath(name)))))
        if (each !== folder) await rmdir(each).catch(() => {});
    },
    async *list() {
      for await (const entry of (await ifThere(opendir(folder, { recursive: true }))) ?? []) {
        if (!entry.isFile()) continue;
        const file = join(entry.parentPath, entry.name);
        const found = await ifThere(stat(file));
        if (found)
          yield { name: relative(folder, file).split(sep).join("/"), modifiedAt: found.mtime };
      }
    },
  };
}
