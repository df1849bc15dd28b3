// One instance per DATA_DIR: a lock file that names the process holding it.
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isRunning, startedAt } from "./processes.ts";
import { StartError } from "../start-error.ts";

function isHeld(lock: string): boolean {
  const [pid, started] = lock.split(" ");
  if (!pid) return false; // the machine went down before the holder's number was on the disk
  return isRunning(Number(pid)) && Number(pid) !== process.pid && startedAt(Number(pid)) === (started ?? "");
}

/**
 * Makes the folder and takes its lock.
 * @returns a function that gives the lock back.
 * @throws StartError when another instance holds it, or the folder can't be written.
 */
export function lockDataDir(dataDir: string): () => void {
  const file = join(dataDir, "caydrive.lock");
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o755 });
    // As root, PostgreSQL runs as another user and must be able to pass through.
    if (process.getuid?.() === 0)
      for (const path of [dataDir, dirname(dataDir)]) if (path.startsWith("/var/lib/caydrive")) chmodSync(path, 0o755);
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
      if (attempt > 2 || isHeld(readFileSync(file, "utf8")))
        throw new StartError(`DATA_DIR is in use by another instance: ${dataDir}. Stop it, or set another DATA_DIR.`);
      rmSync(file, { force: true }); // its holder is gone
    }
  }
}
