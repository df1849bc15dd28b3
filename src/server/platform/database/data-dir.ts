// Allows one instance per DATA_DIR: a lock file names the process that holds it.
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isRunning, startedAt } from "./processes.ts";
import { StartError } from "../start-error.ts";

function isLocked(lock: string): boolean {
  const [pid, started] = lock.split(" ");
  if (!pid) return false; // the machine lost power before the process id reached the disk
  return (
    isRunning(Number(pid)) &&
    Number(pid) !== process.pid &&
    startedAt(Number(pid)) === (started ?? "")
  );
}

/**
 * Creates the folder and takes its lock.
 * @returns a function that releases the lock.
 * @throws StartError when another instance holds the lock, or the folder cannot be written.
 */
export function lockDataDir(dataDir: string): () => void {
  const file = join(dataDir, "caydrive.lock");
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o755 });
    // When we run as root, PostgreSQL runs as another user and must be able to traverse the folder.
    if (process.getuid?.() === 0)
      for (const path of [dataDir, dirname(dataDir)])
        if (path.startsWith("/var/lib/caydrive")) chmodSync(path, 0o755);
  } catch (error) {
    throw new StartError(`DATA_DIR can't be used: ${(error as Error).message}`);
  }
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(file, `${process.pid} ${startedAt(process.pid)}`, { flag: "wx" });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST")
        throw new StartError(`DATA_DIR can't be used: ${(error as Error).message}`);
      if (attempt > 2 || isLocked(readFileSync(file, "utf8")))
        throw new StartError(
          `DATA_DIR is in use by another instance: ${dataDir}. Stop it, or set another DATA_DIR.`,
        );
      rmSync(file, { force: true }); // its holder is gone
    }
  }
}
