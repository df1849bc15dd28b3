// A disk that can be full: a small one if this process may mount it, otherwise a folder whose
// writers get the error.
import { spawnSync } from "node:child_process";
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What /readyz requires to be free, and as much again for the database. */
const SIZE = "420m";
const CHUNKS = [1024 * 1024, 4096];

export interface Disk {
  folder: string;
  /** Whether the operating system itself refuses. */
  isReal: boolean;
  fill(): void;
  free(): void;
  remove(): void;
}

export function openDisk(): Disk {
  const folder = mkdtempSync(join(tmpdir(), "caydrive-soak-"));
  const mounted = spawnSync("mount", [
    "-t",
    "tmpfs",
    "-o",
    `size=${SIZE},mode=0755`,
    "tmpfs",
    folder,
  ]);
  const isReal = mounted.status === 0;
  chmodSync(folder, 0o755); // As root, PostgreSQL runs as another user.
  const ballast = join(folder, "ballast");
  const free = (): void => rmSync(ballast, { force: true });
  return {
    folder,
    isReal,
    fill() {
      if (!isReal) return;
      const file = openSync(ballast, "w");
      for (const bytes of CHUNKS)
        try {
          for (const chunk = Buffer.alloc(bytes); ;) writeSync(file, chunk);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
        }
      closeSync(file);
    },
    free,
    remove() {
      if (isReal) spawnSync("umount", ["--lazy", folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
