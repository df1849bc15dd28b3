// A folder for the temporary files of a test run that keeps them in memory. Each test file copies
// a database of about a thousand files and deletes it; on a disk (ext4), finding a free inode after
// so many deletions takes a tenth of the run.
import { mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { isRunning } from "../src/server/platform/database/processes.ts";

const MEMORY = "/dev/shm";
const NAME = "caydrive-tests-";
/** Much more than a run uses: half a gigabyte in npm test. */
const NEEDED_BYTES = 4 * 2 ** 30;

/**
 * Makes the folder, which is removed when this process ends.
 * @returns undefined where the system has no such folder (Linux has) or too little free memory
 */
export function makeMemoryFolder(): string | undefined {
  try {
    removeLeftovers();
    const { bavail, bsize } = statfsSync(MEMORY);
    if (Math.min(bavail * bsize, process.availableMemory()) < NEEDED_BYTES) return undefined;
    const folder = join(MEMORY, NAME + process.pid);
    mkdirSync(folder, { mode: 0o755 }); // As root, PostgreSQL runs as another user.
    process.once("exit", () => remove(folder));
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.once(signal, () => process.exit(1));
    return folder;
  } catch {
    return undefined;
  }
}

/** Removes the folders of runs that were killed. */
function removeLeftovers(): void {
  for (const name of readdirSync(MEMORY)) {
    const pid = Number(name.startsWith(NAME) ? name.slice(NAME.length) : undefined);
    if (Number.isInteger(pid) && !isRunning(pid)) remove(join(MEMORY, name));
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // A killed test has left a program running or a file system mounted.
  }
}
