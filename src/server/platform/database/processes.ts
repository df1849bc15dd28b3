// Reads the state of other processes. A process that has exited keeps its id until its parent reaps
// it, which takes seconds on some machines; only /proc distinguishes it from a running one.
import { readFileSync } from "node:fs";

/** The fields of /proc/PID/stat from the state onwards; empty without /proc or such a process. */
function readStat(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}

/** Whether a process is running. Without /proc, an exited process counts until it is reaped. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return !["Z", "X"].includes(readStat(pid)[0] ?? "");
}

/**
 * The start time of a process, empty if unknown. It differs for a later process with the same id.
 */
export const startedAt = (pid: number): string => readStat(pid)[19] ?? "";

/** The command line of a process; undefined if unknown. */
export function readCommand(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return undefined;
  }
}
